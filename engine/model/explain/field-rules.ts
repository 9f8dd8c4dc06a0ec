/** The rules that give what the file of a field leaves open, or overrule it: each in words, with the places it reads. */
import { toPointer } from '../../core/json.ts';
import type { Origin } from '../../core/origin.ts';
import { ruleWords } from '../../core/words.ts';
import { fieldIn } from '../../metadata/property.ts';
import type { Declaration } from '../../overlay/base-index.ts';
import type { Condition, Entity, Field, ViewSource } from '../types.ts';
import type { Derivation } from './answer.ts';
import { derive } from './answer.ts';
import { arrayPlace, fieldInputs, labelInputs, labelVisibility, namesIn } from './entity-rules.ts';
import { propertyPointer, whole, written, writtenMember } from './places.ts';
import type { Sources } from './sources.ts';

/** A field, with the file that declares it. */
export interface FieldSubject {
  readonly sources: Sources;
  readonly entity: Entity;
  readonly field: Field;
  readonly declaration: Declaration | undefined;
}

/** Keywords that the type of a field is told by. */
export const typing: readonly string[] = ['type', 'format', 'x-relation', 'x-code-list', 'x-attachment'];

type FieldRule = (subject: FieldSubject) => Derivation;

const own = ({ declaration, field }: FieldSubject, ...keys: readonly string[]): readonly Origin[] =>
  written(declaration?.record, ...keys.map((key) => propertyPointer(field.name, key)));

const inRequired = ({ declaration, field }: FieldSubject): readonly Origin[] =>
  writtenMember(declaration?.record, '/required', field.name);

/** Of a field that no file declares, the relation of a row to its record or its position there: the array of the rows. */
const engineFieldInputs = ({ sources, entity, field }: FieldSubject): readonly Origin[] =>
  field.name === entity.owner?.relation || field.name === entity.owner?.position ? arrayPlace(sources, entity) : [];

const queryPlace = ({ declaration }: FieldSubject): readonly Origin[] =>
  declaration?.query === undefined ? [] : [declaration.query.origin(0)];

/** What no file says: nobody need say it, or the engine does. */
const plain =
  (words: string): FieldRule =>
  (subject) => {
    const engine = engineFieldInputs(subject);
    return derive(engine.length > 0 ? ruleWords.engineField : words, engine);
  };

/** Unless something else stands above them: who gives the value in place of a caller. */
const unlessGiven =
  (otherwise: string): FieldRule =>
  (subject) => {
    const { entity, field, declaration } = subject;
    const engine = own(subject, 'x-computed', 'x-sequence');
    if (engine.length > 0) return derive(ruleWords.engineGives, engine);
    if (entity.states?.key === field.column)
      return derive(ruleWords.states, written(declaration?.registry, '/states/field', '/states/initial'));
    if (entity.view !== undefined) return derive(ruleWords.viewRows, queryPlace(subject));
    return plain(otherwise)(subject);
  };

const mootBy: Readonly<Record<Condition['kind'], readonly string[]>> = {
  visible: ['x-visible'],
  readOnly: ['x-visible', 'readOnly'],
  required: ['x-visible', 'readOnly'],
};

/** A condition that is written is dropped where the field always is what it asks for. */
const condition =
  (kind: Condition['kind'], keyword: string): FieldRule =>
  (subject) => {
    if (own(subject, keyword).length === 0) return derive(ruleWords.absent);
    const given = kind === 'visible' ? [] : unlessGiven('')(subject).inputs;
    return derive(ruleWords.moot, own(subject, ...mootBy[kind]), given, kind === 'required' ? inRequired(subject) : []);
  };

/** What the values of a part are worked out from, where the engine gives them. */
const workedOut = ({ declarations }: Sources, { entity, part }: ViewSource): readonly Origin[] => {
  const declaration = declarations.get(entity);
  const transitions = declaration?.registry.value.states?.transitions ?? [];
  return [
    ...written(declaration?.record, propertyPointer(part, 'x-computed')),
    ...transitions.flatMap((_, index) =>
      written(declaration?.registry, toPointer(['states', 'transitions', index, 'set', part])),
    ),
  ];
};

