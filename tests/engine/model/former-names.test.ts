/** How long a name that a field had still stands for it. */
import { expect, it } from 'vitest';
import { examples } from '../../../engine/metadata/examples.ts';
import { loadFiles } from '../../../engine/metadata/load-files.ts';
import { compile } from '../../../engine/model/compile.ts';
import { changesFile } from '../../../engine/model/rename/rename-field.ts';
import { resolve } from '../../../engine/overlay/resolve.ts';
import { catalogues } from '../../../src/catalogues.ts';

const formerNames = (version: string, ...changes: readonly object[]) => {
  const files = new Map([...examples, [changesFile, JSON.stringify({ changes })]]);
  return compile(resolve(loadFiles(files), undefined), { ...catalogues, version }).model.formerNames;
};
const rename = (from: string, field: string, since = '2026-11-22', entity = 'bairro') => ({
  what: 'rename',
  entity,
  from,
  field,
  since,
  why: 'teste',
});
const former = (from: string, field: string, since = '2026-11-22') => ({ entity: 'bairro', from, field, since });

it.each([
  ['1.4.0', '1.4', true],
  ['1.4.9', '1.4.2', true],
  ['1.3.9', '1.4', true],
  ['1.5.0', '1.4', false],
  ['1.10.0', '1.9', false],
  ['1.9.0', '1.10', true],
  ['2.0.0', '1.4', false],
  ['2.0.0', '3.0', true],
  ['9.9.9', '2020-01-01', true],
])('version %s takes a name that changed in %s: %s', (version, since, taken) => {
  expect(formerNames(version, rename('apelido', 'nome', since))).toEqual(
    taken ? [former('apelido', 'nome', since)] : undefined,
  );
});

it('leads through several renames to the name of today', () => {
  expect(formerNames('1.0.0', rename('apelido', 'alcunha'), rename('alcunha', 'nome'))).toEqual([
    former('apelido', 'nome'),
    former('alcunha', 'nome'),
  ]);
});

it('is none where the name is that of another field by now, or of the column of a relation', () => {
  expect(formerNames('1.0.0', rename('codigo', 'nome'), rename('vizinho_id', 'nome'))).toBeUndefined();
  expect(formerNames('1.0.0', rename('nome', 'vizinho'))).toBeUndefined();
  expect(formerNames('1.0.0', rename('municipio', 'vizinho'))).toEqual([former('municipio', 'vizinho')]);
});

it('is none without a change, and of a change that has become void', () => {
  expect(formerNames('1.0.0')).toBeUndefined();
  expect(formerNames('1.0.0', rename('apelido', 'nada'), rename('nome', 'nome'))).toBeUndefined();
});
