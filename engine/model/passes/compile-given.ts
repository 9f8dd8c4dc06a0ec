/** What a part of a transition says is given, and under which condition: an effect, or what is written to rows. */
import { toPointer } from '../../core/json.ts';
import { nearest } from '../../core/nearest.ts';
import { phrases } from '../../core/words.ts';
import type { Vocabulary } from '../../expressions/check.ts';
import type { Expression, ValueType } from '../../expressions/types.ts';
import type { Registry } from '../../metadata/registry.ts';
import type { DraftEntity } from '../draft.ts';
import { findField, pathOf } from '../draft.ts';
import type { Effect, Given, GivenRelation } from '../state-types.ts';
import type { Field } from '../types.ts';
import { ownerPrefix } from '../types.ts';
import type { Subject } from './compile-expressions.ts';
import { checkWritten, expectedOf, typeOf } from './compile-expressions.ts';

const words = phrases.effects;

export type WrittenTransition = NonNullable<Registry['states']>['transitions'][number];
type WrittenEffect = NonNullable<WrittenTransition['effects']>[number];
export type WrittenValue = NonNullable<WrittenEffect['fields']>[string];
export type WrittenScalar = Exclude<WrittenValue, readonly unknown[]>;
export type Place = readonly (string | number)[];

export interface Declared {
  readonly subject: Subject;
  readonly transition: WrittenTransition;
  /** Of the transition among those of its entity. */
  readonly index: number;
}

/** A part of a transition as it is being read. */
export interface Part extends Declared {
  /** Within the transition: `effects`, 0. */
  readonly within: Place;
}

/** One effect as it is being read. */
export interface Reading extends Part {
  readonly written: WrittenEffect;
}

export const originOf = ({ subject, index, within }: Part, ...rest: Place) =>
  subject.draft.screen.registry.origin(toPointer(['states', 'transitions', index, ...within, ...rest]));

const keywordOf = ({ transition, within }: Part): string => `${transition.name}.${within[0] ?? ''}`;

export const refuse = (reading: Part, at: Place, problem: string, suggestion?: string): undefined => {
  const { subject, transition } = reading;
  const params = { entity: subject.draft.name, transition: transition.name, problem };
  subject.report('MODEL_TRANSITION', originOf(reading, ...at), params, suggestion);
  return undefined;
};

/** A relation by its name, `id`, or of rows a relation of their owner. */
const givenRelation = (
  { subject: { draft } }: Part,
  source: DraftEntity,
  text: string,
): { readonly entity: string; readonly given: GivenRelation } | undefined => {
  const inRows = source !== draft;
  if (text === 'id') return { entity: draft.name, given: { relation: 'id', ...(inRows && { ofOwner: true }) } };
  const ofOwner = inRows && text.startsWith(ownerPrefix);
  const field = ofOwner ? draft.byName.get(text.slice(ownerPrefix.length)) : source.byName.get(text);
  return (
    field?.relation && {
      entity: field.relation.entity,
      given: { relation: field.column, ...(ofOwner && { ofOwner: true }) },
    }
  );
};

/** Where a value goes, and of what it speaks. */
interface Giving {
  readonly source: DraftEntity;
  readonly vocabulary: Vocabulary;
  readonly field: Field;
  /** Whose field it is. */
  readonly entity: string;
  readonly at: Place;
}

const givenPath = (reading: Part, { source, field, at }: Giving, text: string): Given | undefined => {
  const { subject } = reading;
  const { draft, find } = subject;
  const inRows = source !== draft;
  const ofOwner = inRows && text.startsWith(ownerPrefix);
  const start = ofOwner ? draft : source;
  const names = pathOf(ofOwner ? text.slice(ownerPrefix.length) : text);
  const fields: { readonly entity: DraftEntity; readonly field: Field }[] = names.flatMap((_name, index) => {
    const found = findField(start, names.slice(0, index + 1), find);
    return 'found' in found ? [found.found] : [];
  });
  const [first, ...rest] = fields;
  const last = rest.at(-1);
  if (fields.length !== names.length || first?.field.relation === undefined || last === undefined)
    return refuse(reading, at, words.noPath(text));
  const ends = typeOf(last.field, subject);
  const takes = typeOf(field, subject);
  const alike =
    takes.kind === ends.kind &&
    (takes.kind !== 'relation' || takes.entity === last.field.relation?.entity) &&
    takes.kind !== 'opaque' &&
    !last.field.writeOnly;
  if (!alike) return refuse(reading, at, words.pathUnlike(text, field.name));
  return {
    from: { relation: first.field.column, ...(ofOwner && { ofOwner: true }) },
    steps: rest.map(({ entity, field: { column } }) => ({ entity: entity.name, column })),
  };
};

