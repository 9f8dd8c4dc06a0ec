/**
 * Who has come in from where before. In: a login and an address. Out: whether there was such a login in the last 30 days,
 * which is all that tells a person who works here from a stranger while a crowd tries passwords. Whoever comes while the
 * database was asked a moment ago is asked about together with the others of that moment: a flood from many addresses
 * costs ten short statements a second, however many they are.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../engine/data/database.ts';
import { textArray } from '../../engine/data/sql/text-array.ts';

export type KnowsPlace = (login: string, address: string) => Promise<boolean>;

/** Milliseconds from one question to the next. */
const step = 100;

const query = `select asked.place::integer as place from unnest($1::text::text[], $2::text::text[]) with ordinality
  as asked (login, address, place) where exists (select from fichario.access_event e where e.kind = 'login'
  and e.login = asked.login and e.address = asked.address and e.at > now() - interval '30 days')`;

interface Asked {
  readonly login: string;
  readonly address: string;
  readonly answer: PromiseWithResolvers<boolean>;
}

export const createKnownPlaces = (
  database: Pick<Database, 'query'>,
  pause: (milliseconds: number) => Promise<unknown> = sleep,
): KnowsPlace => {
  let waiting: Asked[] = [];
  let last = Number.NEGATIVE_INFINITY;

  const ask = async (all: readonly Asked[]): Promise<void> => {
    try {
      const { rows } = await database.query<{ place: number }>({
        text: query,
        values: [textArray(all.map(({ login }) => login)), textArray(all.map(({ address }) => address))],
        name: 'login-known',
      });
      const known = new Set(rows.map(({ place }) => place));
      for (const [index, { answer }] of all.entries()) answer.resolve(known.has(index + 1));
    } catch (error) {
      for (const { answer } of all) answer.reject(error);
    }
  };
  const askNext = async (): Promise<void> => {
    const rest = last + step - performance.now();
    if (rest > 0) await pause(rest);
    const all = waiting;
    waiting = [];
    last = performance.now();
    await ask(all);
  };

  return (login, address) => {
    const answer = Promise.withResolvers<boolean>();
    waiting.push({ login, address, answer });
    if (waiting.length === 1) void askNext();
    return answer.promise;
  };
};
