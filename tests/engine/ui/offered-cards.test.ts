/** Which of the steps around a card a member's list and record offer: the first one, or another copy of it. */
import { expect, it } from 'vitest';
import { transitionsOf } from '../../../engine/ui/runtime/fitting.ts';
import { realScreen } from './real-screen.ts';

it.each([
  ['has a card to be', { cartao: '1', vias_cartao: 0 }, ['emitir-cartao']],
  ['has a card', { cartao: '1', vias_cartao: 1 }, ['emitir-segunda-via']],
  ['has no number of a card', { cartao: null, vias_cartao: 0 }, []],
  ['left', { situacao: 'CANCELADO', cartao: '1', vias_cartao: 1 }, []],
])('a member who %s is offered what fits', async (_who, row, expected) => {
  const screen = await realScreen('/beneficiarios');
  const member = { id: 1, versao: 1, situacao: 'ATIVO', ...row };
  const offered = transitionsOf(screen, member, { today: '2026-01-31', timeZone: 'America/Sao_Paulo' });
  expect(offered.map(({ name }) => name).filter((name) => name.startsWith('emitir'))).toEqual(expected);
});
