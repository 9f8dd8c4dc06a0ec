/** Transitions, and what follows from them, that need what the client hides. */
import { phrases } from '../../core/words.ts';
import { joinKeys } from '../../expressions/keys-in.ts';
import type { Known } from '../../expressions/settle.ts';
import { isNever, knownReads, settled } from '../../expressions/settle.ts';
import type { Expression } from '../../expressions/types.ts';
import type { DraftEntity } from '../draft.ts';
import { wayOf } from '../effects.ts';
import type { BegunField, CreateEffect, Effect, Given, GivenField, MoveEffect, Transition } from '../state-types.ts';
import type { Field } from '../types.ts';
import type { HiddenField, HiddenKey } from './hidden-keys.ts';
import { causesOf, isEmpty, missing } from './hidden-keys.ts';
import type { Around, Stated } from './weaken-hidden.ts';
import { weaken } from './weaken-hidden.ts';

const words = phrases.hiddenNeeded;

/** A transition, or what follows from it; `known` is of what its expressions speak of. */
interface Reading extends Around {
  readonly transition: Transition;
  readonly known: Known<HiddenKey>;
}

const refuse = ({ report }: Around, causes: readonly HiddenField[], problem: string): void => {
  for (const { entity, field, origin, isBarred, takesDefault } of causes)
    if (!isBarred)
      report('OVERLAY_HIDDEN_MOVE', origin, { entity, field, problem, advice: words.advice(takesDefault) });
};

/** What is known of a record with what the expression reads of others: behind a relation that is always empty there is nothing. */
const knownBehind = ({ keys, known }: Pick<Reading, 'keys' | 'known'>, { targets }: Expression): Known<HiddenKey> => {
  if (targets === undefined) return known;
  const [record, parent] = [new Map(known.record), new Map(known.parent)];
  for (const { relation, ofOwner, entity, columns } of targets) {
    const side = ofOwner === true ? parent : record;
    const way = side.get(relation);
    const of = (column: string) => (way !== undefined && isEmpty(way) ? way : keys.of(entity).get(column));
    for (const column of columns) {
      const key = of(column);
      if (key !== undefined) side.set(joinKeys(relation, column), key);
    }
  }
  return { ...known, record, parent };
};

const checkWhen = (reading: Reading): void => {
  const { when, title } = reading.transition;
  if (when === undefined) return;
  const known = knownBehind(reading, when);
  const keys = knownReads(when.tree, known);
  const empty = missing(keys);
  const never = keys.length > 0 && isNever(when.tree, known);
  if (never && empty.length === keys.length) refuse(reading, causesOf(keys), words.whenNever(title, when.source));
  else if (never) weaken(reading, causesOf(keys), words.whenUnmet(title, when.source));
  else weaken(reading, causesOf(empty), words.readEmpty(title, when.source));
};

/** A rule that is broken whatever the record, or that no longer says what it says in the base. */
const checkRules = (reading: Reading): void => {
  const { rules = [], title } = reading.transition;
  for (const { must } of rules) {
    const known = knownBehind(reading, must);
    const keys = knownReads(must.tree, known);
    if (keys.length === 0) continue;
    if (settled(must.tree, known) === false) refuse(reading, causesOf(keys), words.whenNever(title, must.source));
    else weaken(reading, causesOf(missing(keys)), words.readEmpty(title, must.source));
  }
};

