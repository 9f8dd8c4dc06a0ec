/** What a user may not read makes no difference: as in `tests/security`, with ten times the requests and other ones each time. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../../engine/data/database.ts';
import { openDatabase } from '../../engine/data/open-database.ts';
import { compareWorlds } from '../security/compare-worlds.ts';
import { openWorld, viewers } from '../security/world.ts';
import { startEmbeddedPostgres } from '../support/embedded-postgres.ts';
import type { Report } from './report.ts';
import { find, heading, number } from './report.ts';

/** Requests of each kind, viewer and round. */
const each = 100;
const rounds = 10;

const compare = async (report: Report, database: Database): Promise<void> => {
  const world = await openWorld(database);
  let asked = 0;
  let different = 0;
  for (let round = 0; round < rounds; round += 1)
    for (const viewer of viewers) {
      const seed = Math.floor(Math.random() * 2 ** 31);
      const { differences, tallies } = await compareWorlds(world, viewer, { seeds: [seed], each });
      for (const tally of tallies.values()) asked += tally.asked;
      different += differences.length;
      for (const { kind, ask } of differences.slice(0, 3))
        heading(`${viewer.login}, seed ${seed}, ${kind}: ${ask.method} ${decodeURIComponent(ask.url)}`);
    }
  find(report, {
    what: `Requests that tell two databases apart by what the user may not read, ${database.kind === 'postgres' ? 'PostgreSQL' : 'PGlite'}`,
    measured: `${different} of ${number(asked)}`,
    bar: 'none',
    met: different === 0,
  });
};

export const benchInterference = async (report: Report): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'fichario-interference-'));
  const server = await startEmbeddedPostgres();
  try {
    for (const url of [undefined, server.url]) {
      const database = await openDatabase({ folder, poolSize: 4, ...(url === undefined ? {} : { url }) });
      await compare(report, database);
      await database.close();
    }
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
};
