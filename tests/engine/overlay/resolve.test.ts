import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../engine/core/errors.ts';
import type { Json } from '../../../engine/core/json.ts';
import type { FieldPatch, ScreenPatch } from '../../../engine/metadata/client.ts';
import type { RawFiles } from '../../../engine/metadata/documents.ts';
import { examples } from '../../../engine/metadata/examples.ts';
import { createFileMemory } from '../../../engine/metadata/file-memory.ts';
import { loadFiles } from '../../../engine/metadata/load-files.ts';
import { flagValues, resolve } from '../../../engine/overlay/resolve.ts';
import fc from '../../support/laws.ts';

const folder = 'schemas/localizacao/bairros';
const otherFolder = 'schemas/localizacao/ruas';
const other = {
  schema: { title: 'Rua', type: 'object', required: ['nome'], properties: { nome: { title: 'Nome', type: 'string' } } },
  columns: { entity: 'rua', path: '/ruas', parent: '/localizacao', permission: { subject: 'rua' }, columns: ['nome'] },
};
const base = new Map([
  ...examples,
  [`${otherFolder}/schema.json`, JSON.stringify(other.schema)],
  [`${otherFolder}/columns.json`, JSON.stringify(other.columns)],
]);
base.delete('clients/exemplo.json');

interface Overlay {
  fields?: Record<string, Record<string, FieldPatch>>;
  screens?: Record<string, ScreenPatch>;
}
const loadWith = (overlay: Overlay, sources: ReadonlyMap<string, string> = base): RawFiles =>
  loadFiles(
    new Map([...sources, ['clients/exemplo.json', JSON.stringify({ name: 'exemplo', title: 'E', ...overlay })]]),
  );

const optional = { requiredKeys: [] };
const fieldPatch = fc
  .record(
    {
      visible: fc.boolean(),
      readOnly: fc.boolean(),
      required: fc.boolean(),
      label: fc.constantFrom('Nome', 'Código', 'Outro'),
      mask: fc.constantFrom('##', null),
      default: fc.constantFrom('MG', 'x', null),
      help: fc.constantFrom('Uma linha.', 'Outra.'),
    },
    optional,
  )
  .filter((patch) => Object.keys(patch).length > 0) as fc.Arbitrary<FieldPatch>;
const screenPatch = fc
  .record(
    {
      enabled: fc.boolean(),
      title: fc.constantFrom('Bairro', 'Outro'),
      columns: fc.uniqueArray(fc.constantFrom('nome', 'codigo', 'uf', 'vizinho.nome', 'ativo'), { minLength: 1 }),
      pageSize: fc.constantFrom(50, 100),
    },
    optional,
  )
  .filter((patch) => Object.keys(patch).length > 0) as fc.Arbitrary<ScreenPatch>;
const overlays: fc.Arbitrary<Overlay> = fc.record({
  fields: fc.record({ bairro: fc.dictionary(fc.constantFrom('codigo', 'nome', 'uf', 'taxa'), fieldPatch) }),
  screens: fc.record({ bairros: screenPatch }, optional),
}) as fc.Arbitrary<Overlay>;

/** The resolved documents as files again. */
const asSources = (files: ReturnType<typeof resolve>): Map<string, string> => {
  const sources = new Map(base);
  // Owned rows are declared in the files of their owner.
  for (const screen of files.screens.filter(({ owner }) => owner === undefined))
    for (const document of [screen.registry, screen.record])
      if (document !== undefined) sources.set(document.file, JSON.stringify(document.value));
  return sources;
};
const valuesOf = (files: ReturnType<typeof resolve>): Json =>
  files.screens.map((screen) => [screen.registry.value, screen.record?.value ?? null]) as unknown as Json;
const sorted = (value: Json): Json => {
  // `required` is a set: its order says nothing.
  const text = JSON.stringify(value, (key, inner: unknown) =>
    key === 'required' && Array.isArray(inner) ? inner.toSorted() : inner,
  );
  return JSON.parse(text) as Json;
};

