/** Validation of rows before they are written: the compiled schema, and what a schema does not say. */
import type { ErrorCode, FieldFailure } from '../core/errors.ts';
import { Refusal } from '../core/errors.ts';
import { describeFailures, rowSuffix } from '../fields/describe-failure.ts';
import { besideSchema } from '../fields/record-expressions.ts';
import type { Child, Entity } from '../model/types.ts';
import type { Row } from './given-rows.ts';
import { hasId, isRow } from './given-rows.ts';
import type { Validators } from './validators.ts';

/** Failures that one refusal tells of. */
const maximumFailures = 100;

const readOnlyNames = (entity: Entity): ReadonlySet<string> =>
  new Set([
    ...entity.fields.filter((field) => field.visible && field.readOnly).map((field) => field.column),
    ...entity.children.filter((child) => child.visible && child.readOnly).map((child) => child.name),
  ]);

const itemsOf = (row: Row, child: Child): readonly unknown[] => {
  const items = row[child.name];
  return Array.isArray(items) ? items : [];
};

type Found = readonly [path: string, code: ErrorCode, params: FieldFailure['params']];

const isUnstorable = (value: unknown): boolean =>
  typeof value === 'string' && (value.includes('\u0000') || !value.isWellFormed());

const nothing: readonly Found[] = [];

const hasLists = ({ children }: Entity, row: Row): boolean => children.some(({ name }) => Array.isArray(row[name]));

/** Texts that JSON can carry and PostgreSQL cannot hold: with U+0000, or with half of a surrogate pair. */
const unstorableTexts = (entity: Entity, row: Row, path = '', suffix = ''): Found[] => [
  // A registry may have a hundred fields, and a row a few of them.
  ...(Object.values(row).some(isUnstorable) ? entity.fields : []).flatMap((field): Found[] => {
    if (!isUnstorable(row[field.column])) return [];
    const expected = 'um texto sem caracteres inválidos';
    return [[`${path}${field.column}`, 'VALIDATION_TYPE', { field: `${field.title}${suffix}`, expected }]];
  }),
  ...entity.children.flatMap((child) =>
    itemsOf(row, child).flatMap((item, index) =>
      isRow(item) ? unstorableTexts(child.entity, item, `${child.name}.${index}.`, rowSuffix(child, index)) : [],
    ),
  ),
];

/** Ids in arrays that cannot be meant: one said twice or larger than any, and in a new record all. */
const oddIds = (entity: Entity, row: Row, fresh: boolean): Found[] =>
  entity.children.flatMap((child) => {
    const seen = new Set<unknown>();
    return itemsOf(row, child).flatMap((item, index): Found[] => {
      if (!isRow(item) || !hasId(item)) return [];
      const { id } = item;
      const code =
        fresh || !Number.isSafeInteger(id)
          ? 'VALIDATION_ROW_UNKNOWN'
          : seen.has(id)
            ? 'VALIDATION_ROW_REPEATED'
            : undefined;
      seen.add(id);
      return code ? [[`${child.name}.${index}.id`, code, { field: child.title, row: index + 1 }]] : [];
    });
  });

/** What a schema does not say. Most rows of a large file are asked these two questions and nothing else. */
const unsaid = (entity: Entity, row: Row, partial: boolean): readonly Found[] =>
  hasLists(entity, row) || Object.values(row).some(isUnstorable)
    ? [...unstorableTexts(entity, row), ...oddIds(entity, row, !partial)]
    : nothing;

/**
 * What is so far beyond the schema that it is told without it: arrays with too many rows, hundreds of unknown keys. The
 * validator would make a failure of each.
 */
const excesses = (entity: Entity, row: Row, path = ''): readonly Found[] => {
  const names = tooManyNames(entity, row);
  if (names.length === 0 && !hasLists(entity, row)) return nothing;
  return [
    ...entity.children.flatMap((child): readonly Found[] => {
      const items = itemsOf(row, child);
      if (items.length > child.maxItems)
        return [[`${path}${child.name}`, 'VALIDATION_MAX_ITEMS', { field: child.title, limit: child.maxItems }]];
      return items.flatMap((item, index) =>
        isRow(item) ? excesses(child.entity, item, `${child.name}.${index}.`) : [],
      );
    }),
    ...names.map((name): Found => [`${path}${name}`, 'VALIDATION_UNKNOWN', { field: `${path}${name}` }]),
  ];
};

/** The first of the names that are none, where there are hundreds. */
const tooManyNames = (entity: Entity, row: Row): readonly string[] => {
  const names = Object.keys(row);
  if (names.length <= entity.fields.length + entity.children.length + maximumFailures) return [];
  const known = new Set([
    'id',
    ...entity.fields.map((field) => field.column),
    ...entity.children.map((child) => child.name),
  ]);
  return names.filter((name) => !known.has(name)).slice(0, maximumFailures);
};

const nothingComes: ReadonlySet<string> = new Set();
const noFailures: readonly FieldFailure[] = [];

const withoutComing = (failures: readonly FieldFailure[], coming: ReadonlySet<string>): readonly FieldFailure[] =>
  failures.filter(({ code, at }) => code !== 'VALIDATION_REQUIRED' || !coming.has(at?.field ?? ''));

/** The refusal of rows with the first hundred of the failures. */
export const invalidRows = (entity: Entity, failures: readonly FieldFailure[]): Refusal => {
  const told = failures.slice(0, maximumFailures);
  return new Refusal('RECORD_INVALID', { title: entity.title, count: told.length }, { failures: told });
};

/**
 * Refuses rows that break the schema of what the caller may write: RECORD_INVALID with every failure, up to a hundred;
 * RECORD_FIELD_READ_ONLY. `partial`: changes of rows that are there. `more`: what a row breaks besides its schema. `coming`:
 * paths in a row that are not asked for yet, for they may still be filled.
 */
export const checkRows = (
  validators: Validators,
  entity: Entity,
  partial: boolean,
  rows: readonly Row[],
  more: (row: Row, place: number | undefined) => readonly FieldFailure[] = () => [],
  coming: (row: Row) => ReadonlySet<string> = () => nothingComes,
): void => {
  const check = validators.of(entity, partial);
  const readOnly = readOnlyNames(entity);
  const failures: FieldFailure[] = [];
  const failureAt =
    (place: number | undefined) =>
    ([field, code, params]: Found): FieldFailure => ({
      code,
      params,
      at: { entity: entity.name, field, ...(place === undefined ? {} : { row: place }) },
    });
  for (const [index, row] of rows.entries()) {
    const blocked = Object.keys(row).find((name) => readOnly.has(name));
    if (blocked !== undefined)
      throw new Refusal('RECORD_FIELD_READ_ONLY', { field: blocked }, { at: { field: blocked } });
    const place = rows.length > 1 ? index : undefined;
    const beyond = excesses(entity, row);
    if (beyond.length > 0) failures.push(...beyond.map(failureAt(place)));
    else {
      const found = check(row);
      const told =
        found.length > 0 ? withoutComing(describeFailures(found, entity, row, place), coming(row)) : noFailures;
      const own = told.length > 0 ? told : unsaid(entity, row, partial).map(failureAt(place));
      failures.push(...own, ...besideSchema(own, more(row, place)));
    }
    if (failures.length >= maximumFailures) break;
  }
  if (failures.length > 0) throw invalidRows(entity, failures);
};
