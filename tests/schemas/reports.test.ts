/** What the views beside reports tell: who is in a plan today, what is late against a deadline, what is overdue, whom one owes. */
import { beforeAll, expect, test } from 'vitest';
import { dayInZone } from '../../engine/core/day-in-zone.ts';
import { forEachDatabase } from '../support/databases.ts';
import type { Caller, TestProduct } from '../support/product.ts';
import { administrator, insertRow, startTestProduct } from '../support/product.ts';
import { found, member } from './people-stage.ts';

const today = dayInZone('America/Sao_Paulo');
const inDays = (count: number): string => new Date(Date.parse(today) + count * 86_400_000).toISOString().slice(0, 10);
/** Born so many years ago today, and so many days later. */
const born = (years: number, days = 0): string => {
  const day = new Date(Date.parse(today) + days * 86_400_000);
  day.setUTCFullYear(day.getUTCFullYear() - years);
  return day.toISOString().slice(0, 10);
};

forEachDatabase((open) => {
  let product: TestProduct;
  let admin: Caller;
  let ana: number;
  let bia: number;
  let account: number;
  let cities: readonly number[];
  const insert = (path: string, row: object): Promise<number> => insertRow(admin, path, row);
  const report = (path: string, query: string, caller = admin): Promise<unknown> =>
    found(caller, `/api/relatorio${path}?${query}`);
  const set = (table: string, id: number, values: string): Promise<unknown> =>
    product.database.execute(`update ${table} set ${values} where id = ${id}`);

  const address = (tipo: string, town: number, principal = false) => ({
    tipo,
    cep: '30110000',
    logradouro: 'das Flores',
    bairro: 'Centro',
    cidade_id: cities[town],
    principal,
  });

  beforeAll(async () => {
    product = await startTestProduct(await open({ from: 'product' }), { rules: false });
    admin = await product.as(administrator.login, administrator.password);
    cities = [
      await insert('/cidades', { ibge: '3106200', nome: 'Belo Horizonte', uf: 'MG' }),
      await insert('/cidades', { ibge: '3118601', nome: 'Contagem', uf: 'MG' }),
    ];
    ana = await insert('/beneficiarios', {
      ...member,
      data_nascimento: born(59),
      enderecos: [address('COMERCIAL', 1, true), address('RESIDENCIAL', 0)],
    });
    bia = await insert('/beneficiarios', {
      ...member,
      codigo: '2',
      cpf: '11144477735',
      data_nascimento: born(59, 1),
      sexo: '1',
      enderecos: [address('COMERCIAL', 1)],
    });
    account = await insert('/planos-contas', {
      codigo: '1.2',
      descricao: 'Contas',
      natureza: 'ATIVO',
      grau: 2,
      indicador: 'D',
      inicio: '2020-01-01',
    });
  });

  test('an adhesion counts from its day until the last day that it is worth, in the band of the age of today', async () => {
    const operadora_id = await insert('/operadoras', {
      registro_ans: '312345',
      razao_social: 'Operadora',
      cnpj: '11222333000181',
      modalidade: 'AUTOGESTAO',
      enderecos: [address('COMERCIAL', 0, true)],
    });
    const grupo_id = await insert('/grupos-produtos', { codigo: 'G', descricao: 'Médico', operadora_id });
    const plan = (codigo: string, registro_plano_ans: string): Promise<number> =>
      insert('/produtos', {
        codigo,
        nome: 'Plano',
        grupo_id,
        operadora_id,
        registro_plano_ans,
        contratacao: 'COLETIVO_EMPRESARIAL',
        segmentacao: 'AMBULATORIAL',
        acomodacao: 'NAO_SE_APLICA',
        abrangencia: 'NACIONAL',
        inicio_comercializacao: '2020-01-01',
      });
    const plans = [await plan('P1', '472901154'), await plan('P2', '472902152')];
    const join = async (
      beneficiario_id: number,
      at: number,
      data_adesao: string,
      cancelled?: string,
    ): Promise<number> => {
      const id = await insert('/adesoes', { beneficiario_id, produto_id: plans[at], data_adesao });
      if (cancelled !== undefined)
        await set('adesao', id, `situacao = 'CANCELADA', data_cancelamento = '${cancelled}'`);
      return id;
    };
    await join(ana, 0, '2020-01-01', '2020-12-31');
    const last = await join(ana, 0, '2021-01-01', today);
    const second = await join(ana, 1, today);
    await join(ana, 0, inDays(1));
    const other = await join(bia, 0, '2022-01-01');
    await join(bia, 1, '2022-01-01', inDays(-1));
    const path = '/beneficiario/posicao/quantidade-adesao';
    expect(
      await report(`${path}/faixa-etaria-sexo`, 'select=adesao_id,faixa,idade,sexo,primeira,cidade(nome)&order=id'),
    ).toEqual([
      { adesao_id: last, faixa: '10', idade: 59, sexo: '3', primeira: true, cidade: { nome: 'Belo Horizonte' } },
      { adesao_id: second, faixa: '10', idade: 59, sexo: '3', primeira: false, cidade: { nome: 'Belo Horizonte' } },
      { adesao_id: other, faixa: '09', idade: 58, sexo: '1', primeira: true, cidade: { nome: 'Contagem' } },
    ]);
    expect(await report(`${path}/sexo`, 'select=sexo,n:count()&order=sexo')).toEqual([
      { sexo: '1', n: 1 },
      { sexo: '3', n: 2 },
    ]);
    expect(
      await report(
        '/beneficiario/posicao/quantidade-beneficiario-cidade',
        'select=...cidade(nome),n:count()&order=nome',
      ),
    ).toEqual([
      { nome: 'Belo Horizonte', n: 1 },
      { nome: 'Contagem', n: 1 },
    ]);
  });

  test('a guide is late by the days after its deadline, until it was executed, denied, or until today', async () => {
    const solicitante_id = await insert('/prestadores', {
      codigo: 'H1',
      nome: 'Hospital das Acácias',
      cnpj: '11222333000181',
      cidade_id: 1,
      classificacao_id: await insert('/classificacoes-estabelecimentos', {
        codigo: '05',
        descricao: 'Hospital geral',
        classificacao_rps: 'HOSPITALAR',
      }),
      data_contrato: '2020-01-01',
      inicio_servico: '2020-02-01',
    });
    const profissional_solicitante_id = await insert('/profissionais', {
      nome: 'Caio Lima',
      conselho: 'CRM',
      numero_conselho: '123',
      uf_conselho: 'MG',
      cpf: '15350946056',
      cbos_id: await insert('/cbos', { codigo: '225125', descricao: 'Médico clínico' }),
    });
    const guide = async (values: string): Promise<number> => {
      const id = await insert('/guias-autorizacao', {
        tipo_guia: 'CONSULTA',
        tipo_consulta: '1',
        regime_atendimento: '01',
        beneficiario_id: ana,
        solicitante_id,
        profissional_solicitante_id,
        data_solicitacao: inDays(-30),
      });
      await set('autorizacao', id, values);
      return id;
    };
    const due = (days: number): string => `prazo_atendimento = '${inDays(days)}'`;
    const late = await guide(due(-3));
    const onDay = await guide(due(0));
    const ahead = await guide(due(4));
    const done = await guide(`${due(-9)}, situacao = 'EXECUTADA', data_execucao = '${inDays(-7)}'`);
    const inTime = await guide(`${due(-9)}, situacao = 'EXECUTADA', data_execucao = '${inDays(-9)}'`);
    const denied = await guide(`${due(-9)}, situacao = 'NEGADA', data_autorizacao = '${inDays(-10)}T12:00:00Z'`);
    await guide(`${due(-3)}, situacao = 'CANCELADA'`);
    await guide('prazo_atendimento = null');
    expect(
      await report(
        '/autorizacao/controle-prazo-garantia-atendimento',
        'select=autorizacao_id,situacao_prazo,dias_atraso&order=id',
      ),
    ).toEqual([
      { autorizacao_id: late, situacao_prazo: 'VENCIDO', dias_atraso: 3 },
      { autorizacao_id: onDay, situacao_prazo: 'VENCE_HOJE', dias_atraso: 0 },
      { autorizacao_id: ahead, situacao_prazo: 'NO_PRAZO', dias_atraso: 0 },
      { autorizacao_id: done, situacao_prazo: 'VENCIDO', dias_atraso: 2 },
      { autorizacao_id: inTime, situacao_prazo: 'NO_PRAZO', dias_atraso: 0 },
      { autorizacao_id: denied, situacao_prazo: 'NO_PRAZO', dias_atraso: 0 },
    ]);
  });

  test('a bill is overdue from the day after, by what is left of it, and a beneficiary meets the own ones alone', async () => {
    const tipo_id = await insert('/tipos-contas-receber', {
      codigo: 'M',
      descricao: 'Mensalidade',
      conta_contabil_id: account,
    });
    const bill = async (days: number, responsavel_id: number, values = 'valor_pago = null'): Promise<number> => {
      const id = await insert('/contas-receber', {
        tipo_id,
        responsavel_id,
        documento_pagador: member.cpf,
        competencia: '2026-01',
        emissao: '2020-01-01',
        vencimento: inDays(-days),
        valor: 100,
      });
      await set('conta_receber', id, values);
      return id;
    };
    await bill(0, ana);
    const edges: number[] = [];
    for (const days of [1, 30, 31, 60, 61, 90, 91, 120, 121]) edges.push(await bill(days, ana));
    const partly = await bill(5, bia, `situacao = 'PAGA_PARCIAL', valor_pago = 40`);
    for (const state of ['PAGA', 'RENEGOCIADA', 'BAIXADA', 'CANCELADA']) await bill(5, ana, `situacao = '${state}'`);
    const query = 'select=id,faixa,saldo&order=id';
    const bands = [...['030', '030', '060', '060', '090', '090'], ...['120', '120', '999']];
    const own = { id: partly, faixa: '030', saldo: 60 };
    expect(await report('/financeiro/inadimplencia', query)).toEqual([
      ...bands.map((faixa, index) => ({ id: edges[index], faixa, saldo: 100 })),
      own,
    ]);
    const reader = await product.enter('bia', ['report:rep643'], {
      roles: { operadora: false, beneficiario: true, beneficiario_registro: bia },
    });
    expect(await report('/financeiro/inadimplencia', query, reader)).toEqual([own]);
  });

  test('creditors of one name stay apart, and who is no staff sees none', async () => {
    const tipo_id = await insert('/tipos-contas-pagar', {
      codigo: 'R',
      descricao: 'Reembolso',
      natureza: 'REEMBOLSO',
      conta_contabil_id: account,
    });
    const forma_id = await insert('/formas-pagamento', { codigo: '45', descricao: 'Pix', meio: 'PIX' });
    const fornecedor_id = await insert('/fornecedores', {
      codigo: 'F1',
      nome: 'Hospital das Acácias',
      cnpj: '11222333000181',
    });
    for (const creditor of [{ fornecedor_id }, { beneficiario_id: ana }, { beneficiario_id: bia }])
      await insert('/contas-pagar', {
        tipo_id,
        emissao: '2026-11-01',
        competencia: '2026-11',
        vencimento: '2026-11-10',
        forma_id,
        valor_bruto: 60,
        ...creditor,
      });
    const groups = 'select=credor,n:count(),valor_liquido:valor_liquido.sum()&order=credor';
    expect(await report('/contabil/contas-pagar-credor', groups)).toEqual([
      { credor: 'Ana Maria da Silva (1)', n: 1, valor_liquido: 60 },
      { credor: 'Ana Maria da Silva (2)', n: 1, valor_liquido: 60 },
      { credor: 'Hospital das Acácias (F1)', n: 1, valor_liquido: 60 },
    ]);
    const reader = await product.enter('clinica', ['report:rep573'], {
      roles: { operadora: false, prestador: true, prestador_registro: 1 },
    });
    expect(await report('/contabil/contas-pagar-credor', 'select=numero', reader)).toEqual([]);
    expect(await report('/contabil/contas-pagar-credor', 'select=numero')).toHaveLength(3);
  });
});
