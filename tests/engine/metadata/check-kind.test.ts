/** The quick check of a file says yes to exactly what its JSON Schema, which editors go by, says yes to. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import type { Json } from '../../../engine/core/json.ts';
import { setAt, toPointer } from '../../../engine/core/json.ts';
import { checkKind } from '../../../engine/metadata/check-kind.ts';
import type { RawDocument } from '../../../engine/metadata/documents.ts';
import type { Kind } from '../../../engine/metadata/kinds.ts';
import { kinds } from '../../../engine/metadata/kinds.ts';
import { loadFiles } from '../../../engine/metadata/load-files.ts';
import fc from '../../support/laws.ts';
import { fileMemory, readRealFiles } from '../../support/real-files.ts';

const ajv = new Ajv2020({
  allowUnionTypes: true,
  formats: {
    regex: (text: string) => {
      try {
        return new RegExp(text, 'u') instanceof RegExp;
      } catch {
        return false;
      }
    },
  },
});
ajv.addVocabulary(['patternErrorMessage']);

const files = loadFiles(await readRealFiles(), fileMemory);
const documents: readonly RawDocument[] = [
  ...files.screens.flatMap(({ record, registry, search }) => [record, registry, search]),
  ...files.menus,
  ...files.codeLists,
  files.flags,
  ...files.clients,
].filter((one) => one !== undefined);

const pointersOf = (value: Json, path: readonly (string | number)[] = []): readonly string[] => [
  ...(path.length === 0 ? [] : [toPointer(path)]),
  ...(typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, item]) => pointersOf(item as Json, [...path, key]))
    : []),
];

const odd = fc.constantFrom<Json | undefined>(
  ...[undefined, null, true, 0, -1, 1.5, 1e9, '', 'x', 'Ab C', 'á', '[', 'a'.repeat(300), [], {}],
  ...[['x'], [1], ['x', 'x'], { x: 1 }, 'é\u0301'.repeat(40)],
);
/** A real file with some of its values taken away, replaced, or beside keys that nobody knows. */
const writtenBy = (given: fc.GeneratorValue): { kind: Kind; value: Json } => {
  const document = given(fc.constantFrom, ...documents);
  let value = document.value as unknown as Json;
  for (let slips = given(fc.integer, { min: 0, max: 2 }); slips > 0; slips -= 1) {
    const places = pointersOf(value);
    if (places.length === 0) break;
    const place = given(fc.constantFrom, ...places);
    const key = given(fc.constantFrom, '', '/zz');
    value =
      setAt(
        value,
        place + key,
        given(() => odd),
      ) ?? {};
  }
  return { kind: document.kind, value };
};

test('a file is faultless where its JSON Schema says so, and nowhere else', () => {
  const verdicts = new Set<boolean>();
  fc.assert(
    fc.property(fc.gen(), (given) => {
      const { kind, value } = writtenBy(given);
      const { schema } = kinds[kind];
      const valid = ajv.validate(schema, value);
      verdicts.add(valid);
      const findings = checkKind(schema, value, (pointer) => ({ file: 'x.json', pointer, line: 1, column: 1 }), 'x');
      expect(findings.length === 0).toBe(valid);
    }),
    { numRuns: 300 },
  );
  expect(verdicts).toEqual(new Set([true, false]));
});
