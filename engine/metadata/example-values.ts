/** What validated example files hold at the keys of a definition. */
import { isJsonObject } from '../core/json.ts';
import type { SourceFiles } from './documents.ts';
import { examples, viewExample } from './examples.ts';
import { kindOf } from './file-place.ts';
import { keyExamples } from './key-examples.ts';
import type { Kind } from './kinds.ts';

/** The parts of a JSON Schema that its readers here need. */
export interface Shape {
  readonly title?: string;
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly patternProperties?: Readonly<Record<string, Shape>>;
}

/** What the files of a kind hold; of one that is beyond reading, nothing. */
const contentsOf = (kind: Kind, sources: SourceFiles): readonly unknown[] =>
  [...sources].flatMap(([path, text]) => {
    if (kindOf(path) !== kind) return [];
    try {
      return [JSON.parse(text) as unknown];
    } catch {
      return [];
    }
  });

/** The contents of all files of a kind: of the examples, then of those given. */
export const filesOf = (kind: Kind, sources: SourceFiles = new Map()): readonly unknown[] =>
  [examples, viewExample, keyExamples, sources].flatMap((files) => contentsOf(kind, files));

/** What values have under a key. */
export const under = (values: readonly unknown[], key: string): readonly unknown[] =>
  values.flatMap((value) => (isJsonObject(value) && Object.hasOwn(value, key) ? [value[key]] : []));

/** The items of those values that are lists. */
export const listedIn = (values: readonly unknown[]): readonly unknown[] =>
  values.flatMap((value) => (Array.isArray(value) ? (value as readonly unknown[]) : []));

/** What lies under any key of those values that are objects. */
export const heldIn = (values: readonly unknown[]): readonly unknown[] =>
  values.flatMap((value) => (isJsonObject(value) ? Object.values(value) : []));

/** Examples that are longer are seen in the example of the whole file. */
const longestExample = 90;

/** The key with the first of the values that files hold: what no file says was never checked. */
export const exampleOf = (key: string, found: readonly unknown[]): string | undefined => {
  const fitting = found.find((value) => value !== null && JSON.stringify(value).length <= longestExample);
  if (fitting === undefined) return undefined;
  const spaced = JSON.stringify(fitting, null, 1).replace(/\n */g, ' ');
  return `${JSON.stringify(key)}: ${spaced}`;
};

const mapValues = (shapes: Readonly<Record<string, Shape>>, change: (key: string, shape: Shape) => Shape) =>
  Object.fromEntries(Object.entries(shapes).map(([key, shape]) => [key, change(key, shape)]));

/** Not as `examples`: editors would write them into the file of who completes a key. */
const withExample = (key: string, shape: Shape, found: readonly unknown[]): Shape => {
  const example = exampleOf(key, found);
  if (example === undefined || shape.const !== undefined) return shape;
  return { ...shape, description: `${shape.description ?? ''} Example: ${example}`.trim() };
};

/** The definition with an example in the description of each key, which editors show: what the values hold there. */
export const withExamples = (shape: Shape, values: readonly unknown[]): Shape => {
  const { properties, patternProperties, items, anyOf } = shape;
  return {
    ...shape,
    ...(properties && {
      properties: mapValues(properties, (key, one) => {
        const found = under(values, key);
        return withExamples(withExample(key, one, found), found);
      }),
    }),
    ...(patternProperties && {
      patternProperties: mapValues(patternProperties, (_, one) => withExamples(one, heldIn(values))),
    }),
    ...(items && { items: withExamples(items, listedIn(values)) }),
    ...(anyOf && { anyOf: anyOf.map((one) => withExamples(one, values)) }),
  };
};
