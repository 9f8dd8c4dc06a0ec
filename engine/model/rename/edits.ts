/** Changes of text at places of a file, all else left as it stands. */
import type { Node } from 'jsonc-parser';
import { parseTree } from 'jsonc-parser';
import { nodeAtPointer } from '../../metadata/edit-json.ts';

/** Characters `[start, end)` give way to `text`. */
export interface Edit {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export const applyEdits = (source: string, edits: readonly Edit[]): string =>
  [...new Map(edits.map((edit) => [`${edit.start}:${edit.end}`, edit])).values()]
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end, text: put }) => text.slice(0, start) + put + text.slice(end), source);

/** A JSON file whose values and keys can be told by pointer. */
export interface EditableJson {
  /** The text at the pointer becomes another. */
  readonly value: (pointer: string, text: string) => Edit;
  /** The key at the end of the pointer becomes another. */
  readonly key: (pointer: string, text: string) => Edit;
}

export const editableJson = (file: string, source: string): EditableJson => {
  const root = parseTree(source);
  const nodeAt = (pointer: string): Node => {
    const node = nodeAtPointer(root, pointer);
    if (node === undefined) throw new Error(`${file} has nothing at ${pointer}`);
    return node;
  };
  const over = (node: Node, text: string): Edit => ({
    file,
    start: node.offset,
    end: node.offset + node.length,
    text: JSON.stringify(text),
  });
  return {
    value: (pointer, text) => over(nodeAt(pointer), text),
    key: (pointer, text) => {
      const key = nodeAt(pointer).parent?.children?.[0];
      if (key === undefined) throw new Error(`${file} has no key at ${pointer}`);
      return over(key, text);
    },
  };
};
