import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { examples } from '../../../engine/metadata/examples.ts';
import { loadFiles, readSourceFiles } from '../../../engine/metadata/load-files.ts';
import { compile } from '../../../engine/model/compile.ts';
import type { Catalogues } from '../../../engine/model/contracts.ts';
import type { RegistryScreen } from '../../../engine/model/screen-types.ts';
import type { Model } from '../../../engine/model/types.ts';
import { resolve } from '../../../engine/overlay/resolve.ts';
import { catalogues } from '../../../src/catalogues.ts';

const real = await readSourceFiles(join(import.meta.dirname, '../../..'));
const folder = 'schemas/localizacao/bairros';

/** The examples with files changed: an object is merged into the JSON of the file, undefined takes the file away. */
const change = (changes: Record<string, object | undefined>): ReadonlyMap<string, string> => {
  const sources = new Map(examples);
  for (const [file, given] of Object.entries(changes)) {
    if (given === undefined) sources.delete(file);
    else sources.set(file, JSON.stringify({ ...JSON.parse(sources.get(file) ?? '{}'), ...given }));
  }
  return sources;
};
const compileSources = (sources: ReadonlyMap<string, string>, client?: string) => {
  const files = loadFiles(sources);
  const resolved = resolve(files, client);
  const { model, issues } = compile(resolved, catalogues);
  expect([...files.issues, ...resolved.issues, ...issues]).toEqual([]);
  return model;
};
const screenOf = (model: Model, name = 'bairros'): RegistryScreen => {
  const screen = model.screens.find((one) => one.kind === 'registry' && one.folder === name);
  if (screen?.kind !== 'registry') throw new Error(`no screen ${name}`);
  return screen;
};

const isDeepFrozen = (value: unknown): boolean =>
  typeof value !== 'object' || value === null || (Object.isFrozen(value) && Object.values(value).every(isDeepFrozen));

describe('the model', () => {
  it.each([undefined, 'copass', 'nuclep'])(
    'of the real files and %s is frozen, plain, and the same each time',
    (client) => {
      const model = compileSources(real, client);
      expect(isDeepFrozen(model)).toBe(true);
      expect(structuredClone(model)).toEqual(model);
      // with a memory of its own, and files read anew
      const fresh: Catalogues = { ...catalogues };
      const again = compile(resolve(loadFiles(real), client), fresh).model;
      expect(JSON.stringify(again)).toBe(JSON.stringify(model));
    },
  );

  it('of one client is the same whatever was compiled before it', () => {
    const files = loadFiles(real);
    const fresh: Catalogues = { ...catalogues };
    const all = [undefined, 'copass', 'nuclep', 'copass', undefined].map((client) =>
      JSON.stringify(compile(resolve(files, client), fresh).model),
    );
    expect(all[3]).toBe(all[1]);
    expect(all[4]).toBe(all[0]);
    expect(all[2]).toBe(JSON.stringify(compile(resolve(loadFiles(real), 'nuclep'), { ...catalogues }).model));
  });

  it('shares between clients what neither touches', () => {
    const files = loadFiles(real);
    const base = compile(resolve(files, undefined), catalogues).model;
    const copass = compile(resolve(files, 'copass'), catalogues).model;
    expect(copass.entities.usuario?.fields).toBe(base.entities.usuario?.fields);
  });
});

