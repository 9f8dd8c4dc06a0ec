import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Grants, SessionUser } from '../../../engine/access/access.ts';
import { createAccess } from '../../../engine/access/access.ts';
import { sessionUser } from '../../support/grants.ts';

const grants = (
  permissions: readonly string[],
  more: Partial<Grants> & { roles?: Partial<SessionUser> } = {},
): Grants => ({
  userId: 7,
  prestadorId: undefined,
  beneficiarioId: undefined,
  hiddenFields: [],
  ...more,
  user: sessionUser(permissions, { principal: 'ana', ...more.roles }),
});

const actions = ['list', 'view', 'insert', 'update', 'delete', 'audit', 'report', 'manage'] as const;
const subjects = ['banco', 'cidade', 'autorizacao', 'all'] as const;

test('an action is granted by its own pair, by manage on its subject, or by manage on all; by nothing else', () => {
  const pair = fc.tuple(fc.constantFrom(...subjects), fc.constantFrom(...actions)).map((parts) => parts.join(':'));
  fc.assert(
    fc.property(
      fc.array(pair, { maxLength: 5 }),
      fc.constantFrom(...actions),
      fc.constantFrom(...subjects),
      (permissions, action, subject) => {
        const wanted = [`${subject}:${action}`, `${subject}:manage`, `all:${action}`, 'all:manage'];
        expect(createAccess(grants(permissions)).can(action, subject)).toBe(
          permissions.some((one) => wanted.includes(one)),
        );
      },
    ),
    { numRuns: 500 },
  );
});

test('what is no pair grants nothing', () => {
  for (const permissions of [[''], ['banco'], [':list'], ['banco:'], ['list:banco'], ['*:*']])
    expect([permissions, createAccess(grants(permissions)).can('list', 'banco')]).toEqual([permissions, false]);
});

test('an own record is that of a role that the user has', () => {
  const ids = { prestadorId: 3, beneficiarioId: 4 };
  const ownOf = (roles: Partial<SessionUser>) => createAccess(grants([], { ...ids, roles })).own;
  expect(ownOf({})).toEqual({ prestador: undefined, beneficiario: undefined });
  expect(ownOf({ prestador: true })).toEqual({ prestador: 3, beneficiario: undefined });
  expect(ownOf({ prestador: true, beneficiario: true })).toEqual({ prestador: 3, beneficiario: 4 });
});

test('staff of the operator and administrators see every row', () => {
  expect(
    (['operadora', 'admin', 'prestador', 'auditor', 'ouvidoria'] as const).map((role) => [
      role,
      createAccess(grants([], { roles: { [role]: true } })).unconfined,
    ]),
  ).toEqual([
    ['operadora', true],
    ['admin', true],
    ['prestador', false],
    ['auditor', false],
    ['ouvidoria', false],
  ]);
});

test('users share plans where their rights make no other statement, and only there', () => {
  const keyOf = (...given: Parameters<typeof grants>): string => createAccess(grants(...given)).key;
  const base = keyOf(['banco:list', 'banco:view']);
  expect(keyOf(['banco:view', 'banco:list'], { userId: 9 })).toBe(base);
  const prestador = { roles: { prestador: true } };
  expect(keyOf([], { ...prestador, prestadorId: 1 })).toBe(keyOf([], { ...prestador, prestadorId: 2 }));
  const others = [
    base,
    keyOf(['banco:list']),
    keyOf(['banco:list', 'banco:view'], { hiddenFields: ['banco.nome'] }),
    keyOf(['banco:list', 'banco:view'], { roles: { operadora: true } }),
    keyOf(['banco:list', 'banco:view'], { ...prestador, prestadorId: 1 }),
    keyOf(['banco:list', 'banco:view'], { roles: { beneficiario: true }, beneficiarioId: 1 }),
  ];
  expect(new Set(others).size).toBe(others.length);
});

test('a field is hidden by entity and name together', () => {
  const access = createAccess(grants([], { hiddenFields: ['banco.nome'] }));
  expect([access.hides('banco', 'nome'), access.hides('cidade', 'nome'), access.hides('banco', 'codigo')]).toEqual([
    true,
    false,
    false,
  ]);
});
