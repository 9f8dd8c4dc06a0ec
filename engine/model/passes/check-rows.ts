import { toPointer } from '../../core/json.ts';
import { nearest } from '../../core/nearest.ts';
import { phrases } from '../../core/words.ts';
import type { InitialRows } from '../../metadata/documents.ts';
import { isOverlay } from '../../overlay/resolved.ts';
import type { Catalogues } from '../contracts.ts';
import type { Passed, Report } from '../report.ts';
import { collect } from '../report.ts';
import type { Field } from '../types.ts';
import { keySeparator } from '../types.ts';
import { createValueCheck } from '../value-problem.ts';
import type { LinkedEntity } from './link-entities.ts';

const keyOf = (rows: InitialRows, naturalKey: readonly string[], row: readonly string[]): string =>
  naturalKey.map((field) => row[rows.header.indexOf(field)] ?? '').join(keySeparator);

type FindLinked = (name: string) => LinkedEntity | undefined;

/** What is wrong with a cell of a relation: it holds the natural key of an initial row of the target. */
const createRelationCheck = (field: Field, find: FindLinked): ((text: string) => string | undefined) => {
  const target = field.relation === undefined ? undefined : find(field.relation.entity);
  const rows = target?.draft.screen.rows;
  if (target === undefined) return () => undefined;
  if (rows === undefined || target.entity.naturalKey.length === 0)
    return () => phrases.targetWithoutRows(target.entity.name);
  const keys = new Set(rows.rows.map((row) => keyOf(rows, target.entity.naturalKey, row)));
  return (text) => (keys.has(text) ? undefined : phrases.keyUnknown(text, target.entity.name));
};

interface CellCheck {
  readonly field: Field;
  readonly index: number;
  readonly problem: (text: string) => string | undefined;
}

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
      report(
        'MODEL_FIELD_MISSING',
        { file: rows.file, pointer: `/header/${index}`, line: 1, column: headerColumn(rows, index) },
        { entity: linked.entity.name, field: name },
        nearest(name, linked.draft.byName.keys()),
      );
      return [];
    }
    const problem =
      field.relation === undefined ? createValueCheck(field, catalogues) : createRelationCheck(field, find);
    return [{ field, index, problem }];
  });

/**
 * The initial rows against the fields: cells that the field type reads, lengths, codes, relations that exist, keys that
 * do not repeat. An empty cell is no value. What a client's own word breaks is said of its overlay, once a field.
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
    const refuse = (row: number, field: string, problem: string): void => {
      const overlay = [toPointer(['properties', field, 'x-mask']), toPointer(['properties', field, 'x-codes'])]
        .concat(`/required/${record.value.required?.indexOf(field) ?? -1}`)
        .map((pointer) => record.origin(pointer))
        .find(isOverlay);
      if (overlay !== undefined && blamed.has(field)) return;
      blamed.add(field);
      const own = { file: rows.file, pointer: `/${row}/${field}`, line: rows.lines[row] ?? 1, column: 1 };
      report('MODEL_INITIAL_ROW', overlay ?? own, { entity, row: row + 1, field, problem });
    };

    const checks = headerChecks(linked, rows, find, catalogues, report);
    const given = new Set(checks.map((check) => check.field.name));
    for (const field of linked.entity.fields)
      if (field.required && field.default === undefined && !given.has(field.name))
        refuse(0, field.name, phrases.columnAbsent);

    const uniques = [
      ...linked.entity.fields.filter((field) => field.unique).map((field) => [field.name]),
      linked.entity.naturalKey,
    ]
      .filter((fields) => fields.length > 0)
      .map((fields) => ({ fields, seen: new Map<string, number>() }));
    for (const [at, row] of rows.rows.entries()) {
      for (const { field, index, problem } of checks) {
        const text = row[index] ?? '';
        const found =
          text !== '' ? problem(text) : field.required && field.default === undefined ? phrases.required : undefined;
        if (found !== undefined) refuse(at, field.name, found);
      }
      for (const { fields, seen } of uniques) {
        const key = keyOf(rows, fields, row);
        if (key.replaceAll(keySeparator, '') === '') continue;
        const before = seen.get(key);
        if (before === undefined) seen.set(key, rows.lines[at] ?? 0);
        else refuse(at, fields[0] ?? '', phrases.repeated(before));
      }
    }
    return undefined;
  });
