/** What follows from a transition for other records, as it is declared; and of all entities together, which of it holds. */
import { toPointer } from '../../core/json.ts';
import { nearest } from '../../core/nearest.ts';
import { phrases } from '../../core/words.ts';
import type { Vocabulary } from '../../expressions/check.ts';
import { askedNames, begunNames } from '../../metadata/states.ts';
import type { DraftEntity } from '../draft.ts';
import type { Limits } from '../limits.ts';
import type { Passed, Report } from '../report.ts';
import { collect } from '../report.ts';
import type { Effect, GivenField, GivenList, MoveEffect, Transition } from '../state-types.ts';
import type { Entity } from '../types.ts';
import { compileCreate } from './compile-creates.ts';
import { vocabularyOf } from './compile-expressions.ts';
import type { Declared, Place, Reading, WrittenScalar, WrittenTransition, WrittenValue } from './compile-given.ts';
import { conditionIn, givenOf, refuse, whenOf } from './compile-given.ts';
import { askedVocabulary, findPointing, moveVocabulary } from './compile-linked-rows.ts';
import { reachingVocabulary } from './compile-target-rules.ts';

const words = phrases.effects;

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
  const { subject } = reading;
  const found = findPointing(subject, each, (problem, near) => refuse(reading, ['each'], problem, near));
  return found && { target: found.target, by: { each: found.field.name }, source: subject.draft };
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

/** A transition that others make, and what is given to it. */
interface Giving extends Found {
  readonly made: WrittenTransition;
  readonly vocabulary: Vocabulary;
}

/** The fields of the row that the transition asks for, with its entity; undefined: it asks for none in that list. */
const askedRow = ({ subject }: Reading, { target, made }: Giving, list: string) => {
  const { fields: listed, required = [] } = made.rows?.[list]?.add ?? {};
  const owned = subject.find(target.children.find(({ name }) => name === list)?.entity ?? '');
  if (listed === undefined || owned === undefined) return undefined;
  const asked = askedNames(listed);
  const begun = begunNames(listed);
  const needed = asked.filter(
    (name) => !begun.includes(name) && (required.includes(name) || owned.byName.get(name)?.required === true),
  );
  return { asked, needed, owned };
};

/** One field among those that are asked for. */
const givenField = (
  reading: Reading,
  { source, made, vocabulary }: Giving,
  asked: { readonly entity: DraftEntity; readonly fields: readonly string[]; readonly at: Place },
  name: string,
  value: WrittenValue,
): readonly GivenField[] => {
  const { entity, fields } = asked;
  const at = [...asked.at, name];
  const field = entity.byName.get(name);
  if (field === undefined || !fields.includes(name)) {
    refuse(reading, at, words.unasked(made.name, name), nearest(name, fields));
    return [];
  }
  if (Array.isArray(value)) {
    refuse(reading, at, words.notList(name));
    return [];
  }
  const given = givenOf(reading, { source, vocabulary, field, entity: entity.name, at }, value as WrittenScalar);
  return given === undefined ? [] : [{ key: field.column, value: given }];
};

const fieldsOf = (reading: Reading, giving: Giving): readonly GivenField[] => {
  const { made, target } = giving;
  const { fields: given = {} } = reading.written;
  const begun = begunNames(made.fields);
  for (const name of made.required ?? [])
    if (given[name] === undefined && !begun.includes(name))
      refuse(reading, ['transition'], words.requires(made.name, name));
  const asked = { entity: target, fields: askedNames(made.fields), at: ['fields'] };
  return Object.entries(given).flatMap(([name, value]) =>
    askedRow(reading, giving, name) === undefined ? givenField(reading, giving, asked, name, value) : [],
  );
};

