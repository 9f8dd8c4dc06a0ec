/** Whatever is in the files, validation answers with issues: it never throws, and what has no error compiles. */

import { expect, it } from 'vitest';
import type { Json } from '../../../engine/core/json.ts';
import { isJsonObject, setAt, toPointer, valueAt } from '../../../engine/core/json.ts';
import { examples } from '../../../engine/metadata/examples.ts';
import { loadFiles } from '../../../engine/metadata/load-files.ts';
import { validate } from '../../../engine/model/validate.ts';
import { catalogues } from '../../../src/catalogues.ts';
import fc from '../../support/laws.ts';

const pointersOf = (value: Json, path: readonly (string | number)[] = []): readonly string[] => [
  toPointer(path),
  ...(Array.isArray(value)
    ? value.flatMap((item: Json, index) => pointersOf(item, [...path, index]))
    : isJsonObject(value)
      ? Object.entries(value).flatMap(([key, item]) => pointersOf(item, [...path, key]))
      : []),
];

const places = [...examples]
  .filter(([file]) => file.endsWith('.json'))
  .flatMap(([file, text]) => pointersOf(JSON.parse(text) as Json).map((pointer) => ({ file, pointer })));

/** Values that files really hold, in places where they do not belong. */
const odd: fc.Arbitrary<Json | undefined> = fc.oneof(
  fc.constantFrom<Json | undefined>(
    undefined,
    null,
    '',
    'nome',
    'bairro',
    'vizinho.nome',
    'vizinho.vizinho.nome',
    'constructor',
    '__proto__',
    'toString',
    '-id',
    'uf',
    '/bairros',
    '/',
    0,
    -1,
    1e308,
    true,
    [],
    {},
    [[]],
    ['nome', 'nome'],
    [''],
    { nome: {} },
    { field: 'nome' },
    { entity: 'bairro' },
  ),
  fc.jsonValue().map((value) => value as Json),
);
const changes = fc.array(
  fc.record({
    place: fc.constantFrom(...places),
    value: odd,
    /** Gives the value to a key of another name too. */
    rename: fc.option(
      fc.constantFrom('nome', 'constructor', 'x-relation', 'x-code-list', 'default', 'Ação', 'vizinho'),
    ),
  }),
  { minLength: 1, maxLength: 4 },
);

it('gives issues for files changed anyhow, and throws for none', () => {
  fc.assert(
    fc.property(changes, (list) => {
      const sources = new Map(examples);
      for (const { place, value, rename } of list) {
        const { file, pointer } = place;
        let content = JSON.parse(sources.get(file) ?? 'null') as Json;
        const parent = pointer.slice(0, pointer.lastIndexOf('/'));
        if (valueAt(content, pointer) === undefined) continue;
        if (pointer === '') content = value ?? null;
        else {
          if (rename !== null && isJsonObject(valueAt(content, parent)))
            content = setAt(content, parent + toPointer([rename]), valueAt(content, pointer));
          content = setAt(content, pointer, value);
        }
        sources.set(file, JSON.stringify(content));
      }
      const files = loadFiles(sources);
      for (const issue of validate(files, catalogues)) {
        expect(issue.origin.line).toBeGreaterThan(0);
        expect(sources.has(issue.origin.file)).toBe(true);
      }
    }),
    { numRuns: 1500 },
  );
});

it.each(['__proto__', 'constructor'])(
  'gives issues for an entity called %s, as every object has something called',
  (entity) => {
    const file = 'schemas/localizacao/bairros/columns.json';
    const columns = JSON.parse(new Map(examples).get(file) ?? 'null') as Json;
    const sources = new Map([...examples, [file, JSON.stringify(setAt(columns, '/entity', entity))]]);
    expect(validate(loadFiles(sources), catalogues).map(({ code }) => code)).not.toEqual([]);
  },
);

it('gives issues for texts cut anywhere', () => {
  fc.assert(
    fc.property(fc.constantFrom(...examples), fc.double({ min: 0, max: 1, noNaN: true }), ([file, text], share) => {
      const sources = new Map([...examples, [file, text.slice(0, Math.floor(text.length * share))]]);
      expect(validate(loadFiles(sources), catalogues)).toBeInstanceOf(Array);
    }),
    { numRuns: 300 },
  );
});
