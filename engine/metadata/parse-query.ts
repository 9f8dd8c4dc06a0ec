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
import { parseApart } from './parse-apart.ts';
import type { ParsedSql, SqlParser } from './sql-parser.ts';
import { loadSqlParser } from './sql-parser.ts';
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

let parser: SqlParser | undefined;
/** What was parsed apart, by its text. */
const apart = new Map<string, ParsedSql>();

/** Makes the parser ready, which takes a while: before files are loaded, where a query is among them. */
export const openSqlParser = async (): Promise<void> => {
  parser ??= await loadSqlParser();
};

/** In place of `openSqlParser`, where no other texts than these are to be parsed, each perhaps again and again. */
export const parseAhead = async (texts: readonly string[]): Promise<void> => {
  const wanted = texts.filter((text) => !apart.has(text));
  if (wanted.length === 0) return;
  const parsed = await parseApart(wanted);
  for (const [index, text] of wanted.entries()) {
    const one = parsed[index];
    if (one !== undefined) apart.set(text, one);
  }
};

const parse = (text: string): ParsedSql => {
  const known = apart.get(text);
  if (known !== undefined) return known;
  if (parser === undefined) throw new Error('openSqlParser or parseAhead comes before a query is loaded');
  return parser(text);
};

/** Whether the parser is wanted for the file. */
export const isQuery = (path: string): boolean => path.endsWith('/query.sql');

const offsetOfCharacter = (text: string, index: number): number =>
  Buffer.byteLength([...text].slice(0, Math.max(0, index)).join(''));

export const parseQuery = (file: string, text: string): { query: RawQuery; issues: readonly Issue[] } => {
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
  const parsed = parse(text);
  if ('problem' in parsed) return broken(offsetOfCharacter(text, parsed.at), parsed.problem);
  const [first, second] = parsed.stmts;
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
};
