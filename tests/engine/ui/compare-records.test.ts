/** A record at two moments, and the change that takes it back. */
import { beforeAll, expect, it } from 'vitest';
import type { ScreenModel } from '../../../engine/contract/screen-model.ts';
import { compareRecords, isRestorable, valuesToRestore } from '../../../engine/ui/runtime/compare-records.ts';
import { realScreen } from './real-screen.ts';

let cities: ScreenModel;
let districts: ScreenModel;
beforeAll(async () => {
  [cities, districts] = (await Promise.all(['/cidades', '/distritos'].map(realScreen))) as [ScreenModel, ScreenModel];
});

const was = { id: 1, versao: 1, nome: 'Curral del Rei', uf: 'MG', ddd: null };
const is = { id: 1, versao: 4, nome: 'Belo Horizonte', uf: 'MG', ddd: '31' };

it('tells what differs, in the order of the record, and nothing of versions', () => {
  expect(compareRecords(cities, was, is)).toEqual([
    expect.objectContaining({ field: 'nome', before: 'Curral del Rei', after: 'Belo Horizonte' }),
    expect.objectContaining({ field: 'ddd', before: null, after: '31' }),
  ]);
  expect(compareRecords(cities, was, { ...was, versao: 9 })).toEqual([]);
});

it('tells a relation by its label, and one whose record changed its name', () => {
  const city = (nome: string) => ({ cidade_id: 1, cidade: { id: 1, nome, uf: 'MG' } });
  expect(compareRecords(districts, { id: 1, ...city('A') }, { id: 1, ...city('B') })).toEqual([
    { field: 'cidade_id', title: 'Cidade', before: 'A - MG', after: 'B - MG' },
  ]);
  expect(compareRecords(districts, { id: 1, cidade_id: null, cidade: null }, { id: 1, ...city('B') })).toEqual([
    { field: 'cidade_id', title: 'Cidade', before: null, after: 'B - MG' },
  ]);
});

it('takes back what is asked for alone, an empty value too', () => {
  expect(valuesToRestore(cities, { was, is }, ['nome'])).toEqual({ nome: 'Curral del Rei' });
  expect(valuesToRestore(cities, { was, is }, ['ddd'])).toEqual({ ddd: null });
  expect(valuesToRestore(cities, { was, is }, [])).toEqual({});
});

it('takes nothing back for who may not change it, and no column of the engine', () => {
  const writable = { ...cities, rights: { ...cities.rights, update: true } };
  const closed = { ...cities, rights: { ...cities.rights, update: false } };
  expect([isRestorable(writable, 'nome'), isRestorable(writable, 'versao'), isRestorable(closed, 'nome')]).toEqual([
    true,
    false,
    false,
  ]);
});
