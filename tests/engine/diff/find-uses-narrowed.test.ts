/** `impact` tells of each transition that means some records by a field: of those, or of the record that points at them. */
import { expect, it } from 'vitest';
import { narrowedMoveFiles } from '../api/narrowed-move-files.ts';
import { transitionUses } from './transition-uses.ts';

const usesOf = transitionUses(narrowedMoveFiles, 'canoa');

it.each([
  ['causa', 'tipo', ['Parar', 'Soltar', 'Anotar']],
  ['causa', 'rio', ['Soltar', 'Anotar']],
  ['canoa', 'rio', ['Soltar', 'Anotar']],
  ['canoa', 'causa', ['Parar', 'Soltar', 'Vender']],
  ['canoa_diario', 'causa', ['Anotar']],
  ['causa', 'ativa', []],
])('of %s.%s', (name, column, transitions) => {
  expect(usesOf(name, column)).toEqual(transitions.map((title) => `transição '${title}'`));
});
