/**
 * `query.sql`: the SELECT of a view registry, read by PostgreSQL's own parser. In: the text of the file. Out: its one
 * statement as the tree that the parser gives, with the way back to the file; what it may say is a matter of the model.
 */
import type { Issue } from '../core/errors.ts';
import { createIssue } from '../core/errors.ts';
import type { JsonObject } from '../core/json.ts';
import { isJsonObject } from '../core/json.ts';
import type { Origin } from '../core/origin.ts';
import { queryWords } from '../core/query-words.ts';
import { placeIn } from './text-position.ts';

/** The file. Offsets are those of the tree: bytes of the text as UTF-8. */
export interface RawQuery {
  readonly file: string;
  /** The statement alone, without the semicolon. */
  readonly sql: string;
  /** A node `SelectStmt`; undefined: the text is no SELECT, which has been reported. */
  readonly select: JsonObject | undefined;
  readonly origin: (offset: number | undefined) => Origin;
}

type Parser = Pick<typeof import('libpg-query'), 'parseSync' | 'hasSqlDetails'>;

let opened: Parser | undefined;

/** Makes the parser ready, which takes a while: before files are loaded, where a query is among them. */
export const openSqlParser = async (): Promise<void> => {
  if (opened !== undefined) return;
  const module = await import('libpg-query');
  await module.loadModule();
  opened = module;
};

/** Whether the parser is wanted for the file. */
export const isQuery = (path: string): boolean => path.endsWith('/query.sql');

const offsetOfCharacter = (text: string, index: number): number =>
  Buffer.byteLength([...text].slice(0, Math.max(0, index)).join(''));

export const parseQuery = (file: string, text: string): { query: RawQuery; issues: readonly Issue[] } => {
  if (opened === undefined) throw new Error('openSqlParser comes before a query is loaded');
  const bytes = Buffer.from(text);
  const place = placeIn(text);
  const origin: RawQuery['origin'] = (offset = 0) => ({
    file,
    pointer: '',
    ...place(bytes.subarray(0, offset).toString().length),
  });
  const broken = (offset: number | undefined, problem: string) => ({
    query: { file, sql: '', select: undefined, origin },
    issues: [createIssue('LANGUAGE_QUERY_SYNTAX', origin(offset), { problem })],
  });
  if (text.trim() === '') return broken(0, queryWords.empty);
  try {
    // The parser's answer is JSON that it has read itself.
    const { stmts = [] } = opened.parseSync(text) as unknown as { readonly stmts?: readonly JsonObject[] };
    const [first, second] = stmts;
    if (first === undefined) return broken(0, queryWords.empty);
    const from = Number(first['stmt_location'] ?? 0);
    if (second !== undefined) return broken(Number(second['stmt_location'] ?? 0), queryWords.many);
    const statement = first['stmt'];
    const select = isJsonObject(statement) ? statement['SelectStmt'] : undefined;
    if (!isJsonObject(select)) return broken(from, queryWords.noSelect);
    const length = first['stmt_len'] === undefined ? undefined : Number(first['stmt_len']);
    const sql = bytes
      .subarray(from, length === undefined ? undefined : from + length)
      .toString()
      .trim();
    return { query: { file, sql, select, origin }, issues: [] };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const at = opened.hasSqlDetails(error) ? error.sqlDetails?.cursorPosition : undefined;
    if (at === undefined) throw error;
    return broken(offsetOfCharacter(text, at), error.message);
  }
};
