import { beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../engine/data/database.ts';
import { applySchema } from '../../../engine/data/ddl/apply-schema.ts';
import type { Page } from '../../../engine/data/read-rows.ts';
import { forEachDatabase } from '../../support/databases.ts';
import fc from '../../support/laws.ts';
import { fill, reader, readingModel } from './readings.ts';

const words = [
  'São Paulo',
  'SÃO JOSÉ DO RIO PRETO',
  'Belo Horizonte',
  'Água Boa',
  'Águas de São Pedro',
  'Açailândia',
  'Conceição do Coité',
  'Goiânia',
  'Itaúna',
  'Juiz de Fora',
  'Muçum',
  'Pôrto Único',
  'Ribeirão das Neves',
  "Sant'Ana",
  "Olho d'Água",
  'Três Corações',
  'Uberlândia',
  'Xangri-lá',
  'Agüentar',
  'À vista',
  'Coração à tôa',
  'MAÇÃ',
  'vovô e vovó',
  'Ñandu',
  'Café com pão',
  'avô',
  'avó',
  '100% ágil',
  'a_b',
  'a\\b',
  'ab',
  'desconto de 10 %',
  'sublinhado _ só',
  'barra \\ só',
  '%',
  '_',
  '\\',
  '\\%',
  '*',
  'a*b',
  '(a,b)',
  'a.b',
  '"aspas"',
  "aspa's",
  '$1',
  '{0}',
  'José'.normalize('NFD'),
];

/** What both databases must agree with: without accents, in small letters. */
const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** As a person might type it: any case, accents dropped or kept. */
const typed = (text: string): fc.Arbitrary<string> =>
  fc.constantFrom(
    text,
    text.toUpperCase(),
    text.toLowerCase(),
    text.normalize('NFC').normalize('NFD').replaceAll(/\p{M}/gu, ''),
    plain(text).toUpperCase(),
  );
const slice = fc
  .constantFrom(...words)
  .chain((word) =>
    fc
      .tuple(fc.nat(word.length - 1), fc.integer({ min: 1, max: 8 }))
      .chain(([from, length]) => typed(word.slice(from, from + length))),
  );

forEachDatabase((open) => {
  let database: Database;
  let read: ReturnType<typeof reader>;

  beforeAll(async () => {
    database = await open();
    await applySchema(database, readingModel);
    await fill(
      database,
      'leitura',
      words.map((texto, index) => ({ texto, longo: texto, nota: index % 5 === 0 ? 'Nota É' : null, ordem: index })),
    );
    read = reader(database);
  });

  const found = async (query: string): Promise<string[]> =>
    (JSON.parse((await read(`select=texto&order=ordem&${query}`)).body) as { texto: string }[]).map(
      ({ texto }) => texto,
    );
  const encoded = (text: string): string => encodeURIComponent(text);

  test('has finds a text whatever the case and the accents, in a field of the search column and in another', async () => {
    await fc.assert(
      fc.asyncProperty(slice, async (text) => {
        const expected = words.filter((word) => plain(word).includes(plain(text)));
        expect(await found(`texto=has.${encoded(text)}`)).toEqual(expected);
        expect(await found(`longo=has.${encoded(text)}`)).toEqual(expected);
        expect(await found(`texto=not.has.${encoded(text)}`)).toEqual(words.filter((word) => !expected.includes(word)));
      }),
      { numRuns: 150 },
    );
  });

  test('q finds the rows that hold every word, in whichever of the searched fields', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(slice, { maxLength: 3 }), async (texts) => {
        const q = texts.join(' ');
        const parts = q.split(/\s+/).filter(Boolean);
        const expected = words.filter((word, index) =>
          parts.every((part) => plain(`${word} ${index % 5 === 0 ? 'Nota É' : ''}`).includes(plain(part))),
        );
        expect(await found(`q=${encoded(q)}`)).toEqual(expected);
      }),
      { numRuns: 150 },
    );
  });

  test.each([
    ['%', ['100% ágil', 'desconto de 10 %', '%', '\\%']],
    ['_', ['a_b', 'sublinhado _ só', '_']],
    ['\\', ['a\\b', 'barra \\ só', '\\', '\\%']],
    ['\\%', ['\\%']],
    ['a_b', ['a_b']],
    ['a%b', []],
    ['*', ['*', 'a*b']],
    ['％', ['100% ágil', 'desconto de 10 %', '%', '\\%']],
    ['＿', ['a_b', 'sublinhado _ só', '_']],
  ])('takes %s for itself', async (text, expected) => {
    expect(await found(`texto=has.${encoded(text)}`)).toEqual(expected);
    expect(await found(`q=${encoded(text)}`)).toEqual(expected);
  });

  test('finds words of two fields in one row, and nothing across the border of two fields', async () => {
    expect(await found('q=nota%20s%C3%A3o')).toEqual(
      words.filter((word, index) => index % 5 === 0 && plain(word).includes('sao')),
    );
    expect(await found(`texto=has.${encoded('Paulo Nota')}`)).toEqual([]);
  });

  test('finds the same, page by page, whether few are sorted or many are read in order', async () => {
    const size = 2300;
    const texts = Array.from({ length: size }, (_text, index) => `${index % 7 === 0 ? 'raro' : 'comum'} ${index % 40}`);
    await fill(
      database,
      'leitura',
      texts.map((texto, index) => ({ texto: `todo ${texto}`, ordem: (index * 37) % 101 })),
    );
    const idsOf = (page: Page): number[] => (JSON.parse(page.body) as { id: number }[]).map(({ id }) => id);
    for (const [word, matches] of [
      ['raro', (text: string) => text.startsWith('raro')],
      ['todo', () => true],
    ] as const) {
      const expected = texts
        .map((text, index) => ({ text, id: index + 1, ordem: (index * 37) % 101 }))
        .filter(({ text }) => matches(text))
        .toSorted((one, other) => one.ordem - other.ordem || one.id - other.id)
        .map(({ id }) => id);
      const query = `select=id&order=ordem&limit=400&q=${word}`;
      const ids: number[] = [];
      let page = await read(query);
      ids.push(...idsOf(page));
      while (page.next !== undefined) {
        page = await read(`${query}&cursor=${page.next}`);
        ids.push(...idsOf(page));
      }
      expect(ids).toEqual(expected);
      expect(idsOf(await read(`${query}&offset=100`))).toEqual(expected.slice(100, 500));
      expect(idsOf(await read(`select=id&order=nota.desc.nullslast,id&limit=3&texto=has.${word}`))).toEqual(
        expected.toSorted((one, other) => one - other).slice(0, 3),
      );
    }
  });

  test('what does not contain a text is a value: an empty one is neither', async () => {
    await fill(database, 'leitura', [
      { texto: 'casa', nota: 'rua', longo: 'mar', ordem: 1 },
      { texto: 'Casarão', nota: null, longo: null, ordem: 2 },
      { texto: null, nota: 'Açude', longo: 'Açude', ordem: 3 },
    ]);
    const found = async (query: string): Promise<unknown> =>
      (JSON.parse((await read(`select=ordem&order=ordem&${query}`)).body) as { ordem: number }[]).map(
        ({ ordem }) => ordem,
      );
    expect([await found('texto=has.casa'), await found('texto=not.has.casa')]).toEqual([[1, 2], []]);
    expect([await found('nota=has.acu'), await found('nota=not.has.acu')]).toEqual([[3], [1]]);
    expect([await found('longo=has.acu'), await found('longo=not.has.acu')]).toEqual([[3], [1]]);
    expect(await found('not.or=(nota.has.acu,texto.has.rao)')).toEqual([1]);
  });
});
