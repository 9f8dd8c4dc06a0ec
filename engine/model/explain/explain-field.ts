/** The answers for a field, and for an array of owned rows: a property, its place in the files, its value, its rule. */
import { ruleWords } from '../../core/words.ts';
import { fieldIn } from '../../metadata/property.ts';
import { writeLabelParts } from '../passes/parse-label.ts';
import type { Child, Condition, Entity, Explanation, Field } from '../types.ts';
import type { Derivation, Row } from './answer.ts';
import { answerRows, derive } from './answer.ts';
import { fieldMoves } from './field-moves.ts';
import type { FieldSubject } from './field-rules.ts';
import { fieldRules } from './field-rules.ts';
import { propertyPointer, written, writtenMember } from './places.ts';
import type { Sources } from './sources.ts';

/** Of owned rows: within their record. */
const isUnique = ({ owner, indexes }: Entity, field: Field): boolean =>
  owner === undefined
    ? field.unique
    : indexes.some(({ unique, columns }) => unique && columns.length === 2 && columns[1] === field.column);

const sourceOf = ({ filledFrom }: Field): string | undefined =>
  filledFrom && `${filledFrom.relation}.${filledFrom.field}`;

export const explainField = (sources: Sources, entity: Entity, field: Field): readonly Explanation[] => {
  const declaration = sources.declarations.get(entity.name);
  const subject: FieldSubject = { sources, entity, field, declaration };
  const plain = (name: string, key: string, value: unknown, rule: keyof typeof fieldRules = 'absent'): Row => ({
    name,
    pointer: propertyPointer(field.name, key),
    value,
    rule: fieldRules[rule](subject),
  });
  const derived = (name: string, value: unknown, rule: keyof typeof fieldRules): Row => ({
    name,
    pointer: undefined,
    value,
    rule: fieldRules[rule](subject),
  });
  const inRelation = (name: string, key: string, value: unknown, rule: keyof typeof fieldRules): Row => ({
    name,
    pointer: propertyPointer(field.name, 'x-relation', key),
    value,
    rule: fieldRules[rule](subject),
  });
  const condition = (kind: Condition['kind']) =>
    entity.expressions?.conditions.find((one) => one.key === field.column && one.kind === kind)?.expression.source;
  const computed = entity.expressions?.computed.find(({ key }) => key === field.column)?.expression.source;
  const { relation } = field;
  const property = declaration && fieldIn(declaration.record.value, field.name);
  const { moves, inputs } = fieldMoves(declaration, field.name);
  const from = entity.view?.sources[field.name]?.map((source) => `${source.entity}.${source.part}`);
  return answerRows(`${entity.name}.${field.name}`, declaration?.record, [
    plain('label', 'title', field.title),
    plain('visible', 'x-visible', field.visible, 'language'),
    plain('readOnly', 'readOnly', field.readOnly, 'readOnly'),
    {
      name: 'required',
      pointer: '/required',
      member: field.name,
      value: field.required,
      rule: fieldRules.required(subject),
    },
    plain('visibleWhen', 'x-visible-when', condition('visible'), 'visibleWhen'),
    plain('requiredWhen', 'x-required-when', condition('required'), 'requiredWhen'),
    plain('readOnlyWhen', 'x-read-only-when', condition('readOnly'), 'readOnlyWhen'),
    plain('computed', 'x-computed', computed),
    plain('sequence', 'x-sequence', field.sequence),
    plain('begins', 'x-begins', field.begins, 'begins'),
    plain('filledFrom', 'x-filled-from', sourceOf(field), 'filledFrom'),
    plain('mask', 'x-mask', field.mask),
    plain('default', 'default', field.default, 'default'),
    plain('help', 'x-help', field.help),
    plain('examples', 'examples', field.examples),
    plain('codes', 'x-codes', field.codes, 'codes'),
    derived('type', field.type, 'type'),
    derived('column', field.column, 'column'),
    plain('description', 'description', field.description),
    plain('format', 'format', field.format),
    plain('unique', 'x-unique', isUnique(entity, field), 'language'),
    plain('writeOnly', 'writeOnly', field.writeOnly, 'language'),
    plain('minLength', 'minLength', field.minLength),
    plain('maxLength', 'maxLength', field.maxLength),
    plain('pattern', 'pattern', field.pattern),
    plain('minimum', 'minimum', field.minimum),
    plain('maximum', 'maximum', field.maximum),
    plain('multipleOf', 'multipleOf', field.multipleOf),
    plain('scale', 'x-scale', field.scale),
    plain('seconds', 'x-seconds', field.seconds),
    plain('beginsNow', 'x-begins-now', field.beginsNow),
    plain('attachment', 'x-attachment', field.attachment),
    plain('clientDefault', 'x-client-default', property?.['x-client-default']),
    plain('codeList', 'x-code-list', field.codeList),
    plain('personalData', 'x-personal-data', field.personalData, 'personalData'),
    {
      name: 'transitions',
      pointer: undefined,
      value: moves.length === 0 ? undefined : moves,
      rule: derive(moves.length === 0 ? ruleWords.absent : ruleWords.transitions, inputs),
    },
    ...(from === undefined ? [] : [derived('sources', from, 'sources')]),
    ...(relation === undefined
      ? []
      : [
          inRelation('entity', 'entity', relation.entity, 'absent'),
          inRelation('relationLabel', 'label', writeLabelParts(relation.label), 'relationLabel'),
          inRelation('onDelete', 'onDelete', relation.onDelete, 'language'),
          inRelation('minimum', 'minimum', relation.minimum, 'absent'),
          inRelation('single', 'single', relation.single, 'absent'),
          inRelation('date', 'date', relation.date, 'absent'),
          inRelation('where', 'where', relation.where, 'absent'),
          inRelation('known', 'known', relation.known, 'absent'),
        ]),
  ]);
};

