/**
 * What a record is made from: of each value its JSON Schema, and what it may point at. Out of a model, or out of whatever
 * else tells as much of a record.
 */
import { fieldTypes } from '../../../engine/fields/index.ts';
import { writableChildren, writableFields } from '../../../engine/fields/record-schema.ts';
import type { Entity, Field, Model } from '../../../engine/model/types.ts';
import { ownerPrefix } from '../../../engine/model/types.ts';

export type Row = Readonly<Record<string, unknown>>;

/**
 * What a record must have that is pointed at, by its own key: a value, or what stands under a key of the record that
 * points, or of the record that owns this one.
 */
export type TargetTerm = { readonly key: string } & (
  | { readonly value: unknown }
  | { readonly from: string }
  | { readonly fromOwner: string }
);

export interface TargetShape {
  readonly name: string;
  readonly terms: readonly TargetTerm[];
}

export interface FieldShape {
  /** On the wire. */
  readonly key: string;
  readonly schema: Row;
  readonly required: boolean;
  readonly preset: unknown;
  readonly target: TargetShape | undefined;
  readonly isFile: boolean;
  /** What stands beside it may hide or close it. */
  readonly conditioned: boolean;
}

export interface ArrayShape {
  readonly key: string;
  readonly least: number;
  readonly most: number;
  readonly row: RecordShape;
}

export interface RecordShape {
  readonly name: string;
  readonly fields: readonly FieldShape[];
  readonly arrays: readonly ArrayShape[];
  /** Keys that tell apart the records of one period. */
  readonly apart: readonly string[];
  /** Keys of the last days of these periods. */
  readonly ends: ReadonlySet<string>;
  /** Values of a record that may be pointed at on any day, where somebody points at it on one. */
  readonly always: Row;
}

/** What makes a record valid on any day, by the keys of its first and last one. */
export const alwaysValid = (from: string, until: string): Row => ({ [from]: '1900-01-01', [until]: '2999-12-31' });

type Entities = Pick<Model, 'entities'>;

const targetOf = (
  { entities }: Entities,
  entity: Entity,
  { relation }: Field,
  owner: Entity | undefined,
): TargetShape | undefined => {
  if (relation === undefined) return undefined;
  const { where = [] } = relation;
  const columnIn = (place: Entity | undefined, name: string): string =>
    place?.fields.find((field) => field.name === name)?.column ?? name;
  const terms = where.map((term): TargetTerm => {
    const key = columnIn(entities[relation.entity], term.field);
    if ('values' in term) return { key, value: term.values[0] };
    return term.from.startsWith(ownerPrefix)
      ? { key, fromOwner: columnIn(owner, term.from.slice(ownerPrefix.length)) }
      : { key, from: columnIn(entity, term.from) };
  });
  return { name: relation.entity, terms };
};

const validities = new WeakMap<object, ReadonlyMap<string, Row>>();

/** By entity. */
const validitiesIn = ({ entities }: Entities): ReadonlyMap<string, Row> => {
  const known = validities.get(entities);
  if (known) return known;
  const found = new Map(
    Object.values(entities)
      .flatMap((entity) => [entity, ...entity.children.map((child) => child.entity)])
      .flatMap(({ fields }) =>
        fields.flatMap(({ relation }): [string, Row][] =>
          relation?.valid ? [[relation.entity, alwaysValid(relation.valid.from, relation.valid.until)]] : [],
        ),
      ),
  );
  validities.set(entities, found);
  return found;
};

/** Of what a caller may write; `owner` is that of owned rows. */
export const shapeOf = (model: Entities, entity: Entity, owner?: Entity): RecordShape => {
  const { expressions, noOverlap = [] } = entity;
  const conditioned = new Set(expressions?.conditions.flatMap(({ key, kind }) => (kind === 'required' ? [] : [key])));
  return {
    name: entity.name,
    fields: writableFields(entity).map((field) => ({
      key: field.column,
      schema: fieldTypes[field.type].valueSchema(field),
      required: field.required,
      preset: field.default,
      target: targetOf(model, entity, field, owner),
      isFile: field.type === 'attachment',
      conditioned: conditioned.has(field.column),
    })),
    arrays: writableChildren(entity).map((child) => ({
      key: child.name,
      least: child.minItems,
      most: child.maxItems,
      row: shapeOf(model, child.entity, entity),
    })),
    apart: noOverlap.flatMap(({ key }) => key),
    ends: new Set(noOverlap.flatMap(({ ranges }) => ranges.map(({ last }) => last))),
    always: validitiesIn(model).get(entity.name) ?? {},
  };
};
