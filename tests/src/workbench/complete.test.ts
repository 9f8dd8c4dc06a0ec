/** What is offered while somebody types. `|` is the cursor. */
import { describe, expect, it } from 'vitest';
import { kinds } from '../../../engine/metadata/kinds.ts';
import { loadFiles } from '../../../engine/metadata/load-files.ts';
import { namesAt } from '../../../engine/metadata/names-at.ts';
import { complete, explainPlace } from '../../../src/workbench/complete.ts';
import { projectFiles } from '../../support/project-folder.ts';

const files = loadFiles(
  new Map(Object.entries(projectFiles).map(([path, value]): [string, string] => [path, JSON.stringify(value)])),
);

const at = async (path: string, marked: string, there = files) => {
  const offset = marked.indexOf('|');
  const text = marked.replace('|', '');
  const found = await complete(path, text, offset, [there]);
  /** The text as it stands when the suggestion is taken. */
  const taken = (label: string): string => {
    const one = found.find((suggestion) => suggestion.label === label);
    return one === undefined ? '(not offered)' : text.slice(0, one.from) + one.insert + text.slice(one.to);
  };
  return { labels: found.map(({ label }) => label), found, taken };
};

describe('keys of the language', () => {
  it('are offered with what they mean, without those that are written', async () => {
    const { labels, found, taken } = await at('schemas/loja/caixas/columns.json', '{ "entity": "caixa", | }');
    expect(labels).toEqual(expect.arrayContaining(['path', 'columns', 'totals', '$schema']));
    expect(labels).not.toContain('entity');
    expect(found.find(({ label }) => label === 'columns')).toMatchObject({
      sort: 'key',
      info: expect.stringMatching(/list/),
    });
    // Places to fill in are the editor's, and a dollar that is meant is one.
    expect(taken('$schema')).toBe(`{ "entity": "caixa", "$schema": "\${1}" }`);
  });

  it('are those of the file, wherever it says that its schema lies', async () => {
    const text = '{ "$schema": "../../language/registry.schema.json",\n"tot|"\n  "sort": ["codigo"] }';
    const { labels, taken } = await at('schemas/loja/caixas/columns.json', text);
    expect(labels).toContain('totals');
    expect(taken('totals')).toContain(`,\n"totals": [\${1}],\n  "sort"`);
  });

  it('of a field are those of a field', async () => {
    const { labels } = await at('schemas/loja/caixas/schema.json', '{ "properties": { "codigo": { | } } }');
    expect(labels).toEqual(expect.arrayContaining(['title', 'x-mask', 'x-relation']));
  });

  it('are offered with their values', async () => {
    const { labels, taken } = await at('schemas/loja/caixas/columns.json', '{ "kind": | }');
    expect(labels).toContain('"registry"');
    expect(taken('"registry"')).toBe('{ "kind": "registry" }');
  });

  it('are none in a file that is no JSON, and in one that nobody reads', async () => {
    expect((await at('schemas/loja/caixas/data.csv', '|')).labels).toEqual([]);
    expect((await at('schemas/loja/notas.json', '{|}')).labels).toEqual([]);
  });
});

