/** The rows of an open list -> the bytes of a file, portion by portion. Shared by what is waited for and what is not. */
import type { OpenList } from './open-list.ts';
import type { AnyRowWriter } from './row-writer.ts';

/** Where a file is: the rows before are in it. Plain data, kept as JSON. */
export interface WrittenPart {
  readonly rows: number;
  /** Of the next portion; null: none is left, and the file is whole. */
  readonly cursor: string | null;
  /** Of its writer. */
  readonly file: unknown;
}

export interface FilePortion {
  readonly bytes: Buffer;
  readonly part: WrittenPart;
  /** What has to be told of the whole file, in words. */
  readonly told: readonly string[];
}

/**
 * Goes on behind `from`; undefined: from the beginning. Nothing is read before it is asked for, and one portion is held at
 * a time. Raises the refusals of reading; REQUEST_CURSOR_INVALID where the rights are others than those of `from`.
 */
export async function* writeList(
  list: OpenList,
  writer: AnyRowWriter,
  from: WrittenPart | undefined,
): AsyncGenerator<FilePortion, void, undefined> {
  const begun = from === undefined ? await writer.begin() : undefined;
  let state: unknown = begun === undefined ? from?.file : begun.state;
  let head = begun?.bytes ?? Buffer.alloc(0);
  let rows = from?.rows ?? 0;
  let cursor = from === undefined ? undefined : from.cursor;
  while (cursor !== null) {
    const portion = await list.read(cursor);
    const written = await writer.rows(portion.rows, state);
    state = written.state;
    rows += portion.rows.length;
    cursor = portion.next ?? null;
    const end = cursor === null ? await writer.end(state, { rows }) : undefined;
    yield {
      bytes: Buffer.concat([head, written.bytes, ...(end === undefined ? [] : [end.bytes])]),
      part: { rows, cursor, file: state },
      told: end?.told ?? [],
    };
    head = Buffer.alloc(0);
  }
}
