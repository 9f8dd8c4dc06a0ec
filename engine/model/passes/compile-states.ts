/** The states of an entity, as `columns.json` declares them: the field, where it begins, the moves of this client. */

import { toPointer } from '../../core/json.ts';
import { nearest } from '../../core/nearest.ts';
import { phrases } from '../../core/words.ts';
import type { Vocabulary } from '../../expressions/check.ts';
import type { Expression } from '../../expressions/types.ts';
import type { Property } from '../../metadata/property.ts';
import { fieldIn } from '../../metadata/property.ts';
import type { Registry } from '../../metadata/registry.ts';
import { askedNames } from '../../metadata/states.ts';
import { isOverlay } from '../../overlay/resolved.ts';
import { codeListNamed } from '../code-list-named.ts';
import type { Catalogues } from '../contracts.ts';
import type { DraftEntity, FindEntity } from '../draft.ts';
import { isAssigned } from '../draft.ts';
import { recordExpressions } from '../effects.ts';
import type { Limits } from '../limits.ts';
import type { Passed, Report } from '../report.ts';
import { collect } from '../report.ts';
import type { BegunField, NarrowedField, States, Transition } from '../state-types.ts';
import type { Field, Model, Rule } from '../types.ts';
import { compileBegins } from './compile-begins.ts';
import { compileEffects } from './compile-effects.ts';
import type { Subject } from './compile-expressions.ts';
import { checkWritten, compileRule, expectedOf, typeOf } from './compile-expressions.ts';
import { compileLinkedRows, moveVocabulary } from './compile-linked-rows.ts';
import { compileNarrowed, placeOfAsked } from './compile-narrowed.ts';
import { compileWrittenRows } from './compile-written-rows.ts';
import type { Names } from './index-names.ts';

const words = phrases.states;

type WrittenStates = NonNullable<Registry['states']>;
type WrittenTransition = WrittenStates['transitions'][number];

/** What the states of an entity rest on beside its own files. */
export interface StatesAround {
  readonly find: FindEntity;
  readonly codeLists: Model['codeLists'];
  readonly names: Pick<Names, 'flags' | 'clients' | 'users'>;
  /** Whether a transition, or an effect of one, is kept from the client. */
  readonly isLimited: (limits: Limits) => boolean;
}

/** One transition as it is being read. */
interface Reading {
  readonly subject: Subject;
  readonly vocabulary: Vocabulary;
  readonly state: Field;
  readonly written: WrittenTransition;
  readonly index: number;
}

const originOf = ({ subject, index }: Reading, ...rest: readonly (string | number)[]) =>
  subject.draft.screen.registry.origin(toPointer(['states', 'transitions', index, ...rest]));

const refuse = (reading: Reading, place: readonly (string | number)[], problem: string): undefined => {
  const { subject, written } = reading;
  subject.report('MODEL_TRANSITION', originOf(reading, ...place), {
    entity: subject.draft.name,
    transition: written.name,
    problem,
  });
  return undefined;
};

/** A field that the transition writes; undefined where it cannot, which is reported, or where a client hides it. */
const writtenField = (reading: Reading, name: string, place: readonly (string | number)[]): Field | undefined => {
  const { draft, report } = reading.subject;
  const field = draft.byName.get(name);
  if (draft.children.some((child) => child.name === name)) return refuse(reading, place, words.rows(name));
  if (field === undefined) {
    report(
      'MODEL_FIELD_MISSING',
      originOf(reading, ...place),
      { entity: draft.name, field: name },
      nearest(name, draft.byName.keys()),
    );
    return undefined;
  }
  if (field.name === reading.state.name) return refuse(reading, place, words.askedState(name));
  const property = fieldIn(draft.screen.record.value, name);
  if (property?.['x-computed'] !== undefined || property?.['x-sequence'] !== undefined)
    return refuse(reading, place, words.computed(name));
  return field;
};

/** Fields that a person fills in. Those that a client hides are not asked for there. */
const askedFields = (reading: Reading): readonly Field[] =>
  askedNames(reading.written.fields).flatMap((name, index): Field[] => {
    const place = ['fields', ...placeOfAsked(reading.written.fields ?? [], index)];
    const field = writtenField(reading, name, place);
    if (field === undefined) return [];
    if (field.attachment !== undefined) refuse(reading, place, words.files(name));
    if (field.writeOnly) refuse(reading, place, words.secret(name));
    if (field.visible) return [field];
    if (!isAssigned(reading.subject.draft.screen.record, toPointer(['properties', name, 'x-visible'])))
      refuse(reading, place, words.hidden(name));
    return [];
  });

