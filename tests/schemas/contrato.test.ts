import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it, test } from 'vitest';
import type { Model } from '../../engine/model/types.ts';
import { loadProduct } from '../../src/load-product.ts';
import { brokenRules } from '../support/broken-rules.ts';
import { forEachDatabase } from '../support/databases.ts';
import { administrator, insertRow, startTestProduct } from '../support/product.ts';
import { fileMemory, readRealFiles } from '../support/real-files.ts';

type Row = Readonly<Record<string, string>>;

const fileOf = (folder: string): URL => new URL(`../../schemas/contrato/${folder}/data.csv`, import.meta.url);
const rows = (folder: string): Row[] => parse(readFileSync(fileOf(folder), 'utf8'), { columns: true });
const column = (all: readonly Row[], name: string): string[] => all.map((row) => row[name] ?? '');
const codes = (all: readonly Row[], test: (row: Row) => boolean): string =>
  column(all.filter(test), 'codigo').join(' ');
const counts = (all: readonly Row[], keyOf: (row: Row) => string): string[] =>
  [...Map.groupBy(all, keyOf)].map(([key, found]) => `${key}: ${found.length}`);

let model: Model;
beforeAll(async () => {
  ({ model } = await loadProduct(await readRealFiles(), 'copass', fileMemory));
});

/** Rows of the catalogue of routes (documents 1 and 2, sections 2 and 2.2). */
const routes = [
  ['/acordo-padrao-procedimento-beneficio', 'acordopadraoprocedimentobeneficio', '/contrato'],
  ['/percentuais-funcoes-executantes', 'percentualfuncaoexecutante', '/percentualizacao'],
  ['/percentuais-taxas-urgencias', 'percentualtaxaurgencia', '/percentualizacao'],
  ['/percentuais-via-acesso', 'percentualviaacesso', '/percentualizacao'],
  ['/tipos-acomodacoes', 'percprocedencia', '/percentualizacao'],
  ['/classes-precos', 'classepreco', '/precificacao'],
  ['/indexadores', 'indexador', '/precificacao'],
  ['/portes-honorarios', 'portehonorario', '/precificacao'],
  ['/tabelas-precos', 'tabelapreco', '/precificacao'],
  ['/brasindice-materiais', 'brasindicematerial', '/brasindice'],
  ['/brasindice-medicamentos', 'brasindicemedicamento', '/brasindice'],
  ['/dentes', 'dente', '/odonto'],
  ['/faces-dentes', 'facedente', '/odonto'],
  ['/grupos-dentes', 'grupodente', '/odonto'],
  ['/regioes-dentes', 'regiaodente', '/odonto'],
  ['/grupos-acessos-procedimentos', 'grupoacessoprocedimento', '/tabela'],
  ['/grupos-procedimentos', 'grupoprocedimento', '/tabela'],
  ['/grupos-tiss', 'grupotiss', '/tabela'],
  ['/materiais', 'material', '/tabela'],
  ['/medicamentos', 'medicamento', '/tabela'],
  ['/pacotes', 'pacote', '/tabela'],
  ['/procedimentos', 'procedimento', '/tabela'],
  ['/servico-aps', 'servicoaps', '/tabela'],
  ['/taxas', 'taxa', '/tabela'],
] as const;

