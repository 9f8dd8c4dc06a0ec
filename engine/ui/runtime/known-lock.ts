import type { Values } from '../../expressions/evaluate.ts';
import { isBeyond, keysIn } from '../../expressions/keys-in.ts';
import type { Tree } from '../../expressions/types.ts';
import type { Entity } from '../../model/types.ts';

/** The parts of a condition of which one is enough. */
const alternatives = (tree: Tree): readonly Tree[] =>
  tree[0] === 'call' && tree[1] === '||' ? tree[2].flatMap(alternatives) : [tree];

/**
 * The entity with as much of its lock as can be told beside these values. What a relation points at is read with a record
 * that is stored; of one that a new record is given nothing is known here, and an empty value is no answer: it would close
 * a new record by whom it is of. The server knows, and refuses what is closed.
 */
export const withKnownLock = (entity: Entity, beside: Values): Entity => {
  const { expressions } = entity;
  if (expressions?.lock === undefined) return entity;
  const { lock, ...others } = expressions;
  const parts = alternatives(lock.expression.tree);
  const known = parts.filter((tree) => keysIn(tree).own.every((key) => !isBeyond(key) || Object.hasOwn(beside, key)));
  if (known.length === parts.length) return entity;
  const [first, ...more] = known;
  if (first === undefined) return { ...entity, expressions: others };
  const tree = more.reduce<Tree>((one, two) => ['call', '||', [one, two]], first);
  return { ...entity, expressions: { ...others, lock: { ...lock, expression: { ...lock.expression, tree } } } };
};
