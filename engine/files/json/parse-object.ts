import type { ParseErrorCode } from 'jsonc-parser';
import { printParseErrorCode, visit } from 'jsonc-parser';
import { Refusal } from '../../core/errors.ts';
import { decimalText } from '../decimal-text.ts';
import type { Cell } from '../table.ts';
import { emptyCell, problemsKey } from '../table.ts';
import { textCell, textProblem } from '../text-cell.ts';
import type { JsonPiece } from './json-splitter.ts';

type CellFault = 'FILE_CELL_NESTED' | 'FILE_CELL_REPEATED' | 'FILE_CELL_NUMBER' | 'FILE_CELL_CONTROL';

/** What one object holds: cells by key in its order, and what is wrong with some of them. */
export interface JsonObject {
  readonly cells: ReadonlyMap<string, Cell>;
  readonly faults: readonly (readonly [key: string, code: CellFault])[];
}

const problems: Readonly<Record<string, string>> = {
  InvalidSymbol: 'este texto não é um valor de JSON',
  InvalidNumberFormat: 'este número não é de JSON',
  PropertyNameExpected: 'falta o nome entre aspas',
  ValueExpected: 'falta um valor',
  ColonExpected: "falta ':'",
  CommaExpected: "falta ','",
  CloseBraceExpected: "falta '}'",
  CloseBracketExpected: "falta ']'",
  EndOfFileExpected: 'sobra texto',
  InvalidCommentToken: 'comentários não são de JSON',
  UnexpectedEndOfComment: 'comentários não são de JSON',
  UnexpectedEndOfString: 'as aspas não fecham nesta linha',
  UnexpectedEndOfNumber: 'este número não termina',
  InvalidUnicode: 'este código de letra não é válido',
  InvalidEscapeCharacter: 'esta barra invertida não é de JSON',
  InvalidCharacter: 'um caractere de controle, que em JSON se escreve com barra invertida',
};

/** Where in the file a letter of a piece stands. */
const placeOf = ({ text, line, column }: JsonPiece, offset: number): { line: number; column: number } => {
  const before = text.slice(0, offset).split(/\r\n|\n|\r/);
  const last = before.at(-1) as string;
  return { line: line + before.length - 1, column: before.length === 1 ? column + last.length : last.length + 1 };
};

const shown = 100;

const literalCell = (value: unknown, written: string): readonly [cell: Cell, fault?: CellFault] => {
  if (value === null) return [emptyCell];
  if (typeof value === 'boolean') return [{ kind: 'boolean', value }];
  if (typeof value === 'string')
    return textProblem(value, 0) === undefined ? [textCell(value)] : [textCell(value), 'FILE_CELL_CONTROL'];
  const exact = decimalText(written);
  if (exact === undefined) return [{ kind: 'error', text: written.slice(0, shown) }, 'FILE_CELL_NUMBER'];
  return [{ kind: 'number', value: exact }];
};

/** An object inside of an object. */
interface Inner {
  readonly keys: string[];
  label: string;
}

/** A record that another points to, as lists are written into files: it goes by its name. */
const isNamed = ({ keys }: Inner): boolean => keys.length === 2 && keys.includes('id') && keys.includes('label');

/** Reads one object. Raises FILE_JSON_BROKEN with line and column in the file. */
export const parseObject = (piece: JsonPiece): JsonObject => {
  const cells = new Map<string, Cell>();
  const faults: [string, CellFault][] = [];
  let depth = 0;
  let key = '';
  let taken = true;
  let inner: Inner | undefined;
  const set = (cell: Cell, fault?: CellFault): void => {
    if (depth !== 1 || !taken) return;
    cells.set(key, cell);
    if (fault !== undefined) faults.push([key, fault]);
  };
  const nested = (offset: number): void => {
    const text = piece.text[offset] === '{' ? '{…}' : '[…]';
    if (depth > 0) set({ kind: 'error', text }, 'FILE_CELL_NESTED');
    inner = depth === 1 && text === '{…}' ? { keys: [], label: '' } : undefined;
    depth += 1;
  };
  const leave = (): void => {
    depth -= 1;
    if (depth !== 1 || inner === undefined || !taken || !isNamed(inner)) return;
    cells.set(key, textCell(inner.label));
    faults.pop();
  };
  visit(
    piece.text,
    {
      onObjectBegin: nested,
      onArrayBegin: nested,
      onObjectEnd: leave,
      onArrayEnd: leave,
      onObjectProperty: (name) => {
        if (depth === 2) inner?.keys.push(name);
        if (depth !== 1) return;
        key = name;
        taken = name !== problemsKey && !cells.has(name);
        if (name !== problemsKey && cells.has(name)) faults.push([name, 'FILE_CELL_REPEATED']);
      },
      onLiteralValue: (value: unknown, offset: number, length: number) => {
        if (depth === 2 && inner?.keys.at(-1) === 'label' && typeof value === 'string') inner.label = value;
        set(...literalCell(value, piece.text.slice(offset, offset + length)));
      },
      onError: (code: ParseErrorCode, offset: number) => {
        const problem = problems[printParseErrorCode(code)] ?? 'este texto não é de JSON';
        throw new Refusal('FILE_JSON_BROKEN', { ...placeOf(piece, offset), problem });
      },
    },
    { disallowComments: true, allowTrailingComma: false },
  );
  return { cells, faults };
};
