/** Letters that wait in the database: sent after the commit, once, by whichever process, and again where one is refused. */
import { afterEach, beforeAll, expect, test } from 'vitest';
import type { Database, Queryable, Result, Statement } from '../../../engine/data/database.ts';
import type { Outbox, WantedMail } from '../../../src/mail/outbox.ts';
import { pauseAfter, startOutbox, wantMail } from '../../../src/mail/outbox.ts';
import type { Letter } from '../../../src/mail/transport.ts';
import { forEachDatabase } from '../../support/databases.ts';

test('the pause after a refusal doubles, up to four hours, and a letter is tried for about a day', () => {
  const pauses = Array.from({ length: 12 }, (_, index) => pauseAfter(index + 1));
  expect(pauses).toEqual([30, 60, 120, 240, 480, 960, 1920, 3840, 7680, 14_400, 14_400, 14_400]);
});

forEachDatabase((open) => {
  let database: Database;
  const ends: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    database = await open();
  });
  afterEach(async () => {
    for (const end of ends.splice(0)) await end();
    await database.execute('truncate fichario.mail');
  });

  /** An outbox whose letters are their logins; `refuse` is asked before each is taken. */
  const start = async (refuse: (mail: string) => Error | undefined = () => undefined, on: Database = database) => {
    const sent: string[] = [];
    const givenUp: [string, string][] = [];
    const outbox: Outbox = await startOutbox({
      database: on,
      transport: {
        send: async ({ subject }: Letter) => {
          const error = refuse(subject);
          if (error) throw error;
          sent.push(subject);
        },
        close: () => undefined,
      },
      write: async ({ login }: WantedMail) =>
        login === 'ninguem' ? undefined : { to: { name: login, address: 'a@b.c' }, subject: login, text: '' },
      giveUp: ({ login }, problem) => givenUp.push([login, problem]),
    });
    ends.push(outbox.close);
    return { sent, givenUp, outbox };
  };
  const want = (login: string, queryable: Queryable = database) =>
    wantMail(queryable, { kind: 'reset', login, address: '10.0.0.1' });
  const rows = async () =>
    (
      await database.query({
        text: `select login, attempts, problem, done_at is not null as done,
          round(extract(epoch from due_at - now()))::integer as wait from fichario.mail order by id`,
        values: [],
      })
    ).rows;

  test('a letter goes out after the commit of what it is about, and none where that is undone', async () => {
    const { sent, outbox } = await start();
    await database.transaction((transaction) => want('ana', transaction));
    await database
      .transaction(async (transaction) => {
        await want('bia', transaction);
        throw new Error('undone');
      })
      .catch(() => undefined);
    // Nobody says so: the database does.
    await expect.poll(() => sent, { timeout: 20_000 }).toEqual(['ana']);
    await outbox.deliver();
    expect(sent).toEqual(['ana']);
    expect(await rows()).toMatchObject([{ login: 'ana', attempts: 1, problem: null, done: true }]);
  });

  test('one that nobody is to get is done with; one that waits from before a start goes out at the start', async () => {
    await want('ninguem');
    await want('ana');
    const { sent, outbox } = await start();
    await outbox.deliver();
    expect(sent).toEqual(['ana']);
    expect(await rows()).toMatchObject([
      { login: 'ninguem', done: true, problem: 'nobody' },
      { login: 'ana', done: true, problem: null },
    ]);
  });

  test('one that is refused is tried again later and later, holds up no other, and is given up in the end', async () => {
    const refusal = Object.assign(new Error('550 ana@exemplo.com.br: https://x/#segredo'), {
      code: 'EENVELOPE',
      responseCode: 550,
    });
    const { sent, givenUp, outbox } = await start((login) => (login === 'ana' ? refusal : undefined));
    await want('ana');
    await want('bia');
    await outbox.deliver();
    expect(sent).toEqual(['bia']);
    const [first] = await rows();
    expect(first).toMatchObject({ login: 'ana', attempts: 1, problem: 'EENVELOPE 550', done: false });
    expect(first?.wait).toBeGreaterThan(20);
    for (let attempt = 2; attempt <= 12; attempt += 1) {
      expect(givenUp).toEqual([]);
      await database.execute('update fichario.mail set due_at = now() where done_at is null');
      await outbox.deliver();
    }
    expect(givenUp).toEqual([['ana', 'EENVELOPE 550']]);
    expect((await rows())[0]).toMatchObject({ attempts: 12, problem: 'EENVELOPE 550', done: true });
  });

  test('one that is asked for while a run looks for the next is sent by that run', async () => {
    let asked: Promise<void> | undefined;
    let deliver = (): Promise<void> => Promise.resolve();
    // The letter comes in just after a run's last look at what is to be waited for.
    const late: Database = {
      ...database,
      listen: async () => undefined,
      query: async <Row>(statement: Statement): Promise<Result<Row>> => {
        const result = await database.query<Row>(statement);
        if (statement.name === 'mail-next' && asked === undefined) {
          await want('ana');
          asked = deliver();
        }
        return result;
      },
    };
    const { sent, outbox } = await start(undefined, late);
    deliver = outbox.deliver;
    await outbox.deliver();
    await asked;
    expect(sent).toEqual(['ana']);
  });

  test('two processes send each letter once', async () => {
    const logins = Array.from({ length: 20 }, (_, index) => `pessoa${index}`);
    for (const login of logins) await want(login);
    const outboxes = await Promise.all([start(), start()]);
    await Promise.all(outboxes.map(({ outbox }) => outbox.deliver()));
    expect(outboxes.flatMap(({ sent }) => sent).toSorted()).toEqual(logins.toSorted());
  });

  test('an outbox that is closed sends no more, and the letter waits for the next', async () => {
    const { sent, outbox } = await start();
    await outbox.close();
    await want('ana');
    await expect.poll(rows).toMatchObject([{ login: 'ana', attempts: 0, done: false }]);
    expect(sent).toEqual([]);
    const next = await start();
    await next.outbox.deliver();
    expect(next.sent).toEqual(['ana']);
  });
});
