import { existsSync, readFileSync } from 'node:fs';
import { getAllCbo } from '@br-validators/core/cbo';
import { easterSunday } from '@br-validators/core/feriados';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import { cbos, file as cbosFile } from '../data-sources/cbos.ts';
import { file as feriadosFile } from '../data-sources/feriados.ts';
import { forEachDatabase } from '../support/databases.ts';
import type { Caller } from '../support/product.ts';
import { administrator, createUser, refusalBody, refusalOf, startTestProduct } from '../support/product.ts';

type Row = Readonly<Record<string, string>>;

const read = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
const json = (file: string) => JSON.parse(read(file));
const rows = (file: string): Row[] => parse(read(file), { columns: true });
const dataOf = (folder: string): string => `schemas/base/${folder}/data.csv`;
const codes = (list: string): { value: string; label: string }[] => json(`schemas/code-lists/${list}.json`).options;
const duplicates = (values: readonly (string | undefined)[]): (string | undefined)[] =>
  values.filter((value, index) => values.indexOf(value) !== index);

/** Rows of the catalogue of routes (document 1 section 2). */
const routes = [
  ['cbos', 'CBO', 'cbos'],
  ['classificacoes-estabelecimentos', 'Classificação de Estabelecimento', 'classificacaoestabelecimento'],
  ['declaracoes', 'Declaração', 'declaracao'],
  ['especialidades', 'Especialidade', 'especialidade'],
  ['estados-civis', 'Estado Civil', 'estadocivil'],
  ['grau-parentescos', 'Grau de Parentesco', 'grauparentesco'],
  ['pendencias', 'Pendência', 'pendencia'],
  ['programas-saude', 'Programa de Saúde', 'programasaude'],
  ['situacoes-faturamento', 'Situação de Faturamento', 'situacaofaturamento'],
  ['unidades-de-medida', 'Unidade de Medida', 'unidademedida'],
] as const;

const withRows = routes
  .map(([folder]) => folder)
  .filter((folder) => existsSync(new URL(`../../${dataOf(folder)}`, import.meta.url)));

describe('registries of the base module', () => {
  it.each(routes)('opens /%s as the catalogue has it', (folder, title, subject) => {
    const columns = json(`schemas/base/${folder}/columns.json`);
    expect(columns).toMatchObject({ path: `/${folder}`, title, parent: '/base', permission: { subject } });
    expect(columns.permission.action ?? 'list').toBe('list');
    // The list is that of a classification; a row of it is an occupation.
    expect(json(`schemas/base/${folder}/schema.json`).title).toBe(folder === 'cbos' ? 'Ocupação' : title);
    expect(json(`schemas/base/${folder}/search.json`).fields.length).toBeGreaterThan(0);
  });

  it.each(routes)('has `ativo`, true unless said otherwise, in %s', (folder) => {
    const { required, properties } = json(`schemas/base/${folder}/schema.json`);
    expect(properties.ativo).toMatchObject({ type: 'boolean', default: true });
    expect(required).toContain('ativo');
  });

  it('starts empty where every operator has its own', () => {
    expect(routes.map(([folder]) => folder).filter((folder) => !withRows.includes(folder))).toEqual([
      'pendencias',
      'programas-saude',
    ]);
  });

  it.each(withRows)('repeats no code in the rows of %s, in order and all active', (folder) => {
    const found = rows(dataOf(folder));
    expect(duplicates(found.map((row) => row['codigo']))).toEqual([]);
    expect(found.map((row) => row['codigo'])).toEqual(found.map((row) => row['codigo'] ?? '').toSorted());
    expect(new Set(found.map((row) => row['ativo']))).toEqual(new Set(['true']));
  });
});

