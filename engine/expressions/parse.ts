/** source -> syntax of CEL. The parser is a library's; what its tree may hold and mean is checked by `check.ts`. */
import type { ASTNode } from '@marcbachmann/cel-js';
import { Environment, ParseError } from '@marcbachmann/cel-js';
import { expressionWords as words } from '../core/expression-words.ts';
import type { ExpressionProblem } from './types.ts';

const environment = new Environment({ limits: { maxAstNodes: 400, maxDepth: 40 } });

/** What the parser's own code for a fault means, by the text it stands at. */
const problemOf = (source: string, code: string, at: string): string => {
  if (source.trim() === '') return words.empty;
  if (code === 'limit_exceeded') return words.tooLong;
  if (code === 'reserved_identifier') return words.reserved(at);
  if (code.startsWith('unterminated')) return words.unterminated;
  if (at.trim() === '') return words.end;
  if (at.startsWith('=')) return words.assignment;
  if (/^(e|ou|and|or|n[aã]o|not|&|\|)\b|^[&|]/i.test(at)) return words.logic;
  return code.startsWith('unexpected') || code === 'expected_token' ? words.unexpected(at) : words.syntax;
};

/** The word or the sign at a place. */
const wordAt = (source: string, start: number): string => /^(\w+|\S)?/u.exec(source.slice(start))?.[0] ?? '';

export const parse = (source: string): { readonly syntax: ASTNode } | { readonly problem: ExpressionProblem } => {
  try {
    return { syntax: environment.parse(source).ast };
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    const start = Math.min(error.range?.start ?? 0, source.length);
    const at = wordAt(source, start);
    return {
      problem: { start, end: start + at.length, problem: problemOf(source, error.code, at), suggestion: undefined },
    };
  }
};