describe('resolve', () => {
  it('gives the very files without a client', () => {
    const files = loadWith({});
    expect(resolve(files, undefined).screens).toBe(files.screens);
  });

  it('refuses an unknown client with the nearest name', () => {
    const failure = (() => {
      try {
        return resolve(loadWith({}), 'exenplo');
      } catch (thrown) {
        return thrown;
      }
    })();
    expect(failure).toBeInstanceOf(Refusal);
    expect(failure).toMatchObject({
      code: 'START_CLIENT_UNKNOWN',
      suggestion: 'exemplo',
      params: { known: 'exemplo' },
    });
  });

  it('gives after applying twice what it gives after once, and says of all of it that it is redundant', () => {
    fc.assert(
      fc.property(overlays, (overlay) => {
        const once = resolve(loadWith(overlay), 'exemplo');
        const twice = resolve(loadWith(overlay, asSources(once)), 'exemplo');
        expect(sorted(valuesOf(twice))).toEqual(sorted(valuesOf(once)));
        const redundant = twice.issues.filter((issue) => issue.code === 'OVERLAY_REDUNDANT');
        expect(redundant.map((issue) => issue.params.target)).toEqual(twice.assignments.map((one) => one.target));
      }),
      { numRuns: 60 },
    );
  });

  it('keeps the identity of what the client does not touch', () => {
    fc.assert(
      fc.property(overlays, (overlay) => {
        const files = loadWith(overlay);
        const resolved = resolve(files, 'exemplo');
        expect(resolved.codeLists).toBe(files.codeLists);
        expect(resolved.menus).toBe(files.menus);
        const touched = new Set<unknown>(resolved.assignments.map((assignment) => assignment.document));
        for (const [index, before] of files.screens.entries()) {
          const after = resolved.screens[index];
          const isTouched = touched.has(before.registry) || touched.has(before.record);
          expect(after === before).toBe(!isTouched);
          expect(after?.registry === before.registry).toBe(!touched.has(before.registry));
          expect(after?.record === before.record).toBe(!touched.has(before.record));
          expect(after?.search).toBe(before.search);
          expect(after?.rows).toBe(before.rows);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('patches to the same object again, until a line of the overlay or what it changes is another', () => {
    const remember = createFileMemory();
    const read = (label: string, street: string, length: number) => {
      const client = { name: 'exemplo', title: 'E', fields: { bairro: { nome: { label } } } };
      const sources = new Map([...base, ['clients/exemplo.json', JSON.stringify(client)]]);
      const schema = (base.get(`${folder}/schema.json`) ?? '').replace(
        '"title": "Bairro"',
        `"title": "Bairro ${length}"`,
      );
      sources.set(`${folder}/schema.json`, schema);
      sources.set(`${otherFolder}/schema.json`, JSON.stringify({ ...other.schema, title: street }));
      const found = resolve(loadFiles(sources, remember), 'exemplo').screens.find(
        (screen) => screen.folder === 'bairros',
      );
      expect(found?.record?.value.properties['nome']?.title).toBe(label);
      expect(found?.record?.value.title).toBe(`Bairro ${length}`);
      return found;
    };
    const first = read('Outro', 'Rua', 1);
    expect(read('Outro', 'Via', 1)).toBe(first);
    expect(read('Mais um', 'Rua', 1)).not.toBe(first);
    expect(read('Outro', 'Rua', 2)).not.toBe(first);
  });

  it('leaves the base as it was', () => {
    const files = loadWith({ fields: { bairro: { nome: { label: 'Outro', required: false } } } });
    const before = JSON.stringify(files);
    resolve(files, 'exemplo');
    expect(JSON.stringify(files)).toBe(before);
  });

  it('changes nothing where it sets what is there, and warns', () => {
    const files = loadWith({
      fields: {
        bairro: {
          nome: { label: 'Nome', required: true, visible: true, readOnly: false, mask: null, default: null },
          uf: { codes: ['MG', 'RJ'], default: 'MG' },
        },
      },
      screens: {
        bairros: { enabled: true, title: 'Bairro', columns: ['codigo', 'nome', 'uf', 'vizinho.nome'], pageSize: 50 },
      },
    });
    const resolved = resolve(files, 'exemplo');
    expect(new Set(resolved.issues.map((issue) => issue.code))).toEqual(new Set(['OVERLAY_REDUNDANT']));
    expect(resolved.issues).toHaveLength(12);
  });

  it('keeps title and width of a column that the base shows too', () => {
    const files = loadWith({ screens: { bairros: { columns: ['vizinho.nome', 'ativo', 'nome'] } } });
    expect(resolve(files, 'exemplo').screens[0]?.registry.value.columns).toEqual([
      { field: 'vizinho.nome', title: 'Vizinho' },
      'ativo',
      { field: 'nome', width: 320 },
    ]);
  });

  it('knows where each value of a patched document was said', () => {
    const overlay =
      '{\n  "name": "exemplo", "title": "E",\n  "fields": { "bairro": { "nome": { "required": false },\n    "taxa": { "required": true, "label": "Valor" } } }\n}';
    const files = loadFiles(new Map([...base, ['clients/exemplo.json', overlay]]));
    const record = resolve(files, 'exemplo').screens[0]?.record;
    expect(record?.value.required).toEqual(['codigo', 'uf', 'taxa']);
    const place = (pointer: string): string => {
      const { file, line } = record?.origin(pointer) ?? { file: '', line: 0 };
      return `${file}:${line}`;
    };
    expect(place('/required/0')).toBe(`${folder}/schema.json:6`);
    expect(place('/required/2')).toBe('clients/exemplo.json:4');
    expect(place('/properties/taxa/title')).toBe('clients/exemplo.json:4');
    expect(place('/properties/nome/title')).toMatch(`${folder}/schema.json`);
  });
});

describe('a default that the client gives to every field that names it', () => {
  const town = { title: 'Rua', type: 'object', required: ['nome'] } as const;
  const uf = { title: 'UF', type: 'string', 'x-code-list': 'estado', default: 'MG', 'x-client-default': 'uf' };
  const sources = new Map([
    ...base,
    [
      `${otherFolder}/schema.json`,
      JSON.stringify({ ...town, properties: { nome: { title: 'Nome', type: 'string' }, uf } }),
    ],
  ]);
  const resolveWith = (overlay: Record<string, unknown>) => resolve(loadWith(overlay as Overlay, sources), 'exemplo');
  const ruaOf = (files: ReturnType<typeof resolve>) =>
    files.screens.find(({ registry }) => registry.value.entity === 'rua')?.record;

  it('takes the place of the default of the base, and says where it was said', () => {
    const record = ruaOf(resolveWith({ defaults: { uf: 'RJ' } }));
    expect(record?.value.properties.uf).toEqual({ ...uf, default: 'RJ' });
    expect(record?.origin('/properties/uf/default').file).toBe('clients/exemplo.json');
  });

  it('leaves the base as it is where it says the same or nothing', () => {
    for (const defaults of [{}, { uf: 'MG' }, { conselho: 'CRO' }]) {
      const resolved = resolveWith({ defaults });
      expect(resolved.assignments).toEqual([]);
      expect(resolved.issues).toEqual([]);
    }
  });

  it('gives way to the default of the field itself, which is redundant where it says the same', () => {
    const other = resolveWith({ defaults: { uf: 'RJ' }, fields: { rua: { uf: { default: 'SP' } } } });
    expect(ruaOf(other)?.value.properties.uf).toEqual({ ...uf, default: 'SP' });
    expect(other.issues).toEqual([]);
    const same = resolveWith({ defaults: { uf: 'RJ' }, fields: { rua: { uf: { default: 'RJ' } } } });
    expect(ruaOf(same)?.value.properties.uf).toEqual({ ...uf, default: 'RJ' });
    expect(same.issues.map(({ code, params }) => [code, params.target])).toEqual([
      ['OVERLAY_REDUNDANT', 'rua.uf.default'],
    ]);
  });
});

describe('flagValues', () => {
  it('is the default, less what the client says', () => {
    const files = loadFiles(examples);
    expect(flagValues(resolve(files, undefined))).toEqual({ 'beneficiario.cartao': false });
    expect(flagValues(resolve(files, 'exemplo'))).toEqual({ 'beneficiario.cartao': true });
  });
});
