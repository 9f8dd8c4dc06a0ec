import { canonicalValue } from '../../core/canonical-value.ts';
import type { Reading, Values } from '../../expressions/evaluate.ts';
import { evaluate } from '../../expressions/evaluate.ts';
import type { Moment } from '../../expressions/functions.ts';
import type { Catalogues } from '../contracts.ts';
import type { Entity, Field } from '../types.ts';

/** A day and a zone that no rule of initial rows may depend on: what is true of a file is true on any day, anywhere. */
const anyMoment: Moment = { today: '2000-01-01', timeZone: 'UTC' };

/** The value of a cell as the wire has it; a relation is any record, for its id is known only to the database. */
const valueOfCell = (text: string, field: Field, catalogues: Catalogues): unknown => {
  if (text === '') return field.default ?? null;
  if (field.relation !== undefined) return 1;
  const type = catalogues.fieldTypes[field.type];
  const canonical = type.parse(text, field);
  return canonical === undefined ? null : canonicalValue(canonical, type.valueSchema(field)['type']);
};

interface BrokenExpression {
  /** Wire name of the field to blame. */
  readonly key: string;
  /** What a rule says; undefined where a condition asks for a value. */
  readonly message: string | undefined;
}

/** The record that the cells of a row come to, by wire names, and what is computed of it. */
export const createRowReader =
  ({ fields, expressions }: Pick<Entity, 'fields' | 'expressions'>, catalogues: Catalogues) =>
  (cells: ReadonlyMap<string, string>): Reading => {
    const record: Record<string, unknown> = {};
    for (const field of fields) record[field.column] = valueOfCell(cells.get(field.name) ?? '', field, catalogues);
    const reading = { record: record as Values, ...anyMoment };
    for (const { key, expression } of expressions?.computed ?? []) record[key] = evaluate(expression.tree, reading);
    return reading;
  };

/** What an initial row breaks of the conditions and rules of its entity; undefined where it breaks nothing. */
export const createRowExpressionCheck = (
  entity: Pick<Entity, 'fields' | 'expressions'>,
  catalogues: Catalogues,
): ((cellsOf: () => ReadonlyMap<string, string>) => BrokenExpression | undefined) => {
  const { expressions } = entity;
  if (expressions === undefined) return () => undefined;
  const read = createRowReader(entity, catalogues);
  return (cellsOf) => {
    const reading = read(cellsOf());
    const { record } = reading;
    const hidden = new Set(
      expressions.conditions
        .filter(({ kind, expression }) => kind === 'visible' && evaluate(expression.tree, reading) !== true)
        .map(({ key }) => key),
    );
    const missing = expressions.conditions.find(
      ({ key, kind, expression }) =>
        kind === 'required' && !hidden.has(key) && record[key] === null && evaluate(expression.tree, reading) === true,
    );
    if (missing !== undefined) return { key: missing.key, message: undefined };
    const broken = expressions.rules.find(({ must }) => evaluate(must.tree, reading) === false);
    return broken && { key: broken.keys[0] ?? '', message: broken.message };
  };
};
