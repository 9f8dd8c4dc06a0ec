/** A record that is closed with what it points at (`x-locked.with`): the locks of those, over the record itself. */
import { expressionWords as words } from '../../core/expression-words.ts';
import { toPointer } from '../../core/json.ts';
import { nearest } from '../../core/nearest.ts';
import { phrases } from '../../core/words.ts';
import { check } from '../../expressions/check.ts';
import { joinKeys } from '../../expressions/keys-in.ts';
import { expressionOf } from '../../expressions/targets-in.ts';
import type { Tree } from '../../expressions/types.ts';
import type { DraftEntity } from '../draft.ts';
import type { Field, LockedWith } from '../types.ts';
import type { Subject } from './compile-expressions.ts';
import { vocabularyOf } from './compile-expressions.ts';
import { maximumRelations, reachingVocabulary } from './compile-target-rules.ts';

/** The same condition over a record that a relation leads from, by its key; undefined where it reads more than fields. */
const behind = (relation: string, tree: Tree): Tree | undefined => {
  switch (tree[0]) {
    case 'value':
      return tree;
    case 'field':
      return ['field', joinKeys(relation, tree[1]), tree[2]];
    case 'list':
    case 'call': {
      const parts = (tree[0] === 'list' ? tree[1] : tree[2]).map((part) => behind(relation, part));
      if (!parts.every((part) => part !== undefined)) return undefined;
      return tree[0] === 'list' ? ['list', parts] : ['call', tree[1], parts];
    }
    default:
      return undefined;
  }
};

interface Closing {
  /** As files write it. */
  readonly source: string;
  readonly tree: Tree;
}

const relationOf = ({ byName }: DraftEntity, name: string): Field | undefined => {
  const field = byName.get(name);
  return field?.relation === undefined ? undefined : field;
};

/** When what the field points at is closed, by its own lock or with what it points at in turn; a text says why that is not known. */
const closingOf = (subject: Subject, { name, column, relation }: Field, left: number): Closing | string | undefined => {
  const target = relation && subject.find(relation.entity);
  if (target === undefined) return undefined;
  const lock = target.screen.record.value['x-locked'];
  if (lock === undefined) return words.lockedWithOpen(name);
  const found: Closing[] = [];
  if (lock.when !== undefined) {
    const own = check(lock.when, vocabularyOf({ ...subject, draft: target }), 'boolean');
    // Told at the lock itself.
    if ('problem' in own) return undefined;
    const tree = behind(column, own.expression.tree);
    if (tree === undefined) return words.lockedWithRows(name);
    found.push({ source: `${name}: ${own.expression.source}`, tree });
  }
  if (left > 1)
    for (const next of lock.with ?? []) {
      const field = relationOf(target, next);
      const above = field && closingOf(subject, field, left - 1);
      if (above === undefined || typeof above === 'string') continue;
      const tree = behind(column, above.tree);
      if (tree !== undefined) found.push({ source: `${name}.${above.source}`, tree });
    }
  const [first, ...others] = found;
  return first && others.reduce((one, two) => either(one, two), first);
};

const either = (one: Closing, two: Closing): Closing => ({
  source: `${one.source} || ${two.source}`,
  tree: ['call', '||', [one.tree, two.tree]],
});

/** `closes`: wire names of what the lock closes. */
export const compileLockedWith = (subject: Subject, closes: readonly string[]): readonly LockedWith[] => {
  const { draft, report } = subject;
  const { record } = draft.screen;
  return (record.value['x-locked']?.with ?? []).flatMap((name, place): LockedWith[] => {
    const origin = record.origin(toPointer(['x-locked', 'with', place]));
    const field = relationOf(draft, name);
    if (field === undefined) {
      const relations = draft.fields.filter(({ relation }) => relation !== undefined).map((one) => one.name);
      report('MODEL_FIELD_MISSING', origin, { entity: draft.name, field: name }, nearest(name, relations));
      return [];
    }
    const closing = closingOf(subject, field, maximumRelations);
    if (typeof closing === 'string')
      report('MODEL_CONDITION', origin, { entity: draft.name, field: name, keyword: 'x-locked', problem: closing });
    if (closing === undefined || typeof closing === 'string') return [];
    const tree: Tree = ['call', '!', [closing.tree]];
    const must = expressionOf(closing.source, tree, reachingVocabulary(vocabularyOf(subject), subject));
    return [{ must, message: phrases.lockedWith(field.title), keys: [field.column], closes }];
  });
};