/** The hidden fields for which what is given is always empty; none where it may have a value. */
const emptying = (reading: Reading, value: Given): readonly HiddenField[] => {
  const { known, keys } = reading;
  if ('tree' in value) {
    const all = knownBehind(reading, value);
    return settled(value.tree, all) === null ? causesOf(missing(knownReads(value.tree, all))) : [];
  }
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

/** A person fills in what begins empty. */
const checkBegins = (reading: Reading, entity: string, begins: readonly BegunField[] = []): void => {
  for (const { key, value } of begins) {
    const field = fieldOf(reading, entity, key);
    if (field === undefined) continue;
    weaken(reading, emptying(reading, value), words.begunEmpty(reading.transition.title, field.title));
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

/** What is given to the row that a transition of others asks for. */
const checkGivenRows = (reading: Reading, { entity, lists = [] }: MoveEffect, made: Transition | undefined): void => {
  const title = titleOf(reading, entity);
  for (const { name, items } of lists) {
    const rows = reading.drafts.get(entity)?.children.find((child) => child.name === name)?.entity ?? '';
    const required = new Set(made?.rows?.find(({ list }) => list === name)?.add?.required);
    for (const given of items)
      checkGiven(
        reading,
        rows,
        given,
        ({ column }) => required.has(column),
        (field) => words.moveEmpty(reading.transition.title, made?.title ?? '', title, field.title),
      );
  }
};

const checkMove = (reading: Reading, effect: MoveEffect): void => {
  const { by, entity, fields } = effect;
  const { transition, keys, known, entities } = reading;
  const made = entities.get(entity)?.states?.transitions.find(({ name }) => name === effect.transition);
  const way = 'each' in by ? keys.of(entity).get(fieldNamed(reading, entity, by.each)) : known.record.get(by.through);
  if (way !== undefined && isEmpty(way))
    weaken(reading, way.causes, words.unreached(transition.title, titleOf(reading, entity)));
  if (!mayCome({ ...reading, known: keys.around(entity) }, effect.only, entity)) return;
  checkGivenRows(reading, effect, made);
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

/** Whether the effect may come to be at all; where a hidden field keeps it from it, that is told of. */
const mayCome = (reading: Reading, when: Expression | undefined, entity: string): boolean => {
  if (when === undefined) return true;
  const { transition } = reading;
  const known = knownBehind(reading, when);
  const keys = knownReads(when.tree, known);
  if (keys.length === 0) return true;
  const never = isNever(when.tree, known);
  const problem = never
    ? words.effectNever(transition.title, titleOf(reading, entity), when.source)
    : words.readEmpty(transition.title, when.source);
  weaken(reading, causesOf(never ? keys : missing(keys)), problem);
  return !never;
};

const checkEffect = (reading: Reading, draft: DraftEntity, effect: Effect): void => {
  const { keys, transition } = reading;
  const { list } = wayOf(effect);
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

/** What is given to rows that the record owns; a list that is hidden is not written at all. */
const checkWrittenRows = (reading: Reading, draft: DraftEntity): void => {
  const { transition, keys } = reading;
  const declared = draft.screen.registry.value.states?.transitions.find(({ name }) => name === transition.name);
  for (const list of Object.keys(declared?.rows ?? {})) {
    const hidden = keys.of(draft.name).get(list);
    if (hidden !== undefined) weaken(reading, hidden.causes, words.rowsUnwritten(transition.title, list));
  }
  for (const { list, change, add } of transition.rows ?? []) {
    const owned = draft.children.find(({ name }) => name === list)?.entity ?? '';
    const isNeeded = ({ column, required }: Field): boolean => required || add?.required.includes(column) === true;
    const problem = (field: Field): string => words.setEmpty(transition.title, field.title);
    checkGiven({ ...reading, known: keys.around(owned) }, owned, change?.fields ?? [], isNeeded, problem);
    checkBegins(reading, owned, add?.begins);
    checkGiven(reading, owned, [...(add?.fields ?? []), ...(add?.former ?? [])], isNeeded, problem);
  }
};

/** Reports OVERLAY_HIDDEN_MOVE, OVERLAY_WEAKENS. */
export const checkTransitions = (around: Around, { name, states }: Stated, draft: DraftEntity): void => {
  for (const transition of states?.transitions ?? []) {
    const reading: Reading = { ...around, transition, known: around.keys.around(name) };
    checkWhen(reading);
    checkRules(reading);
    checkSet(reading, name);
    checkBegins(reading, name, transition.begins);
    checkWrittenRows(reading, draft);
    for (const effect of transition.effects ?? []) checkEffect(reading, draft, effect);
  }
};
