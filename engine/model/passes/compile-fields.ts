import { nearest } from '../../core/nearest.ts';
import { positionField } from '../../metadata/owned-rows.ts';
import type { Property } from '../../metadata/property.ts';
import { fieldsIn } from '../../metadata/property.ts';
import type { Registry } from '../../metadata/registry.ts';
import type { Declaration } from '../../overlay/base-index.ts';
import { codeListNamed } from '../code-list-named.ts';
import type { Catalogues } from '../contracts.ts';
import type { DraftEntity } from '../draft.ts';
import type { Passed } from '../report.ts';
import { collect } from '../report.ts';
import type { Field, FieldTypeName, Model } from '../types.ts';
import { checkField } from './check-fields.ts';
import { compileChildren } from './compile-children.ts';
import { writtenWhere } from './compile-where.ts';
import { isSparing, keepFields, parseRecordLabel } from './parse-label.ts';
import { soundProperty } from './sound-property.ts';

/** What a client hides, closes or gives a default begins with nothing else. */
const isBegun = (property: Property): property is Property & { readonly 'x-begins': string } =>
  property['x-begins'] !== undefined &&
  property['x-visible'] !== false &&
  property.readOnly !== true &&
  property.default === undefined;

const compileField = (
  name: string,
  written: Property,
  type: FieldTypeName | undefined,
  required: boolean,
  codeLists: Model['codeLists'],
): Field => {
  const property = soundProperty(written);
  const relation = property['x-relation'];
  const codeList = property['x-code-list'];
  // Nobody gives it a value, so nobody can be asked for one; that is said where its expression is checked.
  const computed = property['x-computed'] !== undefined;
  const sequence = property['x-sequence'];
  const codes = codeListNamed(codeLists, codeList)?.options.map((option) => option.value);
  return {
    name,
    column: relation === undefined ? name : `${name}_id`,
    // A type that is unknown has been reported; text, or the relation, keeps the other checks going.
    type: relation === undefined ? (type ?? 'text') : 'relation',
    title: property.title,
    description: property.description,
    help: property['x-help'],
    examples: property.examples,
    required: (required && !computed) || sequence !== undefined,
    readOnly: (property.readOnly ?? false) || computed || sequence !== undefined,
    visible: property['x-visible'] ?? true,
    writeOnly: property.writeOnly ?? false,
    unique: property['x-unique'] ?? false,
    format: property.format,
    mask: property['x-mask'],
    pattern: property.pattern,
    minLength: property.minLength,
    maxLength: property.maxLength,
    minimum: property.minimum,
    maximum: property.maximum,
    multipleOf: property.multipleOf,
    scale: property['x-scale'],
    sequence,
    seconds: property['x-seconds'],
    beginsNow: property['x-begins-now'],
    ...(isBegun(property) && { begins: property['x-begins'] }),
    attachment: property['x-attachment'],
    default: computed ? undefined : property.default,
    personalData: property['x-personal-data'] ?? 'public',
    codeList,
    codes: codeList === undefined ? undefined : (property['x-codes'] ?? codes),
    relation:
      relation === undefined
        ? undefined
        : {
            entity: relation.entity,
            label: relation.label === undefined ? [] : parseRecordLabel(relation.label),
            onDelete: relation.onDelete ?? 'refuse',
            ...(relation.minimum === undefined ? {} : { minimum: relation.minimum }),
            ...(relation.single === true ? { single: true } : {}),
            ...(relation.date === undefined ? {} : { date: relation.date }),
            ...(relation.where === undefined ? {} : { where: writtenWhere(relation.where) }),
            ...(relation.known === undefined ? {} : { known: relation.known === true ? [] : relation.known }),
          },
  };
};

/** The field of the states: nobody leaves it empty, and only transitions write it. */
const withState = (field: Field, states: Registry['states']): Field =>
  field.name === states?.field && field.codeList !== undefined
    ? { ...field, required: true, readOnly: true, default: states.initial }
    : field;

