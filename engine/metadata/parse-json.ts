import type { Node, ParseError } from 'jsonc-parser';
import { parseTree, printParseErrorCode } from 'jsonc-parser';
import type { Issue } from '../core/errors.ts';
import { createIssue } from '../core/errors.ts';
import type { Json } from '../core/json.ts';
import { fromPointer, isJsonObject, toPointer } from '../core/json.ts';
import type { Origin } from '../core/origin.ts';
import { phrases, syntaxWords } from '../core/words.ts';
import { placeIn } from './text-position.ts';

export interface ParsedJson {
  /** undefined for a file without any value. After a syntax error: what could be read. */
  readonly value: Json | undefined;
  /** Whether the text is no JSON. */
  readonly broken: boolean;
  readonly issues: readonly Issue[];
  /** Where `pointer` is written; the nearest ancestor that exists where it is not. With `key`, the place of the key itself. */
  readonly origin: (pointer: string, key?: boolean) => Origin;
}

interface Found {
  readonly node: Node;
  /** The node of the key, for a member of an object. */
  readonly keyNode: Node | undefined;
  readonly complete: boolean;
}

const findNode = (root: Node, pointer: string): Found => {
  let node = root;
  let keyNode: Node | undefined;
  for (const segment of fromPointer(pointer)) {
    const children: readonly Node[] = node.children ?? [];
    const member: Node | undefined =
      node.type === 'object'
        ? children.findLast((child) => child.children?.[0]?.value === segment)
        : node.type === 'array'
          ? children[Number(segment)]
          : undefined;
    const next: Node | undefined = node.type === 'object' ? (member?.children?.[1] ?? member) : member;
    if (next === undefined) return { node, keyNode, complete: false };
    keyNode = node.type === 'object' ? member?.children?.[0] : undefined;
    node = next;
  }
  return { node, keyNode, complete: true };
};

/** A text of JSON, and whether it is a key. */
const textToken = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?/g;

const writtenKeys = (text: string): number => {
  let count = 0;
  for (const [, colon] of text.matchAll(textToken)) if (colon !== undefined) count += 1;
  return count;
};

/** NaN where a key is one that no object of ours may have. */
const keptKeys = (value: Json): number => {
  if (Array.isArray(value)) return value.reduce((count: number, item) => count + keptKeys(item), 0);
  if (!isJsonObject(value)) return 0;
  return Object.entries(value).reduce(
    (count, [key, item]) => count + (key === '__proto__' ? Number.NaN : 1) + keptKeys(item as Json),
    0,
  );
};

/** What the text says, where there is nothing to say of it; undefined where there is, or may be. */
const parseFaultless = (text: string): Json | undefined => {
  try {
    const value = JSON.parse(text) as Json;
    return keptKeys(value) === writtenKeys(text) ? value : undefined;
  } catch {
    return undefined;
  }
};

const parseOptions = { disallowComments: true, allowTrailingComma: false } as const;

/**
 * Reads strict JSON (no comments, no trailing commas), remembering where everything is. Duplicate keys are issues. Files
 * are mostly faultless and their places seldom asked for: those are looked for when they are, at ten times the work.
 */
export const parseJson = (file: string, source: string): ParsedJson => {
  // Editors and spreadsheets may begin a file with a byte order mark.
  const text = source.startsWith('\uFEFF') ? source.slice(1) : source;
  const faultless = parseFaultless(text);
  if (faultless === undefined) return parseWithPlaces(file, text);
  let placed: ParsedJson | undefined;
  return {
    value: faultless,
    broken: false,
    issues: [],
    origin: (pointer, key) => {
      placed ??= parseWithPlaces(file, text);
      return placed.origin(pointer, key);
    },
  };
};

const parseWithPlaces = (file: string, text: string): ParsedJson => {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, parseOptions);
  const place = placeIn(text);
  const at = (offset: number, pointer: string): Origin => ({ file, pointer, ...place(offset) });
  const issues: Issue[] = [];

  const read = (node: Node, path: readonly (string | number)[]): Json => {
    if (node.type === 'array') return (node.children ?? []).map((child, index) => read(child, [...path, index]));
    if (node.type !== 'object') return node.value as Json;
    const object: Record<string, Json> = {};
    for (const property of node.children ?? []) {
      const [keyNode, valueNode] = property.children ?? [];
      if (keyNode === undefined || valueNode === undefined) continue;
      const key = String(keyNode.value);
      const inner = [...path, key];
      if (key === '__proto__')
        issues.push(
          createIssue('LANGUAGE_KEY_UNKNOWN', at(keyNode.offset, toPointer(inner)), { key, advice: phrases.keyAdvice }),
        );
      else {
        if (Object.hasOwn(object, key))
          issues.push(createIssue('LANGUAGE_KEY_DUPLICATE', at(keyNode.offset, toPointer(inner)), { key }));
        object[key] = read(valueNode, inner);
      }
    }
    return object;
  };

  const value = tree === undefined ? undefined : read(tree, []);
  // One slip of the hand makes the parser stumble several times: the first is the one to mend.
  const first = errors[0];
  if (first !== undefined || tree === undefined) {
    const problem = first === undefined ? 'ValueExpected' : printParseErrorCode(first.error);
    issues.push(
      createIssue('LANGUAGE_JSON_SYNTAX', at(first?.offset ?? 0, ''), { problem: syntaxWords[problem] ?? problem }),
    );
  }
  return {
    value,
    broken: first !== undefined || tree === undefined,
    // What the parser made of the rest is guesswork: only the slip itself is said.
    issues: issues.filter((issue) => first === undefined || issue.code === 'LANGUAGE_JSON_SYNTAX'),
    origin: (pointer, key = false) => {
      if (tree === undefined) return at(0, pointer);
      const found = findNode(tree, pointer);
      const node = key && found.complete ? (found.keyNode ?? found.node) : found.node;
      return at(node.offset, pointer);
    },
  };
};
