/** What a member's list and record offer: of the steps around a card the first one, or another copy of it; adhesions and dependants. */
import { expect, it } from 'vitest';
import { actionsOf, transitionsOf } from '../../../engine/ui/runtime/fitting.ts';
import { realScreen } from './real-screen.ts';

const moment = { today: '2026-01-31', timeZone: 'America/Sao_Paulo' };

it.each([
  ['has a card to be', { cartao: '1', vias_cartao: 0 }, ['emitir-cartao']],
  ['has a card', { cartao: '1', vias_cartao: 1 }, ['emitir-segunda-via']],
  ['has no number of a card', { cartao: null, vias_cartao: 0 }, []],
  ['left', { situacao: 'CANCELADO', cartao: '1', vias_cartao: 1 }, []],
])('a member who %s is offered what fits', async (_who, row, expected) => {
  const screen = await realScreen('/beneficiarios');
  const member = { id: 1, versao: 1, situacao: 'ATIVO', ...row };
  const offered = transitionsOf(screen, member, moment);
  expect(offered.map(({ name }) => name).filter((name) => name.startsWith('emitir'))).toEqual(expected);
});

const holder = ['adesoes', 'nova-adesao', 'dependentes', 'novo-dependente'];
const former = ['adesoes', 'dependentes'];
it.each([
  ['TITULAR', 'ATIVO', holder],
  ['TITULAR', 'SUSPENSO', holder],
  ['TITULAR', 'CANCELADO', former],
  ['TITULAR', 'FALECIDO', former],
  ['PENSIONISTA', 'ATIVO', holder],
  ['PENSIONISTA', 'CANCELADO', former],
  ['DEPENDENTE', 'ATIVO', ['adesoes', 'nova-adesao']],
  ['DEPENDENTE', 'CANCELADO', ['adesoes']],
])('a %s who is %s is offered %j', async (tipo_vinculo, situacao, expected) => {
  const offered = actionsOf(await realScreen('/beneficiarios'), { id: 1, tipo_vinculo, situacao }, moment);
  expect(offered.map(({ name }) => name)).toEqual(expected);
});
