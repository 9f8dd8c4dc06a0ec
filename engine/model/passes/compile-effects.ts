/** What follows from a transition for other records, as it is declared; and of all entities together, which of it holds. */
import { toPointer } from '../../core/json.ts';
import { nearest } from '../../core/nearest.ts';
import { phrases } from '../../core/words.ts';
import type { Vocabulary } from '../../expressions/check.ts';
import type { ValueType } from '../../expressions/types.ts';
import { fieldIn } from '../../metadata/property.ts';
import type { Registry } from '../../metadata/registry.ts';
import type { DraftEntity } from '../draft.ts';
import { findField, isAssigned, pathOf } from '../draft.ts';
import type { Passed, Report } from '../report.ts';
import { collect } from '../report.ts';
import type {
  CreateEffect,
  Effect,
  Entity,
  Field,
  Given,
  GivenField,
  GivenRelation,
  MoveEffect,
  Transition,
} from '../types.ts';
import { ownerPrefix } from '../types.ts';
import type { Subject } from './compile-expressions.ts';
import { checkWritten, typeOf, vocabularyOf } from './compile-expressions.ts';

const words = phrases.effects;

type WrittenTransition = NonNullable<Registry['states']>['transitions'][number];
type WrittenEffect = NonNullable<WrittenTransition['effects']>[number];
type WrittenValue = NonNullable<WrittenEffect['fields']>[string];
type WrittenScalar = Exclude<WrittenValue, readonly unknown[]>;
type Place = readonly (string | number)[];

interface Declared {
  readonly subject: Subject;
  readonly transition: WrittenTransition;
  /** Of the transition among those of its entity. */
  readonly index: number;
}

/** One effect as it is being read. */
interface Reading extends Declared {
  readonly written: WrittenEffect;
  readonly place: number;
}

const originOf = ({ subject, index, place }: Reading, ...rest: Place) =>
  subject.draft.screen.registry.origin(toPointer(['states', 'transitions', index, 'effects', place, ...rest]));

const refuse = (reading: Reading, at: Place, problem: string, suggestion?: string): undefined => {
  const { subject, transition } = reading;
  const params = { entity: subject.draft.name, transition: transition.name, problem };
  subject.report('MODEL_TRANSITION', originOf(reading, ...at), params, suggestion);
  return undefined;
};

/** Whose records are moved, and of what the effect's expressions speak. */
interface Found {
  readonly target: DraftEntity;
  readonly by: MoveEffect['by'];
  /** The record itself, or a row of the list through which the others are found. */
  readonly source: DraftEntity;
}

const relationOf = (reading: Reading, draft: DraftEntity, name: string, at: Place) => {
  const field = draft.byName.get(name);
  if (field?.relation === undefined)
    return refuse(reading, at, words.noRelation(name, draft.name), nearest(name, draft.byName.keys()));
  return { field, entity: field.relation.entity };
};

/** The records that point at this one. */
const findEach = (reading: Reading, each: string): Found | undefined => {
  const { draft, find } = reading.subject;
  const [entity = '', name = '', ...more] = each.split('.');
  const target = more.length > 0 ? undefined : find(entity);
  if (target === undefined || target.screen.query !== undefined)
    return refuse(reading, ['each'], words.noEntity(entity));
  if (target.screen.owner !== undefined) return refuse(reading, ['each'], words.owned(entity));
  const relation = relationOf(reading, target, name, ['each']);
  if (relation === undefined) return undefined;
  if (relation.entity !== draft.name) return refuse(reading, ['each'], words.pointsElsewhere(each, relation.entity));
  return { target, by: { each: name }, source: draft };
};

/** The records that this one points at, or its rows. */
const findThrough = (reading: Reading, through: string): Found | undefined => {
  const { draft, find } = reading.subject;
  const [first = '', second, ...more] = through.split('.');
  if (more.length > 0) return refuse(reading, ['through'], words.tooLong(through));
  const child = second === undefined ? undefined : draft.children.find(({ name }) => name === first);
  if (second !== undefined && child === undefined)
    return refuse(
      reading,
      ['through'],
      words.noRows(first),
      nearest(
        first,
        draft.children.map(({ name }) => name),
      ),
    );
  const source = child === undefined ? draft : find(child.entity);
  if (source === undefined) return undefined;
  const relation = relationOf(reading, source, second ?? first, ['through']);
  const target = relation && find(relation.entity);
  if (relation === undefined || target === undefined) return undefined;
  const { column } = relation.field;
  return { target, by: child === undefined ? { through: column } : { through: column, rows: child.name }, source };
};

const findRecords = (reading: Reading): Found | undefined => {
  const { each, through } = reading.written;
  return each === undefined ? findThrough(reading, through ?? '') : findEach(reading, each);
};

