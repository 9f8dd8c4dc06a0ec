import { readFileSync } from 'node:fs';
import { getAllPaisesBacen } from '@br-validators/core/paises-bacen';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import { forEachDatabase } from '../support/databases.ts';
import type { Caller } from '../support/product.ts';
import { administrator, createUser, startTestProduct } from '../support/product.ts';

type Row = Readonly<Record<string, string>>;

const read = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
const json = (file: string) => JSON.parse(read(file));
const paises = 'schemas/localizacao/paises/data.csv';
const all: readonly Row[] = parse(read(paises), { columns: true });
const byCode = new Map(all.map((row) => [row['codigo'], row]));
const column = (name: string): string[] => all.map((row) => row[name] ?? '');

describe('countries', () => {
  it('open as the catalogue has it, and everyone may name them', () => {
    expect(json('schemas/localizacao/paises/columns.json')).toMatchObject({
      path: '/paises',
      title: 'País',
      parent: '/localizacao',
      permission: { subject: 'pais' },
      reference: true,
    });
    expect(json('schemas/localizacao/paises/schema.json').title).toBe('País');
  });

  it('are the 249 of ISO 3166-1, in the order of their codes', () => {
    expect(all).toHaveLength(249);
    expect(column('codigo')).toEqual(column('codigo').toSorted());
  });

  it.each(['codigo', 'nome', 'iso2', 'iso3', 'iso_numerico', 'codigo_receita'])('repeat no value of %s', (name) => {
    expect(column(name).filter((value, index) => value === '' || column(name).indexOf(value) !== index)).toEqual([]);
  });

  it.each([
    ['codigo', /^\d{4}$/],
    ['iso2', /^[A-Z]{2}$/],
    ['iso3', /^[A-Z]{3}$/],
    ['iso_numerico', /^\d{3}$/],
    ['codigo_receita', /^\d{3}$/],
  ] as const)('have a whole %s', (name, form) => {
    expect(column(name).filter((value) => !form.test(value))).toEqual([]);
  });

  /** A locale by the number of a region is written by its letters: what the platform knows of ISO 3166-1. */
  it('have the number that ISO gives to their two letters', () => {
    expect(all.filter((row) => new Intl.Locale(`und-${row['iso_numerico']}`).region !== row['iso2'])).toEqual([]);
  });

  it('are regions that the platform can name', () => {
    const names = new Intl.DisplayNames('pt-BR', { type: 'region', fallback: 'none' });
    expect(column('iso2').filter((region) => names.of(region) === undefined)).toEqual([]);
  });

  /** The five have another code beside them, with a good check digit. Albania lacks in the table of the package. */
  it('are those of the Central Bank, without the codes it replaced', () => {
    const published = new Set(getAllPaisesBacen().map((pais) => pais.codigo));
    expect(column('codigo').filter((code) => !published.delete(code))).toEqual(['0175']);
    expect([...published].toSorted()).toEqual(['0200', '1504', '1508', '3599', '4885']);
  });

  it('have the code of the Receita: that of the Central Bank without its check digit', () => {
    expect(all.filter((row) => row['codigo_receita'] !== row['codigo']?.slice(0, 3))).toEqual([]);
  });

  it('end in the check digit, modulo 11, but for the late codes', () => {
    const digit = (code: string): number => {
      const rest = 11 - ([...code].reduce((sum, figure, index) => sum + Number(figure) * (4 - index), 0) % 11);
      return rest > 9 ? 0 : rest;
    };
    expect(
      all.filter((row) => Number(row['codigo']?.[3]) !== digit(row['codigo_receita'] ?? '')).map((row) => row['iso2']),
    ).toEqual(['AX', 'AQ', 'IM', 'ME', 'PS', 'RS', 'SS']);
  });

  it.each([
    ['1058', 'Brasil', 'BR', 'BRA', '076', '105', 'Brasileira'],
    ['0639', 'Argentina', 'AR', 'ARG', '032', '063', 'Argentina'],
    ['2496', 'Estados Unidos', 'US', 'USA', '840', '249', 'Norte-americana'],
    ['6076', 'Portugal', 'PT', 'PRT', '620', '607', 'Portuguesa'],
    ['3999', 'Japão', 'JP', 'JPN', '392', '399', 'Japonesa'],
    ['8885', 'Congo (República Democrática)', 'CD', 'COD', '180', '888', 'Congolesa'],
    ['3514', 'Hong Kong', 'HK', 'HKG', '344', '351', ''],
  ])('know %s', (codigo, nome, iso2, iso3, iso_numerico, codigo_receita, nacionalidade) => {
    expect(byCode.get(codigo)).toEqual({
      codigo,
      nome,
      iso2,
      iso3,
      iso_numerico,
      codigo_receita,
      nacionalidade,
      ativo: 'true',
    });
  });

  it('have a nationality in all but the territories and one that has no settled word', () => {
    expect(column('nacionalidade').filter((word) => word !== '' && !/^\p{Lu}\p{Ll}+(-\p{Ll}+)?$/u.test(word))).toEqual(
      [],
    );
    expect(column('nacionalidade').filter((word) => word !== '')).toHaveLength(201);
    expect(byCode.get('8150')).toMatchObject({ nome: 'Trinidad e Tobago', nacionalidade: '' });
  });
});