/** Of owned rows: whose they are and in which order, both the engine's own. What the rows do not share is a matter of both. */
const ownedFields = (fields: readonly Field[], { owner }: Declaration): readonly Field[] => {
  if (owner === undefined) return fields;
  const hidden = (name: string, property: Property, type: FieldTypeName): Field => ({
    ...compileField(name, property, type, true, {}),
    visible: false,
  });
  const relation = hidden(owner.entity, { title: owner.entity, 'x-relation': { entity: owner.entity } }, 'relation');
  return [
    { ...relation, relation: { entity: owner.entity, label: [], onDelete: 'cascade' } },
    hidden(positionField, { title: positionField, type: 'integer', minimum: 0, default: 0 }, 'integer'),
    ...fields.map((field) => ({ ...field, unique: false })),
  ];
};

/** Whether a field may be part of a label: one value, not a secret, not hidden. */
export const isLabelField = (field: Field | undefined): field is Field =>
  field?.visible === true && !field.writeOnly && field.relation === undefined;

/** Rule `label`: the first two text fields; else the first field of any kind that can be written. */
const defaultLabel = (fields: readonly Field[], catalogues: Catalogues): DraftEntity['label'] => {
  const usable = fields.filter(isLabelField);
  // Texts that may be picked by their value: not those of several lines.
  const texts = usable.filter((field) =>
    ['has', 'in'].every((operator) => catalogues.fieldTypes[field.type].operators.includes(operator)),
  );
  const [first, second] = texts.length > 0 ? texts : usable.slice(0, 1);
  if (first === undefined) return [];
  return second === undefined
    ? [{ field: first.name }]
    : [{ field: first.name }, { text: ' - ' }, { field: second.name }];
};

/** The fields of one entity, from its own two files alone, and how its records are written. */
export const compileFields = (
  screen: Declaration,
  codeLists: Model['codeLists'],
  catalogues: Catalogues,
): Passed<DraftEntity> =>
  collect((report) => {
    const { record, registry } = screen;
    const name = registry.value.entity;
    const required = new Set(record.value.required);
    for (const [index, field] of (record.value.required ?? []).entries())
      if (!Object.hasOwn(record.value.properties, field))
        report(
          'MODEL_FIELD_MISSING',
          record.origin(`/required/${index}`),
          { entity: name, field },
          nearest(field, Object.keys(record.value.properties)),
        );

    const own: Field[] = [];
    for (const [field, property] of fieldsIn(record.value)) {
      const compiled = compileField(field, property, catalogues.typeOf(property), required.has(field), codeLists);
      checkField({ screen, property, field: compiled, codeLists, before: own, catalogues, report });
      own.push(withState(compiled, registry.value.states));
    }
    const fields = ownedFields(own, screen);
    const byName = new Map(fields.map((field) => [field.name, field]));

    const written = registry.value.label === undefined ? undefined : parseRecordLabel(registry.value.label);
    if (written?.some((part) => 'field' in part) && !isSparing(written))
      report('MODEL_LABEL_SPARE', registry.origin('/label'), { label: registry.value.label ?? '' });
    for (const part of written ?? []) {
      if (!('field' in part)) continue;
      const field = byName.get(part.field);
      // A client that hides a field takes it out of the label; the base that does so contradicts itself.
      if (field !== undefined && isLabelField({ ...field, visible: true })) continue;
      const suggestion = nearest(
        part.field,
        fields.filter(isLabelField).map((other) => other.name),
      );
      const origin = registry.origin('/label');
      if (field === undefined) report('MODEL_FIELD_MISSING', origin, { entity: name, field: part.field }, suggestion);
      else
        report(
          'MODEL_LABEL_FIELD',
          origin,
          { label: registry.value.label ?? '', field: part.field, entity: name },
          suggestion,
        );
    }
    const kept = keepFields(written ?? [], (field) => isLabelField(byName.get(field)));
    return {
      name,
      screen,
      fields,
      byName,
      children: compileChildren(screen, fields, report),
      label: kept.some((part) => 'field' in part) ? kept : defaultLabel(fields, catalogues),
    };
  });
