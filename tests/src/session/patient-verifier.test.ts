/** Passwords looked at by another process, which may die, hang or never come up. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { hashPassword } from '../../../src/session/password.ts';
import type { Patience, PatientVerifier } from '../../../src/session/patient-verifier.ts';
import { createPatientVerifier } from '../../../src/session/patient-verifier.ts';

const processEntry = join(import.meta.dirname, '../../../src/session/patient-process.ts');
const password = 'São João 10';
const long: Omit<Patience, 'entry'> = { answer: 60_000, idle: 60_000, pause: 60_000 };

let stored: string;
let folder: string;
let verifier: PatientVerifier;

beforeAll(async () => {
  stored = await hashPassword(password);
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'patient-'));
});
afterEach(async () => {
  verifier.close();
  await rm(folder, { recursive: true });
});

/** A verifier whose process runs `code`, and what each of these processes has written. */
const start = async (code: string, patience: Partial<Patience> = {}) => {
  const entry = join(folder, 'entry.mjs');
  const notes = join(folder, 'notes');
  await writeFile(notes, '');
  await writeFile(
    entry,
    `import { appendFileSync } from 'node:fs';
    import { getPriority } from 'node:os';
    const note = (text) => appendFileSync(${JSON.stringify(notes)}, text + '\\n');
    note('pid ' + process.pid);
    ${code}`,
  );
  verifier = createPatientVerifier({ ...long, entry, ...patience });
  const noted = async () => (await readFile(notes, 'utf8')).split('\n').filter((line) => line !== '');
  const pids = async () =>
    (await noted()).filter((line) => line.startsWith('pid ')).map((line) => Number(line.slice(4)));
  return { noted, pids };
};
/** The process of the product, and what it tells beside. */
const genuine = `await import(${JSON.stringify(pathToFileURL(processEntry).href)});
  process.on('message', () => note('priority ' + getPriority()));`;

/** Right for the password, wrong for another, whoever did the work. */
const check = async (): Promise<void> => {
  const answers = [verifier.verify(password, stored), verifier.verify('Sao Joao 10', stored)];
  expect(await Promise.all(answers)).toEqual([true, false]);
};
const isAlive = (pid: number | undefined): boolean => {
  try {
    return process.kill(pid ?? 0, 0);
  } catch {
    return false;
  }
};
const gone = { timeout: 20_000 };

test('one process of low priority answers all questions, and goes with the verifier', async () => {
  const { noted, pids } = await start(genuine);
  await check();
  expect([await verifier.verify(password, null), await verifier.verify('', 'x')]).toEqual([false, false]);
  const low = `priority ${constants.priority.PRIORITY_BELOW_NORMAL}`;
  const [pid] = await pids();
  await expect.poll(noted, gone).toEqual([`pid ${pid}`, low, low, low, low]);
  verifier.close();
  await expect.poll(() => isAlive(pid), gone).toBe(false);
});

test('it ends when nobody asks, and another comes with the next question', async () => {
  const { pids } = await start(genuine, { idle: 1 });
  for (const count of [1, 2]) {
    await check();
    await expect.poll(async () => isAlive((await pids())[count - 1]), gone).toBe(false);
  }
});

test.each<[string, string, Partial<Patience>?]>([
  ['dies at the first question', `process.on('message', () => process.exit(1));`],
  ['dies before it', 'process.exit(1);'],
  ['hangs', `process.on('message', () => {});`, { answer: 300 }],
  ['cannot be read', `import 'nothing-of-this-name';`],
])(
  'where it %s the answers are right, and no other is started for a while',
  async (_, code, patience: Partial<Patience> = {}) => {
    const { pids } = await start(code, patience);
    await check();
    const [pid] = await pids();
    if (pid !== undefined) await expect.poll(() => isAlive(pid), gone).toBe(false);
    await check();
    expect((await pids()).length).toBeLessThanOrEqual(1);
  },
);

test('after that while another is started', async () => {
  const { pids } = await start(`process.on('message', () => process.exit(1));`, { pause: 0 });
  await check();
  await check();
  expect((await pids()).length).toBeGreaterThanOrEqual(2);
});

test('where none can be started at all the answers are right', async () => {
  verifier = createPatientVerifier({ ...long, entry: join(folder, 'nothing.mjs') });
  await check();
});

test('it goes with the process that asks, however that ends', async () => {
  await start(genuine);
  const child = fork(processEntry, { execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  const left = once(child, 'exit');
  child.send({ id: 1, password, stored });
  expect(await once(child, 'message')).toEqual([{ id: 1, right: true }, undefined]);
  child.disconnect();
  expect(await left).toEqual([0, null]);
});