/** An array of owned rows, as a property of its owner. */
export const explainChild = (sources: Sources, entity: Entity, child: Child): readonly Explanation[] => {
  const declaration = sources.declarations.get(entity.name);
  const record = declaration?.record;
  const row = (name: string, key: string, value: unknown, rule: Derivation = derive(ruleWords.absent)): Row => ({
    name,
    pointer: propertyPointer(child.name, key),
    value,
    rule,
  });
  const language = derive(ruleWords.language);
  const condition = (kind: Condition['kind']) =>
    entity.expressions?.conditions.find((one) => one.key === child.name && one.kind === kind)?.expression.source;
  const moot = (...keys: readonly string[]): Derivation =>
    derive(ruleWords.moot, written(record, ...keys.map((key) => propertyPointer(child.name, key))));
  return answerRows(`${entity.name}.${child.name}`, record, [
    row('label', 'title', child.title),
    row('visible', 'x-visible', child.visible, language),
    row('readOnly', 'readOnly', child.readOnly, language),
    {
      name: 'required',
      pointer: '/required',
      member: child.name,
      value: child.minItems > 0,
      rule: derive(ruleWords.notRequired),
    },
    row('visibleWhen', 'x-visible-when', condition('visible'), moot('x-visible')),
    row('readOnlyWhen', 'x-read-only-when', condition('readOnly'), moot('x-visible', 'readOnly')),
    row('help', 'x-help', child.help),
    row('description', 'description', child.description),
    row(
      'minItems',
      'minItems',
      child.minItems,
      derive(ruleWords.minItems, writtenMember(record, '/required', child.name)),
    ),
    row('maxItems', 'maxItems', child.maxItems, language),
    {
      name: 'type',
      pointer: undefined,
      value: 'array',
      rule: derive(ruleWords.type, written(record, propertyPointer(child.name, 'type'))),
    },
    {
      name: 'entity',
      pointer: undefined,
      value: child.entity.name,
      rule: derive(
        ruleWords.ownedEntity,
        written(declaration?.registry, '/entity'),
        written(record, propertyPointer(child.name)),
      ),
    },
  ]);
};
