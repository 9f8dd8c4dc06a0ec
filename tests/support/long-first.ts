/**
 * The order in which test files begin: those that are known to take long come first, whatever their size, which is all
 * that a fresh machine knows of them. One that begins last keeps the other processors waiting for it.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

/** Longest first; of more than twenty seconds. */
const long = [
  'security/non-interference',
  'src/session/rights-matrix',
  'engine/data/killed-work',
  'engine/api/openapi',
  'engine/data/attachment-durability',
  'src/jobs/job-process',
  'engine/data/ddl-killed',
  'engine/commands/pipelines',
  'engine/data/ddl-laws',
  'engine/data/batch-kind-faults',
  'engine/data/durability',
  'engine/contract/openapi',
  'engine/jobs/killed',
  'src/session/password-calls',
  'src/exports/export-route',
  'src/session/first-users',
].map((name) => `/tests/${name}.test.ts`);

const root = join(import.meta.dirname, '../..');
const missing = long.filter((file) => !existsSync(join(root, file)));
if (missing.length > 0) throw new Error(`long-first.ts names what is not there: ${missing.join(', ')}`);

const placeOf = ({ moduleId }: TestSpecification): number => {
  const place = long.findIndex((file) => moduleId.endsWith(file));
  return place < 0 ? long.length : place;
};

export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    // Projects one after the other, as they come.
    const byProject = Map.groupBy(sorted, ({ project }) => project.name);
    return [...byProject.values()].flatMap((specs) => specs.toSorted((one, other) => placeOf(one) - placeOf(other)));
  }
}
