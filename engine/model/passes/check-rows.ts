import { toPointer } from '../../core/json.ts';
import { nearest } from '../../core/nearest.ts';
import { phrases } from '../../core/words.ts';
import type { InitialRows } from '../../metadata/documents.ts';
import type { Declaration } from '../../overlay/base-index.ts';
import { isOverlay } from '../../overlay/resolved.ts';
import type { Catalogues } from '../contracts.ts';
import type { Passed, Report } from '../report.ts';
import { collect } from '../report.ts';
import type { Field } from '../types.ts';
import { keySeparator } from '../types.ts';
import { createValueCheck } from '../value-problem.ts';
import { createRowExpressionCheck } from './check-row-expressions.ts';
import { findClashes } from './find-clashes.ts';
import type { LinkedEntity } from './link-entities.ts';

const keyOf = (rows: InitialRows, naturalKey: readonly string[], row: readonly string[]): string =>
  naturalKey.map((field) => row[rows.header.indexOf(field)] ?? '').join(keySeparator);

type FindLinked = (name: string) => LinkedEntity | undefined;

/** What is wrong with a cell of a relation: it holds the natural key of an initial row of the target. */
const createRelationCheck = (field: Field, find: FindLinked): ((text: string) => string | undefined) => {
  const target = field.relation === undefined ? undefined : find(field.relation.entity);
  const rows = target?.draft.screen.rows;
  // What cannot be read is reported there.
  if (target === undefined || target.draft.screen.rowsLost) return () => undefined;
  if (rows === undefined || target.entity.naturalKey.length === 0) {
    let said = false;
    return () => {
      // Of every row the same: the first says it.
      const problem = said ? undefined : phrases.targetWithoutRows(target.entity.name);
      said = true;
      return problem;
    };
  }
  const keys = new Set(rows.rows.map((row) => keyOf(rows, target.entity.naturalKey, row)));
  return (text) => (keys.has(text) ? undefined : phrases.keyUnknown(target.entity.name));
};

interface CellCheck {
  readonly field: Field;
  readonly index: number;
  readonly problem: (text: string) => string | undefined;
}

