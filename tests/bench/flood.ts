/**
 * A client in a process of its own, so that what it costs is no delay of those that are measured. Each message says what to
 * send, as often as people or machines do; the answer says how that was answered and how much of a processor it took here.
 */
import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Ask } from './connection.ts';
import { sendPaced } from './paced.ts';

export interface FloodOrder {
  readonly url: string;
  readonly asks: readonly Ask[];
  readonly perSecond: number;
  readonly seconds: number;
}

export interface FloodResult {
  readonly statuses: readonly (readonly [status: number, count: number])[];
  /** Processor time of this client, as a part of the time that it ran. */
  readonly share: number;
}

export interface Flood {
  readonly send: (order: FloodOrder) => Promise<FloodResult>;
  readonly stop: () => void;
}

const run = async ({ url, asks, perSecond, seconds }: FloodOrder): Promise<FloodResult> => {
  const began = performance.now();
  const before = process.cpuUsage();
  const { statuses } = await sendPaced({ url, ask: (turn) => asks[turn % asks.length] as Ask }, perSecond, seconds);
  const { user, system } = process.cpuUsage(before);
  return { statuses: [...statuses], share: (user + system) / 1000 / (performance.now() - began) };
};

if (process.argv[1] === import.meta.filename) {
  process.on('message', (order: FloodOrder) => {
    run(order).then((result) => process.send?.(result));
  });
}

export const openFlood = (): Flood => {
  const child: ChildProcess = fork(import.meta.filename, {
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit').then(([code]): never => {
    throw new Error(`the client of the flood ended with ${code}`);
  });
  ended.catch(() => undefined);
  return {
    send: async (order) => {
      const answer = once(child, 'message');
      child.send(order);
      const [result] = (await Promise.race([answer, ended])) as [FloodResult];
      return result;
    },
    stop: () => void child.kill(),
  };
};
