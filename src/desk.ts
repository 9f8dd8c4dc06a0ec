/** The desk of the command line: the disk and the terminal. */
import { link, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import type { Desk } from '../engine/commands/contract.ts';
import { Refusal } from '../engine/core/errors.ts';
import type { Configuration } from './configuration.ts';

const readable = async (path: string): Promise<Uint8Array | undefined> => {
  try {
    return await readFile(path);
  } catch {
    return undefined;
  }
};

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/**
 * All files or none, over nothing: each is written whole beside the project's, then linked into place, which fails where
 * something stands. What was linked before a failure is taken away again, with the folders that were made for it.
 */
export const createFiles = async (root: string, files: ReadonlyMap<string, string>): Promise<readonly string[]> => {
  const found = await Promise.all(
    [...files.keys()].map(async (path) => ((await exists(join(root, path))) ? [path] : [])),
  );
  if (found.flat().length > 0) return found.flat();
  const stage = await mkdtemp(join(root, '.new-'));
  const undo: string[] = [];
  try {
    const staged = [...files].map(([path, text], index) => ({ path, text, from: join(stage, String(index)) }));
    for (const { text, from } of staged) await writeFile(from, text);
    for (const { path, from } of staged) {
      const target = join(root, path);
      const made = await mkdir(dirname(target), { recursive: true });
      if (made !== undefined) undo.unshift(made);
      await link(from, target);
      undo.unshift(target);
    }
    return [];
  } catch (thrown) {
    for (const path of undo) await rm(path, { recursive: true, force: true });
    throw thrown;
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
};

/** One question at a time; an input that ends is no answer. */
const askAt = async (question: string): Promise<string> => {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await new Promise<string>((resolve, reject) => {
      terminal.once('close', () =>
        reject(
          new Refusal('COMMAND_ARGUMENT', {
            argument: question.trim().split('\n').at(-1) ?? '',
            problem: 'a entrada acabou sem resposta; nada foi gravado',
          }),
        ),
      );
      terminal.question(question).then((answer) => resolve(answer.trim()), reject);
    });
  } finally {
    terminal.close();
  }
};

export const openDesk = (root: string, configuration: Configuration): Desk => ({
  address: configuration.PUBLIC_URL ?? `http://${configuration.HOST}:${configuration.PORT}`,
  timeZone: configuration.TIME_ZONE,
  readFile: readable,
  create: (files) => createFiles(root, files),
  ...(process.stdin.isTTY && process.stderr.isTTY ? { ask: askAt } : {}),
});
