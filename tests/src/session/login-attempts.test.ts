/** What an attempt asks the database, and what is refused without asking: a flood must cost nothing. */
import { expect, test } from 'vitest';
import { Refusal } from '../../../engine/core/errors.ts';
import type { Database, Statement } from '../../../engine/data/database.ts';
import { createLoginAttempts } from '../../../src/session/login-attempts.ts';

interface Failures {
  readonly key: string;
  readonly count: number;
  readonly since: number;
}

/** Attempts over a database that knows the person or not, and tells of these failures, one answer after the other. */
const attemptsOver = (known: boolean, ...failures: readonly (readonly Failures[])[]) => {
  const sent: string[] = [];
  let asked = 0;
  const answer = ({ text, name }: Statement): readonly object[] => {
    if (name === 'login-known') return known ? [{ place: 1 }] : [];
    if (name === 'login-failures') return failures[asked++] ?? [];
    return text.startsWith('insert') ? [{ at: 'now' }] : [];
  };
  const database: Database = {
    kind: 'pglite',
    query: async (statement) => {
      sent.push(statement.name ?? statement.text.split(' ', 2).join(' '));
      return { rows: JSON.parse(JSON.stringify(answer(statement))), affected: 0 };
    },
    execute: async () => undefined,
    transaction: (run) => {
      sent.push('begin');
      return run(database);
    },
    listen: async () => undefined,
    close: async () => undefined,
  };
  return { attempts: createLoginAttempts(database), sent };
};

/** What the refusal says; undefined where there is none. */
const refused = (attempt: Promise<unknown>): Promise<{ readonly seconds?: number } | undefined> =>
  attempt.then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof Refusal && error.code === 'ACCESS_LOGIN_LIMITED') return error.params;
      throw error;
    },
  );

const here = 'address:10.0.0.1';
const limit = (key: string, count: number): readonly Failures[] => [{ key, count, since: 0 }];

test('an attempt is asked about before the transaction and in it, one caller at a time, and noted', async () => {
  const { attempts, sent } = attemptsOver(false);
  const attempter = await attempts.recognise('ana', '10.0.0.1');
  expect(attempter).toEqual({ keys: [here, 'login:ana'], known: false });
  expect(await attempts.begin(attempter)).toEqual({ ...attempter, at: 'now' });
  expect(sent).toEqual([
    'login-known',
    'login-failures',
    'begin',
    'select pg_advisory_xact_lock(hashtextextended(key,',
    'login-failures',
    'insert into',
  ]);
});

test('who has come in from here before is counted here, apart from everybody elsewhere', async () => {
  const { attempts } = attemptsOver(true);
  expect(await attempts.recognise('ana', '10.0.0.1')).toEqual({ keys: [here, 'login:ana 10.0.0.1'], known: true });
});

test('one that is too soon opens no transaction, and one that others have overtaken notes nothing', async () => {
  const flood = attemptsOver(false, limit('login:ana', 6));
  expect(await refused(flood.attempts.begin({ keys: [here, 'login:ana'], known: false }))).toEqual({ seconds: 10 });
  expect(flood.sent).toEqual(['login-failures']);
  const race = attemptsOver(false, [], limit('login:ana', 5));
  expect(await refused(race.attempts.begin({ keys: [here, 'login:ana'], known: false }))).toEqual({ seconds: 5 });
  expect(race.sent.slice(-1)).toEqual(['login-failures']);
});

test('the longest of the waits counts, each by its own rule, less the time that has passed', async () => {
  const failures = [
    { key: here, count: 61, since: 1 },
    { key: 'login:ana', count: 5, since: 2.5 },
  ];
  const begin = (told: readonly Failures[]) =>
    refused(attemptsOver(false, told).attempts.begin({ keys: [here, 'login:ana'], known: false }));
  expect([
    await begin(failures),
    await begin(failures.slice(0, 1)),
    await begin([{ key: here, count: 59, since: 0 }]),
    await begin([{ key: 'login:ana', count: 5, since: 4.5 }]),
    await begin([{ key: 'login:ana', count: 5, since: 5 }]),
    await begin([{ key: 'login:ana', count: 4, since: 0 }]),
  ]).toEqual([{ seconds: 3 }, { seconds: 3 }, undefined, { seconds: 1 }, undefined, undefined]);
});

test.each([
  ['of the address', here, 67, false, []],
  ['of the account', 'login:ana', 12, false, ['login-known']],
  ['of the person', 'login:ana 10.0.0.1', 12, true, []],
] as const)('a refusal %s is repeated unasked, until accounts change', async (_of, key, count, known, asked) => {
  const { attempts, sent } = attemptsOver(known, limit(key, count));
  const recognise = async () => (await refused(attempts.recognise('ana', '10.0.0.1')))?.seconds;
  expect(await recognise()).toBeUndefined();
  const { seconds = 0 } = (await refused(attempts.begin({ keys: [here, key], known }))) ?? {};
  sent.length = 0;
  // It says what is left of the wait, and time has passed.
  const repeated = await recognise();
  expect([repeated !== undefined && repeated <= seconds && repeated > seconds / 2, sent]).toEqual([true, asked]);
  expect(await refused(attempts.recognise('bia', '10.0.0.2'))).toBeUndefined();
  attempts.forget();
  expect(await recognise()).toBeUndefined();
});

test('who has come in from here before does not wait for what strangers tried', async () => {
  const { attempts } = attemptsOver(true, limit('login:ana', 5));
  await refused(attempts.begin({ keys: [here, 'login:ana'], known: false }));
  expect(await refused(attempts.recognise('ana', '10.0.0.1'))).toBeUndefined();
});
