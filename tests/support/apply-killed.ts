/**
 * Applies a change of the tables in a process of its own, which kills itself behind one of its statements. In: by
 * argument, the database and the number of the statement, 0 for none. Out: on standard output, how many there were.
 */
import { applyPlan } from '../../engine/data/ddl/apply-plan.ts';
import { planSchema } from '../../engine/data/ddl/plan-schema.ts';
import { openDatabase } from '../../engine/data/open-database.ts';
import type { Model } from '../../engine/model/types.ts';
import { watchDatabase } from './watched-database.ts';

export interface ApplyKilled {
  /** A server; without it `folder` of PGlite. */
  readonly url?: string;
  readonly folder: string;
  /** Dies when that many statements of the change are done, before the commit; 0: does not. */
  readonly killAfter: number;
  readonly model: Model;
  /** As `PlanOptions` has it. */
  readonly smallRows?: number;
}

const [, , text] = process.argv;
const { url, folder, killAfter, model, smallRows } = JSON.parse(text ?? '') as ApplyKilled;
const database = await openDatabase({ folder, ...(url === undefined ? {} : { url }) });
const { seal } = await planSchema(database, model, { smallRows });
let done = 0;
const watched = watchDatabase(database, async () => {
  done += 1;
  if (done !== killAfter) return;
  process.kill(process.pid, 'SIGKILL');
  await new Promise(() => undefined);
});
await applyPlan(watched, model, seal, { smallRows });
await database.close();
process.stdout.write(String(done));
