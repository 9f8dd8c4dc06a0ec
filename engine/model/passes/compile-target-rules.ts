/**
 * Rules, and conditions of transitions, that read what the relations of a record point at: which names they may use, and what
 * is to be read for them.
 */
import type { Vocabulary } from '../../expressions/check.ts';
import { isBeyond, keyChain } from '../../expressions/keys-in.ts';
import type { Expression, Names, ReadableName } from '../../expressions/types.ts';
import type { DraftEntity } from '../draft.ts';
import type { Rule, TargetRead, TargetRule } from '../types.ts';
import type { Subject } from './compile-expressions.ts';
import { fieldNames } from './compile-expressions.ts';

/** Relations in a row: `guia.pessoa.sexo`. Each is a statement more for every write. */
export const maximumRelations = 2;

/** The names with what may be read behind those that are relations to tables. */
const reaching = (names: Iterable<readonly [string, ReadableName]>, subject: Subject, left: number): Names =>
  new Map(
    [...names].map(([name, readable]): [string, ReadableName] => {
      const { key, type } = readable;
      const target = type.kind === 'relation' && left > 0 ? subject.find(type.entity) : undefined;
      if (type.kind !== 'relation' || target === undefined || target.screen.query !== undefined)
        return [name, readable];
      const behind = (): Names => reaching(fieldNames(target, subject), subject, left - 1);
      return [name, { key, type: { ...type, names: behind } }];
    }),
  );

/** The record itself, which its relations may not be: `matriz != id`. A new one has none yet. */
const ofItself = ({ draft }: Subject): readonly [string, ReadableName][] =>
  draft.screen.owner === undefined ? [['id', { key: 'id', type: { kind: 'relation', entity: draft.name } }]] : [];

/** The same names, with what the relations among them point at. */
export const reachingVocabulary = (vocabulary: Vocabulary, subject: Subject): Vocabulary => ({
  ...vocabulary,
  names: reaching(vocabulary.names, subject, maximumRelations),
  parent: vocabulary.parent && reaching(vocabulary.parent, subject, maximumRelations),
});

/**
 * What `x-rules` read: beside the record, its rows and its owner, the record's own `id`, and what the relations of the
 * record and its owner point at.
 */
export const ruleVocabulary = (vocabulary: Vocabulary, subject: Subject): Vocabulary => {
  const reached = reachingVocabulary(vocabulary, subject);
  return { ...reached, names: new Map([...reached.names, ...ofItself(subject)]) };
};

/** The records that these keys lead to, those before that lead to others. */
const readsOf = (
  keys: readonly string[],
  start: DraftEntity | undefined,
  { find }: Subject,
  ofOwner: boolean,
): readonly TargetRead[] => {
  const found = new Map<string, { readonly entity: string; readonly columns: Set<string> }>();
  for (const key of keys.filter(isBeyond)) {
    let at = start;
    const steps = key.split('.');
    for (const [index, relation] of keyChain(key).slice(0, -1).entries()) {
      const entity = at?.fields.find(({ column }) => column === steps[index])?.relation?.entity;
      at = entity === undefined ? undefined : find(entity);
      if (at === undefined) break;
      const read = found.get(relation) ?? { entity: at.name, columns: new Set() };
      read.columns.add(steps[index + 1] ?? '');
      found.set(relation, read);
    }
  }
  return [...found].map(([relation, { entity, columns }]) => ({
    relation,
    ...(ofOwner ? { ofOwner: true as const } : {}),
    entity,
    columns: [...columns],
  }));
};

/** What an expression of the record reads behind relations; empty where it reads its own record alone. */
export const targetsOf = ({ reads, parentReads }: Expression, subject: Subject): readonly TargetRead[] => {
  const { draft, find } = subject;
  const owner = draft.screen.owner === undefined ? undefined : find(draft.screen.owner.entity);
  return [...readsOf(reads, draft, subject, false), ...readsOf(parentReads, owner, subject, true)];
};

/** The rule with what it reads behind relations; undefined where it reads its own record alone. */
export const asTargetRule = (rule: Rule, subject: Subject): TargetRule | undefined => {
  const targets = targetsOf(rule.must, subject);
  return targets.length === 0 ? undefined : { ...rule, targets };
};
