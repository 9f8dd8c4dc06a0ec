/** The records that one is linked with, as lists that its transitions read: `states.linked`. */
import { toPointer } from '../../core/json.ts';
import { nearest } from '../../core/nearest.ts';
import { phrases } from '../../core/words.ts';
import type { Vocabulary } from '../../expressions/check.ts';
import type { ReadableName } from '../../expressions/types.ts';
import type { DraftEntity, FindEntity } from '../draft.ts';
import type { LinkedRows } from '../state-types.ts';
import type { Field } from '../types.ts';
import { reservedNames } from '../types.ts';
import type { Subject } from './compile-expressions.ts';
import { fieldNames, vocabularyOf } from './compile-expressions.ts';
import { reachingVocabulary } from './compile-target-rules.ts';

const words = phrases.effects;

type Refuse = (problem: string, suggestion?: string) => undefined;

export interface Pointing {
  readonly target: DraftEntity;
  readonly field: Field;
}

/** `item.guia`: the relation of another entity that points at this one; what it is not is told to `refuse`. */
export const findPointing = (
  { draft, find }: { readonly draft: DraftEntity; readonly find: FindEntity },
  text: string,
  refuse: Refuse,
): Pointing | undefined => {
  const [entity = '', name = '', ...more] = text.split('.');
  const target = more.length > 0 ? undefined : find(entity);
  if (target === undefined || target.screen.query !== undefined) return refuse(words.noEntity(entity));
  if (target.screen.owner !== undefined) return refuse(words.owned(entity));
  const field = target.byName.get(name);
  if (field?.relation === undefined)
    return refuse(words.noRelation(name, target.name), nearest(name, target.byName.keys()));
  if (field.relation.entity !== draft.name) return refuse(words.pointsElsewhere(text, field.relation.entity));
  return { target, field };
};

const declaredIn = ({ screen }: DraftEntity): readonly (readonly [name: string, text: string])[] =>
  Object.entries(screen.registry.value.states?.linked ?? {});

const unsaid = (): undefined => undefined;

/**
 * What expressions of transitions read: beside the record, and the rows that it owns, the lists of what it is linked with,
 * and what its relations point at; and who asks.
 */
export const moveVocabulary = (subject: Subject): Vocabulary => {
  const own = vocabularyOf(subject);
  const linked = declaredIn(subject.draft).flatMap(([name, text]): [string, ReadableName][] => {
    const found = findPointing(subject, text, unsaid);
    if (found === undefined) return [];
    const names = new Map(fieldNames(found.target, subject));
    return [[name, { key: name, type: { kind: 'list', of: { kind: 'row', names } } }]];
  });
  const all = linked.length === 0 ? own : { ...own, names: new Map([...own.names, ...linked]) };
  return askedVocabulary(reachingVocabulary(all, subject), subject);
};

/** The same names where somebody asks. */
export const askedVocabulary = (vocabulary: Vocabulary, { users }: Subject): Vocabulary => ({
  ...vocabulary,
  askedBy: { users },
});

/** `read`: the names that some transition reads. Reports MODEL_STATES. */
export const compileLinkedRows = (subject: Subject, read: ReadonlySet<string>): readonly LinkedRows[] => {
  const { draft, report } = subject;
  return declaredIn(draft).flatMap(([name, text]): LinkedRows[] => {
    const refuse: Refuse = (problem, suggestion) =>
      void report(
        'MODEL_STATES',
        draft.screen.registry.origin(toPointer(['states', 'linked', name])),
        { entity: draft.name, problem },
        suggestion,
      );
    const found = findPointing(subject, text, refuse);
    if (found === undefined) return [];
    const isTaken = draft.byName.has(name) || draft.children.some((child) => child.name === name);
    if (isTaken || reservedNames.has(name)) refuse(phrases.states.linkedTaken(name));
    else if (!read.has(name)) refuse(phrases.states.linkedUnread(name));
    return [{ name, entity: found.target.name, relation: found.field.name }];
  });
};
