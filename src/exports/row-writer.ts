/** A row as the API gives it. */
export type ListRow = Readonly<Record<string, unknown>>;

/** The next bytes of a file, and where it is after them: plain data, kept as JSON. */
export interface Written<State> {
  readonly bytes: Buffer;
  readonly state: State;
}

/** What a file turned out to be. */
export interface FileFacts {
  /** Rows of the list. */
  readonly rows: number;
}

/**
 * What makes a file of rows that come in portions. It keeps nothing between portions but the state that it hands out, so
 * that a file goes on in another process where it was left.
 */
export interface RowWriter<State> {
  readonly begin: () => Promise<Written<State>>;
  readonly rows: (rows: readonly ListRow[], state: State) => Promise<Written<State>>;
  /** The last bytes; what has to be told of the file, in words: nothing where it is as was asked for. */
  readonly end: (
    state: State,
    facts: FileFacts,
  ) => Promise<{ readonly bytes: Buffer; readonly told: readonly string[] }>;
}

/** For lists of writers, each with a state of its own. */
// biome-ignore lint/suspicious/noExplicitAny: a state goes back to the writer that gave it, and to no other
export type AnyRowWriter = RowWriter<any>;
