/** A database that tells of each statement that is done in its transactions and sessions. */
import type { Database, Queryable, Session } from '../../engine/data/database.ts';

type Told = () => void | Promise<void>;

const watch = <Target extends Queryable>(target: Target, tell: Told): Target =>
  new Proxy(target, {
    get: (of, name) => {
      const member = Reflect.get(of, name) as unknown;
      if (name === 'transaction' && typeof member === 'function')
        return (work: (transaction: Queryable) => Promise<unknown>): unknown =>
          member.call(of, (transaction: Queryable) => work(watch(transaction, tell)));
      if (typeof member !== 'function' || (name !== 'execute' && name !== 'query')) return member;
      return async (...given: unknown[]) => {
        const result: unknown = await Reflect.apply(member, of, given);
        await tell();
        return result;
      };
    },
  });

/** Calls `tell` when a statement is done, and waits for it. */
export const watchDatabase = (database: Database, tell: Told): Database =>
  new Proxy(database, {
    get: (of, name) => {
      if (name === 'transaction')
        return (work: (transaction: Queryable) => Promise<unknown>) =>
          of.transaction((transaction) => work(watch(transaction, tell)));
      if (name === 'session')
        return (
          of.session &&
          ((work: (session: Session) => Promise<unknown>) => of.session?.((session) => work(watch(session, tell))))
        );
      const member = Reflect.get(of, name) as unknown;
      return typeof member === 'function' ? member.bind(of) : member;
    },
  });