describe('derived values', () => {
  const columns = `${folder}/columns.json`;

  it('label: the first two text fields', () => {
    const model = compileSources(change({ [columns]: { label: undefined } }));
    expect(model.entities.bairro?.label).toEqual([{ field: 'codigo' }, { text: ' - ' }, { field: 'nome' }]);
  });

  it('natural key: the first unique required field; a client does not change it', () => {
    const model = compileSources(change({}), 'exemplo');
    expect(model.entities.bairro?.naturalKey).toEqual(['codigo']);
    const loosened = change({
      'clients/exemplo.json': { fields: { bairro: { codigo: { required: false, because: 'teste' } } }, screens: {} },
    });
    expect(compileSources(loosened, 'exemplo').entities.bairro?.naturalKey).toEqual(['codigo']);
  });

  it('indexes: unique fields, natural key, combinations, indexes, and relations that none begins with', () => {
    const model = compileSources(
      change({ [columns]: { unique: [['nome', 'uf']], indexes: [['nome'], ['codigo']], naturalKey: ['codigo'] } }),
    );
    expect(model.entities.bairro?.indexes).toEqual([
      { columns: ['codigo'], unique: true },
      { columns: ['nome', 'uf'], unique: true },
      { columns: ['nome'], unique: false },
      { columns: ['vizinho_id'], unique: false },
    ]);
    const covered = compileSources(change({ [columns]: { indexes: [['nome'], ['vizinho', 'nome']] } }));
    expect(covered.entities.bairro?.indexes.map((index) => index.columns.join())).toEqual([
      'codigo',
      'nome',
      'vizinho_id,nome',
    ]);
  });

  it('search panel: from `search`, each matched by its type', () => {
    const model = compileSources(
      change({
        [`${folder}/search.json`]: undefined,
        [columns]: { search: ['nome', 'inauguracao', 'taxa', 'uf', 'vizinho', 'ativo'] },
      }),
    );
    expect(screenOf(model).search.map(({ path, match }) => `${path.join('.')} ${match}`)).toEqual([
      'nome contains',
      'inauguracao range',
      'taxa range',
      'uf any',
      'vizinho any',
      'ativo equals',
    ]);
    expect([model.entities.bairro?.search, model.entities.bairro?.searchThrough]).toEqual([['nome'], ['vizinho']]);
  });

  it('quick search: no relation to what is found by nothing, which is refused beside a search.json', () => {
    const silent = { [columns]: { search: ['vizinho'] } };
    expect(
      compileSources(change({ ...silent, [`${folder}/search.json`]: undefined })).entities.bairro?.searchThrough,
    ).toBe(undefined);
    expect(compile(resolve(loadFiles(change(silent)), undefined), catalogues).issues).toEqual([
      expect.objectContaining({
        code: 'MODEL_SEARCH_FIELD',
        params: {
          screen: 'bairros',
          field: 'vizinho',
          reason: "a busca rápida de 'bairro' não lê nenhum texto nem número",
        },
      }),
    ]);
  });

  it('columns, sort and sections where columns.json says nothing', () => {
    const model = compileSources(change({ [columns]: { columns: undefined, sort: undefined, sections: undefined } }));
    const screen = screenOf(model);
    expect(screen.columns.map((column) => column.path.join('.'))).toEqual([
      'codigo',
      'nome',
      'uf',
      'inauguracao',
      'taxa',
      'vizinho',
    ]);
    expect(screen.sort).toEqual([{ path: ['codigo'], descending: false }]);
    expect(screen.sections).toEqual([
      { title: 'Bairro', fields: ['codigo', 'nome', 'uf', 'inauguracao', 'taxa', 'vizinho', 'ativo'] },
      { title: 'Feiras', fields: ['feiras'] },
      { title: 'Contatos', fields: ['contatos'] },
    ]);
  });

  it('sections of a further screen of the entity: those of the screen beside schema.json', () => {
    const further = {
      entity: 'bairro',
      path: '/bairros-novos',
      parent: '/localizacao',
      permission: { subject: 'bairro' },
      columns: ['nome'],
    };
    const sections = [
      { title: 'Nome', fields: ['codigo', 'nome'] },
      { title: 'Outros', tab: 'Mais', fields: ['uf', 'inauguracao', 'taxa', 'vizinho', 'ativo'] },
    ];
    const rows = [
      { title: 'Feiras', fields: ['feiras'] },
      { title: 'Contatos', fields: ['contatos'] },
    ];
    const sectionsOf = (own: object, beside: object = sections) => {
      const files = change({ [columns]: { sections: beside } });
      const folder = 'schemas/localizacao/bairros-novos/columns.json';
      const model = compileSources(new Map([...files, [folder, JSON.stringify({ ...further, ...own })]]));
      return model.screens.flatMap((one) => (one.path === further.path && one.kind === 'registry' ? one.sections : []));
    };
    expect(sectionsOf({})).toEqual([...sections, ...rows]);
    const own = [{ title: 'Bairro', fields: ['uf', 'inauguracao', 'taxa', 'vizinho', 'ativo', 'codigo', 'nome'] }];
    expect(sectionsOf({ sections: own })).toEqual([...own, ...rows]);
  });

  it('label of a relation: its own, else that of the target', () => {
    const labelOf = (model: Model) =>
      model.entities.bairro?.fields.find((field) => field.name === 'vizinho')?.relation?.label;
    expect(labelOf(compileSources(examples))).toEqual([
      { field: 'nome' },
      { text: ' (' },
      { field: 'uf' },
      { text: ')' },
    ]);
    const schema = JSON.parse(examples.get(`${folder}/schema.json`) ?? '{}');
    const properties = { ...schema.properties, vizinho: { title: 'Vizinho', 'x-relation': { entity: 'bairro' } } };
    expect(labelOf(compileSources(change({ [`${folder}/schema.json`]: { properties } })))).toEqual([
      { field: 'codigo' },
      { text: ' - ' },
      { field: 'nome' },
    ]);
  });
});