const isOfKind = (type: ValueType | undefined, value: string | number | boolean): boolean => {
  if (typeof value === 'boolean') return type?.kind === 'boolean';
  if (typeof value === 'number')
    return type?.kind === 'decimal' || (type?.kind === 'integer' && Number.isInteger(value));
  return type?.kind === 'text' && type.codes?.includes(value) !== false;
};

/** The only field of the natural key of an entity, where it is a text. */
const keyOf = (draft: DraftEntity): Field | undefined => {
  const { naturalKey } = draft.screen.registry.value;
  const named = naturalKey?.map((name) => draft.byName.get(name));
  const [only, ...more] = named ?? draft.fields.filter(({ unique, required }) => unique && required).slice(0, 1);
  return more.length === 0 && only?.relation === undefined ? only : undefined;
};

const givenRecord = (
  reading: Part,
  { field, at }: Giving,
  record: string | Readonly<Record<string, string | number | boolean>>,
): Given | undefined => {
  if (field.relation === undefined) return refuse(reading, at, words.recordUnlike(field.name));
  const { entity } = field.relation;
  const target = reading.subject.find(entity);
  if (target === undefined) return undefined;
  if (typeof record === 'string') {
    const key = keyOf(target);
    if (key === undefined || typeOf(key, reading.subject).kind !== 'text')
      return refuse(reading, at, words.keyless(entity));
    return { entity, has: [{ key: key.column, is: record }] };
  }
  const has = Object.entries(record).flatMap(([name, is]) => {
    const key = target.byName.get(name);
    const type = key && typeOf(key, reading.subject);
    const place = [...at, 'record', name];
    if (key === undefined || key.writeOnly || type?.kind === 'relation' || type?.kind === 'opaque')
      return refuse(reading, place, words.noField(name, entity), nearest(name, target.byName.keys())) ?? [];
    if (!isOfKind(type, is)) return refuse(reading, place, words.valueUnlike(name, String(is))) ?? [];
    return [{ key: key.column, is: String(is) }];
  });
  return { entity, has };
};

/** What one field is given; undefined where it cannot be, which is reported. */
export const givenOf = (reading: Part, giving: Giving, value: WrittenScalar): Given | undefined => {
  const { subject } = reading;
  const { source, vocabulary, field, entity, at } = giving;
  if (typeof value === 'object')
    return 'path' in value ? givenPath(reading, giving, value.path) : givenRecord(reading, giving, value.record);
  if (field.relation !== undefined) {
    const relation = givenRelation(reading, source, String(value));
    if (relation?.entity === field.relation.entity) return relation.given;
    // Whatever is more than a name is worked out.
    if (relation !== undefined || /^[\w]+$/.test(String(value)))
      return refuse(reading, at, words.relationUnlike(field.name, field.relation.entity));
  }
  const expected = expectedOf(typeOf(field, subject));
  if (expected === undefined) return refuse(reading, at, phrases.states.untyped(field.name));
  const from = typeof value === 'string' ? value : String(value);
  const place = {
    source: from,
    place: originOf(reading, ...at),
    entity,
    field: field.name,
    keyword: keywordOf(reading),
  };
  return checkWritten({ ...subject, draft: source }, place, { ...vocabulary, once: true }, expected);
};

/** The condition that is written in the part, at `at`. */
export const conditionIn = (
  reading: Part,
  source: DraftEntity,
  vocabulary: Vocabulary,
  when: string | undefined,
  ...at: Place
): Expression | undefined => {
  const { subject, transition, within } = reading;
  if (when === undefined) return undefined;
  const place = {
    source: when,
    place: originOf(reading, ...at),
    entity: subject.draft.name,
    field: transition.name,
    keyword: `${within[0] ?? ''}.when`,
  };
  return checkWritten({ ...subject, draft: source }, place, vocabulary, 'boolean');
};

export const whenOf = (reading: Reading, source: DraftEntity, vocabulary: Vocabulary): Effect['when'] =>
  conditionIn(reading, source, vocabulary, reading.written.when, 'when');
