import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import { forEachDatabase } from '../support/databases.ts';
import type { Caller } from '../support/product.ts';
import { administrator, createUser, startTestProduct } from '../support/product.ts';

type Row = Readonly<Record<string, string>>;

const read = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
const json = (file: string) => JSON.parse(read(file));
const dataOf = (folder: string): string => `schemas/fundamento/${folder}/data.csv`;
const rows = (folder: string): Row[] => parse(read(dataOf(folder)), { columns: true });
const labels = (list: string): string[] =>
  json(`schemas/code-lists/${list}.json`).options.map((option: { label: string }) => option.label);

/** Rows of the catalogue of routes (document 1 section 2). */
const routes = [
  ['campos-criticados', 'Campo Criticado', 'campocriticado'],
  ['motivos', 'Motivo', 'motivo'],
  ['motivos-afastamento', 'Motivo de Afastamento', 'motivoafastamento'],
  ['motivos-desligamento', 'Motivo de Desligamento', 'motivodesligamento'],
  ['motivos-saida', 'Motivo de Saída', 'motivosaida'],
] as const;
const folders = routes.map(([folder]) => folder);
const withRows = folders.filter((folder) => existsSync(new URL(`../../${dataOf(folder)}`, import.meta.url)));

describe('registries of the reasons', () => {
  it('hang below their group, and that below the registries', () => {
    expect(json('schemas/fundamento/menu.json').groups).toMatchObject([
      { path: '/fundamento', title: 'Fundamento', parent: '/cadastro', permission: { subject: 'fundamento' } },
    ]);
  });

  it.each(routes)('opens /%s as the catalogue has it', (folder, title, subject) => {
    const columns = json(`schemas/fundamento/${folder}/columns.json`);
    expect(columns).toMatchObject({ path: `/${folder}`, title, parent: '/fundamento', permission: { subject } });
    expect(columns.permission.action ?? 'list').toBe('list');
    expect(json(`schemas/fundamento/${folder}/schema.json`).title).toBe(title);
    expect(json(`schemas/fundamento/${folder}/search.json`).fields.length).toBeGreaterThan(0);
  });

  it.each(routes)('has `ativo`, true unless said otherwise, in %s', (folder) => {
    const { required, properties } = json(`schemas/fundamento/${folder}/schema.json`);
    expect(properties.ativo).toMatchObject({ type: 'boolean', default: true });
    expect(required).toContain('ativo');
  });

  it('lets every signed-in user name the reasons, and not the criticised fields', () => {
    expect(folders.filter((folder) => json(`schemas/fundamento/${folder}/columns.json`).reference)).toEqual([
      'motivos',
      'motivos-afastamento',
      'motivos-desligamento',
      'motivos-saida',
    ]);
  });

  it('starts empty where every operator has its own', () => {
    expect(folders.filter((folder) => !withRows.includes(folder))).toEqual(['campos-criticados']);
  });

  it.each(withRows)('repeats no code in the rows of %s, in order', (folder) => {
    const codes = rows(folder).map((row) => row['codigo'] ?? '');
    expect(codes).toEqual([...new Set(codes)].toSorted());
  });

  it.each(withRows.filter((folder) => folder !== 'motivos'))('has only active rows in %s', (folder) => {
    expect(new Set(rows(folder).map((row) => row['ativo']))).toEqual(new Set(['true']));
  });

  it.each(withRows)('has texts in sentence case, without stray spaces or a full stop, in %s', (folder) => {
    const texts = rows(folder).map((row) => row['descricao'] ?? '');
    expect(texts.filter((text) => !/^\p{Lu}/u.test(text) || /\s\s|^\s|\s$|\.$|\uFFFD/.test(text))).toEqual([]);
    expect(texts.filter((text) => text.length > 3 && text === text.toUpperCase())).toEqual([]);
  });
});

