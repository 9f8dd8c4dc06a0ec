import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import { blocksFile, capitulos, chapters, chaptersFile, cids, file as cidsFile, grupos } from '../data-sources/cids.ts';
import { forEachDatabase } from '../support/databases.ts';
import type { Caller } from '../support/product.ts';
import { administrator, createUser, startTestProduct } from '../support/product.ts';

type Row = Readonly<Record<string, string>>;

const read = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
const json = (file: string) => JSON.parse(read(file));
const rows: Row[] = parse(read(cidsFile), { columns: true });
const codesWhere = (field: string, value: string): (string | undefined)[] =>
  rows.filter((row) => row[field] === value).map((row) => row['codigo']);

/** Number, first and last category, blocks and categories of each chapter in the Brazilian version. */
const official = [
  ['I', 'A00', 'B99', 21, 171],
  ['II', 'C00', 'D48', 18, 136],
  ['III', 'D50', 'D89', 6, 34],
  ['IV', 'E00', 'E90', 8, 73],
  ['V', 'F00', 'F99', 11, 78],
  ['VI', 'G00', 'G99', 11, 67],
  ['VII', 'H00', 'H59', 11, 47],
  ['VIII', 'H60', 'H95', 4, 24],
  ['IX', 'I00', 'I99', 10, 77],
  ['X', 'J00', 'J99', 10, 64],
  ['XI', 'K00', 'K93', 10, 71],
  ['XII', 'L00', 'L99', 8, 72],
  ['XIII', 'M00', 'M99', 15, 79],
  ['XIV', 'N00', 'N99', 11, 82],
  ['XV', 'O00', 'O99', 8, 76],
  ['XVI', 'P00', 'P96', 10, 59],
  ['XVII', 'Q00', 'Q99', 11, 87],
  ['XVIII', 'R00', 'R99', 13, 90],
  ['XIX', 'S00', 'T98', 23, 195],
  ['XX', 'V01', 'Y98', 35, 373],
  ['XXI', 'Z00', 'Z99', 7, 84],
  ['XXII', 'U04', 'U99', 3, 6],
] as const;

/** Codes that no category has, though they lie in a block. */
const gaps = `
  A45 A47 A61 A62 A72 A73 A76 A97 B28 B29 B31 B32 B61 B62 B63 B93 C35 C36 C86 C87 C89 D08 D85 D87 D88 E33 E57 E62 E81
  E82 F08 F26 F27 F35 F36 F37 F46 F47 F56 F57 F58 F67 F74 F75 F76 F77 F85 F86 F87 F96 F97 G42 H12 H41 H56 I14 I75 I76
  I96 J83 J97 K24 K84 L06 L07 L61 L69 L96 M52 M74 M78 M97 M98 N38 O27 O37 O38 O39 P06 P73 P82 Q88 Q94 R08 R28 R37 R38
  R65 R66 R67 R88 R97 T72 T76 T77 V07 V08 W47 W48 W61 W62 W63 W71 W72 W82 W95 W96 W97 W98 X07 X55 X56 Y67 Y68 Y92 Y93
  Y94 Z05 Z06 Z07 U82 U83 U84 U85 U86 U87`
  .trim()
  .split(/\s+/);

/** Letter and two digits as one number, so that a range may cross a letter (X85-Y09). */
const place = (code: string): number => code.charCodeAt(0) * 100 + Number(code.slice(1));
const codeAt = (at: number): string => String.fromCharCode(Math.floor(at / 100)) + String(at % 100).padStart(2, '0');
const range = (first: string, last: string): string[] =>
  Array.from({ length: place(last) - place(first) + 1 }, (_, index) => codeAt(place(first) + index));

