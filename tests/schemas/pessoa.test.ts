import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it, test } from 'vitest';
import type { ScreenModel } from '../../engine/contract/screen-model.ts';
import { forEachDatabase } from '../support/databases.ts';
import type { Caller, TestProduct } from '../support/product.ts';
import { administrator, insertRow, startTestProduct } from '../support/product.ts';
import { testAuthorizations } from './authorization-life.ts';

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
const member = {
  codigo: '1',
  nome: 'Ana Maria da Silva',
  cpf: '52998224725',
  data_nascimento: '1980-05-10',
  sexo: '3',
  nome_mae: 'Maria da Silva',
  data_inclusao: '2020-01-01',
};

const complaint = {
  recebida_em: '2026-01-02T12:00:00Z',
  canal: 'TELEFONE',
  classificacao: 'RECLAMACAO',
  tema: 'REDE',
  assunto: 'Falta de pediatra',
  descricao: 'Não achei pediatra em Contagem.',
  prazo: '2026-01-13',
};

/** A day that the ombudsman may promise an answer for: it is not more than 30 working days away. */
const later = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);

forEachDatabase((open) => {
  let product: TestProduct;
  let admin: Caller;
  let provider: object;
  let ana: number;

  const refused = async (path: string, body: object): Promise<string> => {
    const answer = await admin.call('POST', `/api${path}`, { body });
    expect(answer.statusCode).toBe(422);
    return answer.body;
  };
  const found = async (caller: Caller, url: string): Promise<unknown> => (await caller.call('GET', url)).json();

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
    expect(await go('pagar')).toBe(422);
    expect(await go('pagar', { data_pagamento: '2026-11-10' })).toBe(204);
    expect(await state()).toMatchObject([{ situacao: 'PAGA' }]);
  });

  describe('finance', () => {
    let account: number;
    let late: number;
    beforeAll(async () => {
      account = await insertRow(admin, '/planos-contas', {
        codigo: '1.2',
        descricao: 'Contraprestações a receber',
        natureza: 'ATIVO',
        grau: 2,
        indicador: 'D',
        inicio: '2020-01-01',
      });
      const bill = {
        tipo_id: await insertRow(admin, '/tipos-contas-receber', {
          codigo: 'M',
          descricao: 'Mensalidade',
          conta_contabil_id: account,
        }),
        responsavel_id: ana,
        documento_pagador: member.cpf,
        competencia: '2026-01',
        emissao: '2026-01-01',
        vencimento: '2026-01-10',
        valor: 3000,
      };
      await insertRow(admin, '/tabelas-juros-multas', { multa: 2, juros_mes: 1, inicio: '2020-01-01' });
      late = await insertRow(admin, '/contas-receber', bill);
      const paid = await insertRow(admin, '/contas-receber', bill);
      const body = { data_pagamento: '2026-01-10', valor_pago: 3000 };
      await admin.call('PATCH', `/api/contas-receber?id=eq.${paid}&transition=baixar`, { body });
      await insertRow(admin, '/contas-receber', {
        ...bill,
        responsavel_id: null,
        documento_pagador: '11222333000181',
        vencimento: '2999-01-10',
      });
    });

    test('what is owed is told with fine and interest until today, by the table of the day it fell due', async () => {
      const rows = (await found(
        admin,
        '/api/fichas-financeiras?select=saldo,dias_atraso,multa_hoje,juros_hoje,valor_hoje&order=numero',
      )) as { readonly dias_atraso: number }[];
      const days = rows[0]?.dias_atraso ?? 0;
      expect(days).toBeGreaterThan(300);
      const nothing = { dias_atraso: 0, multa_hoje: 0, juros_hoje: 0 };
      expect(rows).toEqual([
        // Two percent, and one percent of 3,000 in thirty days.
        { saldo: 3000, dias_atraso: days, multa_hoje: 60, juros_hoje: days, valor_hoje: 3060 + days },
        { saldo: 0, valor_hoje: 0, ...nothing },
        { saldo: 3000, valor_hoje: 3000, ...nothing },
      ]);
    });

    test('the second entry on the path shows the logged-in member the own open bills alone', async () => {
      const roles = { operadora: false, beneficiario: true, beneficiario_registro: ana };
      const holder = await product.enter('titular', ['beneficiariologado:list'], { roles });
      const { screen } = (await found(holder, '/api/model/screen?path=/fichas-financeiras')) as ScreenModel;
      expect(screen.title).toBe('Segunda Via Boleto');
      expect(await found(holder, '/api/fichas-financeiras?select=id,vencimento,situacao')).toEqual([
        { id: late, vencimento: '2026-01-10', situacao: 'ABERTA' },
      ]);
      expect((await holder.call('GET', '/api/contas-receber')).statusCode).toBe(403);
    });

    test('a credit that nobody knows is laid beside the open bill of its payer, and leaves the list once it is identified', async () => {
      const motive = await insertRow(admin, '/motivos', {
        codigo: 'D1',
        descricao: 'Crédito de outra conta',
        aplicacao: 'ESTORNO',
      });
      const credit = await insertRow(admin, '/creditos-bancarios', {
        data: '2026-02-01',
        valor: 2990,
        historico: 'PIX RECEBIDO',
        documento_pagador: member.cpf,
      });
      const list = () =>
        found(admin, '/api/pagamentos-nao-identificados?select=credito_id,conta_sugerida_id,valor_sugerido,diferenca');
      const go = async (transition: string, body: object = {}) =>
        (await admin.call('PATCH', `/api/creditos-bancarios?id=eq.${credit}&transition=${transition}`, { body }))
          .statusCode;
      const pending = [{ credito_id: credit, conta_sugerida_id: late, valor_sugerido: 3000, diferenca: -10 }];
      expect(await list()).toEqual(pending);
      expect(await go('identificar')).toBe(422);
      expect(await go('identificar', { conta_receber_id: late })).toBe(204);
      expect(await list()).toEqual([]);
      expect(await go('desfazer')).toBe(422);
      expect(await go('desfazer', { motivo_estorno_id: motive })).toBe(204);
      expect(await list()).toEqual(pending);
    });

    test('a balance is told without a sign, with its side, and one account has one a month', async () => {
      const balance = { competencia: '2026-01', conta_id: account, saldo_inicial: -100, debitos: 30, creditos: 50 };
      await insertRow(admin, '/saldos-contas', balance);
      expect(
        await found(admin, '/api/saldos-contabeis?select=codigo,saldo_inicial,lado_inicial,saldo_final,lado_final'),
      ).toEqual([{ codigo: '1.2', saldo_inicial: 100, lado_inicial: 'C', saldo_final: 120, lado_final: 'C' }]);
      expect((await admin.call('POST', '/api/saldos-contas', { body: balance })).statusCode).toBe(409);
    });

    test('what is recognised names what it is of, and stands in the list of its kind', async () => {
      const body = { tipo: 'RECEBIMENTO', competencia: '2026-01', data: '2026-01-31', valor: 3000 };
      expect(await refused('/reconhecimentos-contabeis', body)).toContain('Conta a receber');
      expect(await refused('/reconhecimentos-contabeis', { ...body, tipo: 'COPARTICIPACAO_PROTOCOLADA' })).toContain(
        'Lançamento de coparticipação',
      );
      const id = await insertRow(admin, '/reconhecimentos-contabeis', { ...body, conta_receber_id: late });
      const lists = ['recebimentos', 'recebimentos-pagos', 'abatimentos-coparticipacoes', 'abatimentos-renegociacoes'];
      const ids = await Promise.all(lists.map((list) => found(admin, `/api/reconhecimentos-${list}?select=id,numero`)));
      expect(ids).toEqual([[{ id, numero: expect.stringMatching(/^\d{4}0000001$/) }], [], [], []]);
    });
  });

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

    const idOf = async (query: string): Promise<number> =>
      ((await found(admin, `/api${query}&select=id`)) as { id: number }[])[0]?.id ?? 0;

    beforeAll(async () => {
      const person = { ...member, codigo: 'B2', nome: 'Bruno Souza', cpf: '39053344705', cco: '000000000001' };
      bruno = await insertRow(admin, '/beneficiarios', { ...person, cns: '700000000000005' });
      await product.database.execute(`
      insert into motivo (codigo, descricao, aplicacao) values ('90001', 'A pedido', 'CANCELAMENTO');
      insert into grau_parentesco (codigo, descricao, codigo_sib, codigo_receita) values ('04', 'Filho', '4', '04');
      insert into operadora (registro_ans, cnpj, razao_social, modalidade)
        values ('654321', '11444777000161', 'Outra operadora', 'AUTOGESTAO');
      insert into produto (codigo, nome, operadora_id, contratacao, segmentacao, abrangencia, acomodacao, inicio_comercializacao)
        select 'P9', 'Plano', id, 'COLETIVO_EMPRESARIAL', 'REFERENCIA', 'NACIONAL', 'INDIVIDUAL', '2020-01-01'
        from operadora where registro_ans = '654321';
      insert into beneficiario (codigo, nome, data_nascimento, sexo, nome_mae, data_inclusao, envio_sib)
        values ('B3', 'Caio', '2020-01-01', '1', 'Rita', '2021-01-01', false);`);
    });

    /** Makes a transition and answers with the status, `estado` where the record is in another state. */
    const mover =
      (caller: Caller, path: string, id: number) =>
      async (transition: string, body: object = {}): Promise<number | 'estado'> => {
        const answer = await caller.call('PATCH', `/api${path}?id=eq.${id}&transition=${transition}`, { body });
        return answer.body.includes(', e o registro está em ') ? 'estado' : answer.statusCode;
      };

    test('a manifestation is treated, answered with what was found, closed and opened again', async () => {
      const path = '/manifestacoes-registradas';
      const id = await insertRow(admin, path, { ...complaint, beneficiario_id: ana });
      const go = mover(admin, path, id);
      const change = async (body: object) =>
        (await admin.call('PATCH', `/api${path}?id=eq.${id}`, { body })).statusCode;
      const state = (select: string) => found(admin, `/api/manifestacoes?manifestacao_id=eq.${id}&select=${select}`);
      const answer = { resposta: 'Há dois novos pediatras.', procedencia: 'PROCEDENTE' };

      expect(await change({ descricao: 'Não achei pediatra em Betim.' })).toBe(204);
      expect(await state('situacao,prazo_resposta,respondida_em')).toEqual([
        { situacao: 'ABERTA', prazo_resposta: 'ATRASADA', respondida_em: null },
      ]);
      expect(await go('responder', answer)).toBe('estado');
      expect(await go('tratar')).toBe(422);
      expect(await go('tratar', { responsavel_id: 1 })).toBe(204);
      expect(await change({ descricao: 'Outra coisa.' })).toBe(422);
      expect(await change({ resposta: 'Sem passar pela transição.' })).toBe(400);
      expect(await go('prorrogar', { prazo: later })).toBe(422);
      expect(await go('prorrogar', { prazo: '2026-02-10', justificativa_prazo: 'De acordo com a pessoa.' })).toBe(422);
      expect(await go('prorrogar', { prazo: later, justificativa_prazo: 'De acordo com a pessoa.' })).toBe(204);
      expect(await state('situacao,prazo_resposta')).toEqual([
        { situacao: 'EM_TRATAMENTO', prazo_resposta: 'NO_PRAZO' },
      ]);
      expect(await go('responder', { resposta: answer.resposta })).toBe(422);
      expect(await go('responder', answer)).toBe(204);
      expect(await state('situacao,prazo_resposta,dias')).toEqual([
        { situacao: 'RESPONDIDA', prazo_resposta: 'RESPONDIDA', dias: null },
      ]);
      expect(await go('encerrar', { satisfacao: 6 })).toBe(422);
      expect(await go('encerrar', { satisfacao: 2 })).toBe(204);
      expect(await go('reabrir', { motivo_reabertura: 'Não atendem.', prazo: '2026-02-10' })).toBe(422);
      expect(await go('reabrir', { motivo_reabertura: 'Não atendem.', prazo: later })).toBe(204);
      expect(await state('situacao,prazo_resposta,reaberturas')).toEqual([
        { situacao: 'REABERTA', prazo_resposta: 'NO_PRAZO', reaberturas: 1 },
      ]);
      expect(await found(admin, `/api${path}?id=eq.${id}&select=satisfacao,encerrada_em`)).toEqual([
        { satisfacao: null, encerrada_em: null },
      ]);
    });

    test('who may change manifestations, but not answer them, does not answer them', async () => {
      const path = '/manifestacoes-registradas';
      const id = await insertRow(admin, path, { ...complaint, assunto: 'Reembolso negado', beneficiario_id: bruno });
      const rights = ['list', 'view', 'update'].map((action) => `manifestacao:${action}`);
      const clerk = await product.enter('balcao', rights, { sensitive: 'ABERTO' });
      const go = mover(clerk, path, id);
      expect(await mover(admin, path, id)('tratar', { responsavel_id: 1 })).toBe(204);
      expect(await go('responder', { resposta: 'Sim.', procedencia: 'PARCIAL' })).toBe(403);
      expect(await go('prorrogar', { prazo: later, justificativa_prazo: 'Aguarda a rede.' })).toBe(204);
    });

    test('a manifestation says of whom it is, and an anonymous one of nobody', async () => {
      const post = async (body: object) =>
        (await admin.call('POST', '/api/manifestacoes-registradas', { body: { ...complaint, ...body } })).statusCode;
      expect(await post({})).toBe(422);
      expect(await post({ manifestante: 'TERCEIRO' })).toBe(422);
      expect(await post({ manifestante: 'ANONIMO' })).toBe(201);
    });

    test('a beneficiary sees the own manifestations alone, in the list and in the registry', async () => {
      const own = await product.enter('bruno', ['manifestacao:list', 'manifestacao:view', 'beneficiario:list'], {
        roles: { operadora: false, beneficiario: true, beneficiario_registro: bruno },
      });
      for (const path of ['/manifestacoes', '/manifestacoes-registradas'])
        expect(await found(own, `/api${path}?select=protocolo,assunto`)).toEqual([
          { protocolo: expect.stringMatching(/^\d{8}2\d{5}$/), assunto: 'Reembolso negado' },
        ]);
    });

    test('a service call is forwarded with a day to answer by, and concluded with what was said', async () => {
      const call = { data: '2026-01-02T12:00:00Z', tema: 'REDE', assunto: 'Pediatra', beneficiario_id: ana };
      const id = await insertRow(admin, '/atendimentos', call);
      const go = mover(admin, '/atendimentos', id);
      expect(await go('encaminhar', { encaminhamento: 'Rede' })).toBe(422);
      expect(await go('encaminhar', { encaminhamento: 'Rede', prazo: '2026-01-09' })).toBe(422);
      expect(await go('encaminhar', { encaminhamento: 'Rede', prazo: '2999-12-31' })).toBe(204);
      expect(await go('concluir')).toBe(422);
      expect(await go('concluir', { solucao: 'Informada a nova clínica.' })).toBe(204);
      expect(await go('cancelar', { motivo_cancelamento: 'Engano' })).toBe('estado');
      const body = { ...call, pessoa: 'OUTRO' };
      expect((await admin.call('POST', '/api/atendimentos', { body })).body).toContain('Nome de quem falou');
    });

    test('an adhesion to a service is of the service of its screen, waits to be approved, and ends on a day with a reason', async () => {
      const asked = {
        beneficiario_id: ana,
        data_solicitacao: '2026-01-02',
        valor: 40,
        incluidos: [{ beneficiario_id: bruno, valor: 25.5 }],
      };
      const id = await insertRow(admin, '/adesao-aeromedico', asked);
      const go = mover(admin, '/adesao-aeromedico', id);
      const listed = async (path: string) =>
        ((await found(admin, `/api${path}?select=id`)) as { id: number }[]).map((row) => row.id);
      const state = () =>
        found(admin, `/api/adesao-aeromedico?id=eq.${id}&select=servico,situacao,inicio,fim,valor_total`);

      const self = { ...asked, incluidos: [{ beneficiario_id: ana }] };
      expect((await admin.call('POST', '/api/adesao-aeromedico', { body: self })).body).toContain(
        'O titular já está na adesão',
      );
      expect(await listed('/solicitacoes-adesoes/aeromedico')).toEqual([id]);
      expect(await listed('/solicitacoes-adesoes/odonto')).toEqual([]);
      expect(await listed('/adesao-odonto')).toEqual([]);
      expect(await go('aprovar', { inicio: '2026-02-01' })).toBe('estado');
      expect(await go('analisar')).toBe(204);
      expect(await go('aprovar')).toBe(422);
      expect(await go('aprovar', { inicio: '2025-12-31' })).toBe(422);
      expect(await go('aprovar', { inicio: '2026-02-01' })).toBe(204);
      expect(await listed('/solicitacoes-adesoes/aeromedico')).toEqual([]);
      expect(await go('cancelar', { fim: '2026-06-30' })).toBe(422);
      expect(await go('cancelar', { fim: '2026-01-31', motivo_id: await idOf('/motivos?codigo=eq.90001') })).toBe(422);
      expect(await go('cancelar', { fim: '2026-06-30', motivo_id: await idOf('/motivos?codigo=eq.90001') })).toBe(204);
      expect(await state()).toEqual([
        { servico: 'AEROMEDICO', situacao: 'CANCELADA', inicio: '2026-02-01', fim: '2026-06-30', valor_total: 65.5 },
      ]);
    });

    test('a family asks for dependants, adults with a CPF, and is told why where it is refused', async () => {
      const child = {
        nome: 'Clara Souza',
        data_nascimento: '1999-03-04',
        sexo: '3',
        grau_parentesco_id: await idOf('/grau-parentescos?codigo=eq.04'),
        nome_mae: 'Rita Souza',
      };
      const produto_id = await idOf('/produtos?codigo=eq.P9');
      const asked = { titular_id: bruno, produto_id, data_solicitacao: '2026-01-02' };
      const post = (dependentes: readonly object[]) =>
        admin.call('POST', '/api/solicitacoes-adesoes', { body: { ...asked, dependentes } });
      expect((await post([])).statusCode).toBe(422);
      expect((await post([child])).body).toContain('Informe o CPF de quem tem 18 anos ou mais.');
      const id = await insertRow(admin, '/solicitacoes-adesoes', {
        ...asked,
        dependentes: [{ ...child, cpf: '11144477735' }],
      });
      const go = mover(admin, '/solicitacoes-adesoes', id);
      expect(await go('aprovar', { inicio_vigencia: '2026-02-01' })).toBe('estado');
      expect(await go('analisar', { analista_id: 1 })).toBe(204);
      expect(await go('recusar', { complemento: 'Sem certidão.' })).toBe(422);
      expect(
        await go('recusar', { motivo_id: await idOf('/motivos?codigo=eq.90001'), complemento: 'Sem certidão.' }),
      ).toBe(204);
      expect(await go('aprovar', { inicio_vigencia: '2026-02-01' })).toBe('estado');
    });

    test('a declaration of health is kept answer by answer, and what was there before limits the coverage for 24 months at most', async () => {
      await product.database.execute(
        `insert into cid (codigo, descricao, categoria) values ('I10', 'Hipertensão', 'I10')`,
      );
      const dependant = {
        nome: 'Clara Souza',
        cpf: '15350946056',
        data_nascimento: '1999-03-04',
        sexo: '3',
        grau_parentesco_id: await idOf('/grau-parentescos?codigo=eq.04'),
        nome_mae: 'Rita Souza',
      };
      const answer = { dependente: 'Clara Souza', pergunta: 'Tem pressão alta?', resposta: 'Sim' };
      const disease = {
        dependente: 'Clara Souza',
        cid_id: await idOf('/cids?codigo=eq.I10'),
        medida: 'CPT',
        fim: '2028-01-31',
      };
      const asked = {
        titular_id: bruno,
        produto_id: await idOf('/produtos?codigo=eq.P9'),
        data_solicitacao: '2026-01-02',
        dependentes: [dependant],
        respostas: [answer],
        preexistencia: true,
        preexistencias: [disease],
      };
      const path = '/solicitacoes-adesoes';
      const wrong = { ...answer, dependente: 'Clarice Souza' };
      expect(await refused(path, { ...asked, respostas: [wrong] })).toContain('como está na lista de dependentes');
      expect(await refused(path, { ...asked, preexistencia: false })).toContain('Marque que há doença');
      const id = await insertRow(admin, path, asked);
      const go = mover(admin, path, id);
      expect(await go('analisar', { analista_id: 1 })).toBe(204);
      expect(await go('aprovar', { inicio_vigencia: '2026-01-15' })).toBe(422);
      expect(await go('aprovar', { inicio_vigencia: '2026-02-01' })).toBe(422);
      const [row] = (await found(admin, `/api${path}?id=eq.${id}&select=dependentes(id)`)) as {
        readonly dependentes: readonly { readonly id: number }[];
      }[];
      const give = async (more: object): Promise<void> => {
        const dependentes = row?.dependentes.map((one) => ({ id: one.id, ...more }));
        const answer = await admin.call('PATCH', `/api${path}?id=eq.${id}`, { body: { dependentes } });
        expect(answer.statusCode).toBe(204);
      };
      await give({ codigo: 'D9', vinculo: 'AGREGADO' });
      // Who declared an illness with that measure is restricted by it, and nobody else.
      expect(await go('aprovar', { inicio_vigencia: '2026-02-01' })).toBe(422);
      await give({ cobertura_parcial_temporaria: true });
      expect(await go('aprovar', { inicio_vigencia: '2026-02-01' })).toBe(204);
      const person = 'codigo,nome,cpf,tipo_vinculo,titular_id,nome_mae,data_inclusao,situacao';
      const plan = 'beneficiario(codigo),produto_id,data_adesao,cobertura_parcial_temporaria,situacao';
      expect(
        await found(
          admin,
          `/api${path}?id=eq.${id}&select=situacao,dependentes(beneficiario(${person}),adesao(${plan}))`,
        ),
      ).toEqual([
        {
          situacao: 'APROVADA',
          dependentes: [
            {
              beneficiario: {
                codigo: 'D9',
                nome: 'Clara Souza',
                cpf: '15350946056',
                tipo_vinculo: 'AGREGADO',
                titular_id: bruno,
                nome_mae: 'Rita Souza',
                data_inclusao: '2026-02-01',
                situacao: 'ATIVO',
              },
              adesao: {
                beneficiario: { codigo: 'D9' },
                produto_id: asked.produto_id,
                data_adesao: '2026-02-01',
                cobertura_parcial_temporaria: true,
                situacao: 'ATIVA',
              },
            },
          ],
        },
      ]);
      const health = 'respostas(dependente,resposta),preexistencias(medida,fim,cid(codigo))';
      expect(await found(admin, `/api${path}?id=eq.${id}&select=${health}`)).toEqual([
        {
          respostas: [{ dependente: 'Clara Souza', resposta: 'Sim' }],
          preexistencias: [{ medida: 'CPT', fim: '2028-01-31', cid: { codigo: 'I10' } }],
        },
      ]);
      // Somebody who comes back has a record already.
      const [known] = (await found(admin, '/api/beneficiarios?codigo=eq.D9&select=id')) as { readonly id: number }[];
      const again = await insertRow(admin, path, {
        ...asked,
        preexistencia: false,
        preexistencias: [],
        produto_id: await idOf('/produtos?codigo=neq.P9&limit=1'),
        dependentes: [{ ...dependant, beneficiario_id: known?.id }],
      });
      const goAgain = mover(admin, path, again);
      expect(await goAgain('analisar', { analista_id: 1 })).toBe(204);
      expect(await goAgain('aprovar', { inicio_vigencia: '2026-03-01' })).toBe(204);
      expect(
        await found(admin, `/api${path}?id=eq.${again}&select=dependentes(beneficiario_id,adesao(data_adesao))`),
      ).toEqual([{ dependentes: [{ beneficiario_id: known?.id, adesao: { data_adesao: '2026-03-01' } }] }]);
      const [kept] = (await found(admin, `/api${path}?id=eq.${id}&select=respostas(id,resposta)`)) as {
        readonly respostas: readonly object[];
      }[];
      const change = { respostas: kept?.respostas.map((row) => ({ ...row, resposta: 'Não' })) };
      expect((await admin.call('PATCH', `/api${path}?id=eq.${id}`, { body: change })).statusCode).toBe(422);
      // A group sees what is sensitive covered unless it is told otherwise.
      const clerk = await product.enter('cadastro-adesao', ['solicitacaoadesao:list', 'solicitacaoadesao:view']);
      const covered = JSON.stringify(await found(clerk, `/api${path}?id=eq.${id}&select=${health}`));
      expect(covered).not.toMatch(/Sim|I10|CPT/);
    });

    test('whoever approves a request of dependants is asked for the code that is missing, and proposed the day that was wished for', async () => {
      const path = '/solicitacoes-adesoes';
      const child = {
        data_nascimento: '2025-03-04',
        sexo: '3',
        grau_parentesco_id: await idOf('/grau-parentescos?codigo=eq.04'),
        nome_mae: 'Rita Souza',
      };
      const ask = async (...names: readonly string[]) => {
        const id = await insertRow(admin, path, {
          titular_id: bruno,
          produto_id: await idOf('/produtos?codigo=eq.P9'),
          data_solicitacao: '2026-01-02',
          data_desejada: '2026-02-01',
          dependentes: names.map((nome) => ({ ...child, nome })),
        });
        const move = (transition: string, body: object) =>
          admin.call('PATCH', `/api${path}?id=eq.${id}&transition=${transition}`, { body });
        expect((await move('analisar', { analista_id: 1 })).statusCode).toBe(204);
        return { id, move };
      };
      const { states } = (await found(admin, `/api/model/screen?path=${path}`)) as ScreenModel;
      const approval = states?.transitions.find(({ name }) => name === 'aprovar');
      expect(approval?.form?.columns).toEqual(['codigo_dependente', 'inicio_vigencia', 'complemento']);

      const one = await ask('Davi Souza');
      const proposed = await found(admin, `/api${path}?id=eq.${one.id}&select=inicio_vigencia`);
      expect(proposed).toEqual([{ inicio_vigencia: '2026-02-01' }]);
      const nameless = await one.move('aprovar', { inicio_vigencia: '2026-02-01' });
      expect(nameless.json()).toMatchObject({
        fields: [{ field: 'codigo_dependente', message: 'Informe o código que o dependente terá na operadora.' }],
      });
      const approved = { inicio_vigencia: '2026-02-01', codigo_dependente: 'B2D1' };
      expect((await one.move('aprovar', { ...approved, codigo_dependente: 'B2' })).json()).toMatchObject({
        message: 'Já existe um registro de Beneficiário com o mesmo valor em Código.',
      });
      expect((await one.move('aprovar', approved)).statusCode).toBe(204);
      const made = 'beneficiario(codigo,nome,tipo_vinculo,titular_id),adesao(data_adesao,situacao)';
      expect(
        await found(admin, `/api${path}?id=eq.${one.id}&select=situacao,codigo_dependente,dependentes(${made})`),
      ).toEqual([
        {
          situacao: 'APROVADA',
          codigo_dependente: 'B2D1',
          dependentes: [
            {
              beneficiario: { codigo: 'B2D1', nome: 'Davi Souza', tipo_vinculo: 'DEPENDENTE', titular_id: bruno },
              adesao: { data_adesao: '2026-02-01', situacao: 'ATIVA' },
            },
          ],
        },
      ]);

      const two = await ask('Eva Souza', 'Ivo Souza');
      expect((await two.move('aprovar', { ...approved, codigo_dependente: 'B2D2' })).json()).toMatchObject({
        details:
          'Mais de um dependente está sem código. Edite o pedido e dê a cada um o código que terá na operadora, ou o cadastro que já tem.',
      });
      const refusal = { motivo_id: await idOf('/motivos?codigo=eq.90001') };
      expect((await two.move('recusar', refusal)).statusCode).toBe(204);
      expect(await found(admin, `/api${path}?id=eq.${two.id}&select=situacao,inicio_vigencia`)).toEqual([
        { situacao: 'RECUSADA', inicio_vigencia: null },
      ]);
    });

    describe('a change of plan', () => {
      const path = '/adesoes';
      const state = 'situacao,data_cancelamento,motivo_cancelamento_id,produto_novo(codigo)';
      let person: number;
      let own: number;
      let to: number;
      let change: (id: number, transition: string, body: object) => ReturnType<Caller['call']>;

      const said = async (id: number, transition: string, body: object): Promise<unknown> => {
        const answer = await change(id, transition, body);
        const { message, details, fields } = answer.json();
        return fields?.map((one: { readonly message: string }) => one.message) ?? details ?? message;
      };
      const joined = { data_adesao: '2022-01-01', cobertura_parcial_temporaria: true };

      beforeAll(async () => {
        change = (id, transition, body) =>
          admin.call('PATCH', `/api${path}?id=eq.${id}&transition=${transition}`, { body });
        const who = { ...member, codigo: 'T1', nome: 'Tânia Reis', cpf: '04618573678', data_inclusao: '2022-01-01' };
        person = await insertRow(admin, '/beneficiarios', { ...who, cco: '000000000102' });
        await product.database.execute(`
          insert into produto (codigo, nome, operadora_id, contratacao, segmentacao, abrangencia, acomodacao, inicio_comercializacao, situacao)
            select other.codigo, 'Plano ' || other.codigo, operadora_id, contratacao, segmentacao, abrangencia, acomodacao, inicio_comercializacao, other.situacao
            from produto, (values ('T8', 'ATIVO'), ('T7', 'SUSPENSO')) as other (codigo, situacao) where produto.codigo = 'P9';`);
        to = await idOf('/produtos?codigo=eq.T8');
        own = await insertRow(admin, path, {
          ...joined,
          beneficiario_id: person,
          produto_id: await idOf('/produtos?codigo=eq.P9'),
        });
      });

      test('is refused on a day before the adhesion, of a plan that is the same, is not sold or is there already, and without what the regulator asks', async () => {
        const asked = { data_cancelamento: '2026-10-31', produto_novo_id: to, relacao_dependencia: '1' };
        const refusal = (body: object) => said(own, 'trocar-plano', { ...asked, ...body });
        expect(await refusal({ data_cancelamento: '2021-12-31' })).toEqual([
          'A adesão não pode terminar antes do dia em que começa.',
        ]);
        expect(await refusal({ produto_novo_id: await idOf('/produtos?codigo=eq.P9') })).toEqual([
          'O plano novo deve ser outro.',
        ]);
        expect(await refusal({ produto_novo_id: await idOf('/produtos?codigo=eq.T7') })).toEqual([
          "Plano novo não aceita o registro escolhido: Situação tem de ser 'Ativo'.",
        ]);
        expect(await refusal({ relacao_dependencia: null })).toEqual(['Informe Relação no SIB.']);
        const there = { beneficiario_id: person, produto_id: to, data_adesao: '2026-12-01' };
        expect(await refused(path, { ...there, data_adesao: '2021-12-31' })).toContain(
          'Beneficiário não aceita o registro escolhido: não vale em 31/12/2021 (Data da adesão).',
        );
        const { relacao_dependencia: _relation, ...untold } = asked;
        expect(await said(own, 'trocar-plano-sem-sib', untold)).toEqual([
          'A ANS conhece esta pessoa pelo CCO: use "Trocar de plano", que a avisa.',
        ]);
        const other = await insertRow(admin, path, there);
        expect(await refusal({})).toBe(
          'Já existe um registro de Adesão com os mesmos valores em Beneficiário e Produto que se sobrepõe a este no intervalo de Data da adesão a Data do cancelamento.',
        );
        expect((await admin.call('DELETE', `/api${path}?id=eq.${other}`)).statusCode).toBe(204);
        expect(await found(admin, `/api${path}?beneficiario_id=eq.${person}&select=situacao`)).toEqual([
          { situacao: 'ATIVA' },
        ]);
      });

      test('ends one adhesion on a day, begins the next on the day after and tells the regulator of it, and is undone with it', async () => {
        const asked = { data_cancelamento: '2026-10-31', produto_novo_id: to, relacao_dependencia: '1' };
        expect((await change(own, 'trocar-plano', asked)).statusCode).toBe(204);
        const told =
          'tipo,data,cco,codigo_beneficiario,nome,situacao,mudanca(cco,data_contratacao,relacao_dependencia,produto_anterior(codigo),produto_novo(codigo),situacao)';
        expect(await found(admin, `/api${path}?id=eq.${own}&select=${state},movimento_sib(${told})`)).toEqual([
          {
            situacao: 'CANCELADA',
            data_cancelamento: '2026-10-31',
            motivo_cancelamento_id: null,
            produto_novo: { codigo: 'T8' },
            movimento_sib: {
              tipo: 'MUDANCA_CONTRATUAL',
              data: '2026-11-01',
              cco: '000000000102',
              codigo_beneficiario: 'T1',
              nome: 'Tânia Reis',
              situacao: 'PENDENTE',
              mudanca: {
                cco: '000000000102',
                data_contratacao: '2026-11-01',
                relacao_dependencia: '1',
                produto_anterior: { codigo: 'P9' },
                produto_novo: { codigo: 'T8' },
                situacao: 'PENDENTE',
              },
            },
          },
        ]);
        const [next] = (await found(
          admin,
          `/api${path}?adesao_anterior_id=eq.${own}&select=id,beneficiario_id,produto(codigo),data_adesao,cobertura_parcial_temporaria,relacao_dependencia,situacao`,
        )) as readonly { readonly id: number }[];
        expect(next).toMatchObject({
          beneficiario_id: person,
          produto: { codigo: 'T8' },
          data_adesao: '2026-11-01',
          cobertura_parcial_temporaria: true,
          relacao_dependencia: '1',
          situacao: 'ATIVA',
        });
        expect(await said(own, 'reabrir', {})).toContain(
          'A adesão do plano novo ainda vale. Apague-a ou cancele-a antes de reabrir a anterior.',
        );
        expect((await admin.call('DELETE', `/api${path}?id=eq.${next?.id}`)).statusCode).toBe(204);
        expect((await change(own, 'reabrir', {})).statusCode).toBe(204);
        expect(await found(admin, `/api${path}?id=eq.${own}&select=${state}`)).toEqual([
          { situacao: 'ATIVA', data_cancelamento: null, motivo_cancelamento_id: null, produto_novo: null },
        ]);
        const sent = await found(
          admin,
          `/api/movimentos-sib?beneficiario_id=eq.${person}&select=situacao,mudanca(situacao)`,
        );
        expect(sent).toEqual([{ situacao: 'CANCELADO', mudanca: { situacao: 'CANCELADA' } }]);
      });

      test('of somebody whom the regulator does not know is told to nobody', async () => {
        const who = { ...member, codigo: 'T2', nome: 'Tiago Reis', cpf: '98765432100', data_inclusao: '2022-01-01' };
        const unknown = await insertRow(admin, '/beneficiarios', who);
        const produto_id = await idOf('/produtos?codigo=eq.P9');
        const id = await insertRow(admin, path, { ...joined, beneficiario_id: unknown, produto_id });
        const asked = { data_cancelamento: '2026-10-31', produto_novo_id: to };
        expect(await said(id, 'trocar-plano', { ...asked, relacao_dependencia: '1' })).toEqual([
          'Esta pessoa não tem o CCO, o código que a ANS dá: use "Trocar de plano sem avisar a ANS".',
        ]);
        expect((await change(id, 'trocar-plano-sem-sib', asked)).statusCode).toBe(204);
        expect(await found(admin, `/api${path}?id=eq.${id}&select=${state},mudanca_sib_id,movimento_sib_id`)).toEqual([
          {
            situacao: 'CANCELADA',
            data_cancelamento: '2026-10-31',
            motivo_cancelamento_id: null,
            produto_novo: { codigo: 'T8' },
            mudanca_sib_id: null,
            movimento_sib_id: null,
          },
        ]);
        expect(await found(admin, `/api${path}?adesao_anterior_id=eq.${id}&select=data_adesao,situacao`)).toEqual([
          { data_adesao: '2026-11-01', situacao: 'ATIVA' },
        ]);
      });
    });

    test('somebody is in a health programme once at a time, and leaves it for a reason', async () => {
      const programa_id = await insertRow(admin, '/programas-saude', {
        codigo: 'PRESS',
        nome: 'Pressão em dia',
        tipo: 'CRONICOS',
      });
      await product.database.execute(
        `insert into motivo_saida (codigo, descricao, tipo) values ('14', 'Alta a pedido', 'ALTA')`,
      );
      const path = '/participantes-programas-saude';
      const part = { programa_id, beneficiario_id: ana, inicio: '2026-01-01' };
      const id = await insertRow(admin, path, part);
      const again = { ...part, inicio: '2026-06-01' };
      expect((await admin.call('POST', `/api${path}`, { body: again })).statusCode).toBe(409);
      const leave = (body: object) => admin.call('PATCH', `/api${path}?id=eq.${id}`, { body });
      expect((await leave({ fim: '2026-05-31' })).body).toContain('Motivo da saída');
      const reason = await idOf('/motivos-saida?codigo=eq.14');
      expect((await leave({ fim: '2026-05-31', motivo_saida_id: reason })).statusCode).toBe(204);
      expect((await admin.call('POST', `/api${path}`, { body: again })).statusCode).toBe(201);
      const other = { ...part, beneficiario_id: bruno };
      await insertRow(admin, path, other);
      // Who may see the programmes does not see who is in them; who may see the participants, the own row.
      const enter = (login: string, rights: readonly string[]) =>
        product.enter(login, rights, { roles: { operadora: false, beneficiario: true, beneficiario_registro: bruno } });
      const reader = await enter('bruno-programa', ['programasaude:list', 'programasaude:view']);
      expect((await reader.call('GET', `/api${path}`)).statusCode).toBe(403);
      const own = await enter('bruno-participa', ['participanteprogramasaude:list']);
      expect(await found(own, `/api${path}?select=id`)).toHaveLength(1);
    });

    test('a document goes from sector to sector by its dispatches alone', async () => {
      const id = await insertRow(admin, '/protocolos-documentos', {
        data: '2026-01-02T12:00:00Z',
        tipo: 'OFICIO',
        assunto: 'Pedido de informações',
        tipo_remetente: 'ORGAO',
        nome_remetente: 'Procon Municipal',
        setor_atual: 'Recepção',
      });
      const go = mover(admin, '/protocolos-documentos', id);
      const send = async (setor_atual: string) =>
        (await admin.call('PATCH', `/api/protocolos-documentos?id=eq.${id}`, { body: { setor_atual } })).statusCode;
      expect(await send('Protocolo')).toBe(204);
      expect(await go('tramitar', { setor_atual: 'Jurídico' })).toBe(422);
      const dispatch = { setor_atual: 'Jurídico', despacho: 'Para resposta.' };
      expect(await go('tramitar', { ...dispatch, prazo: '2026-01-12' })).toBe(422);
      expect(await go('tramitar', dispatch)).toBe(204);
      expect(await send('Diretoria')).toBe(422);
      expect(await go('encerrar')).toBe(422);
      expect(await go('encerrar', { conclusao: 'Respondido.' })).toBe(204);
      expect(await found(admin, `/api/protocolos-documentos?id=eq.${id}&select=situacao,setor_atual`)).toEqual([
        { situacao: 'ENCERRADO', setor_atual: 'Jurídico' },
      ]);
    });

    test('the check of SIB names what a person lacks there, and leaves out who is not sent', async () => {
      const check = () => found(admin, '/api/beneficiarios/busca/sib?codigo=in.(1,B2,B3)&select=codigo,divergencia');
      const toldByAns = (state: string) =>
        product.database.execute(`update beneficiario set situacao_ans = '${state}' where codigo = 'B2'`);
      await toldByAns('INATIVO');
      expect(await check()).toEqual([
        { codigo: '1', divergencia: 'NAO_ENVIADO' },
        { codigo: 'B2', divergencia: 'INATIVO_NA_ANS' },
      ]);
      await toldByAns('ATIVO');
      expect(await check()).toContainEqual({ codigo: 'B2', divergencia: 'SEM_CONFERENCIA' });
    });

    test('the consultation shows the newest adhesion of a person and the waiting time that still runs', async () => {
      const join = { beneficiario_id: bruno, produto_id: await idOf('/produtos?codigo=eq.P9') };
      const first = await insertRow(admin, '/adesoes', { ...join, data_adesao: '2020-01-01' });
      await product.database.execute(
        `update adesao set situacao = 'CANCELADA', data_cancelamento = '2024-12-31' where id = ${first}`,
      );
      const carencias = ['2025-06-30', '2999-12-31'].map((fim) => ({
        tipo: 'CARENCIA',
        dias: 180,
        inicio: '2025-01-01',
        fim,
      }));
      await insertRow(admin, '/adesoes', { ...join, data_adesao: '2025-01-01', carencias });
      const seen = await found(
        admin,
        '/api/beneficiarios/consulta?codigo=in.(B2,B3)&select=data_adesao,situacao_adesao,carencia_ate,beneficiario(nome)&order=codigo',
      );
      expect(seen).toEqual([
        {
          data_adesao: '2025-01-01',
          situacao_adesao: 'ATIVA',
          carencia_ate: '2999-12-31',
          beneficiario: { nome: 'Bruno Souza' },
        },
        { data_adesao: null, situacao_adesao: null, carencia_ate: null, beneficiario: { nome: 'Caio' } },
      ]);
    });
  });

  testAuthorizations(() => ({ product, admin, ana, hospital: 1, clinic: 2 }));
});
