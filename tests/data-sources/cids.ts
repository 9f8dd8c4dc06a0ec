/**
 * `schemas/base/cids/data.csv` and the code lists of its chapters and blocks: the three-character categories of CID-10,
 * from `cids.txt` beside this file. The subcategories come by import.
 *
 * The text is that of the Brazilian version published by DATASUS (V2008), but for its slips of agreement and typing and
 * for the spelling in force since 2009 (Decreto 6.583/2008). Of blocks that hold other blocks (C00-C75, V01-X59...) only
 * the inner ones are here, so that each category has one. Renew: `node tests/data-sources/cids.ts`.
 */
import { readFileSync } from 'node:fs';
import { saveCsv, toCsv } from './csv.ts';

export const file = 'schemas/base/cids/data.csv';
export const chaptersFile = 'schemas/code-lists/capitulo-cid.json';
export const blocksFile = 'schemas/code-lists/grupo-cid.json';

interface Span {
  readonly first: string;
  readonly last: string;
  readonly title: string;
}
export interface Category {
  readonly code: string;
  readonly mark: string;
  readonly title: string;
}
export interface Block extends Span {
  readonly categories: readonly Category[];
}
export interface Chapter extends Span {
  /** Roman, as it is cited. */
  readonly number: string;
  readonly blocks: readonly Block[];
}

/** The tree of the text: a chapter at the margin, its blocks below by two spaces, their categories by four. */
const readChapters = (text: string): readonly Chapter[] => {
  const chapters: (Chapter & { readonly blocks: Block[] })[] = [];
  let categories: Category[] = [];
  for (const line of text.split('\n').filter((written) => written !== '' && !written.startsWith('#'))) {
    const [, number, first = '', last = '', title = ''] =
      /^(?:([IVX]+)| ) ([A-Z]\d\d)-([A-Z]\d\d) (\S.*)$/.exec(line) ?? [];
    const [, code = '', mark = '', name = ''] = /^ {4}([A-Z]\d\d)([+*]?) (\S.*)$/.exec(line) ?? [];
    if (number !== undefined) chapters.push({ number, first, last, title, blocks: [] });
    else if (first !== '') {
      categories = [];
      chapters.at(-1)?.blocks.push({ first, last, title, categories });
    } else if (code !== '') categories.push({ code, mark, title: name });
    else throw new Error(`Neither chapter nor block nor category: ${line}`);
  }
  return chapters;
};

export const chapters = readChapters(readFileSync(new URL('cids.txt', import.meta.url), 'utf8'));

/** Whether a code lies in one of the ranges, written as `A00-A09 A33 A34`. */
const within = (ranges: string): ((code: string) => boolean) => {
  const spans = ranges.split(/\s+/).map((range) => range.split('-'));
  return (code) => spans.some(([first = '', last = first]) => first <= code && code <= last);
};

/** Categories limited to one sex, or more likely in it (CID-10, volume 2), where all its subcategories are. */
const female = within('A34 C51-C58 D06 D25-D28 D39 E28 F53 N70-N98 O00-O99 Q50-Q52 R87 Y76 Z32-Z36 Z39');
const male = within('C60-C63 D29 D40 E29 N40-N51 Q53-Q55 R86');

/** Internações por condições sensíveis à atenção primária (Portaria SAS/MS 221/2008), where the category is whole. */
const sensitive = within(
  `A00-A09 A15-A19 A33-A37 A46 A50-A53 A95 B05 B06 B16 B26 B50-B54 B77 D50 E10-E14 E40-E46 E50-E64 E86 G40 G41 G45 G46
  H66 I00-I02 I10 I11 I20 I50 I63-I67 I69 J00-J03 J06 J13 J14 J20 J21 J31 J40-J47 J81 K25-K28 L01-L04 L08 N10-N12 N30
  N34 N70-N73 N75 N76 O23`,
);

/** Codes of `sexo`, those of ANS. */
const sexOf = (code: string): string | undefined => (female(code) ? '3' : male(code) ? '1' : undefined);

const marks: Readonly<Record<string, string>> = { '+': 'CRUZ', '*': 'ASTERISCO' };

const chapterCode = (index: number): string => String(index + 1).padStart(2, '0');
const blockCode = ({ first, last }: Span): string => `${first}-${last}`;
const written = ({ first, last }: Span): string => (first === last ? first : `${first}–${last}`);

export const cids = (): string =>
  toCsv(
    [
      'codigo',
      'descricao',
      'capitulo',
      'grupo',
      'dupla_classificacao',
      'sexo',
      'internacao_sensivel_atencao_primaria',
      'ativo',
    ],
    chapters.flatMap(({ blocks }, index) =>
      blocks.flatMap((block) =>
        block.categories.map(({ code, mark, title }) => [
          code,
          title,
          chapterCode(index),
          blockCode(block),
          marks[mark],
          sexOf(code),
          sensitive(code),
          true,
        ]),
      ),
    ),
  );

const codeList = (
  title: string,
  description: string,
  options: readonly { readonly value: string; readonly label: string }[],
): string =>
  `${JSON.stringify({ $schema: '../language/code-list.schema.json', title, description, options }, null, 2)}\n`;

export const capitulos = (): string =>
  codeList(
    'Capítulo da CID',
    'Os 22 capítulos da CID-10, com as categorias de cada um.',
    chapters.map((chapter, index) => ({
      value: chapterCode(index),
      label: `${chapter.number} – ${chapter.title} (${written(chapter)})`,
    })),
  );

export const grupos = (): string =>
  codeList(
    'Grupo da CID',
    'Os grupos de categorias da CID-10 (versão brasileira do DATASUS). Dos grupos que contêm outros, só os de dentro.',
    chapters.flatMap(({ blocks }) =>
      blocks.map((block) => ({ value: blockCode(block), label: `${written(block)} ${block.title}` })),
    ),
  );

if (import.meta.main) {
  saveCsv(file, cids());
  saveCsv(chaptersFile, capitulos());
  saveCsv(blocksFile, grupos());
}