describe('districts', () => {
  it('may be named by everyone, as addresses need, and repeat no name in a city', () => {
    expect(json('schemas/localizacao/distritos/columns.json')).toMatchObject({
      reference: true,
      unique: [['cidade', 'nome']],
    });
  });
});

forEachDatabase((open) => {
  let admin: Caller;
  let anyone: Caller;

  beforeAll(async () => {
    const database = await open({ from: 'product' });
    const product = await startTestProduct(database, { files: { [paises]: read(paises) } });
    admin = await product.as(administrator.login, administrator.password);
    const user = await createUser(database, 'atendente', []);
    anyone = await product.as(user.login, user.password);
  });

  const create = async (path: string, body: object): Promise<number> =>
    (await admin.call('POST', `/api/${path}`, { body })).statusCode;

  it('names every country to who has no right at all', async () => {
    expect((await anyone.call('GET', '/api/paises?codigo=eq.1058')).json()).toEqual([
      { id: expect.any(Number), versao: 1, codigo: '1058', nome: 'Brasil' },
    ]);
    const answer = await anyone.call('HEAD', '/api/paises', { headers: { prefer: 'count=exact' } });
    expect(answer.headers['content-range']).toMatch(/\/249$/);
  });

  it('takes a country with no ISO code, and no second one of a code', async () => {
    expect(await create('paises', { codigo: '9997', nome: 'Apátrida' })).toBe(201);
    expect(await create('paises', { codigo: '9998', nome: 'Sem país', iso2: 'br' })).toBe(422);
    expect(await create('paises', { codigo: '9998', nome: 'Outro Brasil', iso2: 'BR' })).toBe(409);
  });

  it('takes two districts of one name in two cities, and not in one', async () => {
    expect(await create('cidades', { ibge: '3106200', nome: 'Belo Horizonte', uf: 'MG', siafi: '4123' })).toBe(201);
    expect(await create('cidades', { ibge: '3302007', nome: 'Itaguaí', uf: 'RJ' })).toBe(201);
    const cities = (await admin.call('GET', '/api/cidades?select=id&order=ibge')).json() as { id: number }[];
    const [first, second] = cities.map((city) => city.id);
    expect(await create('distritos', { codigo: '310620060', nome: 'Barreiro', cidade_id: first })).toBe(201);
    expect(await create('distritos', { codigo: '330200799', nome: 'Barreiro', cidade_id: second })).toBe(201);
    expect(await create('distritos', { codigo: '310620061', nome: 'Barreiro', cidade_id: first })).toBe(409);
  });

  it('takes in an address a district of its city alone, and where a state is named a city of it alone', async () => {
    const idOf = async (query: string) =>
      ((await admin.call('GET', `/api/${query}&select=id`)).json() as { id: number }[])[0]?.id;
    const [mine, other] = [await idOf('cidades?ibge=eq.3106200'), await idOf('cidades?ibge=eq.3302007')];
    const district = await idOf('distritos?codigo=eq.310620060');
    const told = async (path: string, body: object) => {
      const answer = await admin.call('POST', `/api/${path}`, { body });
      return answer.statusCode === 201 ? 'done' : answer.json<{ readonly details: string }>().details;
    };
    const supplier = (cidade_id: unknown, codigo: string) => ({
      codigo,
      nome: 'Gráfica',
      tipo_pessoa: 'JURIDICA',
      cnpj: '11222333000181',
      enderecos: [
        { tipo: 'COBRANCA', cep: '30110000', logradouro: 'Rua A', bairro: 'Centro', cidade_id, distrito_id: district },
      ],
    });
    expect(await told('fornecedores', supplier(other, '1'))).toBe(
      'Distrito (Endereços, linha 1) não aceita o registro escolhido: Cidade não é o mesmo deste registro.',
    );
    expect(await told('fornecedores', supplier(mine, '1'))).toBe('done');
    const holiday = (cidade_id: unknown) => ({
      data: '2026-12-08',
      descricao: 'Padroeira',
      abrangencia: 'MUNICIPAL',
      uf: 'MG',
      cidade_id,
    });
    expect(await told('feriados', holiday(other))).toBe(
      'Cidade não aceita o registro escolhido: Estado não é o mesmo deste registro.',
    );
    expect(await told('feriados', holiday(mine))).toBe('done');
  });

  it('keeps the SIAFI code of a city from a second one', async () => {
    expect(await create('cidades', { ibge: '3304557', nome: 'Rio de Janeiro', uf: 'RJ', siafi: '4123' })).toBe(409);
    expect(await create('cidades', { ibge: '3304557', nome: 'Rio de Janeiro', uf: 'RJ', siafi: '6001' })).toBe(201);
  });
});
