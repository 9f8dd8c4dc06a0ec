/** `impact` of a field of rows that a record owns tells of the indexes beside their list, also where a part describes them. */
import { expect, it } from 'vitest';
import { findUses } from '../../../engine/diff/find-uses.ts';
import { writePlace } from '../../../engine/diff/summarize.ts';
import { sideOf } from './example-sides.ts';

const file = 'schemas/localizacao/bairros/schema.json';
const { clients } = sideOf([
  [file, '"maxItems": 7,', '"maxItems": 7,\n      "x-indexes": [["inicio"], ["rua", "inicio"]],'],
  [file, '"title": "Contatos",', '"title": "Contatos", "x-indexes": [["principal"]],'],
]);

it.each([
  ['bairro_feiras', 'inicio', [`índice (inicio) ${file}:59:21`, `índice (rua, inicio) ${file}:59:33`]],
  ['bairro_feiras', 'rua', [`combinação única (bairro_id, rua) ${file}:55:5`, `índice (rua, inicio) ${file}:59:33`]],
  ['bairro_contatos', 'principal', [`índice (principal) ${file}:81:42`]],
  ['bairro_contatos', 'valor', []],
])('of %s.%s', (name, column, expected) => {
  const [base] = clients;
  const entity = base?.model.entities[name];
  const field = entity?.fields.find((one) => one.name === column);
  if (base === undefined || entity === undefined || field === undefined) throw new Error(`no ${name}.${column}`);
  const told = findUses(base.files, base.model, entity, field).filter(({ kind }) => kind === 'index');
  expect(told.map(({ words, origin }) => `${words} ${writePlace(origin)}`)).toEqual(expected);
});
