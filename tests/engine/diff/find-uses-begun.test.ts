/** `impact` tells of each transition of which a field begins with what another holds, wherever that is. */
import { expect, it } from 'vitest';
import { begunMoveFiles } from '../api/begun-move-files.ts';
import { transitionUses } from './transition-uses.ts';

const usesOf = transitionUses(begunMoveFiles, 'carne');

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
  expect(usesOf(name, column)).toEqual(transitions.map((title) => `transição '${title}'`));
});
