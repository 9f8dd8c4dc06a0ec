import { expect, test } from 'vitest';
import { drawMeanwhile, Portion } from '../../../engine/data/samples/portion.ts';

/** Rows that say when they are drawn; COPY takes 500 at a time. */
const rowsOf = (name: string, count: number, heard: string[]) =>
  function* () {
    for (let n = 0; n < count; n += 1) {
      if (n % 500 === 0) heard.push(`${name} ${n}`);
      yield { n, name };
    }
  };
const portion = (name: string, count: number, heard: string[]) =>
  new Portion(rowsOf(name, count, heard)(), ['name', 'n']);
const linesOf = (name: string, count: number) => Array.from({ length: count }, (_, n) => `${name}\t${n}\n`).join('');
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('gives the same lines, however much of it was drawn before', () => {
  for (const before of [0, 1, 2, 3, 9]) {
    const one = portion('a', 1201, []);
    for (let n = 0; n < before; n += 1) one.drawSome();
    expect([...one].join('')).toBe(linesOf('a', 1201));
    expect(one.isDrawn).toBe(true);
  }
  expect([...portion('a', 0, [])]).toEqual([]);
});

test('the next is drawn while the one before is written, from when all of that is drawn', async () => {
  const heard: string[] = [];
  const [first, second] = [portion('a', 1000, heard), portion('b', 1000, heard)];
  const written: string[] = [];
  const write = async () => {
    for (const text of first) {
      written.push(text);
      await turn();
      await turn();
    }
    heard.push('sent');
    // What the server does with it.
    while (!second.isDrawn) await turn();
  };
  await drawMeanwhile(write(), first, second);
  expect(heard).toEqual(['a 0', 'a 500', 'sent', 'b 0', 'b 500']);
  expect(written.join('')).toBe(linesOf('a', 1000));
  expect([...second].join('')).toBe(linesOf('b', 1000));
});

test('who writes is not kept waiting by what is not drawn yet', async () => {
  const [first, second] = [portion('a', 1, []), portion('b', 1_000_000, [])];
  await drawMeanwhile(
    (async () => {
      for (const _ of first) await turn();
    })(),
    first,
    second,
  );
  expect(second.isDrawn).toBe(false);
});

test('raises what the writing raises, and what the drawing raises when the writing is over', async () => {
  const lost = new Error('the server is gone');
  await expect(drawMeanwhile(Promise.reject(lost), portion('a', 1, []), portion('b', 1, []))).rejects.toBe(lost);
  const bad = new Error('the API would refuse it');
  const faulty = new Portion(
    (function* () {
      yield { n: 1 };
      throw bad;
    })(),
    ['n'],
  );
  let over = false;
  const first = portion('a', 1, []);
  const writing = (async () => {
    for (const _ of first) await turn();
    for (let n = 0; n < 5; n += 1) await turn();
    over = true;
  })();
  await expect(drawMeanwhile(writing, first, faulty)).rejects.toBe(bad);
  expect(over).toBe(true);
});
