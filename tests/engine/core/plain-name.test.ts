import { expect, it } from 'vitest';
import { plainName } from '../../../engine/core/plain-name.ts';

it.each([
  ['Descrição', 'descricao'],
  ['dataInicio', 'data_inicio'],
  ['data_inicio2', 'data_inicio2'],
  ['/Especialidades', 'especialidades'],
  ['2 via', 'via'],
  ['cidade.Nome', 'cidade.nome'],
])('writes %j as %j', (name, expected) => {
  expect(plainName(name)).toBe(expected);
});
