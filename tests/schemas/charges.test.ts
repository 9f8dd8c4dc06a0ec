/** What people owe and are lent, and how it is booked: amounts that agree, days in turn, records that stay as they were. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { forEachDatabase } from '../support/databases.ts';
import type { Caller } from '../support/product.ts';
import { administrator, insertRow, startTestProduct } from '../support/product.ts';

interface Refused {
  readonly message: string;
  readonly details: string | null;
}

const loans = 'schemas/financeiro/emprestimos/columns.json';
const columns = readFileSync(new URL(`../../${loans}`, import.meta.url), 'utf8');

/** Of 300 in two parts. */
const loan = {
  solicitacao: '2026-02-01',
  valor: 300,
  taxa_mes: 1,
  iof: 3,
  parcelas: 2,
  valor_parcela: 155,
  primeiro_vencimento: '2026-03-10',
};

forEachDatabase((open) => {
  let admin: Caller;
  const reason = 1;
  const [ana, bruno] = [1, 2];
  const [cash, fees, closed] = [2, 3, 4];

  const told = (answer: Awaited<ReturnType<Caller['call']>>): string => {
    if (answer.statusCode < 300) return 'done';
    const { message, details } = answer.json<Refused>();
    return details ?? message;
  };
  const post = async (path: string, body: object) => told(await admin.call('POST', `/api${path}`, { body }));
  const change = async (path: string, id: number, body: object) =>
    told(await admin.call('PATCH', `/api${path}?id=eq.${id}`, { body }));
  const go = async (path: string, id: number, transition: string, body: object = {}) =>
    told(await admin.call('PATCH', `/api${path}?id=eq.${id}&transition=${transition}`, { body }));
  const rowOf = async (path: string, id: number, fields: string): Promise<unknown> =>
    (await admin.call('GET', `/api${path}?id=eq.${id}&select=${fields}`)).json()[0];

  beforeAll(async () => {
    const { flag: _, ...everywhere } = JSON.parse(columns) as Readonly<Record<string, unknown>>;
    const product = await startTestProduct(await open({ from: 'product' }), { files: { [loans]: everywhere } });
    admin = await product.as(administrator.login, administrator.password);
    await product.database.execute(`
      insert into motivo (codigo, descricao, aplicacao) values
        ('E1', 'Engano', 'ESTORNO'), ('C1', 'Não aceitou', 'CANCELAMENTO');
      insert into plano_conta (codigo, descricao, natureza, grau, analitica, indicador, inicio, fim) values
        ('1', 'Ativo', 'ATIVO', 1, false, 'D', '2020-01-01', null),
        ('1.1', 'Caixa', 'ATIVO', 2, true, 'D', '2020-01-01', null),
        ('3.1', 'Contraprestações', 'RECEITA', 2, true, 'C', '2020-01-01', null),
        ('3.2', 'Conta antiga', 'RECEITA', 2, true, 'C', '2020-01-01', '2025-12-31');
      insert into tipo_conta_receber (codigo, descricao, conta_contabil_id, negociacao) values
        ('M', 'Mensalidade', 2, false), ('N', 'Negociação', 2, true);
      insert into operadora (registro_ans, cnpj, razao_social, modalidade)
        values ('654321', '11444777000161', 'Operadora', 'AUTOGESTAO');
      insert into produto (codigo, nome, operadora_id, contratacao, segmentacao, abrangencia, acomodacao, inicio_comercializacao, fator_moderador)
        values ('P1', 'Plano', 1, 'COLETIVO_EMPRESARIAL', 'REFERENCIA', 'NACIONAL', 'COLETIVA', '2020-01-01', 'COPARTICIPACAO'),
          ('P2', 'Sem coparticipação', 1, 'COLETIVO_EMPRESARIAL', 'REFERENCIA', 'NACIONAL', 'COLETIVA', '2020-01-01', 'NENHUM'),
          ('P3', 'Outro', 1, 'COLETIVO_EMPRESARIAL', 'REFERENCIA', 'NACIONAL', 'COLETIVA', '2020-01-01', 'COPARTICIPACAO_FRANQUIA');
      insert into tipo_contribuicao (codigo, descricao, natureza, calculo) values ('M', 'Mensalidade', 'MENSALIDADE', 'FIXO');
      insert into tipo_coparticipacao (codigo, descricao, natureza) values ('C', 'Consultas', 'CONSULTA');
      insert into coparticipacao (codigo, descricao, tipo_id, produto_id, percentual, inicio)
        values ('C1', 'Consulta', 1, 1, 30, '2026-01-01');
      insert into beneficiario (codigo, nome, cpf, data_nascimento, sexo, nome_mae, data_inclusao, envio_sib) values
        ('1', 'Ana', '52998224725', '1980-01-01', '3', 'Rita', '2021-01-01', false),
        ('2', 'Bruno', null, '1980-01-01', '1', 'Rita', '2021-01-01', false);
      insert into adesao (numero_adesao, beneficiario_id, produto_id, data_adesao) values ('1', 1, 1, '2021-01-01'),
        ('2', 2, 2, '2021-01-01'), ('3', 2, 3, '2021-01-01');`);
  });

  const billOf = (responsavel_id: number, more: object = {}) =>
    insertRow(admin, '/contas-receber', {
      tipo_id: 1,
      responsavel_id,
      documento_pagador: '52998224725',
      competencia: '2026-01',
      emissao: '2026-01-01',
      vencimento: '2026-01-10',
      valor: 1000,
      ...more,
    });

  test('a negotiation takes overdue bills of who negotiates, for what they add up to, and takes them all', async () => {
    const path = '/solicitacoes-regularizacoes-debitos';
    const [late, other, paid] = [await billOf(ana), await billOf(bruno), await billOf(ana)];
    for (const bill of [late, other]) expect(await go('/contas-receber', bill, 'vencer')).toBe('done');
    const payment = { data_pagamento: '2026-02-01', valor_pago: 1000 };
    expect(await go('/contas-receber', paid, 'baixar', payment)).toBe('done');
    const asked = (conta_id: number, valor: number, valor_debito = valor) => ({
      responsavel_id: ana,
      proposta: 'A_VISTA',
      valor_debito,
      contas: [{ conta_id, valor }],
    });
    const notHers = 'Conta a receber (Contas, linha 1) não aceita o registro escolhido: ';
    expect(await post(path, asked(other, 1100))).toBe(`${notHers}Responsável não é o mesmo deste registro.`);
    expect(await post(path, asked(paid, 1100))).toBe(
      `${notHers}Situação tem de ser 'Aberta', 'Enviada', 'Registrada no banco', 'Vencida' ou 'Paga em parte'.`,
    );
    const sum = 'O débito deve ser a soma das contas da negociação.';
    expect(await post(path, asked(late, 1100, 1099.99))).toBe(sum);
    expect(await post(path, asked(late, 0))).toBe('O valor da conta deve ser maior que zero.');

    const empty = await insertRow(admin, path, { responsavel_id: ana, proposta: 'A_VISTA', valor_debito: 10 });
    expect(await go(path, empty, 'analisar')).toBe('done');
    expect(await go(path, empty, 'aprovar')).toBe('Inclua as contas que entram na negociação.');

    const first = await insertRow(admin, path, asked(late, 1100));
    for (const step of ['analisar', 'aprovar']) expect(await go(path, first, step)).toBe('done');
    const closed = 'As linhas de Contas não podem ser alteradas neste registro.';
    for (const contas of [[], [{ conta_id: late, valor: 1100 }]])
      expect(await change(path, first, { contas })).toBe(closed);
    expect(await go(path, first, 'efetivar', { aceite: null })).toBe('Informe Aceite em.');
    const agreed = { aceite: '2026-02-01T12:00:00Z' };
    expect(await go(path, first, 'efetivar', agreed)).toBe('done');
    expect(await rowOf('/contas-receber', late, 'situacao,regularizacao_id')).toEqual({
      situacao: 'RENEGOCIADA',
      regularizacao_id: first,
    });
    expect(await change(path, first, { aceite: '2026-03-01T12:00:00Z' })).toBe(
      'Aceite em não pode ser alterado neste registro.',
    );
    expect(await go(path, first, 'descumprir', { descumprida_em: '2999-01-01' })).toBe(
      'O descumprimento não pode ser de um dia que ainda não chegou.',
    );
    expect(await go(path, first, 'descumprir', { descumprida_em: '2026-05-01' })).toBe('done');
  });

  describe('a negotiation that is approved', () => {
    const path = '/solicitacoes-regularizacoes-debitos';
    const lateBill = async (more: object = {}) => {
      const bill = await billOf(ana, more);
      expect(await go('/contas-receber', bill, 'vencer')).toBe('done');
      return bill;
    };
    const parts = (...valores: number[]) =>
      valores.map((valor, at) => ({ numero: at + 1, vencimento: `2999-0${at + 2}-10`, valor }));
    const askedFor = async (conta_id: number, more: object = { proposta: 'A_VISTA' }) => {
      const contas = [{ conta_id, valor: 1000 }];
      const id = await insertRow(admin, path, { responsavel_id: ana, valor_debito: 1000, contas, ...more });
      expect(await go(path, id, 'analisar')).toBe('done');
      return id;
    };
    const billsOf = async (negotiation: number): Promise<unknown> =>
      (
        await admin.call(
          'GET',
          `/api/contas-receber?acordo_id=eq.${negotiation}&select=id,tipo(codigo),responsavel_id,documento_pagador,vencimento,valor,situacao,itens(origem,descricao,valor)&order=vencimento`,
        )
      ).json();
    const agreed = { aceite: '2026-02-01T12:00:00Z' };

    test('holds its bills, so that no other takes them, and gives them back where nobody accepts it', async () => {
      const bill = await lateBill();
      const [first, second] = [await askedFor(bill), await askedFor(bill)];
      expect(await go(path, first, 'aprovar')).toBe('done');
      const held = () => rowOf('/contas-receber', bill, 'situacao,regularizacao_id');
      expect(await held()).toEqual({ situacao: 'EM_NEGOCIACAO', regularizacao_id: first });
      expect(await go(path, second, 'aprovar')).toContain('A conta já está em outra negociação aprovada.');
      expect(await go(path, first, 'cancelar')).toBe('Informe Motivo do cancelamento.');
      expect(await go(path, first, 'cancelar', { motivo_cancelamento_id: 2 })).toBe('done');
      expect(await held()).toEqual({ situacao: 'ABERTA', regularizacao_id: null });
      for (const step of ['aprovar', 'efetivar'])
        expect(await go(path, second, step, step === 'efetivar' ? agreed : {})).toBe('done');
      expect(await held()).toEqual({ situacao: 'RENEGOCIADA', regularizacao_id: second });
      const third = askedFor(bill);
      await expect(third).rejects.toThrow('não aceita o registro escolhido');
    });

    test('is paid at once by one bill of what is owed', async () => {
      const id = await askedFor(await lateBill());
      for (const [step, body] of [
        ['aprovar', {}],
        ['efetivar', { ...agreed, primeiro_vencimento: '2999-01-10' }],
      ] as const)
        expect(await go(path, id, step, body)).toBe('done');
      const { protocolo } = (await rowOf(path, id, 'protocolo')) as { readonly protocolo: string };
      expect(await billsOf(id)).toEqual([
        {
          id: expect.any(Number),
          tipo: { codigo: 'N' },
          responsavel_id: ana,
          documento_pagador: '52998224725',
          vencimento: '2999-01-10',
          valor: 1000,
          situacao: 'ABERTA',
          itens: [{ origem: 'RENEGOCIACAO', descricao: `Negociação ${protocolo}`, valor: 1000 }],
        },
      ]);
    });

    test('is paid by instalments that are laid down before, and broken, its bills are owed again and not both', async () => {
      const bill = await billOf(ana);
      expect(
        await go('/contas-receber', bill, 'baixar-em-parte', { data_pagamento: '2026-02-01', valor_pago: 100 }),
      ).toBe('done');
      const plan = { proposta: 'PARCELADO', parcelas: 2, entrada: 200 };
      const few = await askedFor(bill, { ...plan, cronograma: parts(800) });
      expect(await go(path, few, 'aprovar')).toBe('O cronograma deve ter tantas linhas quantas são as parcelas.');
      expect(await change(path, few, { cronograma: parts(400, 399.99) })).toBe('done');
      const less = 'A entrada e as parcelas devem somar ao menos o débito.';
      expect(await go(path, few, 'aprovar')).toBe(less);
      expect(await change(path, few, { cronograma: parts(400, 410) })).toBe('done');
      expect(await go(path, few, 'aprovar')).toBe('done');
      expect(await change(path, few, { cronograma: parts(400, 410) })).toBe(
        'As linhas de Cronograma não podem ser alteradas neste registro.',
      );
      expect(await go(path, few, 'efetivar', { ...agreed, primeiro_vencimento: '2999-01-10' })).toBe('done');
      const { protocolo } = (await rowOf(path, few, 'protocolo')) as { readonly protocolo: string };
      const made = (await billsOf(few)) as readonly { readonly id: number }[];
      expect(made).toMatchObject([
        { vencimento: '2999-01-10', valor: 200, itens: [{ descricao: `Entrada da negociação ${protocolo}` }] },
        { vencimento: '2999-02-10', valor: 400, itens: [{ descricao: `Parcela 1 de 2 da negociação ${protocolo}` }] },
        { vencimento: '2999-03-10', valor: 410, itens: [{ descricao: `Parcela 2 de 2 da negociação ${protocolo}` }] },
      ]);
      expect(await rowOf(path, few, 'cronograma(conta_id)')).toEqual({
        cronograma: made.slice(1).map(({ id }) => ({ conta_id: id })),
      });
      const paid = { data_pagamento: '2026-02-02', valor_pago: 200 };
      expect(await go('/contas-receber', made[0]?.id ?? 0, 'baixar', paid)).toBe('done');
      expect(await go(path, few, 'descumprir', { descumprida_em: '2026-05-01' })).toBe('done');
      expect(await billsOf(few)).toMatchObject([
        { situacao: 'PAGA' },
        { situacao: 'CANCELADA' },
        { situacao: 'CANCELADA' },
      ]);
      // What was paid of it before still counts.
      expect(await rowOf('/contas-receber', bill, 'situacao,valor_pago,regularizacao_id')).toEqual({
        situacao: 'ABERTA',
        valor_pago: 100,
        regularizacao_id: null,
      });
    });
  });

  test('a bill that was paid meanwhile stops the negotiation that holds it', async () => {
    const path = '/solicitacoes-regularizacoes-debitos';
    const bill = await billOf(ana);
    expect(await go('/contas-receber', bill, 'vencer')).toBe('done');
    const id = await insertRow(admin, path, {
      responsavel_id: ana,
      proposta: 'A_VISTA',
      valor_debito: 1000,
      contas: [{ conta_id: bill, valor: 1000 }],
    });
    for (const step of ['analisar', 'aprovar']) expect(await go(path, id, step)).toBe('done');
    const paid = { data_pagamento: '2026-02-01', valor_pago: 1000 };
    expect(await go('/contas-receber', bill, 'baixar', paid)).toBe('done');
    const { numero } = (await rowOf('/contas-receber', bill, 'numero')) as { numero: string };
    expect(await go(path, id, 'efetivar', { aceite: '2026-02-02T12:00:00Z' })).toBe(
      `'Efetivar' também faz 'Renegociar' em Conta a receber, e a situação de 1 ali não o permite: ${numero}. Nada foi gravado.`,
    );
    expect(await rowOf(path, id, 'situacao,aceite')).toEqual({ situacao: 'APROVADA', aceite: null });
  });

  test('a contribution is received whole or in part, by what is owed, and may be reckoned anew once it was taken back', async () => {
    const path = '/contribuicoes';
    const of = (competencia: string) =>
      insertRow(admin, path, {
        beneficiario_id: ana,
        responsavel_id: ana,
        adesao_id: 1,
        tipo_id: 1,
        competencia,
        valor: 120,
        subsidio: 20,
        forma: 'BOLETO',
      });
    const [id, billed] = [await of('2026-01'), await of('2026-02')];
    for (const one of [id, billed]) expect(await go(path, one, 'enviar')).toBe('done');
    const part = (valor_recebido: number) =>
      go(path, id, 'receber-em-parte', { data_recebimento: '2026-02-01', valor_recebido });
    const notPart =
      'O valor recebido em parte é maior que zero e menor que o líquido: se cobre o líquido, registre o recebimento.';
    for (const wrong of [0, 100, 500]) expect(await part(wrong)).toBe(notPart);
    expect(await part(40)).toBe('done');
    expect(await change(path, id, { conta_receber_id: 1 })).toBe(
      'Conta a receber não pode ser alterado neste registro.',
    );
    expect(await go(path, id, 'receber', { data_recebimento: '2026-02-10' })).toBe('done');
    expect(await rowOf(path, id, 'situacao,data_recebimento,valor_recebido')).toEqual({
      situacao: 'RECEBIDA',
      data_recebimento: '2026-02-10',
      valor_recebido: 100,
    });
    const bill = await billOf(ana, { valor: 100 });
    expect(await change(path, billed, { conta_receber_id: bill })).toBe('done');
    const paid = { data_pagamento: '2026-02-01', valor_pago: 100 };
    expect(await go('/contas-receber', bill, 'baixar', paid)).toBe('done');
    expect(await rowOf(path, billed, 'situacao,valor_recebido')).toEqual({ situacao: 'RECEBIDA', valor_recebido: 100 });

    expect(await go(path, id, 'recalcular')).toBe(
      "'Recalcular' parte de 'Cancelada' ou 'Estornada', e o registro está em 'Recebida'.",
    );
    expect(await go(path, id, 'estornar', { motivo_estorno_id: reason })).toBe('done');
    expect(await go(path, id, 'recalcular')).toBe('done');
    expect(await change(path, id, { valor: 130 })).toBe('done');
    expect(await rowOf(path, id, 'situacao,valor_liquido,data_recebimento,valor_recebido,motivo_estorno_id')).toEqual({
      situacao: 'CALCULADA',
      valor_liquido: 110,
      data_recebimento: null,
      valor_recebido: null,
      motivo_estorno_id: null,
    });
  });

  test('what a paid bill held is due again once the payment is taken back, and received anew on another day', async () => {
    const bill = await billOf(ana, { valor: 130 });
    const member = { beneficiario_id: ana, responsavel_id: ana, adesao_id: 1 };
    const contribution = await insertRow(admin, '/contribuicoes', {
      ...{ ...member, tipo_id: 1, competencia: '2026-03', valor: 100, forma: 'BOLETO' },
      conta_receber_id: bill,
    });
    const share = await insertRow(admin, '/lancamentos-coparticipacoes', {
      ...{ ...member, data_atendimento: '2026-02-11', coparticipacao_id: 1, competencia: '2026-02' },
      ...{ valor_base: 100, valor: 30 },
    });
    expect(await go('/contribuicoes', contribution, 'enviar')).toBe('done');
    expect(await go('/lancamentos-coparticipacoes', share, 'protocolar')).toBe('done');
    expect(await go('/lancamentos-coparticipacoes', share, 'cobrar', { conta_receber_id: bill })).toBe('done');
    const held = async () => [
      await rowOf('/contribuicoes', contribution, 'situacao,data_recebimento,valor_recebido'),
      await rowOf('/lancamentos-coparticipacoes', share, 'situacao'),
    ];
    const pay = (data_pagamento: string) => go('/contas-receber', bill, 'baixar', { data_pagamento, valor_pago: 130 });
    const received = (data_recebimento: string) => [
      { situacao: 'RECEBIDA', data_recebimento, valor_recebido: 100 },
      { situacao: 'RECEBIDA' },
    ];
    expect(await pay('2026-02-01')).toBe('done');
    expect(await held()).toEqual(received('2026-02-01'));
    expect(await go('/contas-receber', bill, 'estornar', { motivo_estorno_id: reason })).toBe('done');
    expect(await held()).toEqual([
      { situacao: 'ENVIADA', data_recebimento: null, valor_recebido: null },
      { situacao: 'COBRADA' },
    ]);
    expect(await pay('2026-02-08')).toBe('done');
    expect(await held()).toEqual(received('2026-02-08'));
  });

  test('a shared cost and an adjustment go on a bill that is open, and wait for another where it is cancelled', async () => {
    const path = '/lancamentos-coparticipacoes';
    const [bill, another] = [await billOf(ana, { valor: 30 }), await billOf(ana, { valor: 30 })];
    const id = await insertRow(admin, path, {
      ...{ beneficiario_id: ana, responsavel_id: ana, adesao_id: 1, coparticipacao_id: 1 },
      ...{ data_atendimento: '2026-02-12', competencia: '2026-02', valor_base: 100, valor: 30 },
    });
    const adjustments = '/acertos-beneficiarios';
    const adjustment = await insertRow(admin, adjustments, {
      ...{ beneficiario_id: ana, competencia: '2026-02', tipo: 'DEBITO', origem: 'OUTRO' },
      ...{ valor: 10, historico: 'Segunda via do cartão' },
    });
    const charge = async (conta_receber_id: number) => [
      await go(path, id, 'cobrar', { conta_receber_id }),
      await go(adjustments, adjustment, 'lancar', { conta_receber_id }),
    ];
    expect(await go(path, id, 'protocolar')).toBe('done');
    const paid = await billOf(ana, { valor: 30 });
    expect(await go('/contas-receber', paid, 'baixar', { data_pagamento: '2026-02-13', valor_pago: 30 })).toBe('done');
    const closed =
      "Conta a receber não aceita o registro escolhido: Situação tem de ser 'Aberta', 'Enviada', 'Registrada no banco' ou 'Vencida'.";
    expect(await charge(paid)).toEqual([closed, closed]);
    expect(await charge(bill)).toEqual(['done', 'done']);
    expect(await go('/contas-receber', bill, 'cancelar', { motivo_cancelamento_id: 2 })).toBe('done');
    const waiting = async () => [
      await rowOf(path, id, 'situacao,conta_receber_id'),
      await rowOf(adjustments, adjustment, 'situacao,conta_receber_id'),
    ];
    expect(await waiting()).toEqual([
      { situacao: 'PROTOCOLADA', conta_receber_id: null },
      { situacao: 'PENDENTE', conta_receber_id: null },
    ]);
    expect(await charge(another)).toEqual(['done', 'done']);
  });

  test('a shared cost is at most the cost, by a rule of its day, in a month that follows', async () => {
    const path = '/lancamentos-coparticipacoes';
    const row = {
      beneficiario_id: ana,
      responsavel_id: ana,
      adesao_id: 1,
      data_atendimento: '2026-02-10',
      coparticipacao_id: 1,
      competencia: '2026-02',
      valor_base: 100,
      valor: 30,
    };
    expect(await post(path, { ...row, valor: 100.01 })).toBe('A coparticipação não passa do valor do atendimento.');
    expect(await post(path, { ...row, competencia: '2026-01' })).toBe(
      'A competência não pode ser anterior ao atendimento.',
    );
    expect(await post(path, { ...row, data_atendimento: '2999-01-01', competencia: '2999-01' })).toBe(
      'O atendimento não pode ser de um dia que ainda não chegou.',
    );
    expect(await post(path, { ...row, data_atendimento: '2025-12-31' })).toBe(
      'Regra de coparticipação não aceita o registro escolhido: não vale em 31/12/2025 (Data do atendimento).',
    );
    expect(await post(path, row)).toBe('done');
  });

  test('a shared cost is of a member whose plan has it, by a rule of that plan', async () => {
    const path = '/lancamentos-coparticipacoes';
    const row = {
      beneficiario_id: bruno,
      responsavel_id: bruno,
      data_atendimento: '2026-02-10',
      coparticipacao_id: 1,
      competencia: '2026-02',
      valor_base: 100,
      valor: 30,
    };
    expect(await post(path, row)).toBe('Informe Adesão.');
    expect(await post(path, { ...row, adesao_id: 1 })).toContain('Adesão não aceita o registro escolhido');
    expect(await post(path, { ...row, adesao_id: 2 })).toContain('O plano desta adesão não tem coparticipação.');
    expect(await post(path, { ...row, adesao_id: 3 })).toBe('A regra de coparticipação é de outro plano.');
    const rule = { codigo: 'C9', descricao: 'Exames', tipo_id: 1, percentual: 20, inicio: '2026-01-01' };
    expect(await post('/coparticipacoes', { ...rule, produto_id: 2 })).toContain(
      'Produto não aceita o registro escolhido',
    );
    const { id: own } = (
      await admin.call('POST', '/api/coparticipacoes', {
        body: { ...rule, produto_id: 3 },
        headers: { prefer: 'return=representation' },
      })
    ).json()[0];
    expect(await post(path, { ...row, adesao_id: 3, coparticipacao_id: own })).toBe('done');
  });

  test('a charge for delay stays as it was charged, and is charged after the payment', async () => {
    const path = '/encargos-atrasos';
    const row = { conta_receber_id: await billOf(ana), dias_atraso: 5, valor_base: 1000, juros: 1, multa: 20 };
    const future = 'O pagamento não pode ser de um dia que ainda não chegou.';
    expect(await post(path, { ...row, data_pagamento: '2999-01-01' })).toBe(future);
    const id = await insertRow(admin, path, { ...row, data_pagamento: '2026-02-01' });
    expect(await go(path, id, 'cobrar', { competencia_cobranca: '2026-01' })).toBe(
      'O encargo não pode ser cobrado antes do pagamento em atraso.',
    );
    expect(await go(path, id, 'cobrar', { competencia_cobranca: '2026-02' })).toBe('done');
    expect(await change(path, id, { multa: 0 })).toBe('Multa não pode ser alterado neste registro.');
    expect(await go(path, id, 'reabrir', { motivo_reabertura: 'Engano' })).toBe('done');
    expect(await change(path, id, { multa: 0 })).toBe('done');
  });

  test('a budget is released on a day that has come, and paid after that', async () => {
    const path = '/solicitacoes-verbas';
    const id = await insertRow(admin, path, {
      competencia: '2026-01',
      periodo_inicio: '2026-01-01',
      periodo_fim: '2026-01-31',
      tipo: 'MENSALIDADE',
      valor: 100,
    });
    expect(await go(path, id, 'enviar')).toBe('done');
    expect(await go(path, id, 'liberar', { liberada_em: '2999-01-01' })).toBe(
      'A liberação não pode ser de um dia que ainda não chegou.',
    );
    expect(await go(path, id, 'liberar', { liberada_em: '2026-02-10' })).toBe('done');
    expect(await go(path, id, 'pagar', { data_pagamento: '2026-02-09' })).toBe(
      'O pagamento não pode ser anterior à liberação.',
    );
    expect(await go(path, id, 'pagar', { data_pagamento: '2026-02-10' })).toBe('done');
  });

  test('a loan is paid out by a schedule of all of it, and owes what of that is not paid', async () => {
    const path = '/emprestimos';
    const part = (numero: number, principal: number, situacao = 'ABERTA') => ({
      numero,
      vencimento: `2026-0${numero + 2}-10`,
      principal,
      juros: 5,
      situacao,
    });
    const id = await insertRow(admin, path, {
      ...loan,
      contrato: 'C1',
      beneficiario_id: ana,
    });
    const owed = () => rowOf(path, id, 'situacao,saldo_devedor');
    expect(await go(path, id, 'aprovar')).toBe('done');
    const paidOut = { data_liberacao: '2026-02-05' };
    expect(await go(path, id, 'liberar', paidOut)).toBe('Inclua o cronograma das parcelas antes de liberar.');
    expect(await change(path, id, { cronograma: [part(1, 300)] })).toBe(
      'O cronograma deve ter tantas linhas quantas são as parcelas.',
    );
    expect(await change(path, id, { cronograma: [part(1, 150), part(2, 149)] })).toBe(
      'O principal das parcelas deve somar o valor do empréstimo, com o IOF ou sem ele.',
    );
    const later = [
      { ...part(1, 150), vencimento: '2026-03-11' },
      { ...part(2, 150), vencimento: '2026-04-11' },
    ];
    expect(await change(path, id, { cronograma: later })).toBe(
      'A primeira parcela do cronograma deve vencer no primeiro vencimento do contrato.',
    );
    expect(await change(path, id, { valor_parcela: 149.99 })).toBe('As parcelas não pagam o valor do empréstimo.');
    expect(await change(path, id, { cronograma: [part(1, 150), part(2, 150)] })).toBe('done');
    expect(await owed()).toEqual({ situacao: 'APROVADO', saldo_devedor: 0 });
    expect(await go(path, id, 'liberar', { data_liberacao: '2026-01-31' })).toBe(
      'A liberação não pode ser anterior à solicitação.',
    );
    expect(await go(path, id, 'liberar', { data_liberacao: '2999-01-01' })).toBe(
      'A liberação não pode ser de um dia que ainda não chegou.',
    );
    expect(await go(path, id, 'liberar', paidOut)).toBe('done');
    expect(await owed()).toEqual({ situacao: 'LIBERADO', saldo_devedor: 300 });
    const closed = 'As linhas de Parcelas do contrato não podem ser alteradas neste registro.';
    expect(await change(path, id, { cronograma: [part(1, 150, 'PAGA'), part(2, 150)] })).toBe(closed);
    const { cronograma } = (await rowOf(path, id, 'cronograma(id)')) as { readonly cronograma: readonly object[] };
    const [begun, ahead] = cronograma;
    expect(await change(path, id, { cronograma: [{ ...begun, principal: 1 }, ahead] })).toBe(
      'Principal (Parcelas do contrato, linha 1) não pode ser alterado neste registro. O principal das parcelas deve somar o valor do empréstimo, com o IOF ou sem ele.',
    );
    expect(await change(path, id, { cronograma: [{ ...begun, situacao: 'PAGA' }, ahead] })).toBe('done');
    expect(await owed()).toEqual({ situacao: 'LIBERADO', saldo_devedor: 150 });
    // The second has been due since April.
    expect(await go(path, id, 'inadimplir')).toBe('done');
    expect(await go(path, id, 'regularizar')).toBe(
      'Ainda há parcela vencida em aberto: marque cada uma como paga ou cancelada.',
    );
    expect(await change(path, id, { cronograma: [begun, { ...ahead, situacao: 'PAGA' }] })).toBe('done');
    expect(await go(path, id, 'regularizar')).toBe('done');
    expect(await go(path, id, 'inadimplir')).toBe('Nenhuma parcela em aberto está vencida.');
    expect(await change(path, id, { cronograma: [begun, { ...ahead, situacao: 'ABERTA' }] })).toBe('done');
    const settled = { data_quitacao: '2026-04-10' };
    expect(await go(path, id, 'quitar', settled)).toBe(
      'Ainda há parcelas em aberto: marque cada uma como paga ou cancelada.',
    );
    expect(await change(path, id, { cronograma: [begun, { ...ahead, situacao: 'CANCELADA' }] })).toBe('done');
    expect(await go(path, id, 'quitar', { data_quitacao: '2026-02-04' })).toBe(
      'A quitação não pode ser anterior à liberação.',
    );
    expect(await go(path, id, 'quitar', { data_quitacao: '2999-01-01' })).toBe(
      'A quitação não pode ser de um dia que ainda não chegou.',
    );
    expect(await go(path, id, 'quitar', settled)).toBe('done');
    expect(await owed()).toEqual({ situacao: 'QUITADO', saldo_devedor: 0 });
  });

  test('a loan that refinances another settles it as it is paid out, and cancels what of it was not paid', async () => {
    const path = '/emprestimos';
    const loanOf = (contrato: string, first: string, more: object = {}) =>
      insertRow(admin, path, {
        ...loan,
        contrato,
        beneficiario_id: ana,
        primeiro_vencimento: first,
        cronograma: [
          { numero: 1, vencimento: first, principal: 150, juros: 5, situacao: 'ABERTA' },
          { numero: 2, vencimento: `${first.slice(0, 6)}9-10`, principal: 150, juros: 4, situacao: 'ABERTA' },
        ],
        ...more,
      });
    const stored = (id: number) => rowOf(path, id, 'situacao,data_quitacao,saldo_devedor,cronograma(numero,situacao)');
    const old = await loanOf('R1', '2026-03-10');
    const refused = await post(path, { ...loan, contrato: 'R9', beneficiario_id: ana, refinancia_id: old });
    expect(refused).toContain('Refinancia não aceita o registro escolhido');
    for (const [transition, body] of [
      ['aprovar', {}],
      ['liberar', { data_liberacao: '2026-02-05' }],
    ] as const)
      expect(await go(path, old, transition, body)).toBe('done');
    const { cronograma } = (await rowOf(path, old, 'cronograma(id)')) as { readonly cronograma: readonly object[] };
    const [begun, ahead] = cronograma;
    expect(await change(path, old, { cronograma: [{ ...begun, situacao: 'PAGA' }, ahead] })).toBe('done');
    const next = await loanOf('R2', '2026-05-10', { refinancia_id: old });
    expect(await go(path, next, 'aprovar')).toBe('done');
    expect(await stored(old)).toMatchObject({ situacao: 'LIBERADO', saldo_devedor: 150 });
    expect(await go(path, next, 'liberar', { data_liberacao: '2026-04-01' })).toBe('done');
    expect(await stored(old)).toEqual({
      situacao: 'QUITADO',
      data_quitacao: '2026-04-01',
      saldo_devedor: 0,
      cronograma: [
        { numero: 1, situacao: 'PAGA' },
        { numero: 2, situacao: 'CANCELADA' },
      ],
    });
    expect(await stored(next)).toMatchObject({ situacao: 'LIBERADO', data_quitacao: null, saldo_devedor: 300 });
  });

  const entry = { competencia: '2026-01', data: '2026-01-31', lote: 'L1', valor: 100, historico: 'Receita do mês' };

  test('an entry is of a day of its month, between accounts that are kept on that day', async () => {
    const path = '/lancamentos-contabeis';
    const sides = { conta_debito_id: cash, conta_credito_id: fees };
    expect(await post(path, { ...entry, ...sides, data: '2026-02-01' })).toBe(
      'O dia do lançamento deve ser da competência.',
    );
    expect(await post(path, { ...entry, ...sides, conta_credito_id: closed })).toBe(
      'Conta de crédito não aceita o registro escolhido: não vale em 31/01/2026 (Data).',
    );
    expect(await post(path, { ...entry, ...sides })).toBe('done');
    const old = {
      ...entry,
      competencia: '2025-12',
      data: '2025-12-31',
      conta_debito_id: cash,
      conta_credito_id: closed,
    };
    expect(await post(path, old)).toBe('done');
    const account = { codigo: '1.9', descricao: 'Filha', natureza: 'ATIVO', superior_id: 1, indicador: 'D' };
    expect(await post('/planos-contas', { ...account, grau: 1, inicio: '2026-01-01' })).toBe(
      'A conta que tem superior é de grau 2 ou mais.',
    );
    expect(await post('/planos-contas', { ...account, grau: 2, inicio: '2026-01-01' })).toBe('done');
    // What nobody says of it is as it is of the account above.
    const below = { codigo: '1.10', descricao: 'Outra filha', superior_id: 1, grau: 2, inicio: '2026-01-01' };
    const id = await insertRow(admin, '/planos-contas', below);
    expect(await rowOf('/planos-contas', id, 'natureza,indicador')).toEqual(
      await rowOf('/planos-contas', 1, 'natureza,indicador'),
    );
  });

  test('what is booked stays as it was, by an entry that stands, and a provision may be reckoned anew', async () => {
    const entries = '/lancamentos-contabeis';
    const booked = await insertRow(admin, entries, { ...entry, conta_debito_id: cash, conta_credito_id: fees });
    const path = '/provisoes-premios';
    const figures = { contraprestacao_emitida: 310, dias_cobertura: 31, dias_decorridos: 10 };
    const id = await insertRow(admin, path, { competencia: '2026-01', produto_id: 1, ...figures });
    const by = { lancamento_id: booked };
    const notBooked =
      "Lançamento contábil não aceita o registro escolhido: Situação tem de ser 'Efetivado' ou 'Exportado'.";
    expect(await go(path, id, 'contabilizar', by)).toBe(notBooked);
    expect(await go(entries, booked, 'efetivar')).toBe('done');
    expect(await go(path, id, 'contabilizar', by)).toBe('done');
    expect(await change(path, id, { contraprestacao_emitida: 1 })).toBe(
      'Contraprestação emitida não pode ser alterado neste registro.',
    );
    expect(await go(path, id, 'estornar', { motivo_estorno: 'Base errada' })).toBe('done');
    expect(await go(path, id, 'recalcular')).toBe('done');
    expect(await change(path, id, { contraprestacao_emitida: 620 })).toBe('done');
    expect(await rowOf(path, id, 'situacao,valor_ganho,valor_nao_ganho,lancamento_id,motivo_estorno')).toEqual({
      situacao: 'CALCULADA',
      valor_ganho: 200,
      valor_nao_ganho: 420,
      lancamento_id: null,
      motivo_estorno: null,
    });

    const known = '/reconhecimentos-contabeis';
    const row = { tipo: 'RECEBIMENTO', competencia: '2026-01', conta_receber_id: await billOf(ana), valor: 100 };
    expect(await post(known, { ...row, data: '2026-02-01' })).toBe('O dia do reconhecimento deve ser da competência.');
    const one = await insertRow(admin, known, { ...row, data: '2026-01-31' });
    expect(await go(known, one, 'contabilizar', by)).toBe('done');
    expect(await change(known, one, { valor: 1 })).toBe('Valor reconhecido não pode ser alterado neste registro.');
  });

  test('a file of the books carries entries, goes after its month, and stays as it was sent', async () => {
    const path = '/remessas-plano-conta';
    const row = { competencia: '2026-01', destino: 'Contabilidade' };
    const empty = await insertRow(admin, path, row);
    const sent = { enviada_em: '2026-02-05' };
    expect(await go(path, empty, 'enviar', sent)).toBe('A remessa não tem lançamentos.');
    const id = await insertRow(admin, path, { ...row, lancamentos: 2, debitos: 50, creditos: 50 });
    expect(await go(path, id, 'enviar', { enviada_em: '2025-12-31' })).toBe(
      'A remessa não pode ter sido enviada antes da competência.',
    );
    expect(await go(path, id, 'enviar', sent)).toBe('done');
    expect(await change(path, id, { lancamentos: 3 })).toBe('Lançamentos não pode ser alterado neste registro.');
  });
});