/** Those of them that point at some records alone, here, and those that begin with a value. */
const saidOfAsked = (
  reading: Reading,
  fields: readonly Field[],
): { readonly narrowed: readonly NarrowedField[]; readonly begins: readonly BegunField[] } => {
  const { subject, vocabulary, index, written } = reading;
  const { registry } = subject.draft.screen;
  const at = (place: readonly (string | number)[]) => ['states', 'transitions', index, 'fields', ...place];
  const here = {
    subject,
    vocabulary,
    name: written.name,
    draft: subject.draft,
    origin: (place: readonly (string | number)[], key?: boolean) => registry.origin(toPointer(at(place)), key),
    refuse: (place: readonly (string | number)[], problem: string) => refuse(reading, ['fields', ...place], problem),
  };
  const asked = written.fields ?? [];
  return { narrowed: compileNarrowed(here, asked, fields), begins: compileBegins(here, asked, fields) };
};

const isCaller = ({ tree }: Expression): boolean => tree[0] === 'call' && tree[1] === 'caller';

const setOf = (reading: Reading): Transition['set'] =>
  Object.entries(reading.written.set ?? {}).flatMap(([name, value]): Transition['set'] => {
    const { subject, vocabulary, written } = reading;
    const at = ['set', name];
    const field = writtenField(reading, name, at);
    if (field === undefined) return [];
    const isAsked = askedNames(written.fields).includes(name);
    if (value === null) {
      if (isAsked) refuse(reading, at, words.askedAndSet(name));
      if (field.required) refuse(reading, at, phrases.fieldProblem(name, phrases.required));
      return [{ key: field.column, value }];
    }
    const expected = expectedOf(typeOf(field, subject));
    if (expected === undefined) {
      refuse(reading, at, words.untyped(name));
      return [];
    }
    // A number or a truth is an expression too: it is held against the type of the field in the same way.
    const source = typeof value === 'string' ? value : String(value);
    const place = { source, place: originOf(reading, ...at), field: name, keyword: `${written.name}.set` };
    const expression = checkWritten(subject, place, { ...vocabulary, once: true }, expected);
    // Nobody chose it, so that nobody could choose another; who asks is one who may, or is not to ask.
    const isNarrowed = field.relation?.where !== undefined && !(expression !== undefined && isCaller(expression));
    if (isNarrowed || field.relation?.date !== undefined) refuse(reading, at, words.setNarrowed(name));
    if (expression === undefined) return [];
    // What was typed goes on only into an expression that reads it: any other would write over it unseen.
    if (isAsked && !expression.reads.includes(field.column)) refuse(reading, at, words.askedAndSet(name));
    return [{ key: field.column, value: expression }];
  });

const whenOf = (reading: Reading): Transition['when'] => {
  const { subject, vocabulary, written } = reading;
  const { when, message } = written;
  if (when === undefined) {
    if (message !== undefined) refuse(reading, ['message'], words.messageAlone);
    return undefined;
  }
  if (message === undefined) refuse(reading, ['when'], words.messageMissing);
  const place = { source: when, place: originOf(reading, 'when'), field: written.name, keyword: 'when' };
  return checkWritten(subject, place, vocabulary, 'boolean');
};

const rulesOf = (reading: Reading): readonly Rule[] => {
  const { subject, vocabulary, written } = reading;
  return (written.rules ?? []).flatMap((rule, place) => {
    const origin = (...rest: readonly (string | number)[]) => originOf(reading, 'rules', place, ...rest);
    return compileRule(subject, vocabulary, rule, { name: written.name, origin }) ?? [];
  });
};

const checkIcon = (reading: Reading): void => {
  const { written, subject } = reading;
  const { report, catalogues } = subject;
  if (!catalogues.icons.has(written.icon))
    report(
      'MODEL_ICON_UNKNOWN',
      originOf(reading, 'icon'),
      { icon: written.icon },
      nearest(written.icon, catalogues.icons),
    );
};

