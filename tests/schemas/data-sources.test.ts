import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { bancos, file as bancosFile } from '../data-sources/bancos.ts';
import { capitals, cidades, file as cidadesFile } from '../data-sources/cidades.ts';
import { toCsv } from '../data-sources/csv.ts';
import { feriados, file as feriadosFile } from '../data-sources/feriados.ts';

const committed = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
const rows = (file: string): Record<string, string>[] => parse(committed(file), { columns: true });
const one = (file: string, field: string, value: string): Record<string, string> | undefined =>
  rows(file).find((row) => row[field] === value);
const duplicates = (values: readonly string[]): string[] =>
  values.filter((value, index) => values.indexOf(value) !== index);

describe('initial rows', () => {
  it.each([
    ['banks', bancosFile, bancos],
    ['municipalities', cidadesFile, cidades],
    ['holidays', feriadosFile, feriados],
  ] as const)('gives exactly the committed file again for the %s', (_name, file, build) => {
    expect(build()).toBe(committed(file));
  });

  it.each([
    ['banks', bancosFile, 463],
    ['municipalities', cidadesFile, 5571],
    ['holidays', feriadosFile, 269],
  ] as const)('holds all %s', (_name, file, count) => {
    expect(rows(file)).toHaveLength(count);
  });

  it.each([
    ['banks', bancosFile, ['codigo']],
    ['municipalities', cidadesFile, ['ibge']],
    ['holidays', feriadosFile, ['data', 'descricao']],
  ] as const)('repeats no natural key among the %s', (_name, file, key) => {
    expect(duplicates(rows(file).map((row) => key.map((field) => row[field]).join('|')))).toEqual([]);
  });

  it('has no two municipalities of one name in one state', () => {
    expect(duplicates(rows(cidadesFile).map((row) => `${row.nome}|${row.uf}`))).toEqual([]);
  });

  it('quotes only the cells that need it', () => {
    expect(
      toCsv(
        ['a', 'b'],
        [
          ['x, y', undefined],
          ['diz "oi"', true],
        ],
      ),
    ).toBe('a,b\n"x, y",\n"diz ""oi""",true\n');
  });
});

describe('municipalities', () => {
  it.each([
    ['3106200', 'Belo Horizonte', 'MG', 'true', ''],
    ['3302007', 'Itaguaí', 'RJ', 'false', ''],
    ['5300108', 'Brasília', 'DF', 'true', '61'],
    ['5101837', 'Boa Esperança do Norte', 'MT', 'false', ''],
    ['2605459', 'Fernando de Noronha', 'PE', 'false', ''],
    ['1200401', 'Rio Branco', 'AC', 'true', '68'],
    ['2408003', 'Mossoró', 'RN', 'false', '84'],
  ])('knows %s', (ibge, nome, uf, capital, ddd) => {
    expect(one(cidadesFile, 'ibge', ibge)).toEqual({ ibge, nome, uf, capital, ddd, ativo: 'true' });
  });

  it('marks the 27 capitals, one a state', () => {
    const found = rows(cidadesFile).filter((row) => row.capital === 'true');
    expect(Object.fromEntries(found.map((row) => [row.uf, row.ibge]))).toEqual(capitals);
    expect(found).toHaveLength(27);
  });

  it('gives the area code only in states that have a single one', () => {
    const coded = rows(cidadesFile).filter((row) => row.ddd !== '');
    expect(coded).toHaveLength(891);
    expect([...new Set(coded.map((row) => `${row.uf} ${row.ddd}`))].toSorted()).toEqual([
      'AC 68',
      'AL 82',
      'AP 96',
      'DF 61',
      'MS 67',
      'PB 83',
      'RN 84',
      'RO 69',
      'RR 95',
      'SE 79',
      'TO 63',
    ]);
  });

  it('begins every IBGE code with the code of its state', () => {
    const prefixes = new Map<string, Set<string>>();
    for (const row of rows(cidadesFile))
      prefixes.set(row.uf ?? '', (prefixes.get(row.uf ?? '') ?? new Set()).add((row.ibge ?? '').slice(0, 2)));
    expect(prefixes.size).toBe(27);
    expect([...prefixes.values()].every((codes) => codes.size === 1)).toBe(true);
  });
});

describe('banks', () => {
  it.each([
    ['001', '00000000', 'Banco do Brasil S.A.'],
    ['104', '00360305', 'CAIXA ECONOMICA FEDERAL'],
    ['237', '60746948', 'Banco Bradesco S.A.'],
    ['341', '60701190', 'ITAÚ UNIBANCO S.A.'],
    ['756', '02038232', 'BANCO COOPERATIVO SICOOB S.A. - BANCO SICOOB'],
  ])('knows %s', (codigo, ispb, nome) => {
    expect(one(bancosFile, 'codigo', codigo)).toMatchObject({ ispb, nome });
  });

  it('has a COMPE code of 3 digits and an ISPB of 8 in every row', () => {
    expect(
      rows(bancosFile).filter((row) => !/^\d{3}$/.test(row.codigo ?? '') || !/^\d{8}$/.test(row.ispb ?? '')),
    ).toEqual([]);
  });

  it('has a short name in every row, as a client requires it', () => {
    expect(rows(bancosFile).filter((row) => row.nome_reduzido === '')).toEqual([]);
  });
});

describe('holidays', () => {
  it.each([
    ['2020-04-10', 'Paixão de Cristo', 'NACIONAL', 'false'],
    ['2026-02-16', 'Carnaval (segunda-feira)', 'BANCARIO', 'false'],
    ['2026-06-04', 'Corpus Christi', 'BANCARIO', 'false'],
    ['2026-09-07', 'Independência do Brasil', 'NACIONAL', 'true'],
    ['2040-03-30', 'Paixão de Cristo', 'NACIONAL', 'false'],
  ])('knows %s', (data, descricao, abrangencia, fixo) => {
    expect(one(feriadosFile, 'data', data)).toEqual({ data, descricao, abrangencia, fixo, ativo: 'true' });
  });

  it('has 20 November from 2024 on (Lei 14.759/2023)', () => {
    const years = rows(feriadosFile)
      .filter((row) => row.data?.endsWith('-11-20'))
      .map((row) => Number(row.data?.slice(0, 4)));
    expect(years).toEqual(Array.from({ length: 17 }, (_, index) => 2024 + index));
  });

  it('has 9 national holidays a year before 2024 and 10 since, and 3 banking days more', () => {
    const count = (year: number, abrangencia: string): number =>
      rows(feriadosFile).filter((row) => row.data?.startsWith(`${year}-`) && row.abrangencia === abrangencia).length;
    expect(count(2023, 'NACIONAL')).toBe(9);
    expect(count(2024, 'NACIONAL')).toBe(10);
    expect(count(2040, 'BANCARIO')).toBe(3);
  });

  it('puts Carnival on Monday and Tuesday, Paixão on Friday and Corpus Christi on Thursday', () => {
    const weekday = (descricao: string): number[] => [
      ...new Set(
        rows(feriadosFile)
          .filter((row) => row.descricao === descricao)
          .map((row) => new Date(`${row.data}T00:00:00Z`).getUTCDay()),
      ),
    ];
    expect(weekday('Carnaval (segunda-feira)')).toEqual([1]);
    expect(weekday('Carnaval (terça-feira)')).toEqual([2]);
    expect(weekday('Paixão de Cristo')).toEqual([5]);
    expect(weekday('Corpus Christi')).toEqual([4]);
  });
});
