/**
 * The only file of the engine that other layers know a database by. Two drivers stand behind it: `pglite/` (PostgreSQL
 * in a worker thread of this process) and `postgres/` (a server). In: statements. Out: rows.
 */

/**
 * One SQL statement. Every value is text or null and is cast in the SQL (`$1::text::bigint`), so that both drivers send
 * exactly the same. `name` makes it a prepared statement where the driver has them; equal names have equal texts.
 */
export interface Statement {
  readonly text: string;
  readonly values: readonly (string | null)[];
  readonly name?: string;
}

export interface Result<Row> {
  readonly rows: readonly Row[];
  /** Rows inserted, updated or deleted. */
  readonly affected: number;
}

export interface Queryable {
  /** Runs one statement. Throws `DatabaseError` with the SQLSTATE on refusal by the database. */
  query<Row = Readonly<Record<string, unknown>>>(statement: Statement): Promise<Result<Row>>;
  /** Rows into a table as text, as `copy ... from stdin` has it; gives their number. Only in a transaction of a server. */
  copy?(statement: string, lines: Iterable<string>): Promise<number>;
  /** Runs several statements without parameters, separated by semicolons (DDL). */
  execute(sql: string): Promise<void>;
  /**
   * For a library that brings its own SQL and was written for the `pg` package: values and results are what that package
   * would take and give. Without values it may be several statements, whose rows come one after the other.
   */
  queryAsPg?(text: string, values?: readonly unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
}

/** One connection, which nobody else uses. */
export interface Session extends Queryable {
  /** As that of `Database`. */
  transaction<T>(run: (transaction: Queryable) => Promise<T>): Promise<T>;
}

export interface Database extends Queryable {
  readonly kind: 'pglite' | 'postgres';
  /** Commits when `run` resolves, rolls back when it rejects. Nothing else runs inside it. */
  transaction<T>(run: (transaction: Queryable) => Promise<T>): Promise<T>;
  /**
   * Runs on a connection of its own, straight to the server: each statement is committed by itself and takes its time, and
   * what the session holds is let go when `run` ends. Absent where there is one connection for everybody.
   */
  session?<T>(run: (session: Session) => Promise<T>): Promise<T>;
  /** `handler` runs for each NOTIFY on `channel` after commit, and `lost` when deliveries may have been missed. */
  listen(channel: string, handler: (payload: string) => void, lost: () => void): Promise<void>;
  /** `end` runs before the database closes: what works on it by itself ends first. */
  beforeClose?(end: () => Promise<void>): void;
  /** Waits for what is running, then lets go of worker or connections. */
  close(): Promise<void>;
}

/** A database that opens by itself. In an object, for a promise of a promise is none. */
export interface OpeningDatabase {
  readonly opened: Promise<Database>;
}

/** What the database said no with. `code` is the SQLSTATE. */
export class DatabaseError extends Error {
  readonly code: string;
  readonly constraint: string | undefined;
  readonly table: string | undefined;
  readonly column: string | undefined;
  readonly detail: string | undefined;
  constructor(
    message: string,
    parts: {
      code: string;
      constraint?: string | undefined;
      table?: string | undefined;
      column?: string | undefined;
      detail?: string | undefined;
    },
  ) {
    super(message);
    this.name = 'DatabaseError';
    this.code = parts.code;
    this.constraint = parts.constraint;
    this.table = parts.table;
    this.column = parts.column;
    this.detail = parts.detail;
  }
}
