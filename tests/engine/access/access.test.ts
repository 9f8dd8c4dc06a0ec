import { expect, test } from 'vitest';
import type { Grants, GroupGrants, SessionUser } from '../../../engine/access/access.ts';
import { createAccess, unlimited } from '../../../engine/access/access.ts';
import { heldPairs, permits, splitPair } from '../../../engine/access/permission-pair.ts';
import { groupOf, sessionUser } from '../../support/grants.ts';
import fc from '../../support/laws.ts';

const grants = (
  groups: readonly GroupGrants[],
  more: Partial<Grants> & { roles?: Partial<SessionUser> } = {},
): Grants => ({
  userId: 7,
  prestadorIds: [],
  beneficiarioId: undefined,
  groups,
  ...more,
  user: sessionUser([], { principal: 'ana', ...more.roles }),
});

const actions = ['list', 'view', 'insert', 'update', 'delete', 'audit', 'report', 'manage'] as const;
const subjects = ['banco', 'cidade', 'autorizacao', 'all'] as const;
const pair = fc.tuple(fc.constantFrom(...subjects), fc.constantFrom(...actions)).map((parts) => parts.join(':'));
const pairs = fc.array(pair, { maxLength: 5 });
const question = [fc.constantFrom(...actions), fc.constantFrom(...subjects)] as const;

test('an action is granted by its own pair, by manage on its subject, or by manage on all; by nothing else', () => {
  fc.assert(
    fc.property(fc.array(pairs, { maxLength: 3 }), ...question, (held, action, subject) => {
      const wanted = [`${subject}:${action}`, `${subject}:manage`, `all:${action}`, 'all:manage'];
      const { can } = createAccess(grants(held.map((one) => groupOf(one))));
      expect(can(action, subject)).toBe(held.flat().some((one) => wanted.includes(one)));
    }),
    { numRuns: 500 },
  );
});

/** Also what no rule should be: the parts are empty, hold a colon, or are missing. */
const part = fc.oneof(
  fc.constantFrom(...actions, ...subjects, ''),
  fc.string({ unit: fc.constantFrom('a', ':'), maxLength: 3 }),
);
const anyPair = fc.oneof(
  { weight: 3, arbitrary: pair },
  fc.array(part, { maxLength: 3 }).map((parts) => parts.join(':')),
);

test('server and screens decide alike, whatever the groups hold and whoever asks', () => {
  const groups = fc.array(fc.array(anyPair, { maxLength: 5 }), { maxLength: 3 });
  fc.assert(
    fc.property(groups, fc.boolean(), part, part, (held, admin, action, subject) => {
      const given = held.map((one) => groupOf(one));
      const { can } = createAccess(grants(given, { roles: { admin } }));
      expect(permits(heldPairs(given, admin), action, subject)).toBe(can(action, subject));
    }),
    { numRuns: 1000 },
  );
});

test('a session carries the pairs of all groups, each once and in order, an administrator everything first', () => {
  const groups = [groupOf(['b:list', 'all:manage']), groupOf(['a:view', 'b:list'])];
  expect([heldPairs(groups, false), heldPairs(groups, true), heldPairs([], true)]).toEqual([
    ['a:view', 'all:manage', 'b:list'],
    ['all:manage', 'a:view', 'b:list'],
    ['all:manage'],
  ]);
});

test('a pair is taken apart at its last colon', () => {
  expect(['banco:list', 'a:b:c', ':list', 'banco:', 'banco', ''].map(splitPair)).toEqual([
    { subject: 'banco', action: 'list' },
    { subject: 'a:b', action: 'c' },
    { subject: '', action: 'list' },
    { subject: 'banco', action: '' },
    { subject: '', action: 'banco' },
    { subject: '', action: '' },
  ]);
});

test('a group more never takes an action away', () => {
  fc.assert(
    fc.property(fc.array(pairs, { maxLength: 3 }), pairs, ...question, (held, more, action, subject) => {
      const groups = held.map((one) => groupOf(one));
      const before = createAccess(grants(groups)).can(action, subject);
      for (const joined of [
        [...groups, groupOf(more)],
        [groupOf(more), ...groups],
      ])
        expect(!before || createAccess(grants(joined)).can(action, subject)).toBe(true);
    }),
  );
});

test('what is no pair grants nothing', () => {
  for (const held of [[''], ['banco'], [':list'], ['banco:'], ['list:banco'], ['*:*']])
    expect([held, createAccess(grants([groupOf(held)])).can('list', 'banco')]).toEqual([held, false]);
  for (const [action, subject] of [
    ['', 'banco'],
    ['list', ''],
    ['', ''],
  ] as const)
    expect(createAccess(grants([groupOf(['banco:', ':list', ':', 'all:manage'])])).can(action, subject)).toBe(false);
});

