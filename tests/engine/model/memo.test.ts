import { expect, it, vi } from 'vitest';
import { createMemo } from '../../../engine/model/memo.ts';

it('computes again only for another subject or another object behind a look-up', () => {
  const memo = createMemo();
  const first = { of: 'first' };
  const second = { of: 'second' };
  const world = new Map([['a', { version: 1 }]]);
  const compute = vi.fn((find: (name: string) => object | undefined) => ({ read: find('a') }));
  const ask = (subject: object, from = world) => memo(subject, (name) => from.get(name), compute);

  const before = ask(first);
  expect(ask(first)).toBe(before);
  expect(compute).toHaveBeenCalledTimes(1);
  expect(ask(second)).not.toBe(before);
  expect(compute).toHaveBeenCalledTimes(2);

  const changed = new Map([['a', { version: 2 }]]);
  expect(ask(first, changed)).not.toBe(before);
  // both answers are remembered
  expect(ask(first)).toBe(before);
  expect(compute).toHaveBeenCalledTimes(3);
});

it('does not depend on what was not looked up', () => {
  const memo = createMemo();
  const subject = {};
  const first = memo(
    subject,
    () => 1,
    () => ({}),
  );
  expect(
    memo(
      subject,
      () => 2,
      () => ({}),
    ),
  ).toBe(first);
});

it('holds the base and twelve clients beside one another', () => {
  const memo = createMemo();
  const subject = {};
  const worlds = Array.from({ length: 13 }, (_, version) => ({ version }));
  const ask = (world: object) =>
    memo(
      subject,
      () => world,
      (find) => ({ read: find('a') }),
    );
  const answers = worlds.map(ask);
  expect(worlds.map(ask).every((answer, at) => answer === answers[at])).toBe(true);
});

it('keeps what serves, however many others come and go between', () => {
  const memo = createMemo();
  const subject = {};
  const base = { version: 0 };
  const ask = (version: object) =>
    memo(
      subject,
      () => version,
      (find) => ({ read: find('a') }),
    );
  const served = ask(base);
  for (let version = 1; version < 20; version += 1) {
    ask({ version });
    expect(ask(base)).toBe(served);
  }
});

it('lets go of what has not served for long', () => {
  let round = 0;
  const memo = createMemo(() => round);
  const subject = {};
  const compute = vi.fn((find: (name: string) => object) => ({ read: find('a') }));
  const ask = (world: object) => memo(subject, () => world, compute);
  const [old, base] = [{ version: 0 }, { version: 1 }];
  ask(old);
  const served = ask(base);
  for (round = 1; round < 50; round += 1) expect(ask(base)).toBe(served);
  // Both are there until another comes.
  expect(compute).toHaveBeenCalledTimes(2);
  ask({ version: 2 });
  expect(ask(base)).toBe(served);
  expect(compute).toHaveBeenCalledTimes(3);
  ask(old);
  expect(compute).toHaveBeenCalledTimes(4);
});