/** A relation by its name, `id`, or of rows a relation of their owner. */
const givenRelation = (
  { subject: { draft } }: Reading,
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
  readonly at: Place;
}

const givenPath = (reading: Reading, { source, field, at }: Giving, text: string): Given | undefined => {
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
  reading: Reading,
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
const givenOf = (reading: Reading, giving: Giving, value: WrittenScalar): Given | undefined => {
  const { subject, transition } = reading;
  const { source, vocabulary, field, at } = giving;
  if (typeof value === 'object')
    return 'path' in value ? givenPath(reading, giving, value.path) : givenRecord(reading, giving, value.record);
  if (field.relation !== undefined) {
    const relation = givenRelation(reading, source, String(value));
    if (relation?.entity === field.relation.entity) return relation.given;
    return refuse(reading, at, words.relationUnlike(field.name, field.relation.entity));
  }
  const { kind } = typeOf(field, subject);
  if (kind === 'relation' || kind === 'opaque' || kind === 'list' || kind === 'row' || kind === 'null')
    return refuse(reading, at, phrases.states.untyped(field.name));
  const from = typeof value === 'string' ? value : String(value);
  const keyword = `effects de '${transition.name}'`;
  const place = { source: from, place: originOf(reading, ...at), field: field.name, keyword };
  return checkWritten({ ...subject, draft: source }, place, { ...vocabulary, once: true }, kind);
};

const fieldsOf = (
  reading: Reading,
  { target, source }: Found,
  made: WrittenTransition,
  vocabulary: Vocabulary,
): readonly GivenField[] => {
  const { written } = reading;
  for (const name of made.required ?? [])
    if (written.fields?.[name] === undefined) refuse(reading, ['transition'], words.requires(made.name, name));
  return Object.entries(written.fields ?? {}).flatMap(([name, value]): GivenField[] => {
    const at = ['fields', name];
    const field = target.byName.get(name);
    if (field === undefined || made.fields?.includes(name) !== true) {
      refuse(reading, at, words.unasked(made.name, name), nearest(name, made.fields ?? []));
      return [];
    }
    if (Array.isArray(value)) {
      refuse(reading, at, words.notList(name));
      return [];
    }
    const given = givenOf(reading, { source, vocabulary, field, at }, value as WrittenScalar);
    return given === undefined ? [] : [{ key: field.column, value: given }];
  });
};

const whenOf = (reading: Reading, source: DraftEntity, vocabulary: Vocabulary): Effect['when'] => {
  const { subject, written, transition } = reading;
  if (written.when === undefined) return undefined;
  const place = { source: written.when, place: originOf(reading, 'when'), field: transition.name, keyword: 'when' };
  return checkWritten({ ...subject, draft: source }, place, vocabulary, 'boolean');
};

const compileMove = (reading: Reading): readonly MoveEffect[] => {
  const { subject, written } = reading;
  for (const key of ['rows', 'into'] as const)
    if (written[key] !== undefined) refuse(reading, [key], words.onlyCreating(key));
  const found = findRecords(reading);
  if (found === undefined) return [];
  const { target, by, source } = found;
  if (written.transition === undefined) {
    refuse(reading, [], words.transitionMissing);
    return [];
  }
  const moves = target.screen.registry.value.states?.transitions ?? [];
  const made = moves.find(({ name }) => name === written.transition);
  if (made === undefined) {
    const near = nearest(
      written.transition,
      moves.map(({ name }) => name),
    );
    refuse(reading, ['transition'], words.noTransition(written.transition, target.name), near);
    return [];
  }
  const vocabulary = vocabularyOf({ ...subject, draft: source });
  const when = whenOf(reading, source, vocabulary);
  const fields = fieldsOf(reading, found, made, vocabulary);
  const { strict } = written;
  return [{ kind: 'move', entity: target.name, transition: made.name, by, ...(strict && { strict }), when, fields }];
};

/** A field that a new record may be given; undefined where it cannot, which is reported. */
const newField = (reading: Reading, target: DraftEntity, name: string, at: Place): Field | undefined => {
  const field = target.byName.get(name);
  if (field === undefined)
    return refuse(reading, at, words.noField(name, target.name), nearest(name, target.byName.keys()));
  const property = fieldIn(target.screen.record.value, name);
  const given = property?.['x-computed'] !== undefined || property?.['x-sequence'] !== undefined;
  if (given || target.screen.registry.value.states?.field === name) return refuse(reading, at, words.engineGives(name));
  if (field.attachment !== undefined) return refuse(reading, at, phrases.states.files(name));
  if (field.writeOnly) return refuse(reading, at, phrases.states.secret(name));
  return field;
};

/**
 * Reports what a new record must have and neither is given nor has by itself. What a client alone requires is refused
 * where the transition is made, which its screens may never offer.
 */
const checkComplete = (reading: Reading, target: DraftEntity, given: ReadonlySet<string>, at: Place): void => {
  const { states } = target.screen.registry.value;
  for (const { name, required, default: begins } of target.fields) {
    const property = fieldIn(target.screen.record.value, name);
    const engines = property?.['x-computed'] !== undefined || property?.['x-sequence'] !== undefined;
    const ofClient = isAssigned(target.screen.record, '/required', name);
    const isPlace = target.screen.owner !== undefined && property === undefined;
    if (
      required &&
      begins === undefined &&
      !engines &&
      !isPlace &&
      !ofClient &&
      states?.field !== name &&
      !given.has(name)
    )
      refuse(reading, at, words.createRequires(target.name, name));
  }
  for (const { name, minItems } of target.children)
    if (minItems > 0 && !given.has(name)) refuse(reading, at, words.createRequires(target.name, name));
};

interface Created {
  readonly target: DraftEntity;
  readonly source: DraftEntity;
  readonly vocabulary: Vocabulary;
}

const newRows = (
  reading: Reading,
  { target, source, vocabulary }: Created,
  name: string,
  value: WrittenValue,
): CreateEffect['lists'][number] | undefined => {
  const { find } = reading.subject;
  const owned = find(target.children.find((child) => child.name === name)?.entity ?? '');
  if (owned === undefined) return undefined;
  if (!Array.isArray(value)) return refuse(reading, ['fields', name], words.listOnly(name));
  const items = (value as readonly Readonly<Record<string, WrittenScalar>>[]).map((row, index) => {
    checkComplete(reading, owned, new Set(Object.keys(row)), ['fields', name, index]);
    return Object.entries(row).flatMap(([part, one]): GivenField[] => {
      const at = ['fields', name, index, part];
      const field = newField(reading, owned, part, at);
      const given = field && givenOf(reading, { source, vocabulary, field, at }, one);
      return field === undefined || given === undefined ? [] : [{ key: field.column, value: given }];
    });
  });
  return { name, items };
};

const newFields = (reading: Reading, created: Created): Pick<CreateEffect, 'fields' | 'lists'> => {
  const { target } = created;
  const fields: GivenField[] = [];
  const lists: CreateEffect['lists'][number][] = [];
  for (const [name, value] of Object.entries(reading.written.fields ?? {})) {
    const at = ['fields', name];
    if (target.children.some((child) => child.name === name)) {
      const list = newRows(reading, created, name, value);
      if (list !== undefined) lists.push(list);
      continue;
    }
    const field = newField(reading, target, name, at);
    if (field === undefined) continue;
    if (Array.isArray(value)) refuse(reading, at, words.notList(name));
    const given = Array.isArray(value)
      ? undefined
      : givenOf(reading, { ...created, field, at }, value as WrittenScalar);
    if (given !== undefined) fields.push({ key: field.column, value: given });
  }
  return { fields, lists };
};

/** The relation that is to point at the new record, by its wire name. */
const intoOf = (reading: Reading, { target, source }: Created): string | undefined => {
  const { written, transition, subject } = reading;
  const { into } = written;
  if (into === undefined) return undefined;
  const field = source.byName.get(into);
  if (field?.relation?.entity !== target.name)
    return refuse(
      reading,
      ['into'],
      words.intoUnlike(into, target.name),
      nearest(
        into,
        source.fields.flatMap((one) => (one.relation?.entity === target.name ? [one.name] : [])),
      ),
    );
  const ownFields =
    source === subject.draft ? [...(transition.fields ?? []), ...Object.keys(transition.set ?? {})] : [];
  if (ownFields.includes(into)) refuse(reading, ['into'], words.intoWritten(into));
  return field.column;
};

const compileCreate = (reading: Reading, name: string): readonly CreateEffect[] => {
  const { subject, written } = reading;
  const { draft, find } = subject;
  for (const key of ['transition', 'strict'] as const)
    if (written[key] !== undefined) refuse(reading, [key], words.onlyMoving(key));
  const target = find(name);
  if (target === undefined || target.screen.query !== undefined || target.screen.registry.value.log !== undefined) {
    refuse(reading, ['creates'], words.noEntity(name));
    return [];
  }
  if (target.screen.owner !== undefined) {
    refuse(reading, ['creates'], words.ownedNew(name));
    return [];
  }
  const child = draft.children.find((one) => one.name === written.rows);
  if (written.rows !== undefined && child === undefined) {
    const names = draft.children.map((one) => one.name);
    refuse(reading, ['rows'], words.noRows(written.rows), nearest(written.rows, names));
    return [];
  }
  const source = child === undefined ? draft : find(child.entity);
  if (source === undefined) return [];
  const vocabulary = vocabularyOf({ ...subject, draft: source });
  const created = { target, source, vocabulary };
  const { fields, lists } = newFields(reading, created);
  checkComplete(reading, target, new Set(Object.keys(written.fields ?? {})), ['creates']);
  const into = intoOf(reading, created);
  const back = target.fields.find(
    ({ column, relation }) =>
      relation?.entity === draft.name &&
      fields.some(({ key, value }) => key === column && 'relation' in value && value.relation === 'id'),
  );
  if (written.into === undefined && back === undefined) refuse(reading, ['creates'], words.lost);
  return [
    {
      kind: 'create',
      entity: target.name,
      ...(child !== undefined && { rows: child.name }),
      ...(into !== undefined && { into }),
      ...(into === undefined && back !== undefined && { back: back.name }),
      when: whenOf(reading, source, vocabulary),
      fields,
      lists,
    },
  ];
};

const compileEffect = (reading: Reading): readonly Effect[] => {
  const { each, through, creates } = reading.written;
  if ([each, through, creates].filter((way) => way !== undefined).length !== 1) {
    refuse(reading, [], words.eitherWay);
    return [];
  }
  return creates === undefined ? compileMove(reading) : compileCreate(reading, creates);
};

/** Reports MODEL_TRANSITION. */
export const compileEffects = (declared: Declared): readonly Effect[] =>
  (declared.transition.effects ?? []).flatMap((written, place) => compileEffect({ ...declared, written, place }));

const nodeOf = (entity: string, transition: string): string => `${entity}.${transition}`;

/** Whether nothing moves twice: a transition that leaves its own end behind may move others of its kind. */
const endsBySelf = ({ from, to }: Transition): boolean => !from.includes(to);

type FindTransition = (entity: string, name: string) => Transition | undefined;

/** A way from the effect back to the transition that it follows from; undefined: there is none. */
const wayBack = (
  start: string,
  effect: Effect,
  find: FindTransition,
  seen: ReadonlySet<string>,
): string[] | undefined => {
  // A new record moves nothing.
  if (effect.kind === 'create') return undefined;
  const here = nodeOf(effect.entity, effect.transition);
  if (here === start) return [here];
  if (seen.has(here)) return undefined;
  for (const next of find(effect.entity, effect.transition)?.effects ?? []) {
    const way = wayBack(start, next, find, new Set([...seen, here]));
    if (way !== undefined) return [here, ...way];
  }
  return undefined;
};

type Stated = Pick<Entity, 'name' | 'fields' | 'states'>;

const settleAll = <E extends Stated>(
  entities: readonly E[],
  drafts: ReadonlyMap<string, DraftEntity>,
  report: Report,
): readonly E[] => {
  const byName = new Map(entities.map((entity) => [entity.name, entity]));
  const find: FindTransition = (entity, name) =>
    byName.get(entity)?.states?.transitions.find((one) => one.name === name);
  return entities.map((entity) => {
    const { states, name } = entity;
    if (states === undefined || states.transitions.every(({ effects }) => effects === undefined)) return entity;
    const transitions = states.transitions.map((transition) => {
      const { effects, ...rest } = transition;
      if (effects === undefined) return transition;
      const start = nodeOf(name, transition.name);
      for (const effect of effects) {
        const way = wayBack(start, effect, find, new Set());
        if (way === undefined || (way.length === 1 && endsBySelf(transition))) continue;
        const problem = words.cycle([start, ...way]);
        const registry = drafts.get(name)?.screen.registry;
        const at = registry?.value.states?.transitions.findIndex((one) => one.name === transition.name) ?? 0;
        const origin = registry?.origin(toPointer(['states', 'transitions', at, 'effects']));
        if (origin) report('MODEL_TRANSITION', origin, { entity: name, transition: transition.name, problem });
      }
      const held = effects.flatMap((effect): Effect[] => {
        const target = byName.get(effect.entity);
        if (effect.kind === 'create') return target === undefined ? [] : [effect];
        const made = find(effect.entity, effect.transition);
        if (made === undefined || target === undefined) return [];
        const asked = new Set(
          target.fields.flatMap((field) => (made.fields.includes(field.name) ? [field.column] : [])),
        );
        return [{ ...effect, fields: effect.fields.filter(({ key }) => asked.has(key)) }];
      });
      return held.length === 0 ? rest : { ...rest, effects: held };
    });
    return { ...entity, states: { ...states, transitions } };
  });
};

/** The entities, each with the effects that hold: a client may lack a transition, or a field that it asks for. */
export const settleEffects = <E extends Stated>(
  entities: readonly E[],
  drafts: ReadonlyMap<string, DraftEntity>,
): Passed<readonly E[]> => collect((report) => settleAll(entities, drafts, report));
