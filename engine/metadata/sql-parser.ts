/** PostgreSQL's own parser (`libpg-query`, WebAssembly). In: a text. Out: its statements as trees, or what is wrong where. */
import type { JsonObject } from '../core/json.ts';

/** Offsets and lengths count bytes of the text as UTF-8. */
export type ParsedSql =
  | { readonly stmts: readonly JsonObject[] }
  | {
      readonly problem: string;
      /** The character that it is at, from 0. */
      readonly at: number;
    };

export type SqlParser = (text: string) => ParsedSql;

/** The parser made ready, which takes a while. What it gives throws on what is no fault of the text. */
export const loadSqlParser = async (): Promise<SqlParser> => {
  const { loadModule, parseSync, hasSqlDetails } = await import('libpg-query');
  await loadModule();
  return (text) => {
    // The parser takes no empty text, though it takes one of remarks alone.
    if (text.trim() === '') return { stmts: [] };
    try {
      // The parser's answer is JSON that it has read itself.
      const { stmts = [] } = parseSync(text) as unknown as { readonly stmts?: readonly JsonObject[] };
      return { stmts };
    } catch (error) {
      const at = error instanceof Error && hasSqlDetails(error) ? error.sqlDetails?.cursorPosition : undefined;
      if (at === undefined) throw error;
      return { problem: (error as Error).message, at };
    }
  };
};
