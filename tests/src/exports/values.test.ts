/** Values of every type and texts of every kind, in each format, read back by other readers. */
import { parse } from 'csv-parse/sync';
import { beforeAll, expect, it } from 'vitest';
import { restoreCell } from '../../../engine/files/formula-cell.ts';
import { readGrid } from '../../../engine/files/read-grid.ts';
import { longestText } from '../../../engine/files/xlsx-text.ts';
import { writeList } from '../../../src/exports/write-list.ts';
import { xlsxWriter } from '../../../src/exports/xlsx-writer.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { everyTypeFiles } from '../../support/every-type-files.ts';
import { hostileTexts } from '../../support/hostile-texts.ts';
import type { Caller, TestProduct } from '../../support/product.ts';
import { administrator, insertRow, startTestProduct } from '../../support/product.ts';
import { exported, openedAs, readBook } from './stage.ts';

const columns = [
  'nome',
  'cor',
  'placa',
  'cpf',
  'cep',
  'quantidade',
  'taxa',
  'preco',
  'desconto',
  'ativo',
  'dia',
  'mes',
  'ano',
  'hora',
  'momento',
  'instante',
  'cidade',
  'cidade.nome',
] as const;
const values = {
  nome: 'Todos',
  cor: 'VERDE',
  placa: 'ABC1D23',
  cpf: '01234567890',
  cep: '01310100',
  quantidade: -1234567,
  taxa: 0.125,
  preco: -1234.5,
  desconto: 12.5,
  ativo: true,
  dia: '2026-02-28',
  mes: '2026-11',
  ano: 2026,
  hora: '09:30',
  momento: '2026-03-01T01:15:00-03:00',
  instante: '2026-03-01T02:30:45Z',
};
const old = { nome: 'Velho', dia: '1899-05-04', ativo: false, instante: '1850-01-01T12:00:00Z' };
const utc = (...parts: readonly [number, number, number, number?, number?, number?]): Date => {
  const [year, month, ...rest] = parts;
  return new Date(Date.UTC(year, month - 1, ...rest));
};

