import { beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../engine/data/database.ts';
import { forEachDatabase } from '../../support/databases.ts';

/** As a Brazilian reader expects them: accents and capitals decide only between words that are otherwise the same. */
const sorted = [
  "'aspas'",
  '10 de Abril',
  '2 Irmãos',
  'abacate',
  'Abacaxi',
  'Água Branca',
  'Água-Marinha',
  'Aguaí',
  'alem',
  'além',
  'Alem Paraíba',
  'Além Paraíba',
  'Álvaro',
  'avó',
  'avô',
  'caju',
  'Ção',
  'cedo',
  'Çedo',
  "D'Ávila",
  'Davi',
  'eco',
  'Éden',
  'Iça',
  'Içara',
  'Ímpar',
  'joão',
  'João',
  'Ñu',
  'Nuporanga',
  'Órgão',
  'ouro',
  'Ouro Preto',
  'São João',
  'São-João',
  'Saojoão',
  'Ubá',
  'último',
  'Zé',
];

const folded: readonly (readonly [string, string])[] = [
  ['São João del-Rei', 'sao joao del-rei'],
  ['AÇÃO', 'acao'],
  ['Ñandu ÀÉÎÕÜ', 'nandu aeiou'],
  ["D'Ávila & Cia. 10 %", "d'avila & cia. 10 %"],
  ['№ 5 – ªº', 'no 5 - ao'],
  ['', ''],
];

forEachDatabase((open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });

  test('sorts as Brazilians read, whatever order the words come in', async () => {
    const { rows } = await database.query<{ words: string }>({
      text: `select json_agg(word order by word collate fichario.pt_br)::text as words from json_array_elements_text($1::text::json) as word`,
      values: [JSON.stringify([...sorted].reverse())],
    });
    expect(JSON.parse(rows[0]?.words ?? '')).toEqual(sorted);
  });

  test('tells apart what differs in an accent or a capital', async () => {
    const { rows } = await database.query({
      text: `select 'a' = 'á' collate fichario.pt_br as accent, 'a' = 'A' collate fichario.pt_br as capital`,
      values: [],
    });
    expect(rows).toEqual([{ accent: false, capital: false }]);
  });

  test.each(folded)('searches «%s» as «%s»', async (text, expected) => {
    const { rows } = await database.query({ text: 'select fichario.normalize($1::text) as n', values: [text] });
    expect(rows).toEqual([{ n: expected }]);
  });
});
