/** `impact` and `rename` reach what transitions and actions read of what their record points at. */
import { expect, it } from 'vitest';
import { compileSide } from '../../../engine/diff/compile-side.ts';
import { findUses } from '../../../engine/diff/find-uses.ts';
import { renameField } from '../../../engine/model/rename/rename-field.ts';
import { catalogues } from '../../../src/catalogues.ts';
import { messages, readsByRelationFiles } from '../api/reads-by-relation-files.ts';
import { exampleSources } from './example-sides.ts';

const files = Object.entries(readsByRelationFiles).map(
  ([file, value]) => [file, JSON.stringify(value, null, 2).replaceAll('"banco"', '"bairro"')] as const,
);
const sources = new Map([...exampleSources, ...files]);
const { clients } = compileSide(sources, catalogues);
const file = 'schemas/teste/estadias/columns.json';

const move = (title: string) => `transição '${title}'`;
const effect = (title: string) => `efeito da transição '${title}'`;
const action = 'ação da linha';
const rule = `regra «${messages.dear}»`;

it.each([
  ['pedido', 'situacao', [action, move('Autorizar')]],
  ['pedido', 'quarto_id', [action, move('Autorizar'), effect('Cobrar'), effect('Encerrar'), effect('Faturar')]],
  ['pedido', 'cobre', [rule, move('Autorizar'), move('Cobrar'), move('Avaliar'), effect('Cobrar')]],
  ['pedido', 'diarias', [move('Autorizar'), effect('Encerrar'), effect('Faturar')]],
  ['quarto', 'preco', [move('Autorizar'), effect('Cobrar'), effect('Encerrar'), effect('Faturar')]],
  ['conta', 'situacao', [move('Cobrar'), effect('Encerrar')]],
])('of %s.%s', (name, column, uses) => {
  const [base] = clients;
  const entity = base?.model.entities[name];
  const field = entity?.fields.find((one) => one.column === column);
  if (base === undefined || entity === undefined || field === undefined) throw new Error(`no ${name}.${column}`);
  const told = findUses(base.files, base.model, entity, field).filter(({ where }) => /^.?estadia/.test(where));
  expect(told.map(({ words }) => words)).toEqual(uses);
});

it.each([
  ['pedido', 'quarto', 6],
  ['pedido', 'diarias', 5],
  ['quarto', 'preco', 6],
  ['quarto', 'andar', 4],
  ['conta', 'situacao', 2],
])('%s.%s is renamed wherever it is read so', (entity, field, count) => {
  const naming = { entity, field, to: 'outro_nome', since: '2026-11-22', why: 'Mudança de nome.' };
  const renamed = new Map([...sources, ...renameField(sources, catalogues, naming)]);
  expect(compileSide(renamed, catalogues).issues.filter(({ severity }) => severity === 'error')).toEqual([]);
  const [before, after] = [sources.get(file) ?? '', renamed.get(file) ?? ''];
  expect(before.split('\n').filter((line, at) => line !== after.split('\n')[at]).length).toBe(count);
});

it('what a relation makes known is a use, once where its label has it too', () => {
  const schema = 'schemas/localizacao/bairros/schema.json';
  const known = (exampleSources.get(schema) ?? '').replace(
    '"onDelete": "clear",',
    '"onDelete": "clear", "known": ["codigo", "nome"],',
  );
  const [base] = compileSide(new Map([...exampleSources, [schema, known]]), catalogues).clients;
  const entity = base?.model.entities['bairro'];
  const wordsOf = (name: string): readonly string[] => {
    const field = entity?.fields.find((one) => one.name === name);
    if (base === undefined || entity === undefined || field === undefined) throw new Error(`no bairro.${name}`);
    return findUses(base.files, base.model, entity, field).flatMap(({ kind, words }) =>
      kind === 'relation' && words.endsWith("'Vizinho'") ? [words] : [],
    );
  };
  expect(wordsOf('codigo')).toEqual(["conhecido por 'Vizinho'"]);
  expect(wordsOf('nome')).toEqual(["rótulo de 'Vizinho'"]);
});
