import { afterEach, expect, test, vi } from 'vitest';
import { createHashGate } from '../../../src/session/hash-gate.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** Work that ends when the test says. */
const held = () => {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  return { work: () => promise, resolve, reject };
};
const busy = { code: 'ACCESS_LOGIN_BUSY', params: { seconds: 2 } };

test('no more runs at once than may, the others in their turn', async () => {
  const gate = createHashGate({ running: 2, waiting: 5, rest: 0, crowd: 100, crowdRest: 0, crowdWaiting: 0 });
  const begun: number[] = [];
  const works = Array.from({ length: 4 }, held);
  const runs = works.map(({ work }, index) =>
    gate.run(() => {
      begun.push(index);
      return work();
    }),
  );
  expect(begun).toEqual([0, 1]);
  works[1]?.resolve('b');
  expect(await runs[1]).toBe('b');
  await expect.poll(() => begun).toEqual([0, 1, 2]);
  // One that fails gives up its place like any other.
  works[0]?.reject(new Error('no'));
  await expect(runs[0]).rejects.toThrow('no');
  await expect.poll(() => begun).toEqual([0, 1, 2, 3]);
  works[2]?.resolve('c');
  works[3]?.resolve('d');
  expect(await Promise.all([runs[2], runs[3]])).toEqual(['c', 'd']);
  // And the gate is as it was.
  expect(await gate.run(async () => 'e')).toBe('e');
});

test('who would wait too long is refused at once, and nothing is begun', async () => {
  const gate = createHashGate({ running: 1, waiting: 1, rest: 0, crowd: 100, crowdRest: 0, crowdWaiting: 0 });
  const first = held();
  const one = gate.run(first.work);
  gate.check(false);
  const two = gate.run(async () => 'two');
  expect(() => gate.check(false)).toThrow(expect.objectContaining(busy));
  await expect(gate.run(() => Promise.reject(new Error('never')))).rejects.toMatchObject(busy);
  first.resolve('one');
  expect(await Promise.all([one, two])).toEqual(['one', 'two']);
  await gate.run(async () => '');
  gate.check(false);
});

test('who is known waits for no stranger, and known people for each other', async () => {
  const gate = createHashGate({ running: 1, waiting: 1, rest: 0, crowd: 100, crowdRest: 0, crowdWaiting: 0 });
  const [stranger, person] = [held(), held()];
  const begun: string[] = [];
  const strangers = [gate.run(stranger.work), gate.run(async () => begun.push('stranger'))];
  expect(() => gate.check(false)).toThrow(expect.objectContaining(busy));
  gate.check(true);
  const people = [gate.run(person.work, true), gate.run(async () => begun.push('person'), true)];
  expect(begun).toEqual([]);
  expect(() => gate.check(true)).toThrow(expect.objectContaining(busy));
  person.resolve('');
  await Promise.all(people);
  expect(begun).toEqual(['person']);
  stranger.resolve('');
  await Promise.all(strangers);
  expect(begun).toEqual(['person', 'stranger']);
});

test('while others wait a place rests for a multiple of its work, and else not at all', async () => {
  const pauses: number[] = [];
  const gate = createHashGate(
    { running: 1, waiting: 5, rest: 3, crowd: 100, crowdRest: 0, crowdWaiting: 0 },
    async (milliseconds) => {
      pauses.push(milliseconds);
    },
  );
  await gate.run(async () => 'alone');
  expect(pauses).toEqual([]);
  const first = held();
  const runs = [gate.run(first.work), gate.run(async () => 'b'), gate.run(async () => 'c')];
  await new Promise((resolve) => setImmediate(resolve));
  first.resolve('a');
  await Promise.all(runs);
  expect(pauses).toHaveLength(2);
  expect(pauses[0]).toBeGreaterThan(0);
  for (const milliseconds of pauses) expect(milliseconds).toBeLessThanOrEqual(100);
});

test('after the work of one of a crowd a place rests by a multiple of its own, up to longer', async () => {
  const pauses: number[] = [];
  const limits = { running: 1, waiting: 5, rest: 0, crowd: 1, crowdRest: 1_000_000, crowdWaiting: 5 };
  const gate = createHashGate(limits, async (milliseconds) => {
    pauses.push(milliseconds);
  });
  const works = [held(), held(), held()];
  gate.check(false);
  const runs = works.map(({ work }) => gate.run(work));
  for (const { resolve } of works) {
    await new Promise((done) => setImmediate(done));
    resolve('');
    // The second stranger within ten seconds is a crowd; behind the third nobody waits.
    gate.check(false);
  }
  await Promise.all(runs);
  expect(pauses).toEqual([0, 1_000]);
  pauses.length = 0;
  const people = [held(), held()];
  const waiting = people.map(({ work }) => gate.run(work, true));
  for (const { resolve } of people) resolve('');
  await Promise.all(waiting);
  expect(pauses).toEqual([0]);
});

test('strangers are a crowd where more came within ten seconds than may; known people are none', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const gate = createHashGate({ running: 1, waiting: 5, rest: 0, crowd: 2, crowdRest: 0, crowdWaiting: 5 });
  const comes = (known: boolean) => {
    gate.check(known);
    return gate.run(async (crowd) => crowd, known);
  };
  const [stranger, person] = [() => comes(false), () => comes(true)];
  expect([await stranger(), await stranger(), await stranger()]).toEqual([false, false, true]);
  expect([await person(), await person(), await person(), await person()]).toEqual([false, false, false, false]);
  vi.advanceTimersByTime(9_999);
  expect(await stranger()).toBe(true);
  vi.advanceTimersByTime(1);
  expect([await stranger(), await stranger()]).toEqual([false, true]);
});

test('of a crowd fewer wait, and those who are turned away belong to it', async () => {
  const gate = createHashGate({ running: 1, waiting: 5, rest: 0, crowd: 2, crowdRest: 0, crowdWaiting: 1 });
  const first = held();
  const comes = (): Promise<string> => {
    gate.check(false);
    return gate.run(first.work);
  };
  const runs = [comes(), comes()];
  expect(comes).toThrow(expect.objectContaining(busy));
  expect(comes).toThrow(expect.objectContaining(busy));
  gate.check(true);
  first.resolve('a');
  expect(await Promise.all(runs)).toEqual(['a', 'a']);
});
