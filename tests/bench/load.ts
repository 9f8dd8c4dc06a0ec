/** A load of HTTP GETs over a fixed number of kept-alive connections. */
import { Agent, get } from 'node:http';

export interface Target {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface LoadFigure {
  /** Answers per second. */
  readonly rate: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p95: number;
  readonly failed: number;
}

const fetchText = (
  agent: Agent,
  { url, headers }: Target,
): Promise<{ ok: boolean; body: string; next: string | undefined }> =>
  new Promise((resolve, reject) => {
    get(url, { agent, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          ok: response.statusCode === 200,
          body: Buffer.concat(chunks).toString('utf8'),
          next: response.headers['fichario-next-cursor'] as string | undefined,
        }),
      );
    }).on('error', reject);
  });

/** Asks for `targets` in turn until `seconds` have passed. */
export const runLoad = async (targets: readonly Target[], seconds: number, connections = 8): Promise<LoadFigure> => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  let failed = 0;
  let turn = 0;
  const end = performance.now() + seconds * 1000;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < end) {
        const target = targets[turn++ % targets.length] as Target;
        const start = performance.now();
        const answer = await fetchText(agent, target);
        times.push(performance.now() - start);
        if (!answer.ok || answer.body.length < 100) failed += 1;
      }
    }),
  );
  const elapsed = (performance.now() - began) / 1000;
  agent.destroy();
  times.sort((a, b) => a - b);
  const at = (share: number): number => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { rate: times.length / elapsed, p50: at(0.5), p95: at(0.95), failed };
};

/** The cursors of the first `pages` pages of a list, in order. */
export const collectCursors = async (target: Target, pages: number): Promise<string[]> => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const cursors: string[] = [];
  let url = target.url;
  for (let page = 0; page < pages; page += 1) {
    const { next } = await fetchText(agent, { ...target, url });
    if (next === undefined) break;
    cursors.push(next);
    url = `${target.url}&cursor=${encodeURIComponent(next)}`;
  }
  agent.destroy();
  return cursors;
};
