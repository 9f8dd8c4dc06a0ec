/** What a process remembers of a session, and for how long: without a database, whose answers come when the test says. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Database, Result, Statement } from '../../../engine/data/database.ts';
import { createSessionStore } from '../../../src/session/session-store.ts';

const now = Date.parse('2026-06-15T12:00:00Z');
const token = 'x'.repeat(43);

const rowOf = (permissions: readonly string[], seconds: number, more: object = {}) => ({
  id: '7',
  login: 'ana',
  operadora: true,
  prestador: false,
  prestador_administrativo: false,
  dependente: false,
  beneficiario: false,
  ouvidoria: false,
  auditor: false,
  admin: false,
  senha_expirada: false,
  prestador_registro: null,
  beneficiario_registro: null,
  expires: now / 1000 + seconds,
  valida_senha: false,
  permissions: JSON.stringify(permissions),
  hidden: '[]',
  ...more,
});

/** A database that is asked for sessions alone; `answer` gives the rows of the next question. */
const create = async () => {
  const questions: ((rows: readonly object[]) => void)[] = [];
  const handlers: (() => void)[] = [];
  const query = <Row>(_statement: Statement): Promise<Result<Row>> =>
    new Promise((resolve) => {
      questions.push((rows) => resolve({ rows: rows as readonly Row[], affected: 0 }));
    });
  const database: Database = {
    kind: 'postgres',
    query,
    execute: async () => {},
    transaction: async (run) => run({ query, execute: async () => {} }),
    listen: async (_channel, handler, lost) => {
      handlers.push(() => handler(''), lost);
    },
    close: async () => {},
  };
  const store = await createSessionStore(database);
  const resolve = async () => (await store.resolve(token))?.user.permissions;
  /** The permissions found by one resolution that asks, answered so. */
  const asked = async (...rows: readonly object[]) => {
    const found = resolve();
    expect(questions).toHaveLength(1);
    questions.shift()?.(rows);
    return found;
  };
  return { store, resolve, asked, questions, announce: () => handlers[0]?.(), lose: () => handlers[1]?.() };
};

beforeEach(() => {
  vi.useFakeTimers({ now, toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('a session is asked for once, until something changes or notifications may have been lost', async () => {
  const { resolve, asked, questions, announce, lose } = await create();
  expect(await asked(rowOf(['banco:list'], 3600))).toEqual(['banco:list']);
  expect(await resolve()).toEqual(['banco:list']);
  expect(questions).toEqual([]);
  announce();
  expect(await asked(rowOf(['banco:view'], 3600))).toEqual(['banco:view']);
  lose();
  expect(await asked()).toBeUndefined();
  expect(await asked(rowOf([], 3600))).toEqual([]);
});

test('what was read before a change is not remembered after it', async () => {
  const { resolve, asked, questions, announce } = await create();
  const early = resolve();
  announce();
  questions.shift()?.([rowOf(['banco:list', 'banco:delete'], 3600)]);
  expect(await early).toEqual(['banco:list', 'banco:delete']);
  expect(await asked(rowOf(['banco:list'], 3600))).toEqual(['banco:list']);
});

test('what is remembered ends with the session', async () => {
  const { resolve, asked } = await create();
  await asked(rowOf(['banco:list'], 5));
  vi.setSystemTime(now + 4_999);
  expect(await resolve()).toEqual(['banco:list']);
  vi.setSystemTime(now + 5_000);
  expect(await asked()).toBeUndefined();
});

test('nothing is hidden from an administrator, who may do everything besides what the rules say', async () => {
  const hidden = JSON.stringify(['cidade.nome']);
  const pairs = ['banco:list', 'all:manage'];
  for (const [admin, hiddenFields, permissions] of [
    [true, [], ['all:manage', 'banco:list']],
    [false, ['cidade.nome'], pairs],
  ] as const) {
    const { store, asked } = await create();
    await asked(rowOf(pairs, 3600, { admin, hidden }));
    const grants = await store.resolve(token);
    expect([grants?.hiddenFields, grants?.user.permissions]).toEqual([hiddenFields, permissions]);
  }
});
