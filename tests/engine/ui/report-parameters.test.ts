import { describe, expect, it } from 'vitest';
import type { ListQuery } from '../../../engine/contract/list-query.ts';
import { emptyQuery, parseListQuery, writeListQuery } from '../../../engine/contract/list-query.ts';
import type { ScreenModel } from '../../../engine/contract/screen-model.ts';
import type { FilterValue } from '../../../engine/ui/runtime/filter-value.ts';
import { filterOfDescriptor } from '../../../engine/ui/runtime/filter-value.ts';
import { asksNothing, isLeftEmpty, lacks, withBeginnings } from '../../../engine/ui/runtime/report-parameters.ts';
import { extentOf, fileColumns, reportColumns, reportQuestion } from '../../../engine/ui/runtime/use-report.ts';
import { realScreen } from './real-screen.ts';

const glosa = await realScreen('/relatorio/faturamento/faturamento-glosa');
const synthetic = await realScreen('/relatorio/faturamento/atendimento-beneficiario-sintetico');
const asked = (search: string): ListQuery => parseListQuery(new URLSearchParams(search));
const fieldOf = (key: string) => {
  const descriptor = glosa.search.find((one) => one.key === key);
  if (descriptor === undefined) throw new Error(`no search field ${key}`);
  return filterOfDescriptor(glosa, descriptor);
};
const lastMonth = 'data_atendimento=gte.@month-1&data_atendimento=lte.@month-1.end';

describe('the parameters of a report', () => {
  it('begin with its periods, of what the address says nothing of', () => {
    const begun = (search: string) =>
      decodeURIComponent(writeListQuery(withBeginnings(glosa, asked(search))).toString());
    expect(begun('')).toBe(lastMonth);
    expect(begun('situacao=in.(GLOSADA)')).toBe(`situacao=in.(GLOSADA)&${lastMonth}`);
    expect(begun('data_atendimento=gte.2026-01-01')).toBe('data_atendimento=gte.2026-01-01');
  });

  it('lack what is required and not said', () => {
    expect(lacks(glosa, asked(''))).toBe(true);
    expect(lacks(glosa, asked('situacao=in.(GLOSADA)'))).toBe(true);
    expect(lacks(glosa, asked(lastMonth))).toBe(false);
    const free: ScreenModel = { ...glosa, report: { groups: [], rows: true, required: [], begins: {} } };
    expect(lacks(free, emptyQuery)).toBe(false);
  });

  it('say nothing where the provider of the screen alone is chosen', () => {
    expect(asksNothing(glosa, asked(''))).toBe(true);
    expect(asksNothing({ provider: 'prestador_id' }, asked('prestador_id=eq.3'))).toBe(true);
    expect(asksNothing({ provider: 'prestador_id' }, asked('situacao=eq.A'))).toBe(false);
    expect(asksNothing(glosa, asked('prestador_id=eq.3'))).toBe(false);
    expect(asksNothing(glosa, asked('q=ana'))).toBe(false);
  });

  it('are left empty by blanks too, and filled by one end of a period', () => {
    const empty = (key: string, value: FilterValue) => isLeftEmpty(glosa, fieldOf(key), value);
    expect(empty('data_atendimento', { match: 'range', from: '', to: ' ' })).toBe(true);
    expect(empty('data_atendimento', { match: 'range', from: '2026-01-01', to: '' })).toBe(false);
    expect(empty('situacao', { match: 'any', values: [] })).toBe(false);
  });
});

describe('what a report reads', () => {
  it('are its rows in their order, without a column for what they are under, and the groups of each depth', () => {
    expect(reportColumns(glosa).map(({ title }) => title)).toEqual([
      'Guia',
      'Atendimento',
      'Beneficiário',
      'Situação',
      'Apresentado',
      'Glosa',
      'Liberado',
    ]);
    const question = reportQuestion(glosa, 'q=ana');
    expect(question.path).toBe('/relatorio/faturamento/faturamento-glosa');
    expect(question.groups.map((search) => new URLSearchParams(search).get('order'))).toEqual([
      null,
      expect.stringMatching(/^g0\(.+\)\.asc,g0\(id\)\.asc$/),
    ]);
    const rows = new URLSearchParams(question.rows);
    expect([rows.get('q'), rows.get('order')]).toEqual(['ana', glosa.order]);
    expect(glosa.order).toMatch(/^prestador_executante\(/);
    // The names of the groups come with the rows.
    expect(rows.get('select')).toMatch(/prestador_executante\(id,/);
  });

  it('begin in a file with what stands over them on the screen', () => {
    expect(fileColumns(glosa).map(({ key }) => key)).toEqual([
      'prestador_executante',
      ...reportColumns(glosa).map(({ key }) => key),
    ]);
  });

  it('are groups alone where no row is told', () => {
    const question = reportQuestion(synthetic, '');
    expect([question.rows, question.groups.length]).toEqual([undefined, 2]);
  });

  it('keeps a day that is put together by month as a column', () => {
    const column = glosa.columns.find(({ key }) => key === 'data_atendimento');
    if (column === undefined || glosa.report === undefined) throw new Error('no such report');
    const monthly: ScreenModel = { ...glosa, report: { ...glosa.report, groups: [{ column, by: 'month' }] } };
    const daily: ScreenModel = { ...glosa, report: { ...glosa.report, groups: [{ column }] } };
    const has = (model: ScreenModel) => reportColumns(model).some(({ key }) => key === 'data_atendimento');
    expect([has(monthly), has(daily)]).toEqual([true, false]);
  });

  it('says how much of it is shown', () => {
    const row = { id: 1 };
    expect(extentOf(glosa, { groups: [[{ n: 12_345 }], [{ n: 1 }]], groupCount: 1, rows: [row, row] })).toEqual({
      shown: 2,
      all: 12_345,
    });
    // A row that came between two answers is shown, and is more than were counted.
    expect(extentOf(glosa, { groups: [[{ n: 1 }], []], groupCount: 0, rows: [row, row] })).toEqual({
      shown: 2,
      all: 2,
    });
    const groups = { groups: [[{ n: 9 }], [{ n: 4 }, { n: 5 }]], groupCount: 2001, rows: [] };
    expect(extentOf(synthetic, groups)).toEqual({ shown: 2, all: 2001 });
  });
});