/** Who has the transition, or the effect at `at`. */
const checkLimits = (
  reading: Reading,
  names: StatesAround['names'],
  { flag, clients = [] }: Limits,
  ...at: readonly (string | number)[]
): void => {
  const { report } = reading.subject;
  if (flag !== undefined && !names.flags.has(flag))
    report('MODEL_FLAG_MISSING', originOf(reading, ...at, 'flag'), { flag }, nearest(flag, names.flags));
  for (const [place, client] of clients.entries())
    if (!names.clients.has(client)) {
      const origin = originOf(reading, ...at, 'clients', place);
      report('MODEL_CLIENT_MISSING', origin, { client }, nearest(client, names.clients));
    }
};

/** The whole list: a client that narrows it has not made the files of the base wrong. undefined: there is none, which its field is told of. */
const codesOf = ({ codeLists }: Subject, state: Field): readonly string[] | undefined =>
  codeListNamed(codeLists, state.codeList)?.options.map(({ value }) => value);

const checkCodes = (reading: Reading): void => {
  const { written, subject, state } = reading;
  const codes = codesOf(subject, state);
  const named: (readonly [readonly (string | number)[], string])[] = [
    ...written.from.map((value, place) => [['from', place], value] as const),
    ...(written.to === undefined ? [] : [[['to'], written.to] as const]),
  ];
  if (codes === undefined) return;
  for (const [place, value] of named) if (!codes.includes(value)) refuse(reading, place, words.codeUnknown(value));
};

interface Compiled {
  readonly transition: Transition;
  /** The names that it reads of a record, also for what the client does not have. */
  readonly reads: readonly string[];
}

const compileTransition = (reading: Reading, isLimited: StatesAround['isLimited']): Compiled => {
  const { written, subject, index } = reading;
  const fields = askedFields(reading);
  const { narrowed, begins } = saidOfAsked(reading, fields);
  const rules = rulesOf(reading);
  const rows = compileWrittenRows({ subject, transition: written, index });
  const effects = compileEffects({ subject, transition: written, index }, isLimited);
  for (const [place, name] of (written.required ?? []).entries())
    if (!askedNames(written.fields).includes(name)) refuse(reading, ['required', place], words.requiredUnasked(name));
  const transition: Transition = {
    name: written.name,
    title: written.title,
    icon: written.icon,
    from: written.from,
    ...(written.to !== undefined && { to: written.to }),
    action: written.action ?? 'update',
    when: whenOf(reading),
    message: written.message,
    ...(rules.length > 0 && { rules }),
    fields: fields.map(({ name }) => name),
    ...(narrowed.length > 0 && { narrowed }),
    ...(begins.length > 0 && { begins }),
    required: fields.filter(({ name }) => written.required?.includes(name) === true).map(({ column }) => column),
    set: setOf(reading),
    ...(rows.length > 0 && { rows }),
    ...(effects.own.length > 0 && { effects: effects.own }),
    ...(written.effectOnly && { effectOnly: true }),
  };
  const reads = recordExpressions({ ...transition, effects: effects.declared }).flatMap((one) => one.reads);
  return { transition, reads };
};

/** The states that a record can be in, beginning with the first. */
const reachedFrom = (initial: string, transitions: readonly WrittenTransition[]): ReadonlySet<string> => {
  const reached = new Set([initial]);
  for (let before = 0; before < reached.size; ) {
    before = reached.size;
    for (const { from, to } of transitions)
      if (to !== undefined && from.some((state) => reached.has(state))) reached.add(to);
  }
  return reached;
};

/** What the base says of its states as a whole; clients narrow the list and leave transitions out. */
const checkReach = (subject: Subject, state: Field, written: WrittenStates, all: readonly Reading[]): void => {
  const { draft, report } = subject;
  const reached = reachedFrom(written.initial, written.transitions);
  for (const reading of all)
    if (!reading.written.from.some((value) => reached.has(value)))
      refuse(reading, ['from'], words.dead(reading.written.from));
  for (const value of fieldIn(draft.screen.record.value, state.name)?.['x-codes'] ?? codesOf(subject, state) ?? [])
    if (!reached.has(value))
      report('MODEL_STATE_UNREACHED', draft.screen.registry.origin('/states/transitions'), {
        entity: draft.name,
        field: state.name,
        state: value,
      });
};