describe('a client', () => {
  const overlay = (given: object) =>
    change({ 'clients/exemplo.json': { fields: {}, screens: {}, flags: {}, ...given } });

  it('that hides a field takes it out of list, search, form, batch and labels', () => {
    const model = compileSources(
      overlay({ fields: { bairro: { uf: { visible: false }, codigo: { visible: false, default: '00000' } } } }),
      'exemplo',
    );
    const screen = screenOf(model);
    expect(screen.columns.map((column) => column.path.join('.'))).toEqual(['nome', 'vizinho.nome']);
    expect(screen.search.map((field) => field.path.join('.'))).toEqual(['nome', 'inauguracao']);
    expect(screen.sections.flatMap((section) => section.fields)).not.toContain('uf');
    expect(screen.batch).toEqual(['ativo']);
    expect(model.entities.bairro?.label).toEqual([{ field: 'nome' }]);
    expect(model.entities.bairro?.search).toEqual(['nome']);
    expect(model.entities.bairro?.fields.find((field) => field.name === 'vizinho')?.relation?.label).toEqual([
      { field: 'nome' },
    ]);
    expect(model.entities.bairro?.fields.map((field) => field.name)).toContain('uf');
  });

  it('that makes a field read-only takes it out of the batch', () => {
    const model = compileSources(overlay({ fields: { bairro: { uf: { readOnly: true } } } }), 'exemplo');
    expect(screenOf(model).batch).toEqual(['ativo']);
  });

  it('that renames a field renames the columns that show it, also those the base had named', () => {
    const model = compileSources(overlay({ fields: { bairro: { nome: { label: 'Denominação' } } } }), 'exemplo');
    expect(screenOf(model).columns.map((column) => column.title)).toEqual([
      'Código',
      'Denominação',
      'Estado',
      'Denominação',
    ]);
  });

  it('that disables a screen loses it, with what hangs on it, and keeps the entity', () => {
    const ruas = {
      'schemas/localizacao/ruas/columns.json': {
        entity: 'bairro',
        path: '/ruas',
        parent: '/bairros',
        permission: { subject: 'rua' },
      },
    };
    const sources = new Map(
      [...overlay({ screens: { bairros: { enabled: false } } }), ...change(ruas)].filter(([file]) =>
        file.startsWith('schemas/'),
      ),
    );
    sources.set(
      'clients/exemplo.json',
      JSON.stringify({ name: 'exemplo', title: 'E', screens: { bairros: { enabled: false } } }),
    );
    expect(compileSources(sources).screens.map((screen) => screen.path)).toEqual([
      '/localizacao',
      '/bairros',
      '/ruas',
      '/link/ibge',
    ]);
    const model = compileSources(sources, 'exemplo');
    expect(model.screens.map((screen) => screen.path)).toEqual(['/localizacao', '/link/ibge']);
    expect(Object.keys(model.entities)).toEqual(['bairro', 'bairro_feiras', 'bairro_contatos']);
    expect(model.entities.bairro?.path).toBeUndefined();
  });

  it.each<[string, object, object, boolean]>([
    ['limited to it', { clients: ['exemplo'] }, {}, true],
    ['limited to another', { clients: ['outro'] }, {}, false],
    ['whose flag is off', { flag: 'beneficiario.cartao' }, {}, false],
    ['whose flag it puts on', { flag: 'beneficiario.cartao' }, { flags: { 'beneficiario.cartao': true } }, true],
    ['off in the base', { enabled: false }, {}, false],
    ['off in the base, that it puts on', { enabled: false }, { screens: { bairros: { enabled: true } } }, true],
  ])('has a screen %s: %j', (_, columns, own, expected) => {
    const sources = new Map([
      ...change({
        [`${folder}/columns.json`]: columns,
        'clients/exemplo.json': { fields: {}, screens: {}, flags: {}, ...own },
      }),
      ['clients/outro.json', JSON.stringify({ name: 'outro', title: 'Outro' })],
    ]);
    expect(compileSources(sources, 'exemplo').screens.some((screen) => screen.path === '/bairros')).toBe(expected);
    // the base has no limits
    expect(compileSources(sources).screens.some((screen) => screen.path === '/bairros')).toBe(true);
  });

  it('is named in titles that ask for it', () => {
    const sources = change({
      [`${folder}/columns.json`]: { title: 'Bairros de {cliente}' },
      'clients/exemplo.json': { screens: {} },
    });
    expect(screenOf(compileSources(sources)).title).toBe('Bairros de {cliente}');
    expect(screenOf(compileSources(sources, 'exemplo')).title).toBe('Bairros de Plano Exemplo');
  });

  it('has its identity, with the defaults of the product where it says nothing', () => {
    expect(compileSources(examples, 'exemplo').client).toEqual({
      name: 'exemplo',
      title: 'Plano Exemplo',
      accent: 'green',
      logo: 'E',
      defaults: {
        conselho: 'CRM',
        uf: 'RJ',
        percentualAutorizacao: 80,
        formatoData: 'DD/MM/YYYY',
        formatoDataHora: 'DD/MM/YYYY HH:mm',
      },
    });
  });
});

describe('menu order', () => {
  it('puts parents before children, siblings by order and then by title as Brazilians sort', () => {
    const group = (path: string, title: string, parent: string, order?: number) => ({
      path,
      title,
      parent,
      ...(order === undefined ? {} : { order }),
    });
    const sources = new Map([
      [
        'schemas/a/menu.json',
        JSON.stringify({
          groups: [
            group('/z', 'Zebra', '/'),
            group('/e', 'Érico', '/'),
            group('/f', 'Fábio', '/'),
            group('/filho', 'Filho', '/e'),
            group('/d', 'Último', '/', 2000),
            group('/p', 'Primeiro', '/', 1),
          ],
        }),
      ],
    ]);
    expect(compileSources(sources).screens.map((screen) => screen.path)).toEqual([
      '/p',
      '/e',
      '/filho',
      '/f',
      '/z',
      '/d',
    ]);
  });
});