describe('occupations', () => {
  const all = rows(cbosFile);
  const byCode = new Map(all.map((row) => [row['codigo'], row]));

  it('gives exactly the committed file again', () => {
    expect(cbos()).toBe(read(cbosFile));
  });

  it('holds CBO 2002 and the three codes that TISS has beside it', () => {
    const published = new Set(getAllCbo().map(({ codigo }) => codigo));
    expect(published.size).toBe(2694);
    expect(all.map((row) => row['codigo']).filter((code) => !published.delete(code ?? ''))).toEqual([
      '225190',
      '225245',
      '999999',
    ]);
    expect([...published]).toEqual([]);
  });

  it('has codes of 6 digits that begin with their family', () => {
    expect(all.filter(({ codigo, grupo }) => !/^\d{6}$/.test(codigo ?? '') || codigo?.slice(0, 4) !== grupo)).toEqual(
      [],
    );
  });

  it('has names without lost letters, stray spaces or the trema that the spelling gave up', () => {
    expect(all.filter(({ descricao }) => /\uFFFD|\s\s|^\s|\s$|\( | \)|ü/.test(descricao ?? ''))).toEqual([]);
    expect(all.filter(({ descricao }) => !/^\p{Lu}/u.test(descricao ?? ''))).toEqual([]);
  });

  it.each([
    ['010105', 'Oficial general da aeronáutica', 'false', 'false'],
    ['111320', 'Ministro do Tribunal Superior do Trabalho', 'false', 'false'],
    ['131205', 'Diretor de serviços de saúde', 'false', 'true'],
    ['223208', 'Cirurgião dentista - clínico geral', 'true', 'true'],
    ['223580', 'Enfermeiro estomaterapeuta', 'false', 'false'],
    ['223915', 'Psicomotricista', 'true', 'false'],
    ['225125', 'Médico clínico', 'true', 'true'],
    ['225290', 'Médico cancerologista cirúrgico', 'true', 'true'],
    ['225355', 'Médico radiologista intervencionista', 'true', 'false'],
    ['261415', 'Linguista', 'false', 'false'],
    ['613130', 'Criador de equinos', 'false', 'false'],
    ['999999', 'CBO desconhecido ou não informado pelo solicitante', 'true', 'true'],
  ])('knows %s', (codigo, descricao, uso_tiss, uso_monitoramento) => {
    expect(byCode.get(codigo)).toEqual({
      codigo,
      descricao,
      grupo: codigo.slice(0, 4),
      uso_tiss,
      uso_monitoramento,
      ativo: 'true',
    });
  });

  it('marks the 170 that messages of TISS 4.03 take and the 216 that the monitoring takes', () => {
    expect(all.filter((row) => row['uso_tiss'] === 'true')).toHaveLength(170);
    expect(all.filter((row) => row['uso_monitoramento'] === 'true')).toHaveLength(216);
  });

  it('takes every physician and every dentist in the messages', () => {
    const professionals = all.filter(({ grupo }) => ['2232', '2251', '2252', '2253'].includes(grupo ?? ''));
    expect(professionals).toHaveLength(88);
    expect(professionals.filter((row) => row['uso_tiss'] !== 'true')).toEqual([]);
  });
});

