/** A server in a process of its own that prints `ready <port>`: the product and its bare twin start the same way. */
import type { ChildProcess } from 'node:child_process';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { nodeFlags } from './node-flags.ts';

export interface Child {
  readonly url: string;
  /** Resident memory now of the process or of one that it began, whichever has more, MB; undefined where the system does not tell. */
  readonly memory: () => Promise<number | undefined>;
  readonly stop: () => Promise<void>;
}

/** Rejects with what the process said where it ends instead of answering. */
export const startChild = async (
  script: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<Child> => {
  const child = spawn(process.execPath, [...nodeFlags, script, ...args], {
    env: { ...process.env, NODE_OPTIONS: '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  const port = await readyPort(child);
  return {
    url: `http://127.0.0.1:${port}`,
    memory: () => residentMemory(child),
    stop: async () => {
      process.off('exit', kill);
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
};

const readyPort = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let said = '';
    let output = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8');
    });
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
      const found = /ready (\d+)/.exec(output)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${output}${said}`)));
  });

const residentMemory = async ({ pid }: ChildProcess): Promise<number | undefined> => {
  try {
    const { stdout } = await promisify(execFile)('ps', ['-axo', 'pid=,ppid=,rss=']);
    const processes = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
    return (
      Math.max(...processes.flatMap(([id, parent, size]) => (id === pid || parent === pid ? [size ?? 0] : []))) / 1024
    );
  } catch {
    // no such command on this system
    return undefined;
  }
};
