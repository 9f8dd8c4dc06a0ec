import { expect, it } from 'vitest';
import { nearest } from '../../../engine/core/nearest.ts';

it.each([
  ['cidde', ['cidade', 'uf'], 'cidade'],
  ['CIDADE', ['cidade'], 'cidade'],
  ['ciadde', ['cidade'], 'cidade'],
  ['uf', ['nome', 'uf'], 'uf'],
  ['tipo-posto', ['tipo-porte', 'tipo-posto-atendimento'], 'tipo-posto-atendimento'],
  ['setor', ['cidade', 'setor_empresa'], 'setor_empresa'],
  ['nome', ['nme', 'nome_reduzido'], 'nme'],
  ['conta', ['conta_pagar', 'conta_receber'], undefined],
  ['xyz', ['cidade'], undefined],
  ['', ['cidade'], undefined],
])('for %j among %j finds %j', (name, candidates, expected) => {
  expect(nearest(name, candidates)).toBe(expected);
});
