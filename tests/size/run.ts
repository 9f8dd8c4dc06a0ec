/** Says how much JavaScript each step of a visit fetches, and fails where that is more than it may be. After `vite build`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { otherBudget, steps } from './budgets.ts';
import type { Manifest } from './measure-steps.ts';
import { measureSteps } from './measure-steps.ts';

const folder = join(import.meta.dirname, '../../dist');
const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest;
const sizes = measureSteps(
  manifest,
  steps,
  otherBudget,
  (file) => gzipSync(readFileSync(join(folder, file)), { level: 9 }).length,
);
const width = Math.max(...sizes.map(({ name }) => name.length));
for (const { name, size, budget } of sizes) {
  const line = `${name.padEnd(width)}  ${size.toFixed(1).padStart(7)} KB  of ${budget} KB${size > budget ? '  too much' : ''}`;
  process.stdout.write(`${line}\n`);
}
if (sizes.some(({ size, budget }) => size > budget)) process.exitCode = 1;
