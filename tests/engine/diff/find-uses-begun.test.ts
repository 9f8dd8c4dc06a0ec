/** `impact` tells of each transition of which a field begins with what another holds, wherever that is. */
import { expect, it } from 'vitest';
import { compileSide } from '../../../engine/diff/compile-side.ts';
import { findUses } from '../../../engine/diff/find-uses.ts';
import { catalogues } from '../../../src/catalogues.ts';
import { begunMoveFiles } from '../api/begun-move-files.ts';
import { exampleSources } from './example-sides.ts';

const files = Object.entries(begunMoveFiles).map(([file, value]) => [file, JSON.stringify(value)] as const);
const { clients } = compileSide(new Map([...exampleSources, ...files]), catalogues);

it.each([
  ['contrato', 'desconto', ['Pagar']],
  ['contrato', 'favorecido', ['Pagar']],
  ['carne', 'nome', ['Pagar']],
  ['carne', 'valor', ['Pagar', 'Anotar']],
  ['carne', 'contrato', ['Pagar']],
  ['quota', 'valor', ['Ratear']],
  ['carne_pagamentos', 'valor', ['Fechar', 'Anotar']],
  ['carne_pagamentos', 'dia', ['Anotar']],
  ['contrato', 'nome', []],
])('of %s.%s', (name, column, transitions) => {
  const [base] = clients;
  const entity = base?.model.entities[name];
  const field = entity?.fields.find((one) => one.name === column);
  if (base === undefined || entity === undefined || field === undefined) throw new Error(`no ${name}.${column}`);
  const told = findUses(base.files, base.model, entity, field).filter(
    ({ kind, where, words }) => kind === 'state' && where === 'carne' && words.startsWith('transição'),
  );
  expect(told.map(({ words }) => words)).toEqual(transitions.map((title) => `transição '${title}'`));
});