describe('specialities', () => {
  const all = rows(dataOf('especialidades'));
  const of = (council: string): Row[] => all.filter((row) => row['conselho'] === council);

  /** The councils order by letters, whatever the accents. */
  const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

  it('has the 55 of CFM, the 24 of CFO and the 5 professions that SIP counts', () => {
    const councils = ['CRFA', 'CREFITO', 'CRM', 'CRN', 'CRO', 'CRP'];
    expect(councils.map((council) => of(council).length)).toEqual([1, 2, 55, 1, 24, 1]);
    expect(all).toHaveLength(84);
  });

  it.each([
    ['CRM', '06'],
    ['CRO', '08'],
  ])('numbers those of %s from 1 in the order of their names', (council, prefix) => {
    const own = of(council);
    expect(own.map((row) => row['codigo'])).toEqual(
      own.map((_, index) => `${prefix}${String(index + 1).padStart(4, '0')}`),
    );
    expect(own.map((row) => row['descricao'])).toEqual(
      own.map((row) => row['descricao'] ?? '').toSorted((a, b) => (fold(a) < fold(b) ? -1 : 1)),
    );
  });

  it('names an occupation of the right family, taken by TISS', () => {
    const families: Readonly<Record<string, RegExp>> = { CRM: /^225[123]/, CRO: /^2232/ };
    const taken = new Set(rows(cbosFile).flatMap((row) => (row['uso_tiss'] === 'true' ? [row['codigo']] : [])));
    const named = all.filter((row) => row['cbos'] !== '');
    expect(named.filter((row) => !taken.has(row['cbos']))).toEqual([]);
    expect(named.filter((row) => !(families[row['conselho'] ?? ''] ?? /^22|^25/).test(row['cbos'] ?? ''))).toEqual([]);
  });

  it('leaves without occupation only those that CBO does not have', () => {
    expect(all.filter((row) => row['cbos'] === '').map((row) => row['descricao'])).toEqual([
      'Medicina de emergência',
      'Medicina esportiva',
      'Acupuntura',
      'Harmonização orofacial',
      'Homeopatia',
      'Odontologia do esporte',
      'Odontologia hospitalar',
    ]);
  });

  it('counts each of the 30 items of SIP once', () => {
    const items = codes('item-sip-especialidade').map(({ value }) => value);
    expect(items).toHaveLength(30);
    expect(all.flatMap((row) => row['agrupador_sip'] || []).toSorted()).toEqual(items.toSorted());
  });

  it.each([
    ['Clínica médica', '225125', 'A15'],
    ['Coloproctologia', '225280', 'A120'],
    ['Ortopedia e traumatologia', '225270', 'A124'],
    ['Pneumologia', '225127', 'A123'],
    ['Endodontia', '223212', ''],
    ['Psicologia', '251510', 'B5'],
  ])('knows %s', (descricao, cbo, agrupador_sip) => {
    expect(all.find((row) => row['descricao'] === descricao)).toMatchObject({ cbos: cbo, agrupador_sip });
  });

  it('is odontological exactly where the council is that of dentistry', () => {
    expect(all.filter((row) => (row['odontologica'] === 'true') !== (row['conselho'] === 'CRO'))).toEqual([]);
  });
});

