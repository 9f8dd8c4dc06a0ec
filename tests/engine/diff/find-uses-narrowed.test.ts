/** `impact` tells of each transition that means some records by a field: of those, or of the record that points at them. */
import { expect, it } from 'vitest';
import { compileSide } from '../../../engine/diff/compile-side.ts';
import { findUses } from '../../../engine/diff/find-uses.ts';
import { catalogues } from '../../../src/catalogues.ts';
import { narrowedMoveFiles } from '../api/narrowed-move-files.ts';
import { exampleSources } from './example-sides.ts';

const files = Object.entries(narrowedMoveFiles).map(([file, value]) => [file, JSON.stringify(value)] as const);
const { clients } = compileSide(new Map([...exampleSources, ...files]), catalogues);

it.each([
  ['causa', 'tipo', ['Parar', 'Soltar', 'Anotar']],
  ['causa', 'rio', ['Soltar', 'Anotar']],
  ['canoa', 'rio', ['Soltar', 'Anotar']],
  ['canoa', 'causa', ['Parar', 'Soltar', 'Vender']],
  ['canoa_diario', 'causa', ['Anotar']],
  ['causa', 'ativa', []],
])('of %s.%s', (name, column, transitions) => {
  const [base] = clients;
  const entity = base?.model.entities[name];
  const field = entity?.fields.find((one) => one.name === column);
  if (base === undefined || entity === undefined || field === undefined) throw new Error(`no ${name}.${column}`);
  const told = findUses(base.files, base.model, entity, field).filter(
    ({ kind, where, words }) => kind === 'state' && where === 'canoa' && words.startsWith('transição'),
  );
  expect(told.map(({ words }) => words)).toEqual(transitions.map((title) => `transição '${title}'`));
});
