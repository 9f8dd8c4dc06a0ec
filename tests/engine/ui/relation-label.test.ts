/** Labels of records and of related records, over the real registries. */
import { beforeAll, describe, expect, it } from 'vitest';
import { formatFieldValue, namedRecord, recordLabel, relationLabel } from '../../../engine/contract/column-text.ts';
import type { ScreenModel } from '../../../engine/contract/screen-model.ts';
import { realScreen } from './real-screen.ts';

let specialties: ScreenModel;
let occupations: ScreenModel;
let cities: ScreenModel;
beforeAll(async () => {
  [specialties, occupations, cities] = (await Promise.all(
    ['/especialidades', '/cbos', '/cidades'].map(realScreen),
  )) as [ScreenModel, ScreenModel, ScreenModel];
});

const occupation = { id: 7, codigo: '225105', descricao: 'Médico acupunturista' };

describe('the label of a record', () => {
  it('is written with the masks of its fields, by whatever screen names it', () => {
    const written = '2251-05 - Médico acupunturista';
    expect(recordLabel(occupations, occupation)).toBe(written);
    const [target] = specialties.relations;
    const field = specialties.entity.fields.find(({ type }) => type === 'relation');
    if (target === undefined || field === undefined) throw new Error('especialidade has no relation');
    expect(relationLabel(specialties, target, occupation)).toBe(written);
    expect(formatFieldValue(specialties, field, occupation, 'UTC')).toBe(written);
  });

  it('keeps a code as it is stored, and what no mask fits as it is', () => {
    expect(recordLabel(cities, { id: 1, nome: 'Belo Horizonte', uf: 'MG' })).toBe('Belo Horizonte - MG');
    expect(recordLabel(occupations, { ...occupation, codigo: '22' })).toBe('22 - Médico acupunturista');
  });

  it('is the id where nothing of it is there', () => {
    expect(recordLabel(occupations, { id: 7, codigo: null, descricao: null })).toBe('7');
  });
});

describe('what a record is called where nothing around says what it is', () => {
  it.each([
    ['/guias', '21', 'Guia 21'],
    ['/remessas-pagamentos-contas', '1/12', 'Conta da remessa 1/12'],
    ['/recursos-glosas', 'RG-12', 'Recurso de Glosa RG-12'],
    ['/beneficiarios', '12 - Ana Luz', '12 - Ana Luz'],
    ['/especialidades', 'Água', 'Água'],
    ['/guias', '', 'Guia'],
  ])('of %s, %j, is %j', async (path, label, named) => {
    expect(namedRecord(await realScreen(path), label)).toBe(named);
  });
});
