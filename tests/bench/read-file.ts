/** Reads the file of its argument to the end and prints `{rows, seconds, base, peak}`, memory in MB: a process of its own. */
import { openTable } from '../../engine/files/open-table.ts';

const megabyte = 1024 * 1024;
// What resourceUsage calls the peak begins with that of the process that started this one.
const memory = (): number => process.memoryUsage.rss() / megabyte;

const [file = ''] = process.argv.slice(2);
// What reading loads is no part of what a file costs.
await import('yauzl');
for await (const _ of (await openTable(new TextEncoder().encode('a;b\n1;2\n'))).rows);
const base = memory();
let peak = base;
const look = (): void => {
  peak = Math.max(peak, memory());
};
const timer = setInterval(look, 20);
const began = performance.now();
let rows = 0;
for await (const _ of (await openTable(file)).rows) {
  rows += 1;
  if (rows % 5000 === 0) look();
}
const seconds = (performance.now() - began) / 1000;
look();
clearInterval(timer);
process.stdout.write(JSON.stringify({ rows, seconds, base, peak }));
