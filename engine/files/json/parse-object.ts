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
  /** A list of objects is a cell for each key of theirs, `perguntas[].tipo`. */
  readonly cells: ReadonlyMap<string, Cell>;
  /** Objects of each list of them, by the key of the list. */
  readonly lists: ReadonlyMap<string, number>;
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

/** An object whose members are cells: that of the row, or one of a list in it. */
interface Frame {
  readonly cells: Map<string, Cell>;
  readonly faults: [string, CellFault][];
  key: string;
  /** Whether the member is read: it is not ours, and was not there before. */
  taken: boolean;
  inner: Inner | undefined;
}

const newFrame = (): Frame => ({ cells: new Map(), faults: [], key: '', taken: true, inner: undefined });

/** A list that may be one of objects. */
interface List {
  readonly frames: Frame[];
  /** There is something else in it. */
  mixed: boolean;
}

/** The key of a column of a list. */
export const listKey = (list: string, key: string): string => `${list}[].${key}`;

const place = ({ key, taken, cells, faults }: Frame, cell: Cell, fault?: CellFault): void => {
  if (!taken) return;
  cells.set(key, cell);
  if (fault !== undefined) faults.push([key, fault]);
};

/** The objects of a list, key by key. */
const placeList = ({ key, cells, faults }: Frame, frames: readonly Frame[]): void => {
  for (const sub of new Set(frames.flatMap((frame) => [...frame.cells.keys()])))
    cells.set(listKey(key, sub), { kind: 'list', items: frames.map((frame) => frame.cells.get(sub)) });
  for (const frame of frames) for (const [sub, fault] of frame.faults) faults.push([listKey(key, sub), fault]);
};

/** Depths at which members are cells: of the row itself, and of the objects of a list in it. */
const [ofRow, ofList, ofItem] = [1, 2, 3];

/** Reads one object. Raises FILE_JSON_BROKEN with line and column in the file. */
export const parseObject = (piece: JsonPiece): JsonObject => {
  const row = newFrame();
  const lists = new Map<string, number>();
  let depth = 0;
  let list: List | undefined;
  const current = (): Frame | undefined => (depth === ofRow ? row : depth === ofItem ? list?.frames.at(-1) : undefined);
  /** That an object inside of `current` is read, at the depth below it. */
  const around = (): Frame | undefined =>
    depth === ofRow + 1 && list === undefined ? row : depth === ofItem + 1 ? list?.frames.at(-1) : undefined;
  const beginObject = (): void => {
    const frame = current();
    if (frame !== undefined) {
      place(frame, { kind: 'error', text: '{…}' }, 'FILE_CELL_NESTED');
      frame.inner = { keys: [], label: '' };
    } else if (depth === ofList) list?.frames.push(newFrame());
    depth += 1;
  };
  const beginArray = (): void => {
    const frame = current();
    if (frame === row) list = { frames: [], mixed: false };
    else if (frame !== undefined) place(frame, { kind: 'error', text: '[…]' }, 'FILE_CELL_NESTED');
    else if (depth === ofList && list !== undefined) list.mixed = true;
    depth += 1;
  };
  const endObject = (): void => {
    const frame = around();
    depth -= 1;
    if (frame?.inner === undefined) return;
    const { inner } = frame;
    frame.inner = undefined;
    if (!frame.taken || !isNamed(inner)) return;
    frame.cells.set(frame.key, textCell(inner.label));
    frame.faults.pop();
  };
  const endArray = (): void => {
    depth -= 1;
    if (depth !== ofRow || list === undefined) return;
    if (list.mixed) place(row, { kind: 'error', text: '[…]' }, 'FILE_CELL_NESTED');
    else if (row.taken) {
      lists.set(row.key, list.frames.length);
      placeList(row, list.frames);
    }
    list = undefined;
  };
  visit(
    piece.text,
    {
      onObjectBegin: beginObject,
      onArrayBegin: beginArray,
      onObjectEnd: endObject,
      onArrayEnd: endArray,
      onObjectProperty: (name) => {
        around()?.inner?.keys.push(name);
        const frame = current();
        if (frame === undefined) return;
        const repeated = frame.cells.has(name) || (frame === row && lists.has(name));
        frame.key = name;
        frame.taken = !repeated && !(frame === row && name === problemsKey);
        if (repeated) frame.faults.push([name, 'FILE_CELL_REPEATED']);
      },
      onLiteralValue: (value: unknown, offset: number, length: number) => {
        const inner = around()?.inner;
        if (inner?.keys.at(-1) === 'label' && typeof value === 'string') inner.label = value;
        if (depth === ofList && list !== undefined) list.mixed = true;
        const frame = current();
        if (frame !== undefined) place(frame, ...literalCell(value, piece.text.slice(offset, offset + length)));
      },
      onError: (code: ParseErrorCode, offset: number) => {
        const problem = problems[printParseErrorCode(code)] ?? 'este texto não é de JSON';
        throw new Refusal('FILE_JSON_BROKEN', { ...placeOf(piece, offset), problem });
      },
    },
    { disallowComments: true, allowTrailingComma: false },
  );
  return { cells: row.cells, lists, faults: row.faults };
};
