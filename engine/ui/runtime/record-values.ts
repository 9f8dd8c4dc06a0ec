/** A record as the form edits it, and what became of it. Empty is absent, never null, until it is sent. */
import type { ScreenModel } from '../../contract/screen-model.ts';
import type { Row } from '../store/api.ts';

export type RecordValues = Readonly<Record<string, unknown>>;

const wireNames = (model: ScreenModel): readonly string[] =>
  Object.keys((model.form.schema['properties'] ?? {}) as Record<string, unknown>);

/** The embedded row of a relation, by its wire column. */
export const relationRows = (model: ScreenModel, row: Row): Readonly<Record<string, Row | undefined>> =>
  Object.fromEntries(
    model.relations.map(({ field, column }) => {
      const embedded = row[field];
      return [column, typeof embedded === 'object' && embedded !== null ? (embedded as Row) : undefined];
    }),
  );

/** What of a stored row the form edits. */
export const recordValues = (model: ScreenModel, row: Row): RecordValues => {
  const embedded = relationRows(model, row);
  return Object.fromEntries(
    wireNames(model)
      .map((name) => [name, row[name] ?? embedded[name]?.id])
      .filter(([, value]) => value !== null && value !== undefined),
  );
};

interface Property {
  readonly type?: string | readonly string[];
  readonly default?: unknown;
}

/** What a new record begins with: the defaults, and false where a check must be one or the other. */
export const defaultValues = (model: ScreenModel): RecordValues => {
  const properties = (model.form.schema['properties'] ?? {}) as Readonly<Record<string, Property>>;
  const required = new Set(model.form.schema['required'] as readonly string[] | undefined);
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, property]) => {
      if (property.default !== undefined) return [[name, property.default]];
      return property.type === 'boolean' && required.has(name) ? [[name, false]] : [];
    }),
  );
};

const present = (value: unknown): unknown => (value === null || value === '' ? undefined : value);

/** The fields that differ, with their new value; null empties a field. */
export const changedValues = (model: ScreenModel, before: RecordValues, after: RecordValues): RecordValues =>
  Object.fromEntries(
    wireNames(model)
      .filter((name) => !Object.is(present(before[name]), present(after[name])))
      .map((name) => [name, present(after[name]) ?? null]),
  );

/** A new record as it is sent: what is empty is left out. */
export const newValues = (model: ScreenModel, values: RecordValues): RecordValues =>
  Object.fromEntries(
    wireNames(model)
      .map((name) => [name, present(values[name])])
      .filter(([, value]) => value !== undefined),
  );

export interface MergeResult {
  /** Mine, with their changes to fields that I left alone. */
  readonly values: RecordValues;
  /** Fields that both changed, to different values. */
  readonly conflicts: readonly string[];
}

/** Three versions into one: what both read, what I made of it, what is stored now. */
export const mergeValues = (
  model: ScreenModel,
  base: RecordValues,
  mine: RecordValues,
  theirs: RecordValues,
): MergeResult => {
  const mineChanged = changedValues(model, base, mine);
  const theirsChanged = changedValues(model, base, theirs);
  const conflicts = Object.keys(theirsChanged).filter(
    (name) => Object.hasOwn(mineChanged, name) && !Object.is(mineChanged[name], theirsChanged[name]),
  );
  const values: Record<string, unknown> = { ...mine };
  for (const [name, value] of Object.entries(theirsChanged)) {
    if (Object.hasOwn(mineChanged, name)) continue;
    if (value === null) delete values[name];
    else values[name] = value;
  }
  return { values, conflicts };
};
