/**
 * What expressions read of the records that relations lead to. It is worked out with the expression itself, so that whoever
 * judges a record by it can bring that, wherever the expression stands.
 */
import { isBeyond, keyChain, keysIn } from './keys-in.ts';
import type { Expression, Names, TargetRead, Tree } from './types.ts';

/** Tells the reads of one record, and of the one that owns it, from each other. */
export const nameOfRead = ({ relation, ofOwner }: Pick<TargetRead, 'relation' | 'ofOwner'>): string =>
  `${ofOwner === true ? 'parent.' : ''}${relation}`;

/** The reads of several expressions, each record once. Each stands behind those that lead to it. */
export const together = (reads: readonly TargetRead[]): readonly TargetRead[] => {
  const found = new Map<string, TargetRead>();
  for (const read of reads) {
    const name = nameOfRead(read);
    const columns = new Set([...(found.get(name)?.columns ?? []), ...read.columns]);
    found.set(name, { ...read, columns: [...columns] });
  }
  // Each names those that lead to another before it, and so does all of them.
  return [...found.values()];
};

const ofKey = (names: Names | undefined, key: string) => names && [...names.values()].find((one) => one.key === key);

/** The records that lead to the end of one key: `guia_id.pessoa_id.sexo`. */
const onTheWay = (key: string, names: Names | undefined, ofOwner: boolean): readonly TargetRead[] => {
  const steps = key.split('.');
  const reads: TargetRead[] = [];
  let at = names;
  for (const [index, relation] of keyChain(key).slice(0, -1).entries()) {
    const type = ofKey(at, steps[index] ?? '')?.type;
    if (type?.kind !== 'relation') break;
    const columns = [steps[index + 1] ?? ''];
    reads.push({ relation, ...(ofOwner && { ofOwner: true as const }), entity: type.entity, columns });
    at = type.names?.();
  }
  return reads;
};

/** The tree with what it reads. `names`, `parent`: what it was checked against. */
export const expressionOf = (
  source: string,
  tree: Tree,
  { names, parent }: { readonly names: Names; readonly parent: Names | undefined },
): Expression => {
  const read = keysIn(tree);
  const targets = together([
    ...read.own.filter(isBeyond).flatMap((key) => onTheWay(key, names, false)),
    ...read.parent.filter(isBeyond).flatMap((key) => onTheWay(key, parent, true)),
  ]);
  return { source, tree, reads: read.own, parentReads: read.parent, ...(targets.length > 0 && { targets }) };
};

/** What the expressions together read of other records. */
export const targetsOf = (expressions: readonly Expression[]): readonly TargetRead[] =>
  together(expressions.flatMap(({ targets = [] }) => targets));
