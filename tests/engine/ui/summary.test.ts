import { describe, expect, it } from 'vitest';
import type { FilterField } from '../../../engine/ui/runtime/filter-value.ts';
import { filterOfColumn } from '../../../engine/ui/runtime/filter-value.ts';
import { groupableColumns, groupFilter, summarySearch, summaryText } from '../../../engine/ui/runtime/summary.ts';
import { realScreen } from './real-screen.ts';

const model = await realScreen('/guias');
const columns = groupableColumns(model, model.columns);
const columnOf = (key: string) => {
  const column = columns.find((one) => one.key === key);
  if (column === undefined) throw new Error(`no column ${key}`);
  return column;
};
const search = (key: string, chosen = ''): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(summarySearch(model, columnOf(key), chosen)));
const filterFor = (key: string, value: unknown, more: Partial<FilterField> = {}) => {
  const column = columnOf(key);
  const field = filterOfColumn(model, column);
  if (field === undefined) throw new Error(`no filter of ${key}`);
  return groupFilter(model, column, { g0: value }, { ...field, ...more });
};

describe('a summary', () => {
  it('is by what says something of many rows, the state before all', () => {
    const keys = columns.map(({ key }) => key);
    expect(keys[0]).toBe('situacao');
    expect(keys).toEqual(expect.arrayContaining(['tipo_guia', 'data_atendimento', 'prestador_executante.nome']));
    // One row each, a text of its own, an amount, what every table has.
    for (const key of ['numero_guia_operadora', 'senha', 'valor_apresentado', 'criado_em', 'versao'])
      expect(keys).not.toContain(key);
  });

  it('asks for the groups of the rows that the list is of, the largest first, and time in its order', () => {
    expect(search('situacao', 'q=ana&tipo_guia=in.(CONSULTA)')).toEqual({
      q: 'ana',
      tipo_guia: 'in.(CONSULTA)',
      select: 'g0:situacao,n:count(),valor_apresentado:valor_apresentado.sum()',
      order: 'n.desc',
      limit: '201',
    });
    expect(search('data_atendimento')).toMatchObject({
      select: 'g0:data_atendimento::month,n:count(),valor_apresentado:valor_apresentado.sum()',
      order: 'g0.desc',
    });
    // The value alone: with its record around it there would be a group of each record.
    expect(search('prestador_executante.nome')['select']).toBe(
      '...prestador_executante(g0:nome),n:count(),valor_apresentado:valor_apresentado.sum()',
    );
  });

  it('calls a group as the list does, and what has no value nothing', () => {
    const called = (key: string, value: unknown): string => summaryText(model, columnOf(key), { g0: value }, 'UTC');
    expect(called('situacao', 'APRESENTADA')).toBe('Apresentada');
    expect(called('data_atendimento', '2026-02')).toBe('02/2026');
    expect(called('prestador_executante.nome', 'Clínica')).toBe('Clínica');
    expect(called('situacao', null)).toBe('');
    expect(called('prestador_executante.nome', null)).toBe('');
  });

  it('leads to the rows of a group by the filter that the list has of it', () => {
    expect(filterFor('situacao', 'GLOSADA')).toEqual({ match: 'any', values: ['GLOSADA'] });
    expect(filterFor('situacao', 'GLOSADA', { match: 'equals' })).toEqual({
      match: 'equals',
      value: 'GLOSADA',
    });
    expect(filterFor('data_atendimento', '2024-02')).toEqual({
      match: 'range',
      from: '2024-02-01',
      to: '2024-02-29',
    });
    expect(filterFor('prestador_executante.nome', 'Clínica')).toEqual({
      match: 'equals',
      value: 'Clínica',
    });
    expect(filterFor('situacao', null, { optional: true })).toEqual({ match: 'empty' });
    expect(filterFor('situacao', null, { optional: false })).toBeUndefined();
  });
});
