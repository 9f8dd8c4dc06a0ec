import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it, test } from 'vitest';
import type { ScreenModel } from '../../engine/contract/screen-model.ts';
import { forEachDatabase } from '../support/databases.ts';
import type { Caller, TestProduct } from '../support/product.ts';
import { administrator, insertRow, startTestProduct } from '../support/product.ts';
import { testAuthorizations } from './authorization-life.ts';
import { testFinance } from './people-finance.ts';
import { testJoining } from './people-joining.ts';
import { testLife } from './people-life.ts';
import { testPlanChanges } from './people-plan-changes.ts';
import { testServices } from './people-services.ts';
import { testSib } from './people-sib.ts';
import { found, member, refusal } from './people-stage.ts';

const json = (file: string) => JSON.parse(readFileSync(new URL(`../../schemas/${file}`, import.meta.url), 'utf8'));
const propertiesOf = (folder: string): Readonly<Record<string, Readonly<Record<string, unknown>>>> =>
  json(`pessoa/${folder}/schema.json`).properties;

describe('people in the files', () => {
  it('have nothing of a beneficiary that is not personal', () => {
    const open = Object.entries(propertiesOf('beneficiarios')).filter(
      ([, property]) => property['type'] !== 'array' && property['x-personal-data'] === undefined,
    );
    expect(open.map(([name]) => name)).toEqual([]);
  });

  it('keep what tells of health as sensitive', () => {
    const { invalido, afastamentos, preexistencias } = propertiesOf('beneficiarios');
    expect(invalido?.['x-personal-data']).toBe('sensitive');
    const classes = (rows: Readonly<Record<string, unknown>> | undefined): unknown => {
      const { properties = {} } = (rows?.['items'] ?? {}) as { properties?: Readonly<Record<string, object>> };
      return Object.values(properties).map((one) => Reflect.get(one, 'x-personal-data'));
    };
    expect(classes(afastamentos)).toContain('sensitive');
    expect(classes(preexistencias)).toContain('sensitive');
    expect(propertiesOf('adesoes')['cobertura_parcial_temporaria']?.['x-personal-data']).toBe('sensitive');
  });

  it('name providers and professionals to every signed-in user, and beneficiaries to none', () => {
    const folders = [
      'adesoes',
      'beneficiarios',
      'fornecedores',
      'prestadores',
      'prestadores-indiretos',
      'profissionais',
    ];
    expect(folders.filter((folder) => json(`pessoa/${folder}/columns.json`).reference)).toEqual([
      'fornecedores',
      'prestadores',
      'profissionais',
    ]);
  });
});

const city = { ibge: '3106200', nome: 'Belo Horizonte', uf: 'MG' };
const kind = { codigo: '05', descricao: 'Hospital geral', classificacao_rps: 'HOSPITALAR' };

