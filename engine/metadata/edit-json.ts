/** Changes of a JSON file that leave everything else as it was written. In: the text. Out: the text. */
import type { Node } from 'jsonc-parser';
import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import type { Json } from '../core/json.ts';
import { fromPointer, isJsonObject } from '../core/json.ts';

/** A place by its JSON Pointer. */
export type JsonEdit =
  /** An object that is left empty goes too. */
  | { readonly kind: 'remove'; readonly pointer: string }
  /** Makes the objects on the way. */
  | { readonly kind: 'set'; readonly pointer: string; readonly value: Json }
  /** Another name for a key, in its place. */
  | { readonly kind: 'rename'; readonly pointer: string; readonly key: string };

/** As the formatter of this repository: two spaces, lists in one line where they fit. */
const lineWidth = 120;

/** A value as the files write it, when its first line stands `indent` spaces in, `used` characters of it taken. */
const writeValue = (value: Json, indent: number, used: number): string => {
  const inner = ' '.repeat(indent + 2);
  const close = ' '.repeat(indent);
  if (Array.isArray(value)) {
    const line = `[${value.map((item) => writeValue(item, indent, 0)).join(', ')}]`;
    // one more for the comma behind
    if (!line.includes('\n') && used + line.length < lineWidth) return line;
    return `[\n${value.map((item) => inner + writeValue(item, indent + 2, indent + 2)).join(',\n')}\n${close}]`;
  }
  if (!isJsonObject(value) || Object.keys(value).length === 0) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, member]) => {
    const start = `${inner}${JSON.stringify(key)}: `;
    return start + writeValue(member, indent + 2, start.length);
  });
  return `{\n${members.join(',\n')}\n${close}}`;
};

const indentAt = (text: string, offset: number): number =>
  /^ */.exec(text.slice(text.lastIndexOf('\n', offset - 1) + 1))?.[0].length ?? 0;

const splice = (text: string, offset: number, length: number, content: string): string =>
  text.slice(0, offset) + content + text.slice(offset + length);

const childOf = (node: Node, segment: string): Node | undefined =>
  findNodeAtLocation(node, [node.type === 'array' ? Number(segment) : segment]);

const replace = (text: string, node: Node, value: Json): string => {
  const used = node.offset - (text.lastIndexOf('\n', node.offset - 1) + 1);
  return splice(text, node.offset, node.length, writeValue(value, indentAt(text, node.offset), used));
};

/** A member behind the last one of an object, or an item behind the last of a list. */
const append = (text: string, parent: Node, key: string, value: Json): string => {
  const last = parent.children?.at(-1);
  const name = parent.type === 'array' ? '' : `${JSON.stringify(key)}: `;
  const indent = last === undefined ? indentAt(text, parent.offset) + 2 : indentAt(text, last.offset);
  const written = `\n${' '.repeat(indent)}${name}${writeValue(value, indent, indent + name.length)}`;
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

const nodeAt = (text: string, pointer: string): Node | undefined =>
  fromPointer(pointer).reduce<Node | undefined>((node, segment) => node && childOf(node, segment), parseTree(text));

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
