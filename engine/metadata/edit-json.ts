/** Changes of a JSON file that leave everything else as it was written. In: the text. Out: the text. */
import type { Node } from 'jsonc-parser';
import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import type { Json } from '../core/json.ts';
import { fromPointer } from '../core/json.ts';
import { writeJson } from './format-json.ts';

/** A place by its JSON Pointer. */
export type JsonEdit =
  /** An object that is left empty goes too. */
  | { readonly kind: 'remove'; readonly pointer: string }
  /** Makes the objects on the way. */
  | { readonly kind: 'set'; readonly pointer: string; readonly value: Json }
  /** Another name for a key, in its place. */
  | { readonly kind: 'rename'; readonly pointer: string; readonly key: string };

const indentAt = (text: string, offset: number): number =>
  /^ */.exec(text.slice(text.lastIndexOf('\n', offset - 1) + 1))?.[0].length ?? 0;

const splice = (text: string, offset: number, length: number, content: string): string =>
  text.slice(0, offset) + content + text.slice(offset + length);

const childOf = (node: Node, segment: string): Node | undefined =>
  findNodeAtLocation(node, [node.type === 'array' ? Number(segment) : segment]);

const replace = (text: string, node: Node, value: Json): string => {
  const used = node.offset - (text.lastIndexOf('\n', node.offset - 1) + 1);
  return splice(text, node.offset, node.length, writeJson(value, ' '.repeat(indentAt(text, node.offset)), used));
};

/** A member behind the last one of an object, or an item behind the last of a list. */
const append = (text: string, parent: Node, key: string, value: Json): string => {
  const last = parent.children?.at(-1);
  const name = parent.type === 'array' ? '' : `${JSON.stringify(key)}: `;
  const indent = last === undefined ? indentAt(text, parent.offset) + 2 : indentAt(text, last.offset);
  const margin = ' '.repeat(indent);
  const written = `\n${margin}${name}${writeJson(value, margin, indent + name.length)}`;
  if (last !== undefined) return splice(text, last.offset + last.length, 0, `,${written}`);
  return splice(text, parent.offset + 1, parent.length - 2, `${written}\n${' '.repeat(indent - 2)}`);
};

const set = (text: string, pointer: string, value: Json): string => {
  let node = parseTree(text);
  const path = fromPointer(pointer);
  for (const [position, segment] of path.entries()) {
    const child = node && childOf(node, segment);
    if (node !== undefined && child === undefined) {
      const nested = path.slice(position + 1).reduceRight((inner: Json, key) => ({ [key]: inner }), value);
      return append(text, node, segment, nested);
    }
    node = child;
  }
  return node === undefined ? text : replace(text, node, value);
};

/** The node that stands among the children of its parent: of a member, key and value together. */
const entryOf = (node: Node): Node => (node.parent?.type === 'property' ? node.parent : node);

/** The node of a JSON Pointer; undefined where nothing is there. */
export const nodeAtPointer = (root: Node | undefined, pointer: string): Node | undefined =>
  fromPointer(pointer).reduce<Node | undefined>((node, segment) => node && childOf(node, segment), root);

const nodeAt = (text: string, pointer: string): Node | undefined => nodeAtPointer(parseTree(text), pointer);

const remove = (text: string, pointer: string): string => {
  const found = nodeAt(text, pointer);
  if (found === undefined) return text;
  let entry = entryOf(found);
  while (entry.parent?.type === 'object' && entry.parent.children?.length === 1 && entry.parent.parent !== undefined)
    entry = entryOf(entry.parent);
  const siblings = entry.parent?.children ?? [];
  const position = siblings.indexOf(entry);
  const [before, after] = [siblings[position - 1], siblings[position + 1]];
  const end = entry.offset + entry.length;
  if (before !== undefined) return splice(text, before.offset + before.length, end - before.offset - before.length, '');
  if (after !== undefined) return splice(text, entry.offset, after.offset - entry.offset, '');
  const parent = entry.parent ?? entry;
  return splice(text, parent.offset + 1, parent.length - 2, '');
};

const rename = (text: string, pointer: string, key: string): string => {
  const keyNode = nodeAt(text, pointer)?.parent?.children?.[0];
  return keyNode === undefined ? text : splice(text, keyNode.offset, keyNode.length, JSON.stringify(key));
};

/** The text after the edits, one after the other: a pointer is of the text that the edits before it left. */
export const editJson = (text: string, edits: readonly JsonEdit[]): string =>
  edits.reduce((edited, edit) => {
    if (edit.kind === 'set') return set(edited, edit.pointer, edit.value);
    return edit.kind === 'remove' ? remove(edited, edit.pointer) : rename(edited, edit.pointer, edit.key);
  }, text);
