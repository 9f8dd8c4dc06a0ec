/**
 * What a client hides and something still needs. In: the entities with their states, the files of the client. Out:
 * OVERLAY_HIDDEN_MOVE and OVERLAY_HIDDEN_RANGE where it can never work, OVERLAY_WEAKENS where less is done than in the
 * base and the client does not say why.
 */

import { toPointer } from '../../core/json.ts';
import { phrases } from '../../core/words.ts';
import type { Known } from '../../expressions/settle.ts';
import { isNever, knownReads, settled } from '../../expressions/settle.ts';
import type { Expression } from '../../expressions/types.ts';
import { becauseOf, isPatched } from '../../overlay/resolved.ts';
import type { DraftEntity } from '../draft.ts';
import type { Passed, Report } from '../report.ts';
import { collect } from '../report.ts';
import type { CreateEffect, Effect, Entity, Field, Given, GivenField, MoveEffect, Transition } from '../types.ts';
import type { HiddenField, HiddenKey, HiddenKeys } from './hidden-keys.ts';
import { hiddenKeys } from './hidden-keys.ts';

const words = phrases.hiddenNeeded;

type Stated = Pick<Entity, 'name' | 'title' | 'expressions' | 'states' | 'noOverlap'>;

interface Around {
  readonly drafts: ReadonlyMap<string, DraftEntity>;
  readonly entities: ReadonlyMap<string, Stated>;
  readonly keys: HiddenKeys;
  readonly report: Report;
}

/** A transition, or what follows from it; `known` is of what its expressions speak of. */
interface Reading extends Around {
  readonly transition: Transition;
  readonly known: Known<HiddenKey>;
}

const causesOf = (keys: readonly HiddenKey[]): readonly HiddenField[] => [
  ...new Set(keys.flatMap(({ causes }) => causes)),
];

const hasReason = ({ drafts }: Around, { entity, field }: HiddenField): boolean => {
  const record = drafts.get(entity)?.screen.record;
  const pointer = toPointer(['properties', field, 'x-visible']);
  return (
    record !== undefined &&
    isPatched(record) &&
    record.assignments.some((assignment) => assignment.pointer === pointer && becauseOf(assignment) !== undefined)
  );
};

const weaken = (around: Around, causes: readonly HiddenField[], problem: string): void => {
  for (const cause of causes)
    if (!cause.isBarred && !hasReason(around, cause))
      around.report('OVERLAY_WEAKENS', cause.origin, { target: `${cause.entity}.${cause.field}.visible`, problem });
};

const refuse = ({ report }: Around, causes: readonly HiddenField[], problem: string): void => {
  for (const { entity, field, origin, isBarred, takesDefault } of causes)
    if (!isBarred)
      report('OVERLAY_HIDDEN_MOVE', origin, { entity, field, problem, advice: words.advice(takesDefault) });
};

const isEmpty = ({ value }: HiddenKey): boolean => value === null || (Array.isArray(value) && value.length === 0);
/** Those whose absence counts: a default is a value that the client means. */
const missing = (keys: readonly HiddenKey[]): readonly HiddenKey[] =>
  keys.filter((key) => key.value === undefined || isEmpty(key));

const checkWhen = (reading: Reading): void => {
  const { transition, known } = reading;
  const { when, title } = transition;
  if (when === undefined) return;
  const keys = knownReads(when.tree, known);
  const empty = missing(keys);
  const never = keys.length > 0 && isNever(when.tree, known);
  if (never && empty.length === keys.length) refuse(reading, causesOf(keys), words.whenNever(title, when.source));
  else if (never) weaken(reading, causesOf(keys), words.whenUnmet(title, when.source));
  else weaken(reading, causesOf(empty), words.readEmpty(title, when.source));
};

/** The hidden fields for which what is given is always empty; none where it may have a value. */
const emptying = (reading: Reading, value: Given): readonly HiddenField[] => {
  const { known, keys } = reading;
  if ('tree' in value)
    return settled(value.tree, known) === null ? causesOf(missing(knownReads(value.tree, known))) : [];
  if ('has' in value) return [];
  const { relation, ofOwner } = 'from' in value ? value.from : value;
  const steps = 'from' in value ? value.steps : [];
  const passed = [
    (ofOwner === true ? known.parent : known.record).get(relation),
    ...steps.map(({ entity, column }) => keys.of(entity).get(column)),
  ];
  return passed.flatMap((key) => (key !== undefined && isEmpty(key) ? key.causes : []));
};

const fieldOf = ({ drafts }: Around, entity: string, key: string): Field | undefined =>
  drafts.get(entity)?.fields.find(({ column }) => column === key);

const titleOf = ({ entities }: Around, entity: string): string => entities.get(entity)?.title ?? entity;

const checkSet = (reading: Reading, entity: string): void => {
  const { transition } = reading;
  for (const { key, value } of transition.set) {
    const field = fieldOf(reading, entity, key);
    if (field === undefined || value === null || typeof value !== 'object') continue;
    const causes = emptying(reading, value);
    const isNeeded = field.required || transition.required.includes(key);
    if (isNeeded) refuse(reading, causes, words.setEmpty(transition.title, field.title));
    else weaken(reading, causes, words.emptied(transition.title, field.title, titleOf(reading, entity)));
  }
};

