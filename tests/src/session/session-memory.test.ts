/** What a process remembers of a session, and for how long: without a database, whose answers come when the test says. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Refusal } from '../../../engine/core/errors.ts';
import type { Database, Result, Statement } from '../../../engine/data/database.ts';
import { createHashGate } from '../../../src/session/hash-gate.ts';
import type { SessionParts } from '../../../src/session/session-store.ts';
import { createSessionStore } from '../../../src/session/session-store.ts';

const now = Date.parse('2026-06-15T12:00:00Z');
const token = 'x'.repeat(43);
const person = { origin: 'test', channel: 'api', address: '10.0.0.1' } as const;

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
  providers: '[]',
  beneficiario_registro_id: null,
  expires: now / 1000 + seconds,
  unused: 0,
  valida_senha: false,
  groups: JSON.stringify([
    { id: 1, name: 'Cadastro', personal: 'ABERTO', sensitive: 'MASCARADO', pairs: permissions, fields: [] },
  ]),
  ...more,
});

/** A database that is asked for sessions alone; `answer` gives the rows of the next question. */
const create = async (more: Partial<SessionParts> = {}) => {
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
  const parts: SessionParts = {
    attempts: {
      recognise: () => Promise.reject(new Error('no login here')),
      begin: () => Promise.reject(new Error('no login here')),
      succeed: async () => {},
      forgive: async () => undefined,
      forget: () => {},
    },
    gate: createHashGate({ running: 1, waiting: 0, rest: 0, crowd: 0, crowdRest: 0, crowdWaiting: 0 }),
    patient: { verify: () => Promise.reject(new Error('no login here')) },
    idleMinutes: 60,
    ...more,
  };
  const store = await createSessionStore(database, parts);
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
  expect(await early).toEqual(['banco:delete', 'banco:list']);
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

test('the use of a session is noted once a minute, and one that was not used for an hour is over', async () => {
  const { store, asked, questions } = await create();
  await asked(rowOf(['banco:list'], 3600, { unused: 59 }));
  expect(questions).toEqual([]);
  for (const unused of [60, 3599]) {
    const found = store.resolve(String(unused).padEnd(43, 'y'));
    questions.shift()?.([rowOf([], 3600, { unused })]);
    await vi.waitFor(() => expect(questions).toHaveLength(1));
    questions.shift()?.([]);
    expect(await found).toMatchObject({ userId: 7 });
  }
  const late = store.resolve('z'.repeat(43));
  questions.shift()?.([rowOf([], 3600, { unused: 3600 })]);
  await expect(late).rejects.toMatchObject({ code: 'ACCESS_SESSION_IDLE' });
});

test('a session that is ended through this process is asked for again at once, before any notification', async () => {
  const { store, asked, questions } = await create();
  const done = async (work: Promise<unknown>, ...answers: (readonly object[])[]) => {
    for (const rows of answers) {
      await vi.waitFor(() => expect(questions).toHaveLength(1));
      questions.shift()?.(rows);
    }
    await work;
  };
  await asked(rowOf(['banco:list'], 3600));
  await done(store.revoke(token, person), [{ login: 'ana' }], []);
  expect(await asked(rowOf(['banco:view'], 3600))).toEqual(['banco:view']);
  await done(store.end(7, undefined, person), [{ login: 'ana', count: 1 }], [], []);
  expect(await asked()).toBeUndefined();
});

test('where too many wait for a password, an attempt is refused before it counts', async () => {
  let begun = 0;
  const { store } = await create({
    attempts: {
      recognise: async (login, address) => ({ keys: [address, login], known: false }),
      begin: async (attempter) => {
        begun += 1;
        return { ...attempter, at: '2026-06-15T12:00:00Z' };
      },
      succeed: async () => {},
      forgive: async () => undefined,
      forget: () => {},
    },
    gate: {
      check: () => {
        throw new Refusal('ACCESS_LOGIN_BUSY', { seconds: 2 });
      },
      run: () => Promise.reject(new Error('a password was looked at')),
    },
  });
  await expect(store.issue({ userId: 'ana', password: 'senha' }, person)).rejects.toMatchObject({
    code: 'ACCESS_LOGIN_BUSY',
  });
  expect(begun).toBe(0);
});

test.each([true, false])('the line for a password is told whether the caller is known there: %s', async (known) => {
  const told: unknown[] = [];
  const { store, questions } = await create({
    attempts: {
      recognise: async (login, address) => ({ keys: [address, login], known }),
      begin: async (attempter) => ({ ...attempter, at: '2026-06-15T12:00:00Z' }),
      succeed: async () => {},
      forgive: async () => undefined,
      forget: () => {},
    },
    gate: {
      check: (...given) => told.push('check', ...given),
      run: async (_work, ...given) => {
        told.push('run', ...given);
        throw new Refusal('ACCESS_LOGIN_BUSY', { seconds: 2 });
      },
    },
  });
  const refused = expect(store.issue({ userId: 'ana', password: 'senha' }, person)).rejects.toMatchObject({
    code: 'ACCESS_LOGIN_BUSY',
  });
  await vi.waitFor(() => expect(questions).toHaveLength(1));
  questions.shift()?.([]);
  await refused;
  expect(told).toEqual(['check', known, 'run', known]);
});

test.each([
  ['anything else', new Error('no connection')],
  ['another refusal', new Refusal('ACCESS_LOGIN_BUSY', { seconds: 2 })],
])('an attempt that fails for %s is not kept as one too many', async (_why, error) => {
  const { store, questions } = await create({
    attempts: {
      recognise: async (login, address) => ({ keys: [address, login], known: false }),
      begin: () => Promise.reject(error),
      succeed: async () => {},
      forgive: async () => undefined,
      forget: () => {},
    },
  });
  let failure: unknown;
  store.issue({ userId: 'ana', password: 'senha' }, person).catch((cause: unknown) => {
    failure = cause;
  });
  await vi.waitFor(() => expect([failure, questions]).toEqual([error, []]));
});

test('a user is, or is not, a provider and a beneficiary with a record of their own', async () => {
  for (const [records, own] of [
    [{ providers: '[11]', beneficiario_registro_id: null }, [[11], undefined]],
    [{ providers: '[11,3]', beneficiario_registro_id: null }, [[11, 3], undefined]],
    [{ providers: '[]', beneficiario_registro_id: 12 }, [[], 12]],
  ] as const) {
    const { store, asked } = await create();
    await asked(rowOf([], 3600, records));
    const grants = await store.resolve(token);
    expect([grants?.prestadorIds, grants?.beneficiarioId]).toEqual(own);
  }
});

test('each group has its pairs and what it says of fields; the screens know all pairs, and of an administrator one more', async () => {
  const group = (id: number, pairs: readonly string[]) => ({
    id,
    name: `Grupo ${id}`,
    personal: 'ABERTO',
    sensitive: 'OCULTO',
    pairs,
    fields: [
      ['cidade.nome', false, false, false],
      ['cidade.ibge', true, true, true],
      ['cidade.cep', true, false, true],
      ['cidade.uf', true, false, false],
    ],
  });
  const groups = JSON.stringify([group(1, ['banco:list', 'all:manage']), group(2, ['banco:list'])]);
  const fields = { 'cidade.nome': 'hidden', 'cidade.ibge': 'masked', 'cidade.cep': 'readOnly', 'cidade.uf': 'open' };
  const granted = { personal: 'open', sensitive: 'hidden', fields };
  for (const [admin, permissions] of [
    [true, ['all:manage', 'banco:list']],
    [false, ['all:manage', 'banco:list']],
  ] as const) {
    const { store, asked } = await create();
    await asked(rowOf([], 3600, { admin, groups }));
    const grants = await store.resolve(token);
    expect([grants?.groups, grants?.user.permissions]).toEqual([
      [
        { id: 1, name: 'Grupo 1', pairs: ['banco:list', 'all:manage'], ...granted },
        { id: 2, name: 'Grupo 2', pairs: ['banco:list'], ...granted },
      ],
      permissions,
    ]);
  }
});

test('sessions share what their groups hold, until it changes', async () => {
  const { store, questions, announce } = await create();
  const group = (id: number, pairs: readonly string[]) => ({
    id,
    name: `Grupo ${id}`,
    personal: 'ABERTO',
    sensitive: 'OCULTO',
    pairs,
    fields: [],
  });
  const grantsOf = async (name: string, groups: readonly object[], more: object = {}) => {
    const found = store.resolve(name.padEnd(43, 'x'));
    questions.shift()?.([rowOf([], 3600, { login: name, groups: JSON.stringify(groups), ...more })]);
    const grants = await found;
    if (grants === undefined) throw new Error(`no session of ${name}`);
    return grants;
  };
  const [one, two] = [group(1, ['banco:list']), group(2, ['banco:view'])];
  const ana = await grantsOf('ana', [one, two]);
  const rui = await grantsOf('rui', [one, two]);
  const eva = await grantsOf('eva', [two]);
  const chief = await grantsOf('chefe', [one, two], { admin: true });
  expect([ana.user.principal, rui.user.principal]).toEqual(['ana', 'rui']);
  expect(rui.groups).toBe(ana.groups);
  expect(rui.user.permissions).toBe(ana.user.permissions);
  expect(eva.groups[0]).toBe(ana.groups[1]);
  expect([eva.user.permissions, chief.user.permissions]).toEqual([
    ['banco:view'],
    ['all:manage', 'banco:list', 'banco:view'],
  ]);
  announce();
  const after = await grantsOf('rui', [one, group(2, [])]);
  expect([after.user.permissions, ana.user.permissions]).toEqual([['banco:list'], ['banco:list', 'banco:view']]);
});
