import type { Database, Queryable, Statement } from '../../engine/data/database.ts';

/** The same database, and the text of every statement that it was asked. */
export const notedDatabase = (database: Database): { readonly database: Database; readonly said: string[] } => {
  const said: string[] = [];
  const listen = (to: Queryable): Queryable => ({
    ...to,
    query: (statement: Statement) => {
      said.push(statement.text);
      return to.query(statement);
    },
    execute: (sql) => {
      said.push(sql);
      return to.execute(sql);
    },
  });
  return {
    said,
    database: {
      ...database,
      ...listen(database),
      kind: database.kind,
      transaction: (run) => database.transaction((transaction) => run(listen(transaction))),
      listen: (channel, handler, lost) => database.listen(channel, handler, lost),
      close: () => database.close(),
    },
  };
};