describe('tables of the regulators', () => {
  it('has the marital statuses of eSocial', () => {
    expect(codes('estado-civil-esocial').map(({ value, label }) => `${value} ${label}`)).toEqual([
      '1 Solteiro',
      '2 Casado',
      '3 Divorciado',
      '4 Separado',
      '5 Viúvo',
    ]);
    expect(rows(dataOf('estados-civis')).map((row) => [row['codigo'], row['codigo_esocial']])).toEqual(
      ['1', '2', '3', '4', '5'].map((code) => [code, code]),
    );
  });

  it('has the relations of SIB, with the codes of Receita and of eSocial', () => {
    expect(
      rows(dataOf('grau-parentescos')).map((row) =>
        ['codigo', 'descricao', 'codigo_sib', 'codigo_receita', 'codigo_esocial', 'dependente_direto'].map(
          (name) => row[name],
        ),
      ),
    ).toEqual([
      ['01', 'Titular', '1', '', '', 'false'],
      ['03', 'Cônjuge ou companheiro(a)', '3', '03', '', 'true'],
      ['04', 'Filho(a)', '4', '04', '03', 'true'],
      ['06', 'Enteado(a)', '6', '06', '03', 'true'],
      ['08', 'Pai ou mãe', '8', '08', '09', 'false'],
      ['10', 'Agregado ou outro', '10', '10', '99', 'false'],
    ]);
    expect(codes('relacao-dependencia-ans').map(({ value }) => value)).toEqual(['1', '3', '4', '6', '8', '10']);
    expect(codes('relacao-dependencia-receita').map(({ value }) => value)).toEqual(['03', '04', '06', '08', '10']);
    expect(codes('tipo-dependente-esocial').map(({ value }) => value)).toEqual([
      '01',
      '02',
      '03',
      '06',
      '09',
      '10',
      '11',
      '12',
      '99',
    ]);
  });

  it('has the sexes of TISS and SIB', () => {
    expect(codes('sexo').map(({ value, label }) => `${value} ${label}`)).toEqual(['1 Masculino', '3 Feminino']);
  });

  it('has the units 001 to 061 of table 60 of TISS', () => {
    const units = rows(dataOf('unidades-de-medida'));
    expect(units.map((row) => row['codigo'])).toEqual(
      Array.from({ length: 61 }, (_, index) => String(index + 1).padStart(3, '0')),
    );
    // Metro and Metro linear share theirs.
    expect(duplicates(units.map((row) => row['sigla']))).toEqual(['M']);
    expect(duplicates(units.map((row) => row['descricao']))).toEqual([]);
    expect(
      units
        .filter((row) => ['001', '018', '036', '047', '050', '052', '053', '060'].includes(row['codigo'] ?? ''))
        .map((row) => `${row['codigo']} ${row['sigla']} ${row['descricao']}`),
    ).toEqual([
      '001 AMP Ampola',
      '018 G Grama',
      '036 UN Unidade',
      '047 CGY Centigray',
      '050 COM EFEV Comprimido efervescente',
      '052 SACHE Sachê',
      '053 M Metro linear',
      '060 UI/ML Unidade internacional por mililitro',
    ]);
  });

  it('names the classifications of establishments as CNES does, with its code', () => {
    const types = new Map(codes('tipo-estabelecimento-cnes').map(({ value, label }) => [value, label]));
    const found = rows(dataOf('classificacoes-estabelecimentos'));
    expect(found.filter((row) => row['codigo'] !== row['tipo_cnes'])).toEqual([]);
    expect(found.filter((row) => types.get(row['codigo'] ?? '') !== row['descricao'])).toEqual([]);
    expect(found.filter((row) => row['classificacao_rps'] === 'HOSPITALAR').map((row) => row['codigo'])).toEqual([
      '05',
      '07',
      '15',
      '62',
    ]);
  });

  it('has the 39 types of establishment of CNES in force (list of the Ministry of Health, 1.1.0 of March 2026)', () => {
    expect(
      codes('tipo-estabelecimento-cnes')
        .map(({ value }) => value)
        .join(' '),
    ).toBe(
      '01 02 04 05 07 15 20 21 22 32 36 39 40 42 43 50 60 61 62 64 67 68 69 70 71 72 73 74 75 76 77 78 79 80 81 82 83 84 85',
    );
  });

  it('names the situations of billing as table 47 of TISS does, with its code', () => {
    const statuses = new Map(codes('status-protocolo-tiss').map(({ value, label }) => [value, label]));
    const found = rows(dataOf('situacoes-faturamento'));
    expect(found.map((row) => row['codigo_tiss'])).toEqual(['1', '2', '3', '4', '5', '6', '8']);
    expect(found.filter((row) => Number(row['codigo']) !== Number(row['codigo_tiss']))).toEqual([]);
    expect(found.filter((row) => statuses.get(row['codigo_tiss'] ?? '') !== row['descricao'])).toEqual([]);
  });
});

describe('national holidays', () => {
  const fixed = [
    ['01-01', 'Confraternização Universal'],
    ['04-21', 'Tiradentes'],
    ['05-01', 'Dia do Trabalho'],
    ['09-07', 'Independência do Brasil'],
    ['10-12', 'Nossa Senhora Aparecida'],
    ['11-02', 'Finados'],
    ['11-15', 'Proclamação da República'],
    ['12-25', 'Natal'],
  ] as const;

  /** Two days before Easter. */
  const goodFriday = (year: number): string => {
    const { month, day } = easterSunday(year);
    return new Date(Date.UTC(year, month - 1, day - 2)).toISOString().slice(5, 10);
  };

  it.each(Array.from({ length: 21 }, (_, index) => 2020 + index))('are all there in %i, and no other', (year) => {
    const expected = [
      ...fixed.map(([day]) => day),
      goodFriday(year),
      // Lei 14.759/2023.
      ...(year >= 2024 ? ['11-20'] : []),
    ];
    const found = rows(feriadosFile).filter(
      (row) => row['abrangencia'] === 'NACIONAL' && row['data']?.startsWith(`${year}-`),
    );
    expect(found.map((row) => row['data']?.slice(5))).toEqual(expected.toSorted());
    expect(found.filter((row) => row['fixo'] !== String(row['descricao'] !== 'Paixão de Cristo'))).toEqual([]);
  });
});