/** Where a cell begins, for a file that quotes only where it must. */
export const cellColumn = (row: readonly string[], index: number): number =>
  row.slice(0, index).reduce((column, text) => {
    const quotes = /[",\n\r]/.test(text) ? 2 + text.split('"').length - 1 : 0;
    return column + text.length + quotes + 1;
  }, 1);

/** What a client may say of a field so that a row no longer fits, by key of the overlay. */
const narrowing = (
  record: Declaration['record'],
  field: string,
  given: boolean,
): readonly (readonly [key: string, pointer: string])[] =>
  given
    ? [
        ['mask', toPointer(['properties', field, 'x-mask'])],
        ['codes', toPointer(['properties', field, 'x-codes'])],
      ]
    : [
        ['required', `/required/${record.value.required?.indexOf(field) ?? -1}`],
        ['default', toPointer(['properties', field, 'default'])],
      ];

/** Where a name of the header begins, quotes aside. */
const headerColumn = (rows: InitialRows, index: number): number =>
  rows.header.slice(0, index).reduce((column, name) => column + name.length + 1, 1);

const headerChecks = (
  linked: LinkedEntity,
  rows: InitialRows,
  find: FindLinked,
  catalogues: Catalogues,
  report: Report,
) =>
  rows.header.flatMap((name, index): CellCheck[] => {
    const field = linked.draft.byName.get(name);
    if (field === undefined) {
      const origin = { file: rows.file, pointer: `/header/${index}`, line: 1, column: headerColumn(rows, index) };
      if (linked.draft.children.some((child) => child.name === name))
        report('MODEL_ROWS_USED', origin, { screen: linked.draft.screen.folder, field: name });
      else
        report(
          'MODEL_FIELD_MISSING',
          origin,
          { entity: linked.entity.name, field: name },
          nearest(name, linked.draft.byName.keys()),
        );
      return [];
    }
    const computed = linked.entity.expressions?.computed.some(({ key }) => key === field.column);
    if (computed) {
      const origin = { file: rows.file, pointer: `/header/${index}`, line: 1, column: headerColumn(rows, index) };
      const place = { entity: linked.entity.name, row: 1, field: name, file: rows.file, line: 1 };
      report('MODEL_INITIAL_ROW', origin, { ...place, problem: phrases.computedColumn });
      return [];
    }
    const problem =
      field.relation === undefined ? createValueCheck(field, catalogues) : createRelationCheck(field, find);
    return [{ field, index, problem }];
  });

/**
 * The initial rows against the fields: cells that the field type reads, lengths, codes, relations that exist, keys that
 * do not repeat, rows that do not overlap. An empty cell is no value. What a client's own word breaks is said of its
 * overlay, once a field.
 */
export const checkRows = (
  linked: LinkedEntity,
  rows: InitialRows,
  find: FindLinked,
  catalogues: Catalogues,
): Passed<undefined> =>
  collect((report) => {
    const entity = linked.entity.name;
    const { record } = linked.draft.screen;
    const blamed = new Set<string>();
    const say = (row: number, field: string, problem: string, cell?: number): void => {
      const line = rows.lines[row] ?? 1;
      const column = cell === undefined ? 1 : cellColumn(rows.rows[row] ?? [], cell);
      const own = { file: rows.file, pointer: `/${row}/${field}`, line, column };
      report('MODEL_INITIAL_ROW', own, { entity, row: row + 1, field, file: rows.file, line, problem });
    };
    /** `cell` is the place in the row; undefined where the row as a whole lacks something. */
    const refuse = (row: number, field: string, problem: string, cell?: number): void => {
      const line = rows.lines[row] ?? 1;
      const given = cell !== undefined && (rows.rows[row]?.[cell] ?? '') !== '';
      const said = narrowing(record, field, given).find(([, pointer]) => isOverlay(record.origin(pointer)));
      if (said === undefined) say(row, field, problem, cell);
      else if (!blamed.has(field)) {
        blamed.add(field);
        const [key, pointer] = said;
        const origin = record.origin(pointer);
        const client = origin.file.slice('clients/'.length, -'.json'.length);
        report('OVERLAY_INITIAL_ROW', origin, { client, entity, field, key, file: rows.file, line, problem });
      }
    };

    const checks = headerChecks(linked, rows, find, catalogues, report);
    const given = new Set(checks.map((check) => check.field.name));
    for (const field of linked.entity.fields) {
      const filled = field.default !== undefined || field.sequence !== undefined;
      if (field.required && !filled && !given.has(field.name)) refuse(0, field.name, phrases.columnAbsent);
    }

    const broken = createRowExpressionCheck(linked.entity, catalogues);
    for (const [at, row] of rows.rows.entries()) {
      const found = broken(() => new Map(checks.map(({ field, index }) => [field.name, row[index] ?? ''])));
      if (found !== undefined) {
        const field = linked.entity.fields.find(({ column }) => column === found.key)?.name ?? '';
        const problem = found.message === undefined ? phrases.required : phrases.rule(found.message);
        refuse(at, field, problem, rows.header.indexOf(field));
      }
      for (const { field, index, problem } of checks) {
        const text = row[index] ?? '';
        const found = text === '' ? undefined : problem(text);
        if (found !== undefined) refuse(at, field.name, phrases.notExpected(text, found), index);
        else if (text === '' && field.required && field.default === undefined)
          refuse(at, field.name, phrases.required, index);
      }
    }
    for (const { row, field, problem } of findClashes(linked.entity, rows, catalogues)) {
      const cell = rows.header.indexOf(field);
      // Whatever a client says of the field, the two rows are the file's.
      say(row, field, problem, cell < 0 ? undefined : cell);
    }
    return undefined;
  });