/** The row that the transition asks for, of each list to whose fields something is given. */
const listsOf = (reading: Reading, giving: Giving): readonly GivenList[] => {
  const { made } = giving;
  return Object.keys(made.rows ?? {}).flatMap((list): GivenList[] => {
    const row = askedRow(reading, giving, list);
    const value = reading.written.fields?.[list];
    if (row === undefined) return [];
    if (value !== undefined && !Array.isArray(value)) {
      refuse(reading, ['fields', list], words.listOnly(list));
      return [];
    }
    const [given = {}, ...more] = (value ?? []) as readonly Readonly<Record<string, WrittenScalar>>[];
    if (more.length > 0) refuse(reading, ['fields', list, 1], words.oneRow(made.name, list));
    for (const name of row.needed)
      if (given[name] === undefined) refuse(reading, ['transition'], words.requires(made.name, `${list}.${name}`));
    const asked = { entity: row.owned, fields: row.asked, at: ['fields', list, 0] };
    const fields = Object.entries(given).flatMap(([name, one]) => givenField(reading, giving, asked, name, one));
    return fields.length === 0 ? [] : [{ name: list, items: [fields] }];
  });
};

/** Which of those that are found are moved: it speaks of these alone. */
const onlyOf = (reading: Reading, target: DraftEntity): MoveEffect['only'] => {
  const subject = { ...reading.subject, draft: target };
  const vocabulary = askedVocabulary(reachingVocabulary(vocabularyOf(subject), subject), subject);
  return conditionIn(reading, target, vocabulary, reading.written.only, 'only');
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
  const vocabulary = moveVocabulary({ ...subject, draft: source });
  const giving: Giving = { ...found, made, vocabulary };
  const when = whenOf(reading, source, vocabulary);
  const only = onlyOf(reading, target);
  const fields = fieldsOf(reading, giving);
  const lists = listsOf(reading, giving);
  const { strict } = written;
  return [
    {
      kind: 'move',
      entity: target.name,
      transition: made.name,
      by,
      ...(strict && { strict }),
      when,
      ...(only && { only }),
      fields,
      ...(lists.length > 0 && { lists }),
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

/** What the files declare, and what of it the client has. Reports MODEL_TRANSITION. */
export const compileEffects = (
  declared: Declared,
  isLimited: (limits: Limits) => boolean,
): { readonly declared: readonly Effect[]; readonly own: readonly Effect[] } => {
  const all = (declared.transition.effects ?? []).map((written, place) => ({
    limited: isLimited(written),
    effects: compileEffect({ ...declared, written, within: ['effects', place] }),
  }));
  return {
    declared: all.flatMap(({ effects }) => effects),
    own: all.flatMap(({ limited, effects }) => (limited ? [] : effects)),
  };
};

const nodeOf = (entity: string, transition: string): string => `${entity}.${transition}`;

/** Whether nothing moves twice: a transition that leaves its own end behind may move others of its kind. */
const endsBySelf = ({ from, to }: Transition): boolean => to !== undefined && !from.includes(to);

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

type Drafts = ReadonlyMap<string, DraftEntity>;

const columnsOf = (draft: DraftEntity | undefined, names: readonly string[]): ReadonlySet<string> =>
  new Set(names.flatMap((name) => draft?.byName.get(name)?.column ?? []));

/** The effect with what it gives to fields that the transition asks for at this client. */
const onlyAsked = (effect: MoveEffect, drafts: Drafts, made: Transition): MoveEffect => {
  const { lists = [], ...rest } = effect;
  const target = drafts.get(effect.entity);
  const asked = columnsOf(target, made.fields);
  const held = lists.flatMap(({ name, items }): GivenList[] => {
    const owned = drafts.get(target?.children.find((child) => child.name === name)?.entity ?? '');
    const open = columnsOf(owned, made.rows?.find(({ list }) => list === name)?.add?.asked ?? []);
    const rows = items.map((fields) => fields.filter(({ key }) => open.has(key)));
    return rows.every((fields) => fields.length === 0) ? [] : [{ name, items: rows }];
  });
  return {
    ...rest,
    fields: effect.fields.filter(({ key }) => asked.has(key)),
    ...(held.length > 0 && { lists: held }),
  };
};

const settleAll = <E extends Stated>(entities: readonly E[], drafts: Drafts, report: Report): readonly E[] => {
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
        return [onlyAsked(effect, drafts, made)];
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
