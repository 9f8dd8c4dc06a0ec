import { oncePer } from '../../core/once-per.ts';
import type { Model } from '../../model/types.ts';
import { describeTables } from './describe-tables.ts';
import { heldName } from './take-parts.ts';

export interface ConstraintFields {
  readonly kind: 'unique' | 'foreign' | 'check' | 'exclude' | 'not-null' | 'held';
  readonly entity: string;
  /** Names of fields, in the order of the constraint. */
  readonly fields: readonly string[];
}

/**
 * What the constraint that `DatabaseError.constraint` names is about; undefined for one that is not the engine's. A
 * missing value (23502) names no constraint before PostgreSQL 18: there, look at `table` and `column`. Any column may be
 * about to become required (`heldName`).
 */
export const constraintFields = (model: Model, constraint: string): ConstraintFields | undefined =>
  constraintsOf(model).get(constraint);

const listConstraints = (model: Model): [string, ConstraintFields][] =>
  describeTables(model).flatMap(({ entity, columns, constraints }) => [
    ...constraints.map(({ name, kind, fields }): [string, ConstraintFields] => [name, { kind, entity, fields }]),
    ...columns
      .filter((column) => column.field !== undefined && column.required)
      .map((column): [string, ConstraintFields] => [
        `${entity}_${column.name}_not_null`,
        { kind: 'not-null', entity, fields: [column.field ?? column.name] },
      ]),
    ...columns.flatMap(({ name, field }): [string, ConstraintFields][] =>
      field === undefined ? [] : [[heldName(entity, name), { kind: 'held', entity, fields: [field] }]],
    ),
  ]);

const constraintsOf = oncePer((model: Model): ReadonlyMap<string, ConstraintFields> => new Map(listConstraints(model)));