describe('registries of contracts and prices', () => {
  it('open as the catalogue has them', () => {
    for (const [path, subject, parent] of routes) {
      const screen = model.screens.find((one) => one.path === path);
      expect(screen, path).toMatchObject({ kind: 'registry', parent, permission: { action: 'list', subject } });
    }
  });

  it('keep the items of a price table, which are thousands, in a screen that its rows open', () => {
    expect(model.screens.find(({ path }) => path === '/itens-tabelas-precos')).toMatchObject({
      hidden: true,
      permission: { action: 'list', subject: 'tabelapreco' },
    });
  });

  it('start with public tables alone', () => {
    const folders = routes.map(([path]) => path.slice(1)).filter((folder) => existsSync(fileOf(folder)));
    expect(folders).toEqual([
      'tipos-acomodacoes',
      'indexadores',
      'portes-honorarios',
      'dentes',
      'faces-dentes',
      'grupos-dentes',
      'regioes-dentes',
      'grupos-procedimentos',
      'procedimentos',
    ]);
    for (const folder of folders) {
      const all = rows(folder);
      expect(new Set(column(all, 'codigo')).size, folder).toBe(all.length);
      expect(new Set(column(all, 'ativo')), folder).toEqual(new Set(['true']));
      const texts = column(all, 'descricao');
      expect(
        texts.filter((text) => /\s\s|^\s|\s$|\.$|\uFFFD/.test(text) || !/^[\p{Lu}\d]/u.test(text)),
        folder,
      ).toEqual([]);
    }
  });
});

describe('teeth (TISS, tables 28, 32 and 42)', () => {
  const teeth = rows('dentes');

  it('are the 52 of the notation and one supernumerary for each of the eight half arches', () => {
    expect(
      counts(teeth, (row) => `${row['codigo']?.slice(0, 1)} ${row['denticao']} ${row['arcada']} ${row['lado']}`),
    ).toEqual([
      '1 PERMANENTE SUPERIOR DIREITO: 9',
      '2 PERMANENTE SUPERIOR ESQUERDO: 9',
      '3 PERMANENTE INFERIOR ESQUERDO: 9',
      '4 PERMANENTE INFERIOR DIREITO: 9',
      '5 DECIDUA SUPERIOR DIREITO: 6',
      '6 DECIDUA SUPERIOR ESQUERDO: 6',
      '7 DECIDUA INFERIOR ESQUERDO: 6',
      '8 DECIDUA INFERIOR DIREITO: 6',
    ]);
    expect(codes(teeth, (row) => row['supranumerario'] === 'true')).toBe('19 29 39 49 59 69 79 89');
  });

  it('say in words where they are, and belong to the group of their form', () => {
    const wrong = teeth.filter((row) => !row['descricao']?.endsWith(`${row['arcada']} ${row['lado']}`.toLowerCase()));
    expect(wrong).toEqual([]);
    const groups = new Map(rows('grupos-dentes').map((row) => [row['codigo'], row['descricao']?.slice(0, 5)]));
    expect(teeth.filter((row) => !new RegExp(`${groups.get(row['grupo'])}`, 'i').test(row['descricao'] ?? ''))).toEqual(
      [],
    );
  });

  it('have seven faces', () => {
    expect(rows('faces-dentes').map((row) => `${row['codigo']} ${row['descricao']}`)).toEqual([
      'D Distal',
      'I Incisal',
      'L Lingual',
      'M Mesial',
      'O Oclusal',
      'P Palatina',
      'V Vestibular',
    ]);
  });

  it('stand in 61 regions of the mouth', () => {
    const regions = rows('regioes-dentes');
    expect(regions).toHaveLength(61);
    expect(codes(regions, (row) => row['tipo'] === 'ARCADA')).toBe('AI AS ASAI');
    expect(codes(regions, (row) => row['tipo'] === 'HEMIARCADA')).toBe('HAID HAIE HASD HASE');
    expect(codes(regions, (row) => row['tipo'] === 'SEXTANTE')).toBe('S1 S2 S3 S4 S5 S6');
    expect(
      regions.filter((row) => row['tipo'] === 'DENTES' && !/molares|canino|incisivos/.test(row['descricao'] ?? '')),
    ).toEqual([]);
  });
});

