/** Requests that come when they come, as people send them, and not when the last one is answered. */
import { setTimeout } from 'node:timers/promises';
import type { Answer, Connection } from './connection.ts';
import { openConnection } from './connection.ts';
import type { Side } from './measure.ts';

export interface Paced {
  /** Milliseconds from the moment that a request was due. */
  readonly times: readonly number[];
  /** Answers by status. */
  readonly statuses: ReadonlyMap<number, number>;
}

/**
 * So many a second, for so many seconds or until something has settled; each on a connection that is free, or a new one.
 * Each comes at any moment of its turn: with even steps, two clients would meet always or never.
 */
export const sendPaced = async (side: Side, perSecond: number, lasts: number | Promise<unknown>): Promise<Paced> => {
  const free: Connection[] = [];
  const all: Connection[] = [];
  const times: number[] = [];
  const statuses = new Map<number, number>();
  let turns = typeof lasts === 'number' ? perSecond * lasts : Infinity;
  const end = (): void => {
    turns = 0;
  };
  if (typeof lasts !== 'number') void lasts.then(end, end);
  const send = async (turn: number, due: number): Promise<Answer> => {
    let connection = free.pop();
    if (connection === undefined) {
      connection = await openConnection(side.url);
      all.push(connection);
    }
    const answer = await connection.ask(side.ask(turn));
    free.push(connection);
    times.push(performance.now() - due);
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    return answer;
  };
  const began = performance.now();
  const sent: Promise<Answer>[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const due = began + ((turn + Math.random()) * 1000) / perSecond;
    await setTimeout(Math.max(0, due - performance.now()));
    sent.push(send(turn, due));
  }
  await Promise.all(sent);
  for (const connection of all) connection.close();
  return { times, statuses };
};
