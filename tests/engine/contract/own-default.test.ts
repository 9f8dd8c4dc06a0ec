/** A new record of somebody who sees the own ones alone begins as one of these. */
import { expect, it } from 'vitest';
import type { Access } from '../../../engine/access/access.ts';
import { createAccess } from '../../../engine/access/access.ts';
import { buildScreenModel } from '../../../engine/contract/build-screen-model.ts';
import { defaultValues } from '../../../engine/ui/runtime/record-values.ts';
import { groupOf, sessionUser } from '../../support/grants.ts';
import { loadRealProduct } from '../ui/real-screen.ts';

const pairs = ['solicitacaoreembolso', 'faturamentoreembolso', 'guia', 'protocolodocumento', 'feriado'].flatMap(
  (subject) => ['list', 'view', 'insert'].map((action) => `${subject}:${action}`),
);
const accessOf = (
  roles: object,
  own: { readonly prestadorIds?: readonly number[]; readonly beneficiarioId?: number },
): Access =>
  createAccess({
    userId: 1,
    prestadorIds: own.prestadorIds ?? [],
    beneficiarioId: own.beneficiarioId,
    groups: [groupOf(pairs)],
    user: sessionUser(pairs, { operadora: false, ...roles }),
  });
const member = accessOf({ beneficiario: true }, { beneficiarioId: 7 });
const provider = accessOf({ prestador: true }, { prestadorIds: [5] });
const both = accessOf({ prestador: true, beneficiario: true }, { prestadorIds: [5], beneficiarioId: 7 });
const staff = accessOf({ operadora: true, beneficiario: true }, { beneficiarioId: 7 });

it.each([
  ['a member', member, '/solicitacoes-reembolso', { beneficiario_id: 7 }],
  ['a provider', provider, '/guias', { prestador_executante_id: 5 }],
  ['a member where two relations would each do', member, '/faturamentos-reembolsos', {}],
  ['who is both, where either would do', both, '/protocolos-documentos', {}],
  ['a member, of what confines nobody', member, '/feriados', {}],
  ['staff with an own record', staff, '/solicitacoes-reembolso', {}],
])('%s', async (_who, access, path, begun) => {
  const { model } = await loadRealProduct();
  const screen = model.screens.find((one) => one.path === path);
  if (screen?.kind !== 'registry') throw new Error(`no registry at ${path}`);
  const values = defaultValues(buildScreenModel(model, access, screen, () => '/validator.js'));
  const own = Object.entries(values).filter(([name]) => /^(beneficiario|prestador|responsavel)/.test(name));
  expect(Object.fromEntries(own)).toEqual(begun);
});