/** The field of the states, with its code list; reported where there is none or where it says more than it may. */
const stateField = ({ draft, report }: Subject, written: WrittenStates): Field | undefined => {
  const { registry, record } = draft.screen;
  const field = draft.byName.get(written.field);
  const origin = registry.origin('/states/field');
  if (field === undefined) {
    report(
      'MODEL_FIELD_MISSING',
      origin,
      { entity: draft.name, field: written.field },
      nearest(written.field, draft.byName.keys()),
    );
    return undefined;
  }
  if (field.codeList === undefined) {
    report('MODEL_STATES', origin, { entity: draft.name, problem: words.fieldType(field.name) });
    return undefined;
  }
  const property = fieldIn(record.value, field.name) ?? {};
  for (const key of oddKeys) {
    const isOdd = key === 'x-visible' ? !field.visible : key in property;
    if (isOdd) refuseKey({ draft, report }, field, key, words.fieldOdd(field.name, key));
  }
  return field;
};

/** What the field of the states may not say. Hidden, nobody could write it, and so nobody make a transition. */
const oddKeys = [
  'x-visible',
  'default',
  'readOnly',
  'writeOnly',
  'x-unique',
  'x-computed',
  'x-sequence',
  'x-required-when',
  'x-read-only-when',
] as const satisfies readonly (keyof Property)[];

/** Where a client says it, the file to mend is the client's. */
const refuseKey = (
  { draft, report }: Pick<Subject, 'draft' | 'report'>,
  { name }: Field,
  key: keyof Property,
  problem: string,
): void => {
  const origin = draft.screen.record.origin(toPointer(['properties', name, key]), true);
  const said = key.replace(/^x-/, '');
  if (isOverlay(origin))
    report('OVERLAY_STATE', origin, {
      entity: draft.name,
      field: name,
      problem: words.clientSays[said] ?? problem,
      advice: words.clientAdvice(said),
    });
  else report('MODEL_STATES', origin, { entity: draft.name, problem });
};

/** The first state and those that may be removed. A list without the first is told of where it was narrowed. */
const checkEnds = (subject: Subject, state: Field, { initial, removable = [] }: WrittenStates): void => {
  const { draft, report } = subject;
  const { registry } = draft.screen;
  const all = codesOf(subject, state);
  if (all === undefined) return;
  const ends = [['initial', initial], ...removable.map((value, index) => [`removable/${index}`, value])] as const;
  for (const [place, value] of ends)
    if (!all.includes(value))
      report(
        'MODEL_STATES',
        registry.origin(`/states/${place}`),
        { entity: draft.name, problem: words.codeUnknown(value) },
        nearest(value, all),
      );
  if (all.includes(initial) && state.codes?.includes(initial) !== true)
    refuseKey(subject, state, 'x-codes', words.initialTaken(initial));
};

/** Undefined where the entity has no states. */
export const compileStates = (
  draft: DraftEntity,
  { find, codeLists, names, isLimited }: StatesAround,
  catalogues: Catalogues,
): Passed<States | undefined> =>
  collect((report: Report) => {
    const written = draft.screen.registry.value.states;
    if (written === undefined) return undefined;
    const subject: Subject = { draft, find, codeLists, catalogues, report, users: names.users };
    const state = stateField(subject, written);
    if (state === undefined) return undefined;
    const codes = state.codes ?? [];
    checkEnds(subject, state, written);
    const vocabulary = moveVocabulary(subject);
    const readings = written.transitions.map(
      (transition, index): Reading => ({ subject, vocabulary, state, written: transition, index }),
    );
    const seen = new Set<string>();
    const compiled = readings.map((reading): Compiled => {
      const { name, effects = [] } = reading.written;
      if (seen.has(name)) refuse(reading, ['name'], words.repeated);
      seen.add(name);
      checkIcon(reading);
      checkLimits(reading, names, reading.written);
      for (const [place, effect] of effects.entries()) checkLimits(reading, names, effect, 'effects', place);
      checkCodes(reading);
      return compileTransition(reading, isLimited);
    });
    const transitions = readings.flatMap(({ written: one }, index): Transition[] => {
      const transition = compiled[index]?.transition;
      const from = one.from.filter((value) => codes.includes(value));
      const ends = one.to === undefined || codes.includes(one.to);
      const has = transition !== undefined && !isLimited(one) && from.length > 0 && ends;
      return has ? [{ ...transition, from }] : [];
    });
    if (codesOf(subject, state)?.includes(written.initial)) checkReach(subject, state, written, readings);
    const linked = compileLinkedRows(subject, new Set(compiled.flatMap(({ reads }) => reads)));
    return {
      key: state.column,
      initial: written.initial,
      ...(linked.length > 0 && { linked }),
      ...(written.removable && { removable: written.removable.filter((value) => codes.includes(value)) }),
      transitions,
    };
  });