describe('accommodations (TISS, table 49)', () => {
  const all = rows('tipos-acomodacoes');

  it('are the 45 codes that the messages accept', () => {
    expect(codes(all, () => true)).toBe(
      '02 09 10 11 12 13 14 15 16 17 18 19 20 21 22 25 26 27 28 29 30 31 32 33 36 37 38 39 40 41 43 44 45 46 47 48 49 50 51 52 53 56 57 58 59',
    );
  });

  it('tell intensive care and several beds as their text does, and change no fee', () => {
    expect(all.filter((row) => /UTI/.test(row['descricao'] ?? '') !== (row['uti'] === 'true'))).toEqual([]);
    expect(
      all.filter((row) => /^(Apartamento|Quarto privativo)/.test(row['descricao'] ?? '') && row['coletiva'] === 'true'),
    ).toEqual([]);
    expect(
      all.filter((row) => /leitos|[Ee]nfermaria|Berçário/.test(row['descricao'] ?? '') && row['coletiva'] !== 'true'),
    ).toEqual([]);
    expect(new Set(column(all, 'percentual_honorario'))).toEqual(new Set(['100']));
  });
});

describe('sizes of fees (CBHPM)', () => {
  const all = rows('portes-honorarios');

  it('go from 1A to 14C', () => {
    const medical = all.filter((row) => row['tipo'] === 'MEDICO');
    expect(medical).toHaveLength(42);
    expect(medical.map((row) => Number(row['ordem']))).toEqual(medical.map((_, index) => index + 1));
    expect([medical[0]?.['codigo'], medical[3]?.['codigo'], medical[41]?.['codigo']]).toEqual(['1A', '2A', '14C']);
  });

  it('pay anaesthesia as a medical size', () => {
    expect(
      all.filter((row) => row['tipo'] === 'ANESTESICO').map((row) => `${row['codigo']} ${row['equivalente']}`),
    ).toEqual(['AN0 ', 'AN1 3A', 'AN2 3C', 'AN3 4C', 'AN4 6B', 'AN5 7C', 'AN6 9B', 'AN7 10C', 'AN8 12A']);
  });
});

describe('procedures (TUSS, table 22)', () => {
  const groups = column(rows('grupos-procedimentos'), 'codigo');
  const all = rows('procedimentos');
  const of = (codigo: string): Row | undefined => all.find((row) => row['codigo'] === codigo);

  it('stand in groups that are the first digits of their code, as far as there is a group', () => {
    const longest = (codigo: string): string | undefined =>
      groups.filter((group) => codigo.startsWith(group)).toSorted((a, b) => b.length - a.length)[0];
    expect(all.filter((row) => row['grupo'] !== longest(row['codigo'] ?? ''))).toEqual([]);
    for (const { codigo = '', superior } of rows('grupos-procedimentos'))
      expect(superior, codigo).toBe(longest(codigo.slice(0, -1)) ?? '');
  });

  it('are 780 of all chapters, each with the eight digits and the first day that the table gives', () => {
    expect(all).toHaveLength(780);
    expect(
      all.filter((row) => !/^\d{8}$/.test(row['codigo'] ?? '') || !/^20\d\d-\d\d-\d\d$/.test(row['inicio'] ?? '')),
    ).toEqual([]);
    expect(
      Object.fromEntries(
        Map.groupBy(all, (row) => row['codigo']?.slice(0, 1))
          .entries()
          .map(([chapter, found]) => [chapter, found.length > 0]),
      ),
    ).toEqual({
      1: true,
      2: true,
      3: true,
      4: true,
      5: true,
      8: true,
    });
    expect(all.filter((row) => (row['tipo'] === 'ODONTO') !== row['codigo']?.startsWith('8'))).toEqual([]);
  });

  it.each([
    ['10101012', 'Consulta em consultório (no horário normal ou preestabelecido)', '', ''],
    ['31309054', 'Cesariana', '3', 'E132'],
    ['40304361', 'Hemograma com contagem de plaquetas ou frações (eritrograma, leucograma, plaquetas)', '', ''],
    ['40302733', 'Hemoglobina glicada (Fração A1c) - pesquisa e/ou dosagem', '', 'C13'],
    ['40601137', 'Procedimento diagnóstico em citopatologia cérvico-vaginal oncótica', '3', 'C3'],
    ['40808041', 'Mamografia digital bilateral', '', 'C10'],
    ['40901122', 'US - Abdome total (abdome superior, rins, bexiga, aorta, veia cava inferior e adrenais)', '', 'C17'],
    ['41101014', 'RM - Crânio (encéfalo)', '', ''],
    ['50000462', 'Consulta em psicologia', '', ''],
    ['81000065', 'Consulta odontológica inicial', '', 'I1'],
    ['82000875', 'Exodontia simples de permanente', '', 'I7'],
  ])('know %s', (codigo, descricao, sexo, item_sip) => {
    expect(of(codigo)).toMatchObject({ tabela: '22', descricao, sexo, item_sip });
  });

  it('have to be given within the days of RN 566', () => {
    expect(new Set(column(all, 'prazo_atendimento_dias'))).toEqual(new Set(['', '0', '3', '7', '10', '21']));
    expect(
      new Set(
        column(
          all.filter((row) => row['grupo'] === '403'),
          'prazo_atendimento_dias',
        ),
      ),
    ).toEqual(new Set(['3']));
    expect(
      new Set(
        column(
          all.filter((row) => /^41[01]$|^407$/.test(row['grupo'] ?? '')),
          'prazo_atendimento_dias',
        ),
      ),
    ).toEqual(new Set(['21']));
  });

  it('ask for a tooth or a region in dentistry alone', () => {
    const asking = all.filter((row) => [row['exige_dente'], row['exige_face'], row['exige_regiao']].includes('true'));
    expect(asking.filter((row) => row['tipo'] !== 'ODONTO')).toEqual([]);
    expect(asking.filter((row) => row['exige_face'] === 'true' && row['exige_dente'] !== 'true')).toEqual([]);
    expect(of('85100196')).toMatchObject({ exige_dente: 'true', exige_face: 'true', exige_regiao: 'false' });
  });
});