describe('the tree of CID-10', () => {
  it.each([
    ['categories', cidsFile, cids],
    ['chapters', chaptersFile, capitulos],
    ['blocks', blocksFile, grupos],
  ] as const)('gives exactly the committed file again for the %s', (_name, file, build) => {
    expect(build()).toBe(read(file));
  });

  it('has the 22 chapters with their ranges, blocks and categories', () => {
    expect(
      chapters.map(({ number, first, last, blocks }) => [
        number,
        first,
        last,
        blocks.length,
        blocks.flatMap(({ categories }) => categories).length,
      ]),
    ).toEqual(official);
    expect(rows).toHaveLength(2045);
  });

  it('has blocks one after the other, each within its chapter and ending with categories of its own', () => {
    for (const { first, last, blocks } of chapters) {
      const ends = blocks.flatMap((block) => [place(block.first), place(block.last)]);
      expect(blocks[0]?.first).toBe(first);
      expect(blocks.at(-1)?.last).toBe(last);
      expect(ends).toEqual(ends.toSorted((a, b) => a - b));
      expect(new Set(ends.filter((_, index) => index % 2 === 0)).size).toBe(blocks.length);
    }
    for (const { first, last, categories } of chapters.flatMap(({ blocks }) => blocks))
      expect([categories[0]?.code, categories.at(-1)?.code]).toEqual([first, last]);
  });

  it('has every code of every block, in order and once, but for the gaps', () => {
    const absent = new Set(gaps);
    expect(rows.map((row) => row['codigo'])).toEqual(
      chapters
        .flatMap(({ blocks }) => blocks)
        .flatMap(({ first, last }) => range(first, last))
        .filter((code) => !absent.has(code)),
    );
    expect(new Set(rows.map((row) => row['codigo'])).size).toBe(rows.length);
  });

  it('puts each row into the chapter and block of its code, values of the code lists', () => {
    const roman = new Map<string, string>(
      json(chaptersFile).options.map((option: { value: string; label: string }) => [
        option.value,
        option.label.split(' ')[0],
      ]),
    );
    expect(roman.size).toBe(22);
    const blocks = new Set(json(blocksFile).options.map((option: { value: string }) => option.value));
    expect(blocks.size).toBe(264);
    for (const { codigo = '', capitulo = '', grupo = '' } of rows) {
      const [first = '', last = ''] = grupo.split('-');
      const [, from = '', to = ''] = official.find(([number]) => number === roman.get(capitulo)) ?? [];
      expect([codigo.length, blocks.has(grupo)]).toEqual([3, true]);
      expect(place(from) <= place(first) && place(last) <= place(to)).toBe(true);
      expect(place(first) <= place(codigo) && place(codigo) <= place(last)).toBe(true);
    }
  });
});

describe('the rows of CID-10', () => {
  it.each([
    ['A90', 'Dengue [dengue clássico]', '01', 'A90-A99'],
    ['C50', 'Neoplasia maligna da mama', '02', 'C50-C50'],
    ['E11', 'Diabetes mellitus não insulinodependente', '04', 'E10-E14'],
    ['I21', 'Infarto agudo do miocárdio', '09', 'I20-I25'],
    ['J45', 'Asma', '10', 'J40-J47'],
    ['O82', 'Parto único por cesariana', '15', 'O80-O84'],
    ['T20', 'Queimadura e corrosão da cabeça e pescoço', '19', 'T20-T25'],
    ['X99', 'Agressão por meio de objeto cortante ou penetrante', '20', 'X85-Y09'],
    ['Z00', 'Exame geral e investigação de pessoas sem queixas ou diagnóstico relatado', '21', 'Z00-Z13'],
    ['U04', 'Síndrome respiratória aguda grave [severe acute respiratory syndrome SARS]', '22', 'U04-U04'],
  ])('knows %s', (codigo, descricao, capitulo, grupo) => {
    expect(rows.find((row) => row['codigo'] === codigo)).toMatchObject({ descricao, capitulo, grupo });
  });

  it('is written in sentence case and in the spelling in force', () => {
    const titles = rows.map((row) => row['descricao'] ?? '');
    expect(titles.filter((title) => !/^\p{Lu}/u.test(title) || /\s\s|\s$|\.$/.test(title))).toEqual([]);
    expect(titles.filter((title) => /[üÜ]|éia|óide|\bnão-|anti-?r[eu]|supra-r|auto-i/i.test(title))).toEqual([]);
  });

  it('marks the 83 asterisk categories and the two dagger ones', () => {
    const manifestations = codesWhere('dupla_classificacao', 'ASTERISCO');
    expect(manifestations).toHaveLength(83);
    expect(manifestations).toEqual(expect.arrayContaining(['D63', 'F00', 'G01', 'I32', 'M01', 'N77', 'P75']));
    expect(codesWhere('dupla_classificacao', 'CRUZ')).toEqual(['A17', 'B59']);
    // What happens in diseases classified elsewhere is a manifestation.
    const elsewhere = rows.filter((row) =>
      /em (outras )?doenças .*classificadas em outra parte$/.test(row['descricao'] ?? ''),
    );
    expect(elsewhere.filter((row) => row['dupla_classificacao'] !== 'ASTERISCO').map((row) => row['codigo'])).toEqual(
      [],
    );
    expect(elsewhere.length).toBeGreaterThan(60);
  });

  it('limits to one sex only what CID-10 limits', () => {
    expect(codesWhere('sexo', '3')).toHaveLength(131);
    expect(codesWhere('sexo', '1')).toEqual([
      ...['C60', 'C61', 'C62', 'C63', 'D29', 'D40', 'E29'],
      ...range('N40', 'N51'),
      ...['Q53', 'Q54', 'Q55', 'R86'],
    ]);
    expect(rows.filter((row) => row['capitulo'] === '15' && row['sexo'] !== '3')).toEqual([]);
    // Both sexes have breasts.
    expect(rows.find((row) => row['codigo'] === 'C50')?.['sexo']).toBe('');
  });

  it('marks a category only where Portaria 221/2008 names the whole of it', () => {
    const marked = codesWhere('internacao_sensivel_atencao_primaria', 'true');
    expect(marked).toHaveLength(121);
    expect(marked).toEqual(expect.arrayContaining(['A09', 'E10', 'G40', 'I50', 'J45', 'K25', 'L03', 'N12', 'O23']));
    // G00.0, J15.3, J18.1, K92.0, N39.0 and P35.0 are there by a subcategory.
    for (const partly of ['G00', 'J15', 'J18', 'K92', 'N39', 'P35']) expect(marked).not.toContain(partly);
  });
});

