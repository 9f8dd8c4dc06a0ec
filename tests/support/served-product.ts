/** Starts `serve.ts` and waits until it answers. */
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface ServedProduct {
  readonly url: string;
  /** From the start of the process to its first answer, milliseconds. */
  readonly readyAfter: number;
  /** Ends the process and waits for it. SIGKILL lets it do nothing more. */
  readonly stop: (signal: 'SIGTERM' | 'SIGKILL') => Promise<void>;
}

/** `root` holds `schemas` and `clients`. Rejects with what the process said where it ends instead of answering. */
export const serveProduct = async (
  root: string,
  environment: Readonly<Record<string, string>>,
): Promise<ServedProduct> => {
  const began = performance.now();
  const child: ChildProcess = spawn(process.execPath, [join(import.meta.dirname, 'serve.ts'), root], {
    env: { ...process.env, NODE_OPTIONS: '', PORT: '0', LOG_LEVEL: 'silent', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString('utf8');
  });
  const port = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
      const found = /ready (\d+)/.exec(output)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', (code) => reject(new Error(`the product ended with ${code}: ${said}`)));
  });
  return {
    url: `http://127.0.0.1:${port}`,
    readyAfter: performance.now() - began,
    stop: async (signal) => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill(signal);
      await gone;
    },
  };
};