describe('names of other files', () => {
  it.each([
    [
      'fields and those one relation away',
      'schemas/loja/vendas/columns.json',
      '{ "columns": ["|"] }',
      ['numero', 'caixa', 'caixa.codigo', 'caixa.cor'],
    ],
    ['fields of the record itself', 'schemas/loja/caixas/schema.json', '{ "required": ["|"] }', ['codigo', 'cor']],
    ['code lists', 'schemas/loja/caixas/schema.json', '{ "properties": { "x": { "x-code-list": "|" } } }', ['cor']],
    [
      'entities',
      'schemas/loja/vendas/schema.json',
      '{ "properties": { "x": { "x-relation": { "entity": | } } } }',
      ['caixa', 'venda'],
    ],
    [
      'entries of the menu',
      'schemas/loja/vendas/columns.json',
      '{ "parent": "|" }',
      ['/', '/caixas', '/loja', '/vendas'],
    ],
    ['subjects', 'schemas/loja/vendas/columns.json', '{ "permission": { "subject": "|" } }', ['caixa', 'venda']],
    [
      'screens',
      'schemas/loja/vendas/columns.json',
      '{ "actions": [{ "open": { "screen": "|" } }] }',
      ['caixas', 'vendas'],
    ],
    ['clients', 'schemas/loja/menu.json', '{ "groups": [{ "clients": ["|"] }] }', ['alfa']],
    ['flags of a client', 'clients/alfa.json', '{ "flags": { | } }', ['loja.troco']],
    ['entities that a client changes', 'clients/alfa.json', '{ "fields": { "|" } }', ['caixa', 'venda']],
    ['fields that a client changes', 'clients/alfa.json', '{ "fields": { "caixa": { | } } }', ['codigo', 'cor']],
    [
      'columns that a client changes',
      'clients/alfa.json',
      '{ "screens": { "vendas": { "columns": ["|"] } } }',
      ['numero', 'caixa', 'caixa.codigo', 'caixa.cor'],
    ],
  ])('%s', async (_what, path, text, labels) => {
    expect((await at(path, text)).labels).toEqual(labels);
  });

  it('are those of the row and of what its relations point at, where a row says what fills it', async () => {
    const path = 'schemas/loja/vendas/schema.json';
    const row = (from: string): string =>
      `{ "title": "Item", "type": "object", "properties": { "caixa": { "title": "Caixa", "x-relation": { "entity": "caixa" } }, "cor": { "title": "Cor", "x-filled-from": ${from} } } }`;
    const record = (from: string): string =>
      `{ "title": "Venda", "type": "object", "properties": { "numero": { "title": "Número", "type": "string" }, "itens": { "title": "Itens", "type": "array", "items": ${row(from)} } } }`;
    const there = loadFiles(
      new Map([
        ...Object.entries(projectFiles).map(([file, value]): [string, string] => [file, JSON.stringify(value)]),
        [path, record('"caixa.cor"')],
      ]),
    );
    expect((await at(path, record('"|"'), there)).labels).toEqual(['caixa', 'cor', 'caixa.codigo', 'caixa.cor']);
  });

  it('are those of what a relation points at, where a transition says which it means', async () => {
    const path = 'schemas/loja/vendas/columns.json';
    const move = { name: 'fechar', title: 'Fechar', icon: 'check', from: ['A'], to: 'B' };
    const states = (fields: string): string =>
      `{ "states": { "field": "numero", "initial": "A", "transitions": [{ "fields": [${fields}], ${JSON.stringify(move).slice(1)}] } }`;
    const asked = (where: string): string => `"numero", { "field": "caixa", "where": { ${where} } }`;
    const typed = { ...projectFiles[path], ...JSON.parse(states(asked('"cor": "AZUL"'))) };
    const stated = loadFiles(
      new Map(Object.entries({ ...projectFiles, [path]: typed }).map(([file, value]) => [file, JSON.stringify(value)])),
    );
    const offered = async (text: string) => (await at(path, text, stated)).labels;
    expect(await offered(states(asked('"|"')))).toEqual(['codigo', 'cor']);
    expect(await offered(states(asked('"cor": { "field": "|" }')))).toEqual(['numero', 'caixa']);
    expect(await offered(states('{ "field": "|" }'))).toEqual(['numero', 'caixa']);
  });

  it('are those of the rows, in the indexes beside their list', async () => {
    const path = 'schemas/loja/caixas/schema.json';
    const written = projectFiles[path] as { readonly properties: object };
    const gavetas = { title: 'Gavetas', type: 'array', items: { title: 'Gaveta', type: 'object', properties: {} } };
    const items = { ...gavetas.items, properties: { lado: { title: 'Lado', type: 'string', maxLength: 9 } } };
    const owning = { ...written, properties: { ...written.properties, gavetas: { ...gavetas, items } } };
    const there = loadFiles(
      new Map(
        Object.entries({ ...projectFiles, [path]: owning }).map(([file, value]) => [file, JSON.stringify(value)]),
      ),
    );
    const text = (list: string): string => `{ "properties": { "${list}": { "type": "array", "x-indexes": [["|"]] } } }`;
    expect((await at(path, text('gavetas'), there)).labels).toEqual(['lado']);
    expect((await at(path, text('portas'), there)).labels).toEqual([]);
  });

  it('take the place of the text that is begun, and a key gets its colon', async () => {
    expect((await at('schemas/loja/vendas/columns.json', '{ "columns": ["ca|"] }')).taken('caixa.cor')).toBe(
      '{ "columns": ["caixa.cor"] }',
    );
    expect((await at('clients/alfa.json', '{ "fields": { "c|" } }')).taken('caixa')).toBe(
      '{ "fields": { "caixa":  } }',
    );
    expect((await at('clients/alfa.json', '{ "fields": { "c|": {} } }')).taken('caixa')).toBe(
      '{ "fields": { "caixa": {} } }',
    );
  });
});

it('names stand where the language has a place', () => {
  /** Whether the JSON Schema knows something at the pattern. */
  const reaches = (schema: unknown, segments: readonly string[]): boolean => {
    if (typeof schema !== 'object' || schema === null) return false;
    const node = schema as Record<string, unknown>;
    const [first, ...rest] = segments;
    const within = [...((node['anyOf'] as unknown[]) ?? []), ...((node['allOf'] as unknown[]) ?? [])];
    if (within.some((one) => reaches(one, segments))) return true;
    if (first === undefined) return true;
    const properties = (node['properties'] ?? {}) as Record<string, unknown>;
    if (first !== '*') return reaches(properties[first], rest);
    const inner = [
      node['items'],
      ...Object.values((node['patternProperties'] ?? {}) as object),
      node['additionalProperties'],
    ];
    return inner.some((one) => reaches(one, rest));
  };
  const lost = Object.entries(namesAt).flatMap(([kind, places]) =>
    (places ?? [])
      .filter(
        ({ at: pattern }) =>
          !reaches(JSON.parse(JSON.stringify(kinds[kind as keyof typeof kinds].schema)), pattern.split('/').slice(1)),
      )
      .map(({ at: pattern }) => `${kind} ${pattern}`),
  );
  expect(lost).toEqual([]);
});

it('a key under the pointer is explained', async () => {
  const text = '{ "entity": "caixa" }';
  const hint = await explainPlace('schemas/loja/caixas/columns.json', text, 4);
  expect(hint).toEqual({
    text: 'The entity, a singular word: its table, overlay key and `explain` key. Example: "entity": "bairro"',
    from: 2,
    to: 10,
  });
  expect(await explainPlace('schemas/loja/caixas/data.csv', 'a,b', 1)).toBeNull();
});