describe('what must hold between the fields', () => {
  const broken = (name: string, record: Readonly<Record<string, unknown>>): string[] =>
    brokenRules(model, name, record);

  it.each([
    ['neither group nor procedure', { coberto: true }, ['procedimento_id VALIDATION_RULE']],
    ['both', { coberto: true, grupo_id: 1, procedimento_id: 2 }, ['procedimento_id VALIDATION_RULE']],
    [
      'a quantity without its days',
      { coberto: true, grupo_id: 1, quantidade_maxima: 4 },
      ['periodo_dias VALIDATION_REQUIRED'],
    ],
    [
      'days without a quantity',
      { coberto: true, grupo_id: 1, periodo_dias: 30 },
      ['quantidade_maxima VALIDATION_RULE'],
    ],
    [
      'ages the wrong way round',
      { coberto: true, grupo_id: 1, idade_minima: 18, idade_maxima: 12 },
      ['idade_maxima VALIDATION_RULE'],
    ],
    [
      'a longer wait than the law allows',
      { coberto: true, grupo_id: 1, carencia_dias: 301 },
      ['carencia_dias VALIDATION_RULE'],
    ],
    ['the longest wait of the law', { coberto: true, grupo_id: 1, carencia_dias: 300 }, []],
    ['one of the two', { coberto: true, procedimento_id: 2, quantidade_maxima: 4, periodo_dias: 30 }, []],
    ['nothing of limits where nothing is covered', { coberto: false, procedimento_id: 2, quantidade_maxima: 4 }, []],
  ])('an agreement with %s', (_what, record, failures) => {
    expect(broken('acordo_padrao', record)).toEqual(failures);
  });

  it.each([
    ['22', '1010101', ['codigo VALIDATION_RULE']],
    ['18', 'A0101012', ['codigo VALIDATION_RULE']],
    ['22', '10101012', []],
    ['00', 'A1', []],
  ])('a procedure of table %s with the code %s', (tabela, codigo, failures) => {
    expect(broken('procedimento', { tabela, codigo, tipo: 'EXAME' })).toEqual(failures);
  });

  it('a face without its tooth', () => {
    const record = { tabela: '00', codigo: '1', tipo: 'ODONTO', exige_face: true };
    expect(broken('procedimento', { ...record, exige_dente: false })).toEqual(['exige_dente VALIDATION_RULE']);
    expect(broken('procedimento', { ...record, exige_dente: true })).toEqual([]);
  });

  it('a tooth that is not where its code says', () => {
    const tooth = { codigo: '11', denticao: 'PERMANENTE', arcada: 'SUPERIOR', lado: 'DIREITO', supranumerario: false };
    expect(broken('dente', tooth)).toEqual([]);
    expect(broken('dente', { ...tooth, codigo: '79' })).toEqual([
      'denticao VALIDATION_RULE',
      'arcada VALIDATION_RULE',
      'lado VALIDATION_RULE',
      'supranumerario VALIDATION_RULE',
    ]);
  });

  it('an item of a price table without a price', () => {
    expect(broken('item_tabela_preco', { tabela_id: 1, procedimento_id: 1 })).toEqual(['valor VALIDATION_RULE']);
    for (const price of [{ valor: 10 }, { porte_id: 1 }, { quantidade_ch: 100 }])
      expect(broken('item_tabela_preco', { tabela_id: 1, procedimento_id: 1, ...price })).toEqual([]);
  });

  it('an item of a package without what its kind names', () => {
    const item = (more: object) => ({ itens: [{ quantidade: 1, ...more }] });
    expect(broken('pacote', item({ tipo: 'MATERIAL', procedimento_id: 1 }))).toEqual([
      'itens.0.material_id VALIDATION_REQUIRED',
    ]);
    expect(broken('pacote', item({ tipo: 'MATERIAL', material_id: 1 }))).toEqual([]);
    expect(broken('pacote', item({ tipo: 'TAXA', taxa_id: 1, quantidade: 0 }))).toEqual([
      'itens.0.quantidade VALIDATION_RULE',
    ]);
  });

  it.each(['brasindice_material', 'brasindice_medicamento'])(
    'a price of %s that costs less than its fraction',
    (list) => {
      const item = { pmc: 40, pfb: 29, pmc_fracao: 2, pfb_fracao: 1.45 };
      expect(broken(list, item)).toEqual([]);
      expect(broken(list, { ...item, pmc: 28.99 })).toEqual(['pmc VALIDATION_RULE']);
      expect(broken(list, { ...item, pmc_fracao: 40.01 })).toEqual(['pmc_fracao VALIDATION_RULE']);
      expect(broken(list, { ...item, pfb_fracao: 29.01 })).toEqual(['pfb_fracao VALIDATION_RULE']);
    },
  );

  it('a unit of fees that is worth nothing, where an index of prices may fall', () => {
    const quoted = (tipo: string, valor: number) => broken('indexador', { tipo, cotacoes: [{ valor }] });
    expect(quoted('MOEDA', 0)).toEqual(['cotacoes.0.valor VALIDATION_RULE']);
    expect(quoted('INDICE', -0.73)).toEqual([]);
  });

  it('a package for nothing', () => {
    expect(broken('pacote', { valor: 0 })).toEqual(['valor VALIDATION_RULE']);
  });

  it('a daily rate without its accommodation', () => {
    expect(broken('taxa', { tipo: 'DIARIA' })).toEqual(['acomodacao_id VALIDATION_REQUIRED']);
    expect(broken('taxa', { tipo: 'GAS' })).toEqual([]);
  });

  it('an access group with nothing in it', () => {
    expect(broken('grupo_acesso_procedimento', { nome: 'A', permite: true })).toEqual([
      'procedimentos VALIDATION_RULE',
    ]);
    expect(broken('grupo_acesso_procedimento', { nome: 'A', permite: true, grupos: [{ grupo_id: 1 }] })).toEqual([]);
  });
});

