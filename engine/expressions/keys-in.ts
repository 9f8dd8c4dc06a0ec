import type { Tree } from './types.ts';

/** Keys that a tree reads: of the record in hand, of the record that owns it, of the rows that it goes through. */
interface KeysRead {
  readonly own: readonly string[];
  readonly parent: readonly string[];
  readonly items: readonly string[];
}

export const keysIn = (tree: Tree): KeysRead => {
  const [own, parent, items] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const visit = (node: Tree): void => {
    switch (node[0]) {
      case 'field':
      case 'rows':
        own.add(node[1]);
        return;
      case 'parent':
        parent.add(node[1]);
        return;
      case 'item':
        items.add(node[2]);
        return;
      case 'list':
        node[1].forEach(visit);
        return;
      case 'call':
        node[2].forEach(visit);
        return;
      case 'macro':
        visit(node[2]);
        visit(node[3]);
        return;
      default:
    }
  };
  visit(tree);
  return { own: [...own], parent: [...parent], items: [...items] };
};
