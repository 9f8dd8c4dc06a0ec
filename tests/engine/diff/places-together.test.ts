/** What several changes at once do is told of where each of them is, and not where another one happens to stand. */
import { expect, it } from 'vitest';
import type { Json } from '../../../engine/core/json.ts';
import { compileSide } from '../../../engine/diff/compile-side.ts';
import { listDifferences } from '../../../engine/diff/list-differences.ts';
import { createFileMemory } from '../../../engine/metadata/file-memory.ts';
import { catalogues } from '../../../src/catalogues.ts';
import { realSources } from './example-sides.ts';

type Edit = (document: Record<string, Json>) => Json;

const memory = createFileMemory();
/** Without clients where none says anything else of it. */
const sideOf = (edits: Readonly<Record<string, Edit>>, clients: readonly string[] = []) =>
  compileSide(
    new Map([
      ...realSources,
      ...Object.entries(edits).map(([file, edit]): [string, string] => [
        file,
        JSON.stringify(edit(JSON.parse(realSources.get(file) ?? '') as Record<string, Json>)),
      ]),
    ]),
    catalogues,
    { memory, clients },
  );

/** It comes before all others, and has nothing to do with them. */
const another = {
  'schemas/acesso/grupos/columns.json': (document: Record<string, Json>) => ({ ...document, title: 'Outro título' }),
};

it.each<[what: string, file: string, pointer: RegExp, words: RegExp, edit: Edit]>([
  [
    'another place in the menu',
    'schemas/principal/auditoria-odontologica/columns.json',
    /^\/order$/,
    /^muda a ordem do menu$/,
    (document) => ({ ...document, order: 999 }),
  ],
  [
    'a field that an action of another list fills',
    'schemas/base/feriados/schema.json',
    /^\/properties\/cidade/,
    /^muda o que faz de \/feriados com cidade_id/,
    (document) => ({
      ...document,
      properties: {
        ...(document['properties'] as Record<string, Json>),
        cidade: { title: 'Cidade', type: 'string', maxLength: 60 },
      },
    }),
  ],
  [
    'a declared change of data that is taken back',
    'schemas/changes.json',
    /^\/changes\/1/,
    /não pode mais mudar de tipo$/,
    (document) => ({ ...document, changes: (document['changes'] as readonly Json[]).slice(0, 1) }),
  ],
])('%s', (_what, file, pointer, words, edit) => {
  const found = listDifferences(sideOf({}), sideOf({ ...another, [file]: edit })).filter((one) =>
    words.test(one.words),
  );
  const places = found.map(({ from, to }) => to ?? from);
  expect(found.length).toBeGreaterThan(0);
  expect(places.map((place) => place?.file)).toEqual(found.map(() => file));
  for (const place of places) expect(place?.pointer).toMatch(pointer);
});

it('what a section of all loses, and what one client shows', () => {
  const [file, client] = ['schemas/pessoa/beneficiarios/columns.json', 'clients/cnen.json'];
  const shown: Edit = (document) => {
    const fields = document['fields'] as Record<string, Record<string, Record<string, Json>>>;
    const { tipo_cobranca: field, ...others } = fields['beneficiario'] ?? {};
    const visible = field?.['visible'] === false;
    return { ...document, fields: { ...fields, beneficiario: { ...others, tipo_cobranca: { ...field, visible } } } };
  };
  const lost: Edit = (document) => ({
    ...document,
    sections: (document['sections'] as readonly Record<string, Json>[]).map((section) => ({
      ...section,
      fields: (section['fields'] as readonly Json[]).filter((name) => name !== 'naturalidade'),
    })),
  });
  /** The form of the registry, in its sections. */
  const whole: Edit = ({ sections: _sections, only: _only, fields: _fields, ...document }) => document;
  const own = { 'schemas/cadastro/beneficiarios-logado/columns.json': whole };
  const sides = [own, { ...own, [file]: lost, [client]: shown }].map((edits) => sideOf(edits, ['cnen']));
  const [before, after] = sides as [(typeof sides)[0], (typeof sides)[0]];
  const found = listDifferences(before, after).filter(({ words }) => words.endsWith("perde o campo 'naturalidade'"));
  const places = found.map(({ from, to }) => to ?? from);
  // A further screen without sections has those of the registry.
  expect(found.map(({ thing, allClients }) => [thing[0], allClients])).toEqual([
    ['Beneficiário', true],
    ['Meu cadastro', true],
  ]);
  expect(places.map((place) => place?.file)).toEqual([file, file]);
  for (const place of places) expect(place?.pointer).toMatch(/^\/sections\/1\/fields/);
});