forEachDatabase((open) => {
  let product: TestProduct;
  let chief: Caller;
  let city = 0;
  const texts = [...Object.values(hostileTexts), "'=1+1", '-5', '_x0041_', '\r\n=1', ' x ', 'a\nb'];

  beforeAll(async () => {
    const database = await open({ from: 'product' });
    product = await startTestProduct(database, { files: everyTypeFiles });
    chief = await product.as(administrator.login, administrator.password);
    city = await insertRow(chief, '/cidades', { nome: 'Belém', uf: 'PA', ibge: '1501402' });
    await insertRow(chief, '/modelos', { ...values, cidade_id: city });
    await insertRow(chief, '/modelos', old);
    for (const [at, notas] of texts.entries())
      await insertRow(chief, '/modelos', { nome: `texto ${String(at).padStart(2, '0')}`, notas });
    await insertRow(chief, '/modelos', { nome: 'longo', notas: `${'ab'.repeat(longestText)}` });
  });

  const byName = (...names: readonly string[]) => `nome=in.(${names.join()})&order=nome.asc`;
  const all = { path: '/modelos', search: byName('Todos', 'Velho'), columns };

  it('is a workbook whose numbers, days and moments are such, and whose other values are texts', async () => {
    const answer = await exported(chief, 'xlsx', all);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([
      200,
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ]);
    const [sheet, ...more] = await readBook(answer.rawPayload);
    expect(more).toEqual([]);
    expect(sheet).toEqual({
      sheet: 'Modelos',
      data: [
        [
          'Nome',
          'Cor',
          'Máscara',
          'CPF',
          'CEP',
          'Número inteiro',
          'Número decimal',
          'Valor em reais',
          'Percentagem',
          'Sim ou não',
          'Data',
          'Mês',
          'Ano',
          'Hora',
          'Data e hora',
          'Data e hora com segundos',
          'Cidade',
          'Cidade: Nome',
        ],
        [
          'Todos',
          'Verde',
          'ABC-1D23',
          '012.345.678-90',
          '01310-100',
          -1234567,
          0.125,
          -1234.5,
          12.5,
          'Sim',
          utc(2026, 2, 28),
          utc(2026, 11, 1),
          2026,
          utc(1899, 12, 30, 9, 30),
          // By the clocks of São Paulo.
          utc(2026, 3, 1, 1, 15),
          utc(2026, 2, 28, 23, 30, 45),
          'Belém - PA',
          'Belém',
        ],
        [
          'Velho',
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          'Não',
          '04/05/1899',
          null,
          null,
          null,
          null,
          expect.stringMatching(/^01\/01\/1850 \d\d:\d\d:\d\d$/),
          null,
          null,
        ],
      ],
    });
  });

  it('is read by the import of this product as the list shows it', async () => {
    const grid = await readGrid((await exported(chief, 'xlsx', all)).rawPayload);
    expect(grid?.cells[1]?.slice(0, 8)).toEqual([
      'Todos',
      'Verde',
      'ABC-1D23',
      '012.345.678-90',
      '01310-100',
      '-1234567',
      '0,125',
      '-1234,5',
    ]);
    expect(grid?.cells[1]?.slice(9, 14)).toEqual(['Sim', '28/02/2026', '01/11/2026', '2026', '09:30']);
  });

  it('is JSON of the values of the API, a relation with its id and its label', async () => {
    const answer = await exported(chief, 'json', all);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    const { momento, instante, ...plain } = values;
    const [first, second] = answer.json() as readonly Record<string, unknown>[];
    expect(Object.keys(first ?? {})).toEqual(columns);
    expect(first).toEqual({
      ...plain,
      hora: '09:30:00',
      momento: expect.any(String),
      instante: expect.any(String),
      cidade: { id: city, label: 'Belém - PA' },
      'cidade.nome': 'Belém',
    });
    expect([first?.['momento'], first?.['instante']].map((at) => Date.parse(String(at)))).toEqual(
      [momento, instante].map((at) => Date.parse(at)),
    );
    expect(second).toMatchObject({ nome: 'Velho', cidade: null, 'cidade.nome': null, quantidade: null });
    const none = await exported(chief, 'json', { ...all, search: byName('Ninguém') });
    expect(none.json()).toEqual([]);
  });

  it('has every text as it is, in each format', async () => {
    const asked = { path: '/modelos', search: 'nome=like.texto*&order=nome.asc', columns: ['notas'] };
    const json = (await exported(chief, 'json', asked)).json() as readonly { notas: string }[];
    expect(json.map(({ notas }) => notas)).toEqual(texts);
    const csv = parse((await exported(chief, 'csv', asked)).body, { bom: true, delimiter: ';' }) as string[][];
    expect(csv.slice(1).map(([cell = '']) => restoreCell(cell))).toEqual(texts);
    for (const [cell = ''] of csv.slice(1)) expect(/^[=+@\t\r\n]/.test(cell)).toBe(false);
    const [sheet] = await readBook((await exported(chief, 'xlsx', asked)).rawPayload);
    expect(sheet?.data.slice(1).map(([cell]) => cell)).toEqual(texts);
  });

  it('says in the file which texts no cell holds whole', async () => {
    const asked = { path: '/modelos', search: byName('longo'), columns: ['notas'] };
    const [sheet, about] = await readBook((await exported(chief, 'xlsx', asked)).rawPayload);
    const text = String(sheet?.data[1]?.[0]);
    expect([text.length, text.endsWith('b… [cortado]')]).toEqual([longestText, true]);
    expect(about).toEqual({
      sheet: 'Sobre este arquivo',
      data: [
        ['Sobre este arquivo', null],
        ['Atenção', '1 texto foi cortado: uma célula guarda até 32.767 caracteres.'],
      ],
    });
    const json = (await exported(chief, 'json', asked)).json() as readonly { notas: string }[];
    expect(json[0]?.notas.length).toBe(2 * longestText);
  });

  it('goes on in a further sheet where one is full', async () => {
    const asked = { path: '/modelos', search: 'nome=like.texto*&order=nome.asc', columns: ['nome'] };
    const { list, described } = await openedAs(product, administrator.login, asked);
    const parts: Buffer[] = [];
    for await (const { bytes } of writeList(list, xlsxWriter(described, 11), undefined)) parts.push(bytes);
    const sheets = await readBook(Buffer.concat(parts));
    const names = texts.map((_, at) => `texto ${String(at).padStart(2, '0')}`);
    expect(sheets.map(({ sheet }) => sheet)).toEqual(['Modelos', 'Modelos (2)', 'Modelos (3)']);
    expect(sheets.map(({ data }) => data[0])).toEqual([['Nome'], ['Nome'], ['Nome']]);
    expect(sheets.flatMap(({ data }) => data.slice(1).map(([cell]) => cell))).toEqual(names);
    expect(sheets.map(({ data }) => data.length)).toEqual([11, 11, names.length - 20 + 1]);
  });
});
