/**
 * The measuring core: a closed loop of so many connections, each asking again as soon as it is answered. The product
 * and its bare twin take turns within one run, so that what else the machine does meets both.
 */
import type { Answer, Ask } from './connection.ts';
import { openConnection } from './connection.ts';

/** Who is asked, and what in which turn. */
export interface Side {
  readonly url: string;
  readonly ask: (turn: number) => Ask;
}

export interface Figure {
  /** Answers per second. */
  readonly rate: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  /** Answers outside 2xx. */
  readonly failed: number;
}

export interface Effort {
  readonly seconds: number;
  readonly rounds: number;
  readonly connections: number;
}

/** What one load noted. Loads of one side add up. */
interface Noted {
  readonly times: number[];
  elapsed: number;
  failed: number;
  turns: number;
}

const note = (): Noted => ({ times: [], elapsed: 0, failed: 0, turns: 0 });

export const percentile = (times: readonly number[], share: number): number => {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
};

const figureOf = ({ times, elapsed, failed }: Noted): Figure => ({
  rate: times.length / (elapsed / 1000),
  p50: percentile(times, 0.5),
  p95: percentile(times, 0.95),
  p99: percentile(times, 0.99),
  failed,
});

const succeeded = ({ status }: Answer): boolean => status >= 200 && status < 300;

const load = async (side: Side, milliseconds: number, connections: number, noted: Noted): Promise<void> => {
  const opened = await Promise.all(Array.from({ length: connections }, () => openConnection(side.url)));
  const began = performance.now();
  await Promise.all(
    opened.map(async (connection) => {
      while (performance.now() - began < milliseconds) {
        const ask = side.ask(noted.turns++);
        const start = performance.now();
        const answer = await connection.ask(ask);
        noted.times.push(performance.now() - start);
        if (!succeeded(answer)) noted.failed += 1;
      }
    }),
  );
  noted.elapsed += performance.now() - began;
  for (const connection of opened) connection.close();
};

const warmUpMs = 1500;

/** Every side in turn, `rounds` times over, after a warm-up that is not counted. Figures in the order of `sides`. */
export const measure = async (sides: readonly Side[], effort: Effort): Promise<readonly Figure[]> => {
  const all = sides.map(() => note());
  for (const [index, side] of sides.entries()) {
    const warm = note();
    await load(side, warmUpMs, effort.connections, warm);
    // Turns go on from there: what a warm-up inserted cannot be inserted again.
    (all[index] as Noted).turns = warm.turns;
  }
  for (let round = 0; round < effort.rounds; round += 1) {
    for (const [index, side] of sides.entries()) {
      await load(side, (effort.seconds * 1000) / effort.rounds, effort.connections, all[index] as Noted);
    }
  }
  return all.map(figureOf);
};

/**
 * One after another on a connection of its own, for `seconds`; where there is `beside`, each turn sends that one too at
 * the same moment on another, and goes on when both are answered. Gives the times of `side` alone.
 */
export const measureTurns = async (
  side: Side,
  seconds: number,
  firstTurn: number,
  beside?: Side,
): Promise<readonly number[]> => {
  const [own, other] = await Promise.all([openConnection(side.url), beside && openConnection(beside.url)]);
  const times: number[] = [];
  const began = performance.now();
  for (let turn = firstTurn; performance.now() - began < seconds * 1000; turn += 1) {
    const start = performance.now();
    const asked = own.ask(side.ask(turn)).then((answer) => {
      times.push(performance.now() - start);
      return answer;
    });
    const answers = await Promise.all(beside && other ? [asked, other.ask(beside.ask(turn))] : [asked]);
    const failed = answers.find((answer) => !succeeded(answer));
    if (failed) throw new Error(`${side.ask(turn).path}: ${failed.status} ${failed.body.toString('utf8')}`);
  }
  own.close();
  other?.close();
  return times;
};