forEachDatabase((open) => {
  describe('the registries with their rows', () => {
    let admin: Caller;
    let reader: Caller;
    beforeAll(async () => {
      const database = await open({ from: 'product' });
      const product = await startTestProduct(database, {
        files: Object.fromEntries([...withRows, 'cids'].map((folder) => [dataOf(folder), read(dataOf(folder))])),
      });
      admin = await product.as(administrator.login, administrator.password);
      const { login, password } = await createUser(database, 'leitor', ['banco:list']);
      reader = await product.as(login, password);
    });

    it('reads a speciality with its occupation', async () => {
      const answer = await admin.call(
        'GET',
        '/api/especialidades?codigo=eq.060005&select=descricao,conselho,exibe_guia_medico,cbos(codigo,descricao)',
      );
      expect(answer.json()).toEqual([
        {
          descricao: 'Cardiologia',
          conselho: 'CRM',
          exibe_guia_medico: true,
          cbos: { codigo: '225120', descricao: 'Médico cardiologista' },
        },
      ]);
    });

    it.each(withRows)('has put every row of %s into its table', async (folder) => {
      const answer = await admin.call('HEAD', `/api/${folder}`, { headers: { prefer: 'count=exact' } });
      expect(answer.headers['content-range']).toMatch(new RegExp(`/${rows(dataOf(folder)).length}$`));
    });

    it('names an occupation to someone without the right to the registry, and refuses the list', async () => {
      const named = await reader.call('GET', '/api/cbos?codigo=eq.225125&select=codigo,descricao');
      const whole = await reader.call('GET', '/api/cbos?select=codigo,grupo');
      expect([named.statusCode, named.json()]).toEqual([200, [{ codigo: '225125', descricao: 'Médico clínico' }]]);
      expect(whole.statusCode).toBe(400);
    });

    it('takes a kinship of the operator, and refuses one whose relation ANS does not know', async () => {
      const kin = { codigo: '11', descricao: 'Irmão ou irmã', codigo_sib: '10', codigo_receita: '10' };
      const taken = await admin.call('POST', '/api/grau-parentescos', { body: kin });
      const refused = await admin.call('POST', '/api/grau-parentescos', {
        body: { ...kin, codigo: '12', codigo_sib: '5' },
      });
      expect(taken.statusCode).toBe(201);
      expect(refusalOf(refused)).toEqual({
        status: 422,
        body: await refusalBody(
          'RECORD_INVALID',
          { title: 'Grau de Parentesco', count: 1 },
          { fields: [['codigo_sib', 'VALIDATION_OPTION', { field: 'Relação no SIB' }]] },
        ),
      });
    });

    it('keeps the diagnoses of a health programme with it', async () => {
      const [diabetes] = (await admin.call('GET', '/api/cids?codigo=eq.E11&select=id')).json();
      const taken = await admin.call('POST', '/api/programas-saude', {
        body: { codigo: 'DIAB', nome: 'Vida com diabetes', tipo: 'CRONICOS', cids: [{ cid_id: diabetes.id }] },
      });
      expect(taken.statusCode).toBe(201);
      const found = await admin.call('GET', '/api/programas-saude?codigo=eq.DIAB&select=nome,ativo,cids(cid(codigo))');
      expect(found.json()).toEqual([{ nome: 'Vida com diabetes', ativo: true, cids: [{ cid: { codigo: 'E11' } }] }]);
    });
  });
});