it.each([
  ['item_tabela_preco', ['procedimento', 'tabela']],
  ['acordo_padrao', ['produto', 'grupo', 'procedimento']],
])('the quick search of %s finds by what the record points at', (name, found) => {
  expect(model.entities[name]?.searchThrough).toEqual(found);
});

/** As the files were: one price of a code. */
const onePrice = async (folder: string): Promise<Readonly<Record<string, object>>> => {
  const files = await readRealFiles();
  const at = (file: string) => `schemas/${folder}/${file}`;
  const [record, screen] = ['schema.json', 'columns.json'].map((file) => JSON.parse(files.get(at(file)) ?? ''));
  record.properties.codigo['x-unique'] = true;
  const { naturalKey: _, unique: __, noOverlap: ___, ...rest } = screen;
  return { [at('schema.json')]: record, [at('columns.json')]: rest };
};

forEachDatabase((open) => {
  const prices = {
    '/taxas': { descricao: 'Sala cirúrgica', tipo: 'TAXA_SALA', valor: 100 },
    '/materiais': { descricao: 'Fio de sutura', opme: false, unidade_id: 1, valor: 100 },
    '/medicamentos': {
      descricao: 'Dipirona',
      unidade_id: 1,
      generico: true,
      oncologico: false,
      uso_continuo: false,
      valor: 100,
    },
    '/pacotes': { descricao: 'Catarata', procedimento_principal_id: 1, valor: 100 },
    '/servico-aps': { descricao: 'Médico de família', remuneracao: 'EVENTO', valor: 100 },
    '/fundo-social': { descricao: 'Fundo de assistência', percentual: 2 },
  };

  test('a code has one price after the other, never two on one day, also where it had one alone before', async () => {
    const database = await open({ from: 'product' });
    // Of a client that has all of them.
    const client = 'cnen';
    const before = await startTestProduct(database, { client, files: await onePrice('contrato/taxas') });
    const once = await before.as(administrator.login, administrator.password);
    await database.execute(`
      insert into unidade_medida (codigo, sigla, descricao) values ('036', 'UN', 'Unidade');
      insert into grupo_procedimento (codigo, descricao) values ('1', 'Cirurgias');
      insert into procedimento (tabela, codigo, descricao, grupo_id, tipo, exige_autorizacao, exige_pericia, inicio)
        values ('22', '30306027', 'Facectomia', 1, 'CIRURGIA', true, false, '2020-01-01');`);
    const first = { codigo: 'A1', inicio: '2025-01-01' };
    const next = { codigo: 'A1', inicio: '2026-01-01' };
    const kept = await insertRow(once, '/taxas', { ...first, ...prices['/taxas'] });
    const twice = await once.call('POST', '/api/taxas', { body: { ...next, ...prices['/taxas'] } });
    expect(twice.statusCode).toBe(409);

    const product = await startTestProduct(database, { client });
    const admin = await product.as(administrator.login, administrator.password);
    for (const [path, price] of Object.entries(prices)) {
      const post = (body: object) => admin.call('POST', `/api${path}`, { body: { ...price, ...body } });
      const id = path === '/taxas' ? kept : await insertRow(admin, path, { ...price, ...first });
      expect([path, (await post(next)).statusCode]).toEqual([path, 409]);
      const closed = { fim: '2025-12-31' };
      expect((await admin.call('PATCH', `/api${path}?id=eq.${id}`, { body: closed })).statusCode, path).toBe(204);
      expect((await post(next)).statusCode, path).toBe(201);
      // What an import does with a row of that key: it changes the one price.
      const again = await admin.call('POST', `/api${path}?on_conflict=codigo,inicio`, {
        body: { ...price, ...next, descricao: 'Outra' },
        headers: { prefer: 'resolution=merge-duplicates' },
      });
      expect(again.statusCode, again.body).toBeLessThan(300);
      const list = await admin.call('GET', `/api${path}?select=codigo,inicio,fim,descricao&order=inicio`);
      expect([path, list.json()]).toEqual([
        path,
        [
          { ...first, ...closed, descricao: price.descricao },
          { ...next, fim: null, descricao: 'Outra' },
        ],
      ]);
    }
  });
});
