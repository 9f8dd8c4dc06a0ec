/** The fields of a form and the rows that a record owns, as one user reads and writes them. */

import type { Access } from '../access/access.ts';
import { asRead } from '../access/visible-entity.ts';
import { takesCapitalsOnly } from '../core/capitals.ts';
import { fieldTypes } from '../fields/index.ts';
import { closedProperties, computedProperties, recordSchema, writableFields } from '../fields/record-schema.ts';
import type { FieldPath } from '../model/screen-types.ts';
import type { Child, Entity, Field, Model } from '../model/types.ts';
import { columnName, listPaths } from './build-columns.ts';
import { formFills } from './build-fills.ts';
import { relationTarget } from './build-relation.ts';
import { cutNoOverlap } from './cut-no-overlap.ts';
import { withOwnDefault } from './own-default.ts';
import type { FormFill, RelationTarget, ScreenModel } from './screen-model.ts';
import { cutField, cutLabel, optionsOf, Sight } from './sight.ts';
import { writeSelect } from './write-select.ts';

/** Those of the fields that the files leave open to writing and the rights do not, or that are worked out and read covered. */
const closedFields = (sight: Sight, fields: readonly Field[]): readonly Field[] =>
  fields.flatMap((own) => {
    const field = asRead(sight.access, sight.entity, own);
    const computed = sight.entity.expressions?.computed.some(({ key }) => key === own.column) === true;
    return field.readOnly && (!own.readOnly || (computed && field.covered === true)) ? [field] : [];
  });

/** `rows` is the key of the related rows that come with the record: `banco_id`, `contas.banco_id`. */
export const uiField = (sight: Sight, field: Field, targets: readonly RelationTarget[], rows: string) => {
  const type = fieldTypes[field.type];
  const options = optionsOf(sight, field);
  const target = targets.find((one) => one.column === field.column);
  return {
    // A list of files is an array to RJSF, which widgets are not for.
    [field.attachment === undefined ? 'ui:widget' : 'ui:field']: type.widget(field),
    ...(field.readOnly ? { 'ui:readonly': true } : {}),
    'ui:options': {
      span: type.span(field, options),
      ...(field.mask === undefined ? {} : { mask: field.mask }),
      ...(field.format === undefined ? {} : { format: field.format }),
      ...(field.pattern !== undefined && takesCapitalsOnly(field.pattern) && { capitals: true }),
      ...(field.help === undefined ? {} : { help: field.help }),
      ...(field.scale === undefined ? {} : { scale: field.scale }),
      ...(field.seconds === true ? { seconds: true } : {}),
      ...(options ? { options } : {}),
      ...(target ? { target, rows } : {}),
    },
  };
};

/** One user's sight of the rows that a record owns. */
export interface ChildSight {
  /** Cut down to what the user may read or write. */
  readonly shown: Child;
  readonly relations: readonly RelationTarget[];
  /** Empty where the rows are not readable. */
  readonly select: readonly string[];
  readonly computed: ScreenModel['form']['computed'];
  readonly uiSchema: Readonly<Record<string, unknown>>;
  /** What the relations of a row fill in of it. */
  readonly fills: readonly FormFill[];
}

/** `write`: the rows as the user may write them; undefined where that is not for the user. */
export const childSight = (
  model: Model,
  access: Access,
  child: Child,
  read: boolean,
  write: Child | undefined,
): ChildSight => {
  const sight = new Sight(model, access, child.entity);
  const readable = read ? sight.fields : [];
  const writing = write === undefined ? [] : writableFields(write.entity);
  const closed = write === undefined ? [] : closedFields(sight, readable);
  const computed = write === undefined ? {} : { ...computedProperties(write.entity), ...closedProperties(closed) };
  const fields = child.entity.fields.filter(
    (field) => readable.includes(field) || writing.some((one) => one.name === field.name),
  );
  const relations = fields
    .filter((field) => !sight.covers({ entity: child.entity, field }))
    .flatMap((field) => relationTarget(sight, field));
  const paths: FieldPath[] = readable.map((field) => [field.name]);
  const open = new Set(fields.map((field) => field.name));
  const { noOverlap: _noOverlap, ...rest } = child.entity;
  return {
    shown: {
      ...child,
      entity: {
        ...rest,
        ...cutNoOverlap(child.entity, new Set(fields.map((field) => field.column))),
        fields: fields.map((field) => cutField(sight, child.entity, field)),
        label: cutLabel(child.entity.label, open),
        indexes: [],
      },
    },
    relations,
    select: read
      ? [`${child.name}(${writeSelect([['id'], ...paths, ...listPaths(sight, paths)], columnName(sight))})`]
      : [],
    computed,
    uiSchema: {
      'ui:options': {
        span: 12,
        child: child.name,
        ...(child.help === undefined ? {} : { help: child.help }),
      },
      items: Object.fromEntries(
        fields
          .filter((field) => writing.includes(field) || Object.hasOwn(computed, field.column))
          .map((field) => [
            field.column,
            uiField(
              sight,
              closed.find(({ name }) => name === field.name) ?? field,
              relations,
              `${child.name}.${field.column}`,
            ),
          ]),
      ),
    },
    fills: write === undefined ? [] : formFills(sight, write.entity),
  };
};

interface FormParts {
  /** Whether the user writes records at all; else the form is one of what can be read. */
  readonly writes: boolean;
  readonly relations: readonly RelationTarget[];
  readonly children: readonly ChildSight[];
}

/** `writable`: the record as the user may write it. */
export const buildForm = (
  sight: Sight,
  writable: Entity,
  { writes, relations, children }: FormParts,
  validator: (entity: Entity) => string,
): ScreenModel['form'] => {
  const writing = writableFields(writable);
  const closed = writes ? closedFields(sight, sight.fields) : [];
  const computed = { ...computedProperties(writable), ...closedProperties(closed) };
  return {
    schema: recordSchema(withOwnDefault(sight.access, writable)),
    computed,
    computedRows: Object.fromEntries(
      children.flatMap((child) => (Object.keys(child.computed).length > 0 ? [[child.shown.name, child.computed]] : [])),
    ),
    uiSchema: Object.fromEntries([
      ...writable.fields
        .filter((field) => writing.includes(field) || Object.hasOwn(computed, field.column))
        .map((field) => [
          field.column,
          uiField(sight, closed.find(({ name }) => name === field.name) ?? field, relations, field.column),
        ]),
      ...children.map((child) => [child.shown.name, child.uiSchema]),
    ]),
    validator: validator(writable),
  };
};
