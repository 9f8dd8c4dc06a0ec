/**
 * Applies a change of the tables in a process of its own, which kills itself behind one of its statements. In: by
 * argument, the database and the number of the statement, 0 for none. Out: on standard output, how many there were.
 */
import type { Database, Queryable, Session } from '../../engine/data/database.ts';
import { applyPlan } from '../../engine/data/ddl/apply-plan.ts';
import { planSchema } from '../../engine/data/ddl/plan-schema.ts';
import { openDatabase } from '../../engine/data/open-database.ts';
import type { Model } from '../../engine/model/types.ts';

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

let done = 0;

/** Counts what is run on the connection, in its transactions too, and dies. */
const watch = <Target extends Queryable>(target: Target, killAfter: number): Target =>
  new Proxy(target, {
    get: (of, name) => {
      const member = Reflect.get(of, name) as unknown;
      if (name === 'transaction' && typeof member === 'function')
        return (work: (transaction: Queryable) => Promise<unknown>): unknown =>
          member.call(of, (transaction: Queryable) => work(watch(transaction, killAfter)));
      if (typeof member !== 'function' || (name !== 'execute' && name !== 'query')) return member;
      return async (...given: unknown[]) => {
        const result: unknown = await Reflect.apply(member, of, given);
        done += 1;
        if (done === killAfter) {
          process.kill(process.pid, 'SIGKILL');
          await new Promise(() => undefined);
        }
        return result;
      };
    },
  });

const [, , text] = process.argv;
const { url, folder, killAfter, model, smallRows } = JSON.parse(text ?? '') as ApplyKilled;
const database = await openDatabase({ folder, ...(url === undefined ? {} : { url }) });
const { seal } = await planSchema(database, model, { smallRows });
const watched: Database = new Proxy(database, {
  get: (of, name) => {
    if (name === 'transaction')
      return (work: (transaction: Queryable) => Promise<unknown>) =>
        of.transaction((transaction) => work(watch(transaction, killAfter)));
    if (name === 'session')
      return (
        of.session &&
        ((work: (session: Session) => Promise<unknown>) => of.session?.((session) => work(watch(session, killAfter))))
      );
    const member = Reflect.get(of, name) as unknown;
    return typeof member === 'function' ? member.bind(of) : member;
  },
});
await applyPlan(watched, model, seal, { smallRows });
await database.close();
process.stdout.write(String(done));
