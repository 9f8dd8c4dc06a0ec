import { keysIn } from '../expressions/keys-in.ts';
import type { Expression } from '../expressions/types.ts';
import type { Child, Entity, EntityExpressions } from '../model/types.ts';

type Part = Pick<Entity, 'fields' | 'children'>;

/** What is covered cannot be worked with: the browser has not its value. */
const openColumns = ({ fields }: Pick<Entity, 'fields'>): readonly string[] =>
  fields.filter(({ covered }) => covered === undefined).map(({ column }) => column);

const keysOf = (part: Part): Set<string> => new Set([...openColumns(part), ...part.children.map(({ name }) => name)]);

/**
 * The expressions that the browser of one user can work out: those that read nothing but what it has. The others are the
 * server's alone, which knows the whole record. `shown` is what the user may read or write; `owner` that of the record
 * that owns the rows.
 */
export const cutExpressions = (
  expressions: EntityExpressions | undefined,
  shown: Part,
  owner: Part | undefined,
): EntityExpressions | undefined => {
  if (expressions === undefined) return undefined;
  const known = keysOf(shown);
  const ofOwner = owner === undefined ? new Set<string>() : keysOf(owner);
  const ofRows = new Set(
    shown.children.flatMap(({ name, entity }: Child) => openColumns(entity).map((column) => `${name}.${column}`)),
  );
  const readable = ({ tree }: Expression): boolean => {
    const { own, parent, items } = keysIn(tree);
    return (
      own.every((key) => known.has(key)) &&
      parent.every((key) => ofOwner.has(key)) &&
      items.every((key) => ofRows.has(key))
    );
  };
  const computed = expressions.computed.filter(({ key, expression }) => {
    if (known.has(key) && readable(expression)) return true;
    // What rests on a value that only the server works out cannot be worked out here either.
    known.delete(key);
    return false;
  });
  const conditions = expressions.conditions.filter(({ key, expression }) => known.has(key) && readable(expression));
  const lock = expressions.lock && readable(expressions.lock.expression) ? expressions.lock : undefined;
  const rules = expressions.rules.filter(({ must }) => readable(must));
  const bearers = new Set([...computed, ...conditions].map(({ key }) => key));
  const dependents = Object.entries(expressions.dependents).flatMap(([key, { keys }]) => {
    const kept = keys.filter((one) => bearers.has(one));
    // The rules are asked all together, when the form is checked.
    return known.has(key) && kept.length > 0 ? [[key, { keys: kept, rules: [] }] as const] : [];
  });
  return {
    computed,
    conditions,
    ...(lock && { lock: { ...lock, keys: lock.keys.filter((key) => known.has(key)) } }),
    rules,
    dependents: Object.fromEntries(dependents),
  };
};