const sourcesOf = ({ entity, field }: FieldSubject): readonly ViewSource[] => entity.view?.sources[field.name] ?? [];

export const fieldRules = {
  absent: plain(ruleWords.absent),
  language: plain(ruleWords.language),
  readOnly: unlessGiven(ruleWords.language),
  required: unlessGiven(ruleWords.notRequired),
  default: (subject) => {
    const { words, inputs } = unlessGiven(ruleWords.absent)(subject);
    return derive(words, inputs, subject.sources.files.client === undefined ? [] : own(subject, 'x-client-default'));
  },
  visibleWhen: condition('visible', 'x-visible-when'),
  readOnlyWhen: condition('readOnly', 'x-read-only-when'),
  requiredWhen: condition('required', 'x-required-when'),
  /** A client that hides or closes the field, or gives it a default, takes it away, and one that hides what it reads. */
  begins: (subject) => {
    const { field } = subject;
    if (field.begins !== undefined || own(subject, 'x-begins').length === 0) return plain(ruleWords.absent)(subject);
    return derive(ruleWords.moot, own(subject, 'x-visible', 'readOnly', 'default'));
  },
  /** A client that hides an end of it, closes the field or gives it a default takes it away. */
  filledFrom: (subject) => {
    const { sources, entity, field, declaration } = subject;
    const path = declaration && fieldIn(declaration.record.value, field.name)?.['x-filled-from'];
    if (path === undefined) return plain(ruleWords.absent)(subject);
    if (field.filledFrom !== undefined) return derive(ruleWords.absent);
    const [relation = ''] = path.split('.');
    const ends = [relation, path].flatMap((end) => fieldInputs(sources, entity.name, end, ['x-visible']));
    return derive(ruleWords.moot, own(subject, 'x-visible', 'readOnly', 'default'), ends);
  },
  type: (subject) => derive(ruleWords.type, own(subject, ...typing), engineFieldInputs(subject)),
  column: (subject) => derive(ruleWords.column, own(subject, 'x-relation'), engineFieldInputs(subject)),
  codes: (subject) => {
    const { codeList } = subject.field;
    if (codeList === undefined) return derive(ruleWords.absent);
    // A choice that is written stands for itself.
    if (own(subject, 'x-codes').length > 0) return derive(ruleWords.codes);
    const list = subject.sources.codeLists.get(codeList);
    return derive(ruleWords.codes, own(subject, 'x-code-list'), written(list, '/options'));
  },
  personalData: (subject) => {
    const { sources, entity } = subject;
    if (entity.view === undefined) return plain(ruleWords.language)(subject);
    if (own(subject, 'x-personal-data').length > 0) return derive(ruleWords.viewClass);
    return derive(
      ruleWords.viewClass,
      sourcesOf(subject).flatMap((source) => [
        ...written(sources.declarations.get(source.entity)?.record, propertyPointer(source.part, 'x-personal-data')),
        ...workedOut(sources, source),
      ]),
      queryPlace(subject),
    );
  },
  sources: (subject) =>
    derive(
      ruleWords.viewSources,
      queryPlace(subject),
      sourcesOf(subject).flatMap((source) => [
        ...whole(subject.sources.declarations.get(source.entity)?.record, propertyPointer(source.part)),
        ...workedOut(subject.sources, source),
      ]),
    ),
  /** The target's, also where a client hides all that the label here names. */
  relationLabel: (subject) => {
    const { sources, field, declaration } = subject;
    const { relation } = field;
    if (relation === undefined) return derive(ruleWords.absent);
    const said = declaration && fieldIn(declaration.record.value, field.name)?.['x-relation']?.label;
    const visibility = said === undefined ? [] : labelVisibility(sources, relation.entity, said);
    const shown = new Set(relation.label.flatMap((part) => ('field' in part ? [part.field] : [])));
    if (said !== undefined && namesIn(said).some((name) => shown.has(name)))
      return derive(ruleWords.relationLabel, visibility);
    return derive(
      ruleWords.relationLabel,
      written(declaration?.record, propertyPointer(field.name, 'x-relation', 'entity')),
      labelInputs(sources, relation.entity),
      visibility,
      engineFieldInputs(subject),
    );
  },
} as const satisfies Record<string, FieldRule>;