const checkGiven = (
  reading: Reading,
  entity: string,
  given: readonly GivenField[],
  isNeeded: (field: Field) => boolean,
  problem: (field: Field) => string,
): void => {
  for (const { key, value } of given) {
    const field = fieldOf(reading, entity, key);
    if (field === undefined) continue;
    const causes = emptying(reading, value);
    if (isNeeded(field)) refuse(reading, causes, problem(field));
    else weaken(reading, causes, words.emptied(reading.transition.title, field.title, titleOf(reading, entity)));
  }
};

const checkCreate = (reading: Reading, { entity, fields, lists }: CreateEffect): void => {
  const title = titleOf(reading, entity);
  const isNeeded = ({ required }: Field): boolean => required;
  const problem = (field: Field): string => words.createEmpty(reading.transition.title, title, field.title);
  checkGiven(reading, entity, fields, isNeeded, problem);
  for (const { name, items } of lists) {
    const rows = reading.drafts.get(entity)?.children.find((child) => child.name === name)?.entity ?? '';
    for (const given of items) checkGiven(reading, rows, given, isNeeded, problem);
  }
};

const checkMove = (reading: Reading, effect: MoveEffect): void => {
  const { by, entity, fields } = effect;
  const { transition, keys, known, entities } = reading;
  const made = entities.get(entity)?.states?.transitions.find(({ name }) => name === effect.transition);
  const way = 'each' in by ? keys.of(entity).get(fieldNamed(reading, entity, by.each)) : known.record.get(by.through);
  if (way !== undefined && isEmpty(way))
    weaken(reading, way.causes, words.unreached(transition.title, titleOf(reading, entity)));
  checkGiven(
    reading,
    entity,
    fields,
    ({ column }) => made?.required.includes(column) === true,
    (field) => words.moveEmpty(transition.title, made?.title ?? '', titleOf(reading, entity), field.title),
  );
};

/** The wire name of a field. */
const fieldNamed = ({ drafts }: Around, entity: string, name: string): string =>
  drafts.get(entity)?.byName.get(name)?.column ?? '';

const rowsOf = (effect: Effect): string | undefined => {
  if (effect.kind === 'create') return effect.rows;
  return 'each' in effect.by ? undefined : effect.by.rows;
};

/** Whether the effect may come to be at all; where a hidden field keeps it from it, that is told of. */
const mayCome = (reading: Reading, when: Expression | undefined, entity: string): boolean => {
  const { transition, known } = reading;
  const keys = when === undefined ? [] : knownReads(when.tree, known);
  if (when === undefined || keys.length === 0) return true;
  const never = isNever(when.tree, known);
  const problem = never
    ? words.effectNever(transition.title, titleOf(reading, entity), when.source)
    : words.readEmpty(transition.title, when.source);
  weaken(reading, causesOf(never ? keys : missing(keys)), problem);
  return !never;
};

const checkEffect = (reading: Reading, draft: DraftEntity, effect: Effect): void => {
  const { keys, transition } = reading;
  const list = rowsOf(effect);
  const hiddenList = list === undefined ? undefined : keys.of(draft.name).get(list);
  if (hiddenList !== undefined) {
    weaken(reading, hiddenList.causes, words.unreached(transition.title, titleOf(reading, effect.entity)));
    return;
  }
  const source = draft.children.find(({ name }) => name === list)?.entity ?? draft.name;
  const inside: Reading = { ...reading, known: keys.around(source) };
  if (!mayCome(inside, effect.when, effect.entity)) return;
  if (effect.kind === 'create') checkCreate(inside, effect);
  else checkMove(inside, effect);
};

const checkTransitions = (around: Around, { name, states }: Stated, draft: DraftEntity): void => {
  for (const transition of states?.transitions ?? []) {
    const reading: Reading = { ...around, transition, known: around.keys.around(name) };
    checkWhen(reading);
    checkSet(reading, name);
    for (const effect of transition.effects ?? []) checkEffect(reading, draft, effect);
  }
};

/** Two records meet in a range of which an end is always the same; where there is no other, there is no second record. */
const checkRanges = (around: Around, { name, noOverlap = [] }: Stated): void => {
  const keys = around.keys.of(name);
  const isFixed = (key: string): boolean => keys.get(key)?.value !== undefined;
  for (const { key, ranges } of noOverlap) {
    weaken(around, causesOf(key.flatMap((one) => (isFixed(one) ? (keys.get(one) ?? []) : []))), words.keyShared);
    const fixed = ranges.map(({ first, last }) => [first, last].filter(isFixed).flatMap((one) => keys.get(one) ?? []));
    const causes = causesOf(fixed.flat());
    if (fixed.some((ends) => ends.length === 0)) weaken(around, causes, words.rangeIgnored);
    else
      for (const { entity, field, origin } of causes) around.report('OVERLAY_HIDDEN_RANGE', origin, { entity, field });
  }
};

export const checkHidden = (entities: readonly Stated[], drafts: ReadonlyMap<string, DraftEntity>): Passed<undefined> =>
  collect((report) => {
    // Nothing is hidden by a client whose records are those of the base.
    if (![...drafts.values()].some(({ screen }) => isPatched(screen.record))) return undefined;
    const byName = new Map(entities.map((entity) => [entity.name, entity]));
    const around: Around = { drafts, entities: byName, keys: hiddenKeys(entities, drafts), report };
    for (const entity of entities) {
      const draft = drafts.get(entity.name);
      if (draft === undefined) continue;
      checkTransitions(around, entity, draft);
      checkRanges(around, entity);
    }
    return undefined;
  });