forEachDatabase((open) => {
  describe('the registry with its rows', () => {
    let admin: Caller;
    let reader: Caller;
    beforeAll(async () => {
      const database = await open({ from: 'product' });
      const product = await startTestProduct(database, { files: { [cidsFile]: read(cidsFile) } });
      admin = await product.as(administrator.login, administrator.password);
      const { login, password } = await createUser(database, 'leitor', ['banco:list']);
      reader = await product.as(login, password);
    });

    it('has put every row into its table', async () => {
      const answer = await admin.call('HEAD', '/api/cids?grupo=not.is.null', { headers: { prefer: 'count=exact' } });
      expect(answer.headers['content-range']).toMatch(/\/2045$/);
    });

    it.each([
      ['q=j45', ['J45']],
      ['q=coccidio', ['B38', 'B41']],
      ['q=paracoccidioidomicose', ['B41']],
      ['q=asmatico', ['E42', 'J46']],
      ['grupo=eq.J40-J47', ['J40', 'J41', 'J42', 'J43', 'J44', 'J45', 'J46', 'J47']],
      ['capitulo=eq.08&dupla_classificacao=eq.ASTERISCO', ['H62', 'H67', 'H75', 'H82', 'H94']],
    ])('finds by %s', async (query, expected) => {
      const answer = await admin.call('GET', `/api/cids?${query}&select=codigo&order=codigo`);
      expect(answer.json().map(({ codigo }: { codigo: string }) => codigo)).toEqual(expected);
    });

    it('names a diagnosis to someone without the right to the registry, and refuses the rest', async () => {
      const named = await reader.call('GET', '/api/cids?codigo=eq.A90&select=codigo,descricao');
      const whole = await reader.call('GET', '/api/cids?select=codigo,sexo');
      expect([named.statusCode, named.json()]).toEqual([
        200,
        [{ codigo: 'A90', descricao: 'Dengue [dengue clássico]' }],
      ]);
      expect(whole.statusCode).toBe(400);
    });

    it('takes a subcategory, not preexisting and not sensitive unless said otherwise', async () => {
      const answer = await admin.call('POST', '/api/cids', {
        body: { codigo: 'U071', descricao: 'COVID-19, vírus identificado', capitulo: '22' },
        headers: { prefer: 'return=representation' },
      });
      expect([answer.statusCode, answer.json()]).toEqual([
        201,
        [
          expect.objectContaining({
            codigo: 'U071',
            categoria: 'U07',
            grupo: null,
            doenca_preexistente: false,
            internacao_sensivel_atencao_primaria: false,
            ativo: true,
          }),
        ],
      ]);
    });

    it.each(['A9', 'a90', 'A90.1', 'A9012', 'AA0', '1A0', 'A90X'])('refuses the code %s', async (codigo) => {
      const answer = await admin.call('POST', '/api/cids', { body: { codigo, descricao: 'Teste' } });
      expect(answer.statusCode).toBe(422);
      expect(answer.json().fields.map(({ field }: { field: string }) => field)).toEqual(['codigo']);
    });

    it.each([
      ['capitulo', '23'],
      ['grupo', 'A00-B99'],
      ['dupla_classificacao', '+'],
      ['sexo', 'F'],
      ['idade_minima', -1],
      ['idade_maxima', 131],
    ])('refuses %s %s', async (field, value) => {
      const answer = await admin.call('POST', '/api/cids', {
        body: { codigo: 'A901', descricao: 'Teste', [field]: value },
      });
      expect(answer.statusCode).toBe(422);
      expect(answer.json().fields.map((wrong: { field: string }) => wrong.field)).toEqual([field]);
    });

    it('refuses a code that is there', async () => {
      const answer = await admin.call('POST', '/api/cids', {
        body: { codigo: 'A90', descricao: 'Teste' },
      });
      expect(answer.statusCode).toBe(409);
    });
  });
});
