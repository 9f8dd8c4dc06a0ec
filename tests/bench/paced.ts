/** Requests that come when they come, as people send them, and not when the last one is answered. */
import type { Answer, Connection } from './connection.ts';
import { openConnection } from './connection.ts';
import type { Side } from './measure.ts';

export interface Paced {
  /** Milliseconds from the moment that a request was due. */
  readonly times: readonly number[];
  /** Answers by status. */
  readonly statuses: ReadonlyMap<number, number>;
}

/** So many a second for so long; each on a connection that is free, or a new one. */
export const sendPaced = async (side: Side, perSecond: number, seconds: number): Promise<Paced> => {
  const free: Connection[] = [];
  const all: Connection[] = [];
  const times: number[] = [];
  const statuses = new Map<number, number>();
  const began = performance.now();
  const send = async (turn: number): Promise<Answer> => {
    const due = began + (turn * 1000) / perSecond;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
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
  await Promise.all(Array.from({ length: perSecond * seconds }, (_, turn) => send(turn)));
  for (const connection of all) connection.close();
  return { times, statuses };
};
