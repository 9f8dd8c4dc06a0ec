/** Expressions that read what the relations of a record point at: which names they may use. */
import type { Vocabulary } from '../../expressions/check.ts';
import type { Names, ReadableName } from '../../expressions/types.ts';
import type { Rule } from '../types.ts';
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

/** Whether the rule reads what relations point at: it is the server's alone. */
export const isTargetRule = ({ must }: Rule): boolean => must.targets !== undefined;
