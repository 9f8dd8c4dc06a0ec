/**
 * All rows of the registry as a file, in each format, taken as fast as it comes by a client that keeps nothing of it; and
 * the greatest resident memory of the product meanwhile.
 */
import { listFormats } from '../../engine/contract/export.ts';
import { subjectOf } from './compare-sides.ts';
import { registryFiles } from './registry-files.ts';
import type { Report } from './report.ts';
import { find, number } from './report.ts';
import type { Site } from './site.ts';

/** Seconds that a million rows may take, and MB of the process. */
const bars = { csv: 60, xlsx: 120, json: 60 } as const;
const memoryBar = 256;
const barRows = 1_000_000;
const samplePause = 250;

const { columns } = registryFiles['columns.json'] as { columns: readonly string[] };

interface Taken {
  readonly bytes: number;
  readonly seconds: number;
  /** MB, before and at most; undefined where the system does not tell. */
  readonly before: number | undefined;
  readonly peak: number | undefined;
}

const take = async (site: Site, format: string): Promise<Taken> => {
  const { headers = {}, body = '' } = site.ask('POST', '', {
    body: JSON.stringify({ format, path: site.resource, search: '', columns }),
  });
  const before = await site.product.memory();
  let peak = before;
  const watching = setInterval(() => {
    void site.product.memory().then((now) => {
      if (now !== undefined) peak = Math.max(peak ?? 0, now);
    });
  }, samplePause);
  const began = performance.now();
  try {
    const answer = await fetch(`${site.product.url}/api/exportacoes`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
    });
    if (!answer.ok || answer.body === null) throw new Error(`${format}: ${answer.status} ${await answer.text()}`);
    let bytes = 0;
    for await (const chunk of answer.body) bytes += chunk.length;
    return { bytes, seconds: (performance.now() - began) / 1000, before, peak };
  } finally {
    clearInterval(watching);
  }
};

export const benchExport = async (report: Report, site: Site): Promise<void> => {
  for (const format of listFormats) {
    const { bytes, seconds, before, peak } = await take(site, format);
    const allowed = (bars[format] * site.rows) / barRows;
    const memory =
      before === undefined || peak === undefined
        ? ''
        : `, at most ${number(peak)} MB of memory, ${number(peak - before)} more than before`;
    // The embedded database is in the same process.
    const judged = site.kind === 'postgres';
    find(report, {
      what: `Export as ${format.toUpperCase()}, ${subjectOf(site)}`,
      measured: `${number(seconds, 1)} s, ${number(site.rows / seconds)} rows/s, ${number(bytes / 2 ** 20)} MB${memory}`,
      bar: judged ? `under ${number(allowed)} s and ${memoryBar} MB` : undefined,
      met: !judged || (seconds < allowed && (peak ?? 0) < memoryBar),
    });
  }
};
