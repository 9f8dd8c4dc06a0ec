import type { Tree } from './types.ts';

/** Keys that a tree reads: of the record in hand, of the record that owns it, of the rows that it goes through. */
interface KeysRead {
  readonly own: readonly string[];
  readonly parent: readonly string[];
  /** With the array they belong to: `itens.preco`. */
  readonly items: readonly string[];
}

/** The key of a field of what a relation points at: `cidade_id.uf`. Wire names have no dots. */
export const joinKeys = (relation: string, key: string): string => `${relation}.${key}`;

/** A key and those of the relations that lead to it: `guia_id`, `guia_id.pessoa_id`, `guia_id.pessoa_id.sexo`. */
export const keyChain = (key: string): readonly string[] => {
  const steps = key.split('.');
  return steps.map((_, index) => steps.slice(0, index + 1).join('.'));
};

/** Of the record itself: what the key begins with. */
export const ownKey = (key: string): string => key.split('.', 1)[0] ?? key;

/** Whether it is of what a relation points at. */
export const isBeyond = (key: string): boolean => key.includes('.');

/** The arrays that each macro around a place stands in, from the outermost. */
type Around = readonly (readonly string[])[];

/** The arrays whose rows a macro over the tree stands at. */
const arraysOf = (tree: Tree, around: Around): readonly string[] => {
  switch (tree[0]) {
    case 'rows':
      return [tree[1]];
    case 'each':
      return around[tree[1]] ?? [];
    case 'macro': {
      const [, name, source, body] = tree;
      const inside = arraysOf(source, around);
      return name === 'map' ? arraysOf(body, [...around, inside]) : inside;
    }
    default:
      return [];
  }
};

export const keysIn = (tree: Tree): KeysRead => {
  const [own, parent, items] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const visit = (node: Tree, around: Around): void => {
    const inside = (part: Tree): void => visit(part, around);
    switch (node[0]) {
      case 'field':
      case 'rows':
        own.add(node[1]);
        return;
      case 'parent':
        parent.add(node[1]);
        return;
      case 'item':
        for (const array of around[node[1]] ?? []) items.add(`${array}.${node[2]}`);
        return;
      case 'list':
        node[1].forEach(inside);
        return;
      case 'call':
        node[2].forEach(inside);
        return;
      case 'macro':
        inside(node[2]);
        visit(node[3], [...around, arraysOf(node[2], around)]);
        return;
      default:
    }
  };
  visit(tree, []);
  return { own: [...own], parent: [...parent], items: [...items] };
};