forEachDatabase((open) => {
  let product: TestProduct;
  let admin: Caller;
  let provider: object;
  let ana: number;

  const refused = (path: string, body: object): Promise<string> => refusal(admin, path, body);

  beforeAll(async () => {
    product = await startTestProduct(await open({ from: 'product' }));
    admin = await product.as(administrator.login, administrator.password);
    const [cidade_id, classificacao_id] = [
      await insertRow(admin, '/cidades', city),
      await insertRow(admin, '/classificacoes-estabelecimentos', kind),
    ];
    provider = { cidade_id, classificacao_id, data_contrato: '2020-01-01', inicio_servico: '2020-02-01' };
    await insertRow(admin, '/prestadores', {
      ...provider,
      codigo: 'H1',
      nome: 'Hospital das Acácias',
      adicional: 'Unidade Savassi',
      cnpj: '11222333000181',
    });
    await insertRow(admin, '/prestadores', {
      ...provider,
      codigo: 'M1',
      nome: 'Acácia Pereira',
      tipo_pessoa: 'FISICA',
      cpf: '52998224725',
      fim_servico: '2024-12-31',
    });
    ana = await insertRow(admin, '/beneficiarios', member);
  });

  test('a provider search result has the fields codigo, nome, adicional, prestadorJuridico (with cnpj) and prestadorFisico (with cpf) [entities-provider-search-result]', async () => {
    expect(await found(admin, '/api/findPrestador/acacia')).toEqual([
      {
        id: 2,
        codigo: 'M1',
        nome: 'Acácia Pereira',
        adicional: null,
        prestadorJuridico: null,
        prestadorFisico: { cpf: '52998224725' },
        label: 'M1 - Acácia Pereira',
        detail: 'Ativo',
      },
      {
        id: 1,
        codigo: 'H1',
        nome: 'Hospital das Acácias',
        adicional: 'Unidade Savassi',
        prestadorJuridico: { cnpj: '11222333000181' },
        prestadorFisico: null,
        label: 'H1 - Hospital das Acácias',
        detail: 'Ativo',
      },
    ]);
  });

  test('the autocomplete default path for provider is findPrestador [autocomplete-provider-default-path]', async () => {
    const { relations } = (await found(admin, '/api/model/screen?path=/prestadores-indiretos')) as ScreenModel;
    const picker = relations.find(({ field }) => field === 'prestador_principal_id' || field === 'prestador_principal');
    expect(picker).toMatchObject({ call: '/findPrestador', minimum: 5 });
  });

  test('the autocomplete minimum for provider is 5 characters [constants-autocomplete-minimum-provider]', () => {
    expect(json('pessoa/prestadores/columns.json').autocomplete.minimum).toBe(5);
  });

  test('the provider autocomplete takes an optional date parameter in YYYY-MM-DD format [autocomplete-provider-date-parameter]', async () => {
    const names = async (query: string): Promise<unknown> =>
      ((await found(admin, `/api/findPrestador/acacia${query}`)) as { codigo: string }[]).map(({ codigo }) => codigo);
    expect(await names('')).toEqual(['M1', 'H1']);
    expect(await names('?date=2024-12-31')).toEqual(['M1', 'H1']);
    expect(await names('?date=2025-01-01')).toEqual(['H1']);
    expect(await names('?date=2020-01-31')).toEqual([]);
    expect((await admin.call('GET', '/api/findPrestador/acacia?date=31/12/2024')).statusCode).toBe(400);
  });

  test('who may not read the documents of providers finds them without', async () => {
    const reader = await product.enter('sem-documentos', ['prestador:list', 'prestador:view'], {
      hidden: ['prestador.cpf', 'prestador.adicional'],
    });
    expect(await found(reader, '/api/findPrestador/acacia?date=2024-01-01&codigo=eq.M1')).toEqual([
      {
        id: 2,
        codigo: 'M1',
        nome: 'Acácia Pereira',
        prestadorJuridico: null,
        label: 'M1 - Acácia Pereira',
        detail: 'Ativo',
      },
    ]);
  });

  test('a provider is of one kind of person, serves after the contract, and an indirect one names the operator between', async () => {
    const body = { ...provider, codigo: 'X1', nome: 'Clínica' };
    expect(await refused('/prestadores', body)).toContain('CNPJ');
    expect(await refused('/prestadores', { ...body, tipo_pessoa: 'FISICA' })).toContain('CPF');
    const legal = { ...body, cnpj: '11222333000181' };
    expect(await refused('/prestadores', { ...legal, inicio_servico: '2019-12-31' })).toContain(
      'A prestação não começa antes do contrato.',
    );
    expect(await refused('/prestadores', { ...legal, contratualizacao: 'INDIRETA' })).toContain(
      'Operadora intermediária',
    );
  });

  test('a dependant has a holder and a degree, an adult and a holder a CPF', async () => {
    const child = { ...member, codigo: '2', nome: 'Bia', cpf: undefined, data_nascimento: '2015-01-01' };
    expect(await refused('/beneficiarios', child)).toContain('CPF');
    const dependant = { ...child, tipo_vinculo: 'DEPENDENTE' };
    const said = await refused('/beneficiarios', dependant);
    expect(said).toContain('Titular');
    expect(said).toContain('Grau de parentesco');
    expect(said).not.toContain('CPF');
    expect(await refused('/beneficiarios', { ...dependant, data_nascimento: '1990-01-01' })).toContain('CPF');
    expect(await refused('/beneficiarios', { ...member, codigo: '3', cpf: '11144477735', titular_id: ana })).toContain(
      'Titular e pensionista não têm outro titular.',
    );
  });

  test('of two cards of a person one is another copy', async () => {
    const card = {
      numero: '1',
      via: 1,
      emissao: '2020-01-01',
      validade: '2025-01-01',
      motivo: 'PRIMEIRA',
      situacao: 'ENTREGUE',
    };
    const send = async (...cartoes: object[]) =>
      (await admin.call('PATCH', `/api/beneficiarios?id=eq.${ana}`, { body: { cartoes } })).body;
    expect(await send(card, { ...card, numero: '2' })).toContain('Dois cartões têm a mesma via');
    expect(await send(card, card)).toContain('Dois cartões têm a mesma via');
    expect(await send(card, { ...card, via: 2, motivo: 'PERDA' })).toBe('');
    expect(await send()).toBe('');
  });

  test('an adhesion to a product ends before the next to it begins, and is cancelled with day and reason', async () => {
    await product.database.execute(`
      insert into operadora (registro_ans, cnpj, razao_social, modalidade)
        values ('123456', '11222333000181', 'Operadora', 'AUTOGESTAO');
      insert into produto (codigo, nome, operadora_id, contratacao, segmentacao, abrangencia, acomodacao, inicio_comercializacao)
        select 'P1', 'Plano', id, 'COLETIVO_EMPRESARIAL', 'REFERENCIA', 'NACIONAL', 'INDIVIDUAL', '2020-01-01' from operadora;
      insert into motivo_desligamento (codigo, descricao, codigo_sib) values ('S44', 'Óbito', '44');`);
    const join = { beneficiario_id: ana, produto_id: 1, data_adesao: '2020-01-01' };
    const id = await insertRow(admin, '/adesoes', join);
    const next = { ...join, data_adesao: '2024-01-01' };
    const met = await admin.call('POST', '/api/adesoes', { body: next });
    expect(met.statusCode).toBe(409);
    expect(met.body).toContain(
      'com os mesmos valores em Beneficiário e Produto que se sobrepõe a este no intervalo de Data da adesão a Data do cancelamento.',
    );
    const cancel = (body: object) => admin.call('PATCH', `/api/adesoes?id=eq.${id}&transition=cancelar`, { body });
    expect((await cancel({ data_cancelamento: '2023-12-31' })).statusCode).toBe(422);
    expect((await cancel({ data_cancelamento: '2023-12-31', motivo_cancelamento_id: 1 })).statusCode).toBe(204);
    expect(await found(admin, `/api/adesoes?id=eq.${id}&select=situacao,data_cancelamento`)).toEqual([
      { situacao: 'CANCELADA', data_cancelamento: '2023-12-31' },
    ]);
    expect((await admin.call('POST', '/api/adesoes', { body: next })).statusCode).toBe(201);
  });

  test('a bill is what remains of its value, and is paid by a transition alone', async () => {
    await product.database.execute(`
      insert into plano_conta (codigo, descricao, natureza, grau, analitica, indicador, inicio)
        values ('4.1', 'Eventos', 'DESPESA', 2, true, 'D', '2020-01-01');
      insert into tipo_conta_pagar (codigo, descricao, natureza, conta_contabil_id) values ('P', 'Prestador', 'PRESTADOR', 1);
      insert into forma_pagamento (codigo, descricao, meio) values ('41', 'TED', 'TED');
      insert into tipo_imposto (codigo, sigla, descricao, esfera, regime_apuracao) values ('ISS', 'ISS', 'ISS', 'MUNICIPAL', 'CAIXA');
      insert into fornecedor (codigo, nome, tipo_pessoa, cnpj) values ('1', 'Hospital', 'JURIDICA', '11222333000181');`);
    const bill = {
      tipo_id: 1,
      fornecedor_id: 1,
      forma_id: 1,
      emissao: '2026-10-01',
      competencia: '2026-10',
      vencimento: '2026-11-10',
      valor_bruto: 1000,
      valor_glosa: 100.5,
      impostos: [{ imposto_id: 1, base: 899.5, aliquota: 2, valor: 17.99 }],
    };
    const id = await insertRow(admin, '/contas-pagar', bill);
    const state = () => found(admin, `/api/contas-pagar?id=eq.${id}&select=situacao,valor_impostos,valor_liquido`);
    expect(await state()).toEqual([{ situacao: 'PREVISTA', valor_impostos: 17.99, valor_liquido: 881.51 }]);
    expect(await refused('/contas-pagar', { ...bill, valor_glosa: 990 })).toContain(
      'Glosa, descontos e impostos passam do valor bruto.',
    );
    const go = async (transition: string, body: object = {}) =>
      (await admin.call('PATCH', `/api/contas-pagar?id=eq.${id}&transition=${transition}`, { body })).statusCode;
    expect(await go('pagar', { data_pagamento: '2026-11-10' })).toBe(422);
    expect(await go('liberar')).toBe(204);
    expect(await go('pagar', { data_pagamento: null })).toBe(422);
    expect(await go('pagar', { data_pagamento: '2026-11-10' })).toBe(204);
    expect(await state()).toMatchObject([{ situacao: 'PAGA' }]);
  });
  testFinance(() => ({ product, admin, ana }));

  test('a beneficiary sees the own record alone, and makes none', async () => {
    await insertRow(admin, '/beneficiarios', { ...member, codigo: '9', nome: 'Carla', cpf: '11144477735' });
    const own = await product.enter('ana', ['beneficiario:list', 'beneficiario:view', 'beneficiario:insert'], {
      roles: { operadora: false, beneficiario: true, beneficiario_registro: ana },
    });
    expect(await found(own, '/api/beneficiarios?select=nome')).toEqual([{ nome: 'Ana Maria da Silva' }]);
    const other = { ...member, codigo: '10', cpf: '39053344705' };
    expect((await own.call('POST', '/api/beneficiarios', { body: other })).statusCode).toBe(403);
    const providers = await product.enter('clinica', ['beneficiario:list', 'beneficiario:view'], {
      roles: { operadora: false, prestador: true, prestador_registro: 1 },
    });
    expect(await found(providers, '/api/beneficiarios?select=nome')).toEqual([]);
  });

  describe('people and whom they turn to', () => {
    let bruno: number;
    beforeAll(async () => {
      const person = { ...member, codigo: 'B2', nome: 'Bruno Souza', cpf: '39053344705', cco: '000000000001' };
      bruno = await insertRow(admin, '/beneficiarios', { ...person, cns: '700000000000005' });
      await product.database.execute(`
      insert into motivo (codigo, descricao, aplicacao) values ('90001', 'A pedido', 'CANCELAMENTO'), ('90002', 'Documentação incompleta', 'NEGATIVA');
      insert into grau_parentesco (codigo, descricao, codigo_sib, codigo_receita) values ('04', 'Filho', '4', '04');
      insert into operadora (registro_ans, cnpj, razao_social, modalidade)
        values ('654321', '11444777000161', 'Outra operadora', 'AUTOGESTAO');
      insert into produto (codigo, nome, operadora_id, contratacao, segmentacao, abrangencia, acomodacao, inicio_comercializacao)
        select 'P9', 'Plano', id, 'COLETIVO_EMPRESARIAL', 'REFERENCIA', 'NACIONAL', 'INDIVIDUAL', '2020-01-01'
        from operadora where registro_ans = '654321';
      insert into beneficiario (codigo, nome, data_nascimento, sexo, nome_mae, data_inclusao, envio_sib)
        values ('B3', 'Caio', '2020-01-01', '1', 'Rita', '2021-01-01', false);`);
    });

    testServices(() => ({ product, admin, ana, bruno }));
    testJoining(() => ({ product, admin, ana, bruno }));
    testLife(() => ({ product, admin, ana, bruno }));
    testPlanChanges(() => ({ product, admin, ana }));
    testSib(() => ({ product, admin, ana, bruno }));
  });

  testAuthorizations(() => ({ product, admin, ana, hospital: 1, clinic: 2 }));
});