test('a decision names the first group that grants, with the narrowest of its pairs, or what is missing', () => {
  const groups = [
    groupOf(['cidade:list'], {}, { name: 'Cidades' }),
    groupOf(['all:manage', 'banco:manage'], {}, { name: 'Bancos' }),
    groupOf(['banco:list'], {}, { name: 'Outro' }),
  ];
  const access = createAccess(grants(groups));
  expect(access.decide('list', 'banco')).toEqual({
    granted: true,
    pair: 'banco:list',
    reason: { kind: 'rule', group: 'Bancos', pair: 'banco:manage' },
  });
  expect(createAccess(grants(groups.slice(0, 1))).decide('list', 'banco')).toEqual({
    granted: false,
    pair: 'banco:list',
    reason: { kind: 'noRule', pair: 'banco:list' },
  });
  expect(createAccess(grants(groups, { roles: { admin: true } })).decide('list', 'banco')).toEqual({
    granted: true,
    pair: 'banco:list',
    reason: { kind: 'administrator' },
  });
  expect(access.decide('list', 'banco')).toBe(access.decide('list', 'banco'));
  // Also in another session of the same groups, but not as an administrator.
  expect(createAccess(grants(groups)).decide('list', 'banco')).toBe(access.decide('list', 'banco'));
});

test('an own record is that of a role that the user has', () => {
  const ids = { prestadorIds: [3, 8], beneficiarioId: 4 };
  const ownOf = (roles: Partial<SessionUser>) => createAccess(grants([], { ...ids, roles })).own;
  expect(ownOf({})).toEqual({ prestador: [], beneficiario: [] });
  expect(ownOf({ prestador: true })).toEqual({ prestador: [3, 8], beneficiario: [] });
  expect(ownOf({ prestadorAdministrativo: true })).toEqual({ prestador: [3, 8], beneficiario: [] });
  expect(ownOf({ dependente: true })).toEqual({ prestador: [], beneficiario: [4] });
  expect(ownOf({ prestador: true, beneficiario: true })).toEqual({ prestador: [3, 8], beneficiario: [4] });
  for (const role of ['ouvidoria', 'auditor', 'operadora', 'admin'] as const)
    expect(ownOf({ [role]: true })).toEqual({ prestador: [], beneficiario: [] });
});

test('staff of the operator and administrators see every row', () => {
  expect(
    (['operadora', 'admin', 'prestador', 'prestadorAdministrativo', 'beneficiario', 'dependente'] as const).map(
      (role) => [role, createAccess(grants([], { roles: { [role]: true } })).unconfined],
    ),
  ).toEqual([
    ['operadora', true],
    ['admin', true],
    ['prestador', false],
    ['prestadorAdministrativo', false],
    ['beneficiario', false],
    ['dependente', false],
  ]);
  expect(
    (['auditor', 'ouvidoria'] as const).map((role) => createAccess(grants([], { roles: { [role]: true } })).unconfined),
  ).toEqual([false, false]);
});

test('users share plans where their rights make no other statement, and only there', () => {
  const keyOf = (...given: Parameters<typeof grants>): string => createAccess(grants(...given)).key;
  const held = ['banco:list', 'banco:view'];
  const base = keyOf([groupOf(held)]);
  expect(keyOf([groupOf(['banco:view', 'banco:list'])], { userId: 9 })).toBe(base);
  expect(keyOf([groupOf(held, {}, { id: 2, name: 'Outro' }), groupOf(['banco:list'])])).toBe(base);
  const [some, more] = [groupOf([], { 'banco.nome': 'hidden' }), groupOf([], { 'banco.nome': 'masked' })];
  expect(keyOf([some, more])).toBe(keyOf([more, some]));
  const both = { 'banco.nome': 'hidden', 'banco.codigo': 'masked' } as const;
  expect(keyOf([groupOf(held, { 'banco.codigo': 'masked', 'banco.nome': 'hidden' })])).toBe(
    keyOf([groupOf(held, both)]),
  );
  const prestador = { roles: { prestador: true } };
  expect(keyOf([], { ...prestador, prestadorIds: [1] })).toBe(keyOf([], { ...prestador, prestadorIds: [2] }));
  expect(keyOf([], { ...prestador, prestadorIds: [1, 2] })).toBe(keyOf([], { ...prestador, prestadorIds: [3, 4, 5] }));
  const admin = { roles: { admin: true } };
  expect(keyOf([groupOf(held)], admin)).toBe(keyOf([], admin));
  const others = [
    base,
    keyOf([]),
    keyOf([groupOf(['banco:list'])]),
    ...(['readOnly', 'masked', 'hidden'] as const).map((level) => keyOf([groupOf(held, { 'banco.nome': level })])),
    keyOf([groupOf(held, {}, { personal: 'masked' })]),
    keyOf([groupOf(held, {}, { sensitive: 'masked' })]),
    keyOf([groupOf(held), groupOf([], {}, { sensitive: 'hidden' })]),
    keyOf([groupOf(held)], { roles: { operadora: true } }),
    keyOf([groupOf(held)], { ...prestador, prestadorIds: [1] }),
    keyOf([groupOf(held)], { ...prestador, prestadorIds: [1, 2] }),
    keyOf([groupOf(held)], { roles: { beneficiario: true }, beneficiarioId: 1 }),
    keyOf([], admin),
  ];
  expect(new Set(others).size).toBe(others.length);
});

test('the product itself may do everything', () => {
  expect([unlimited.can('manage', 'all'), unlimited.can('x', 'y'), unlimited.unconfined]).toEqual([true, true, true]);
  expect([unlimited.userId, unlimited.login]).toEqual([0, '']);
});
