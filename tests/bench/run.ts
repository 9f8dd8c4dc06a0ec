/**
 * `npm run bench [-- subject ...] [--rows <number>] [--large]`: figures beside their bars. Nothing fails here; a person
 * reads it. A run of everything in full size writes the table of the README, one with `--large` that of ten times the rows,
 * for which `list count --large` is enough. `lists-large` runs where it is named alone: it measures a database that is full
 * already, that of `DATABASE_URL`.
 */
import { parseArgs } from 'node:util';
import { benchBatch } from './batch.ts';
import { subjectOf } from './compare-sides.ts';
import { benchCompile } from './compile.ts';
import { benchCount } from './count.ts';
import { benchDurability } from './durability.ts';
import { benchEdit } from './edit.ts';
import { benchExport } from './export.ts';
import { benchFiles } from './files.ts';
import { benchForm } from './form.ts';
import { benchImport } from './import.ts';
import { benchInterference } from './interference.ts';
import { benchGrowth, benchList } from './list.ts';
import { benchListsLarge } from './lists-large.ts';
import { benchLogins } from './logins.ts';
import { describeMachine } from './machine.ts';
import type { Effort } from './measure.ts';
import { benchMemory } from './memory.ts';
import { benchPermissions } from './permissions.ts';
import type { Part } from './readme.ts';
import { writeReadme } from './readme.ts';
import type { Report } from './report.ts';
import { heading, number, printMarkdown } from './report.ts';
import { benchRevocation } from './revocation.ts';
import { benchRights } from './rights.ts';
import { benchScreens } from './screens.ts';
import type { Site } from './site.ts';
import { openSite } from './site.ts';
import { benchStart } from './start.ts';
import { benchStatements } from './statements.ts';
import { benchWrite } from './write.ts';

/** Those that need no registry full of rows, in this order before it. */
const alone = {
  compile: benchCompile,
  start: benchStart,
  statements: benchStatements,
  durability: benchDurability,
  form: benchForm,
  edit: benchEdit,
  screens: benchScreens,
  permissions: benchPermissions,
  interference: benchInterference,
  revocation: benchRevocation,
  files: benchFiles,
} as const;
const onSite = ['export', 'list', 'rights', 'count', 'write', 'batch', 'import', 'logins'] as const;
/** The database is not made here. */
const onNamed = 'lists-large';
const subjects = [...Object.keys(alone), ...onSite, onNamed];

const full = { postgres: 1_000_000, pglite: 200_000 } as const;
const growth = 10;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rows: { type: 'string' }, large: { type: 'boolean', default: false } },
});
const unknown = positionals.filter((name) => !subjects.includes(name));
const rows = Number(values.rows ?? full.postgres);
if (unknown.length > 0 || !Number.isInteger(rows) || rows < 10_000) {
  console.error(`npm run bench [-- ${subjects.join(' | ')} ...] [--rows <from 10000>] [--large]`);
  process.exit(1);
}
const wanted = (name: string): boolean => positionals.length === 0 || positionals.includes(name);

const effort: Effort = { seconds: 6, rounds: 6, connections: 8 };
const countSeconds = 5;
const report: Report = { comparisons: [], findings: [] };
/** Of ten times the rows: rarely run, so its figures stay when the others are written anew. */
const beyond: Report = { comparisons: [], findings: [] };

const failed: string[] = [];

/** Runs the subject where it is wanted. What cannot be measured is said, here and at the end, and the rest goes on. */
const attempt = async (name: string, run: () => Promise<void> | void): Promise<void> => {
  if (!wanted(name)) return;
  try {
    await run();
  } catch (error) {
    failed.push(`${name}: ${error instanceof Error ? error.message : error}`);
    console.error(`  ${failed.at(-1)}`);
  }
};

const withSite = async (
  kind: Site['kind'],
  size: number,
  history: boolean,
  into: Report,
  run: (site: Site) => Promise<void>,
): Promise<void> => {
  heading(`Filling ${number(size)} rows, ${kind}`);
  const site = await openSite(kind, size, history);
  try {
    heading(subjectOf(site));
    await run(site);
    await benchMemory(into, site);
  } finally {
    await site.close();
  }
};

const benchReading = async (into: Report, site: Site): Promise<void> => {
  await attempt('list', () => benchList(into, site, effort));
  await attempt('count', () => benchCount(into, site, countSeconds));
};

const benchAll = async (site: Site): Promise<void> => {
  // First: of a process that has done other work already its memory would tell of that.
  await attempt('export', () => benchExport(report, site));
  await benchReading(report, site);
  await attempt('write', () => benchWrite(report, site, effort));
  await attempt('batch', () => benchBatch(report, site));
  await attempt('import', () => benchImport(report, site));
  await attempt('rights', () => benchRights(report, site, effort));
  await attempt('logins', () => benchLogins(report, site));
};

/** Ten times the rows, where only reading is measured; the smaller site goes on for comparison. */
const benchLarge = (small: Site): Promise<void> =>
  withSite('postgres', small.rows * growth, false, beyond, async (large) => {
    await benchReading(beyond, large);
    await attempt('list', () => benchGrowth(beyond, small, large, effort));
  });

// The servers that were started end with this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

const machine = await describeMachine();

/** Only what was measured whole and in full size is worth a place there. */
const publish = async (part: Part, whole: boolean, of: Report): Promise<void> => {
  if (!whole || rows !== full.postgres || failed.length > 0) return;
  await writeReadme(part, printMarkdown(of, machine));
  heading('README.md has the figures of this run.');
};

heading(machine);
for (const [name, bench] of Object.entries(alone)) await attempt(name, () => bench(report));
if (positionals.includes(onNamed)) await attempt(onNamed, () => benchListsLarge(report));
if (onSite.some(wanted)) {
  await withSite('pglite', Math.min(rows, full.pglite), true, report, benchAll);
  await withSite('postgres', rows, true, report, async (site) => {
    await benchAll(site);
    await publish('bench', positionals.length === 0, report);
    if (values.large) await benchLarge(site);
  });
}
if (values.large) {
  // Once more, with what was measured of the smaller site last.
  await publish('bench', positionals.length === 0, report);
  await publish('bench-large', wanted('list') && wanted('count'), beyond);
}
if (failed.length > 0) {
  console.error(`\n${failed.join('\n')}`);
  process.exitCode = 1;
}