describe('messages of TISS (table 38)', () => {
  // Those of the operator begin with a letter: no code of the table ever does.
  const all = rows('motivos').filter(({ codigo }) => !/^[A-Z]/.test(codigo ?? ''));
  const byCode = new Map(all.map((row) => [row['codigo'], row]));
  const codesOf = (test: (row: Row) => boolean): (string | undefined)[] => all.filter(test).map((row) => row['codigo']);

  it('have four digits, which are also the code that goes into the messages', () => {
    expect(codesOf((row) => !/^[1-5]\d{3}$/.test(row['codigo'] ?? '') || row['codigo'] !== row['codigo_tiss'])).toEqual(
      [],
    );
  });

  it('are 459, by the hundreds of the table: each group is a hundred, and each hundred a group', () => {
    const groups = new Map<string, number>();
    for (const { codigo, grupo } of all) {
      const key = `${codigo?.slice(0, 2)} ${grupo}`;
      groups.set(key, (groups.get(key) ?? 0) + 1);
    }
    expect([...groups].map(([key, count]) => `${key}: ${count}`)).toEqual([
      '10 Elegibilidade: 25',
      '11 Protocolo: 4',
      '12 Prestador: 18',
      '13 Guia: 23',
      '14 Autorização / Solicitação: 38',
      '15 Diagnóstico: 9',
      '16 Atendimento: 15',
      '17 Regra de valorização: 49',
      '18 Procedimento: 25',
      '19 Diária: 16',
      '20 Material: 15',
      '21 Medicamento: 15',
      '22 OPME: 11',
      '23 Gases medicinais: 10',
      '24 Taxas e aluguéis: 24',
      '25 Procedimentos em série: 16',
      '26 Honorários: 9',
      '27 Exames: 18',
      '28 Pacotes: 22',
      '29 Revisão de glosa: 6',
      '30 Odontologia: 40',
      '50 Mensagens de sistema: 51',
    ]);
    expect(all).toHaveLength(459);
  });

  it('have no "Outros" of a group, which TISS took out', () => {
    expect(codesOf((row) => row['codigo']?.endsWith('99') ?? false)).toEqual([]);
  });

  it('keep, out of use, those that the schemas still accept and the table (version 202309) no longer has', () => {
    expect(codesOf((row) => row['ativo'] === 'false')).toEqual([
      '1815',
      '1909',
      '2424',
      '2701',
      '2709',
      '2906',
      '3005',
      '3006',
    ]);
    expect(codesOf((row) => row['ativo'] === 'true')).toHaveLength(451);
  });

  it.each([
    ['1001', 'Número da carteira inválido'],
    ['1025', 'Beneficiário não possui cobertura para assistência odontológica'],
    ['1213', 'CBO (especialidade) inválido'],
    ['1323', 'Data preenchida incorretamente'],
    ['1402', 'Procedimento não autorizado'],
    ['1705', 'Valor apresentado a maior'],
    ['1740', 'Estorno do valor de procedimento pago'],
    ['1801', 'Procedimento inválido'],
    ['2015', 'Material não autorizado'],
    ['2115', 'Medicamento não autorizado'],
    ['2201', 'OPME inválido'],
    ['2211', 'Cobrança de OPME inclusa no pacote negociado'],
    ['2901', 'Revisão de glosa inválida'],
    ['3008', 'Procedimento odontológico incluso no procedimento principal'],
    ['3038', 'Radiografia inicial incongruente com a radiografia final'],
    ['3040', 'Glosa técnica (especificar detalhadamente)'],
    ['5014', 'Código hash inválido. Mensagem pode estar corrompida'],
    ['5042', 'Valor informado da guia diferente do somatório do valor informado dos itens'],
  ])('know %s', (codigo, descricao) => {
    expect(byCode.get(codigo)).toMatchObject({ descricao, aplicacao: 'GLOSA' });
  });

  it('admit an appeal unless they answer one or are about the file', () => {
    expect([...new Set(all.filter((row) => row['permite_recurso'] === 'false').map((row) => row['grupo']))]).toEqual([
      'Revisão de glosa',
      'Mensagens de sistema',
    ]);
    expect(
      all.filter(({ codigo, permite_recurso }) => /^(29|5)/.test(codigo ?? '') === (permite_recurso === 'true')),
    ).toEqual([]);
  });

  it('ask for a justification where the text says so', () => {
    expect(codesOf((row) => row['exige_complemento'] === 'true')).toEqual(
      codesOf((row) => /\(especificar/.test(row['descricao'] ?? '')),
    );
    expect(codesOf((row) => row['exige_complemento'] === 'true')).toEqual(['3017', '3018', '3040']);
  });
});

describe('reasons of leave (eSocial, table 18)', () => {
  const all = rows('motivos-afastamento');

  it('are the codes in force', () => {
    expect(all.map((row) => row['codigo']).join(' ')).toBe(
      '01 03 05 06 07 10 11 12 13 15 16 17 18 19 20 21 22 24 25 27 29 31 34 35 36 38 39 40 41 42',
    );
    expect(all.filter((row) => row['codigo'] !== row['codigo_esocial'])).toEqual([]);
  });

  it('say whether they are paid only where the official text does', () => {
    const paid = (value: string): (string | undefined)[] =>
      all.filter((row) => row['remunerado'] === value).map((row) => row['codigo']);
    expect(paid('true')).toEqual(['10', '16']);
    expect(paid('false')).toEqual(['05', '21', '39']);
  });

  it.each([
    ['01', 'Acidente/doença do trabalho'],
    ['06', 'Aposentadoria por invalidez'],
    ['15', 'Gozo de férias ou recesso - Afastamento temporário para o gozo de férias ou recesso'],
    ['29', 'Serviço militar - Afastamento temporário para prestar serviço militar obrigatório'],
  ])('know %s', (codigo, descricao) => {
    expect(all.find((row) => row['codigo'] === codigo)).toMatchObject({ descricao, mantem_plano: 'true' });
  });
});

describe('reasons of dismissal (eSocial, table 19) and of cancellation (SIB)', () => {
  const all = rows('motivos-desligamento');
  const fromSib = all.filter((row) => row['codigo']?.startsWith('S'));
  const fromEsocial = all.filter((row) => !row['codigo']?.startsWith('S'));

  it('are the codes in force of table 19 and the eight of SIB', () => {
    expect(fromEsocial.map((row) => row['codigo']).join(' ')).toBe(
      '01 02 03 04 05 06 07 08 09 10 11 12 13 16 17 21 22 23 24 25 26 27 29 30 31 32 33 34 36 37 38 39 40 41 42 43 44 45 46 47 48 49',
    );
    expect(fromSib.map((row) => row['codigo']).join(' ')).toBe('S41 S42 S43 S44 S45 S46 S47 S48');
  });

  it('end the cover as a death where someone died, else as the company leaving', () => {
    expect(fromEsocial.filter((row) => row['codigo'] !== row['codigo_esocial'])).toEqual([]);
    expect(fromEsocial.filter((row) => row['codigo_sib'] !== '42').map((row) => row['codigo_sib'])).toEqual(['44']);
    expect(fromEsocial.find((row) => row['codigo_sib'] === '44')?.['descricao']).toBe(
      'Rescisão por falecimento do empregado',
    );
  });

  it('have one reason for each code of SIB, in its order', () => {
    expect(fromSib.map((row) => row['codigo'])).toEqual(fromSib.map((row) => `S${row['codigo_sib']}`));
    expect(labels('motivo-cancelamento-sib').map((label) => label.split(' - ')[0])).toEqual(
      fromSib.map((row) => row['codigo_sib']),
    );
  });

  it('let stay, from 6 to 24 months, who was dismissed without cause, and the retired without a term', () => {
    const staying = all.filter((row) => row['permite_extensao_rn488'] === 'true');
    expect(
      staying.map((row) => [row['codigo'], row['meses_extensao_minimo'], row['meses_extensao_maximo']].join(' ')),
    ).toEqual(['02 6 24', '03 6 24', '38  ', '39  ']);
    expect(
      all.filter((row) => row['permite_extensao_rn488'] === 'false' && row['meses_extensao_minimo'] !== ''),
    ).toEqual([]);
  });
});

describe('reasons of leaving care (TISS, table 39)', () => {
  const all = rows('motivos-saida');

  it('are the 28 of the table, by their tens', () => {
    const kinds = Map.groupBy(all, (row) => `${row['codigo']?.slice(0, 1)}x ${row['tipo']}`);
    expect([...kinds].map(([kind, found]) => `${kind}: ${found.map((row) => row['codigo']).join(' ')}`)).toEqual([
      '1x ALTA: 11 12 14 15 16 18 19',
      '2x PERMANENCIA: 21 22 23 24 25 26 27 28',
      '3x TRANSFERENCIA: 31 32',
      '4x OBITO: 41 42 43',
      '5x ADMINISTRATIVO: 51',
      '6x OBSTETRICO: 61 62 63 64 65 66 67',
    ]);
  });

  it('need a death certificate exactly where their text tells of a death', () => {
    expect(all.filter((row) => row['exige_declaracao_obito'] === 'true').map((row) => row['codigo'])).toEqual([
      '41',
      '42',
      '43',
      '63',
      '64',
      '65',
      '66',
      '67',
    ]);
    expect(
      all.filter((row) => /óbito/i.test(row['descricao'] ?? '') !== (row['exige_declaracao_obito'] === 'true')),
    ).toEqual([]);
  });

  it('begin with the words of their kind', () => {
    const begin = { ALTA: /^Alta /, PERMANENCIA: /^Permanência, /, OBITO: /^Óbito com declaração de óbito / };
    for (const [kind, words] of Object.entries(begin))
      expect(all.filter((row) => row['tipo'] === kind && !words.test(row['descricao'] ?? ''))).toEqual([]);
  });
});

forEachDatabase((open) => {
  let admin: Caller;
  let anyone: Caller;

  beforeAll(async () => {
    const database = await open({ from: 'product' });
    const product = await startTestProduct(database, {
      files: Object.fromEntries(withRows.map((folder) => [dataOf(folder), read(dataOf(folder))])),
    });
    admin = await product.as(administrator.login, administrator.password);
    const user = await createUser(database, 'atendente', []);
    anyone = await product.as(user.login, user.password);
  });

  const create = (path: string, body: object) =>
    admin.call('POST', `/api/${path}`, { body, headers: { prefer: 'return=representation' } });
  const own = { descricao: 'Cobrança fora do contrato', aplicacao: 'GLOSA' };

  it.each(withRows)('starts with every row of %s', async (folder) => {
    const answer = await admin.call('HEAD', `/api/${folder}`, { headers: { prefer: 'count=exact' } });
    expect(answer.headers['content-range']).toMatch(new RegExp(`/${rows(folder).length}$`));
  });

  it.each([
    ['motivos', '1801', 'Procedimento inválido'],
    ['motivos-afastamento', '17', 'Licença-maternidade'],
    ['motivos-desligamento', 'S44', 'Óbito'],
    ['motivos-saida', '51', 'Encerramento administrativo'],
  ])('names a row of %s to who has no right at all', async (folder, codigo, descricao) => {
    const answer = await anyone.call('GET', `/api/${folder}?codigo=eq.${codigo}`);
    expect(answer.json()).toEqual([{ id: expect.any(Number), versao: 1, codigo, descricao }]);
  });

  it('tells who has no right nothing of the criticised fields', async () => {
    expect((await anyone.call('GET', '/api/campos-criticados')).statusCode).toBe(403);
  });

  it.each(['P0001', 'A', 'CONTR', '00012'])("takes an operator's own reason by the code %s", async (codigo) => {
    expect((await create('motivos', { ...own, codigo, codigo_tiss: '1705' })).statusCode).toBe(201);
  });

  it.each(['p0001', '123', '1A', 'P-1', 'PÇ1'])('takes no reason by the code %s', async (codigo) => {
    const answer = await create('motivos', { ...own, codigo });
    expect(answer.statusCode).toBe(422);
    expect(answer.body).toContain('Código está fora do formato. Esperado: Quatro dígitos da tabela 38 do TISS');
  });

  it('keeps the code of a message of TISS from a second reason', async () => {
    expect((await create('motivos', { ...own, codigo: '1801' })).statusCode).toBe(409);
  });

  it('points a criticised field at the reason of its refusal, once for each kind of check', async () => {
    const [motivo] = (await admin.call('GET', '/api/motivos?codigo=eq.1323&select=id')).json() as [{ id: number }];
    const body = {
      processo: 'TISS',
      tabela: 'guiaConsulta',
      campo: 'dataAtendimento',
      rotulo: 'Data do atendimento',
      critica: 'FORMATO',
      mensagem: 'Informe a data do atendimento.',
      codigo_glosa_id: motivo.id,
    };
    expect((await create('campos-criticados', body)).statusCode).toBe(201);
    expect((await create('campos-criticados', body)).statusCode).toBe(409);
    expect((await create('campos-criticados', { ...body, critica: 'OBRIGATORIO' })).statusCode).toBe(201);
    expect((await admin.call('DELETE', `/api/motivos?id=eq.${motivo.id}`)).statusCode).toBe(409);
  });
});
