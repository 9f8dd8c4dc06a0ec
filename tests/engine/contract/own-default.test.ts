/** A new record of somebody who sees the own ones alone begins as one of these. */
import { expect, it } from 'vitest';
import type { Access } from '../../../engine/access/access.ts';
import { createAccess } from '../../../engine/access/access.ts';
import { buildScreenModel } from '../../../engine/contract/build-screen-model.ts';
import { begunForProvider } from '../../../engine/ui/runtime/begun-for-provider.ts';
import { defaultValues } from '../../../engine/ui/runtime/record-values.ts';
import { groupOf, sessionUser } from '../../support/grants.ts';
import { loadRealProduct } from '../ui/real-screen.ts';

const pairs = [
  'beneficiario',
  'prestador',
  'solicitacaoreembolso',
  'faturamentoreembolso',
  'guia',
  'protocolodocumento',
  'feriado',
].flatMap((subject) => ['list', 'view', 'insert'].map((action) => `${subject}:${action}`));
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
const office = accessOf({ prestadorAdministrativo: true }, { prestadorIds: [5, 6] });
const member = accessOf({ beneficiario: true }, { beneficiarioId: 7 });
const provider = accessOf({ prestador: true }, { prestadorIds: [5] });
const both = accessOf({ prestador: true, beneficiario: true }, { prestadorIds: [5], beneficiarioId: 7 });
const staff = accessOf({ operadora: true, beneficiario: true }, { beneficiarioId: 7 });

it.each([
  ['a member', member, '/solicitacoes-reembolso', { beneficiario_id: 7 }],
  ['a provider', provider, '/guias', { prestador_executante_id: 5 }],
  ['who acts for several providers', office, '/guias', {}],
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

it.each([
  ['a member', member, '/beneficiarios', true],
  ['a provider', provider, '/prestadores', true],
  ['who acts for several', office, '/prestadores', true],
  // To the staff it is one of many, also where one of them is the person's.
  ['staff with an own record', staff, '/beneficiarios', undefined],
  ['a provider, of what only points at the own record', provider, '/guias', undefined],
  ['a member, of providers', member, '/prestadores', undefined],
])('the own record: %s', async (_who, access, path, isOwn) => {
  const { model } = await loadRealProduct();
  const screen = model.screens.find((one) => one.path === path);
  if (screen?.kind !== 'registry') throw new Error(`no registry at ${path}`);
  expect(buildScreenModel(model, access, screen, () => '/validator.js').ownRecord).toBe(isOwn);
});

it('of who acts for several providers it is asked for, and those alone are offered; the chosen one it begins with', async () => {
  const { model } = await loadRealProduct();
  const screen = model.screens.find(({ path }) => path === '/guias');
  if (screen?.kind !== 'registry') throw new Error('no guides');
  const told = (access: Access) => {
    const built = buildScreenModel(model, access, screen, () => '/validator.js');
    const relation = built.relations.find(({ column }) => column === 'prestador_executante_id');
    return { begins: built.ownProvider, offered: relation?.among, minimum: relation?.minimum, built };
  };
  const { built, ...several } = told(office);
  expect(several).toEqual({ begins: 'prestador_executante_id', offered: [5, 6], minimum: 2 });
  // What is another's would be refused: it is offered to nobody who is confined.
  for (const [access, offered] of [
    [provider, [5]],
    [member, undefined],
    [staff, undefined],
  ] as const) {
    const { built: _, ...rest } = told(access);
    // Of one's own few are looked through; of all a name is asked for.
    expect(rest).toEqual({ begins: undefined, offered, minimum: offered === undefined ? 5 : 2 });
  }
  expect(defaultValues(begunForProvider(built, 6))).toMatchObject({ prestador_executante_id: 6 });
  expect(begunForProvider(built, null)).toBe(built);
  const alone = told(provider).built;
  expect(begunForProvider(alone, 6)).toBe(alone);
});
