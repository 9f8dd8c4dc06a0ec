/** What holds of refunds and their requests. */
import { beforeAll, expect, test } from 'vitest';
import type { Caller, TestProduct } from '../support/product.ts';
import { insertRow } from '../support/product.ts';
import type { BillingStage } from './billing-stage.ts';
import { billingCalls } from './billing-stage.ts';

export const testRefunds = (stage: () => BillingStage): void => {
  let product: TestProduct;
  let admin: Caller;
  beforeAll(() => {
    ({ product, admin } = stage());
  });
  const { rows, go, change, accounts } = billingCalls(() => admin);

  test('a refund is due in thirty days, approved for what it is, and seen by whom it is of and paid to', async () => {
    const protocol = await insertRow(admin, '/protocolos-recebimentos-reembolsos', {
      beneficiario_id: 1,
      competencia: '2026-11',
      recebimento: '2026-11-05T12:00:00Z',
      origem: 'PAPEL',
      valor_apresentado: 300,
    });
    const item = { data: '2026-10-30', descricao: 'Consulta', valor_pago: 300 };
    const refund = {
      protocolo_id: protocol,
      beneficiario_id: 2,
      responsavel_id: 1,
      recebimento: '2026-11-05',
      prestador_nome: 'Acácia Pereira',
      prestador_cpf_cnpj: '52998224725',
      recibo: '77',
      data_recibo: '2026-10-30',
      conta_chave_pix: 'ana@exemplo.com.br',
      itens: [item],
    };
    const path = '/faturamentos-reembolsos';
    const post = async (body: object) => (await admin.call('POST', `/api${path}`, { body })).body;
    expect(await post({ ...refund, conta_chave_pix: undefined })).toContain('Informe a chave Pix ou o banco');
    expect(await post({ ...refund, itens: [{ ...item, valor_glosa: 100 }] })).toContain('Motivo');
    const id = await insertRow(admin, path, { ...refund, itens: [{ ...item, valor_glosa: 100, motivo_id: 1 }] });
    expect(await post(refund)).toContain('23505');
    // Nor is its protocol paid before it is decided.
    const protocols = '/protocolos-recebimentos-reembolsos';
    expect(await go(protocols, protocol, 'conferir')).toBe(204);
    expect(await go(protocols, protocol, 'fechar', { valor_glosa: 100, previsao_pagamento: '2026-12-05' })).toBe(204);
    expect(await go(protocols, protocol, 'pagar', { data_pagamento: '2026-11-10' })).toContain(
      'Há reembolso do protocolo ainda em análise',
    );
    expect(await go(path, id, 'aprovar')).toContain('aprove em parte');
    expect(await go(path, id, 'negar', { motivo_id: 1 })).toContain('Justificativa');
    expect(await go(path, id, 'aprovar-em-parte')).toBe(204);
    expect(await go(protocols, protocol, 'pagar', { data_pagamento: '2026-11-10' })).toBe(204);
    expect(await rows(admin, `${path}?select=prazo,valor_pago,valor_reembolso,situacao`)).toEqual([
      { prazo: '2026-12-05', valor_pago: 300, valor_reembolso: 200, situacao: 'PARCIAL' },
    ]);
    const [{ conta_pagar_id: account }] = (await rows(admin, `${path}?select=conta_pagar_id`)) as [
      { conta_pagar_id: number },
    ];
    expect(await accounts(`id=eq.${account}`)).toEqual([
      {
        tipo: { codigo: 'R' },
        fornecedor_id: null,
        beneficiario_id: 1,
        competencia: expect.stringMatching(/^\d{4}-\d{2}$/),
        valor_liquido: 200,
        forma: { codigo: '45' },
        conta_chave_pix: 'ana@exemplo.com.br',
        situacao: 'PREVISTA',
        itens: [{ origem: 'REEMBOLSO', valor: 200 }],
      },
    ]);
    expect(await change(path, id, { recibo: '78' })).toBe(422);
    expect(await change(path, id, { conta_chave_pix: 'outra@exemplo.com.br' })).toBe(422);
    const rights = ['faturamentoreembolso:list', 'faturamentoreembolso:view'];
    const enter = (login: string, registro: number) =>
      product.enter(login, rights, {
        roles: { operadora: false, beneficiario: true, beneficiario_registro: registro },
      });
    expect(await rows(await enter('ana-reembolso', 1), `${path}?select=id`)).toEqual([{ id }]);
    expect(await rows(await enter('bruno-reembolso', 2), `${path}?select=id`)).toEqual([{ id }]);
    expect(await rows(await enter('carla-reembolso', 3), `${path}?select=id`)).toEqual([]);
    // What is paid is told to who gets it.
    expect(await go('/contas-pagar', account, 'liberar')).toBe(204);
    expect(await go('/contas-pagar', account, 'pagar', { data_pagamento: '2026-11-01' })).toBe(204);
    expect(await rows(admin, `${path}?select=situacao,data_pagamento`)).toEqual([
      { situacao: 'PAGO', data_pagamento: '2026-11-01' },
    ]);
    expect(
      await rows(admin, '/avisos-pagamentos?select=conta_pagar_id,beneficiario_id,data_pagamento,valor,canal,situacao'),
    ).toEqual([
      {
        conta_pagar_id: account,
        beneficiario_id: 1,
        data_pagamento: '2026-11-01',
        valor: 200,
        canal: 'EMAIL',
        situacao: 'PENDENTE',
      },
    ]);
    // What the bank sends back is paid again by the same bill.
    expect(await go('/contas-pagar', account, 'estornar', { motivo_estorno_id: 4 })).toBe(204);
    expect(await rows(admin, `${path}?select=situacao,data_pagamento,conta_pagar_id`)).toEqual([
      { situacao: 'ESTORNADO', data_pagamento: null, conta_pagar_id: account },
    ]);
    expect(await change(path, id, { recibo: '78' })).toBe(422);
    expect(await go('/contas-pagar', account, 'pagar', { data_pagamento: '2026-11-03' })).toBe(204);
    expect(await rows(admin, `${path}?select=situacao,data_pagamento`)).toEqual([
      { situacao: 'PAGO', data_pagamento: '2026-11-03' },
    ]);
    // What is taken back leaves no account that is paid: approved again, it has another.
    expect(await go(path, id, 'estornar', { motivo_id: 4 })).toBe(204);
    expect(await rows(admin, `${path}?select=situacao,conta_pagar_id`)).toEqual([
      { situacao: 'EM_ANALISE', conta_pagar_id: null },
    ]);
    expect(await rows(admin, `/contas-pagar?id=eq.${account}&select=situacao,data_pagamento`)).toEqual([
      { situacao: 'CANCELADA', data_pagamento: null },
    ]);
    expect(await rows(admin, '/avisos-pagamentos?select=situacao')).toEqual([
      { situacao: 'CANCELADO' },
      { situacao: 'CANCELADO' },
    ]);
    expect(await go(path, id, 'aprovar-em-parte')).toBe(204);
    expect(await rows(admin, `${path}?select=conta_pagar(situacao,valor_liquido)`)).toEqual([
      { conta_pagar: { situacao: 'PREVISTA', valor_liquido: 200 } },
    ]);
  });

  test('a request of a member adds its expenses up and is denied with an answer', async () => {
    const despesa = {
      data: '2026-11-01',
      descricao: 'Sessão',
      prestador_nome: 'Acácia',
      prestador_cpf_cnpj: '52998224725',
      valor: 120.25,
    };
    const path = '/solicitacoes-reembolso';
    const id = await insertRow(admin, path, {
      beneficiario_id: 1,
      data: '2026-11-21T12:00:00Z',
      conta_chave_pix: 'ana@exemplo.com.br',
      despesas: [despesa, { ...despesa, valor: 80 }],
    });
    expect(await go(path, id, 'analisar')).toBe(204);
    expect(await go(path, id, 'negar', { motivo_id: 1, resposta: 'Sem cobertura.' })).toContain('Motivo');
    expect(await go(path, id, 'negar', { motivo_id: 3 })).toContain('Resposta');
    expect(await go(path, id, 'negar', { motivo_id: 3, resposta: 'Sem cobertura.' })).toBe(204);
    expect(await rows(admin, `${path}?select=valor,situacao`)).toEqual([{ valor: 200.25, situacao: 'NEGADA' }]);
    const second = await insertRow(admin, path, {
      beneficiario_id: 2,
      data: '2026-11-22T15:30:00Z',
      conta_chave_pix: 'bruno@exemplo.com.br',
      despesas: [despesa],
    });
    expect(await go(path, second, 'analisar')).toBe(204);
    expect(await go(path, second, 'aceitar')).toBe(204);
    const received = 'beneficiario_id,recebimento,origem,valor_apresentado,situacao';
    expect(await rows(admin, `${path}?id=eq.${second}&select=situacao,protocolo_recebimento(${received})`)).toEqual([
      {
        situacao: 'ACEITA',
        protocolo_recebimento: {
          beneficiario_id: 2,
          recebimento: '2026-11-22T15:30:00+00:00',
          origem: 'PORTAL',
          valor_apresentado: 120.25,
          situacao: 'RECEBIDO',
        },
      },
    ]);
  });

  test('an accepted request has a refund in analysis for each receipt, with all that the member wrote of it', async () => {
    const path = '/solicitacoes-reembolso';
    const despesa = {
      data: '2026-11-03',
      descricao: 'Consulta',
      prestador_nome: 'Acácia Pereira',
      prestador_cpf_cnpj: '52998224725',
      recibo: '501',
      valor: 300,
    };
    const requestOf = async (despesas: readonly object[]): Promise<number> => {
      const id = await insertRow(admin, path, {
        beneficiario_id: 2,
        data: '2026-11-20T12:00:00Z',
        documentos_em: '2026-11-20',
        conta_chave_pix: 'bruno@exemplo.com.br',
        despesas,
      });
      expect(await go(path, id, 'analisar')).toBe(204);
      return id;
    };
    const refundsOf = async (id: number) => {
      const [request] = (await rows(
        admin,
        `${path}?id=eq.${id}&select=protocolo_recebimento_id,despesas(recibo,reembolso_id)`,
      )) as [{ protocolo_recebimento_id: number; despesas: { recibo: string | null; reembolso_id: number | null }[] }];
      const made = request.despesas.map(({ reembolso_id }) => reembolso_id);
      const told = await rows(
        admin,
        `/faturamentos-reembolsos?protocolo_id=eq.${request.protocolo_recebimento_id}&order=recibo&select=id,beneficiario_id,responsavel_id,recebimento,prazo,prestador_nome,prestador_cpf_cnpj,recibo,data_recibo,conta_chave_pix,valor_pago,valor_reembolso,situacao,itens(data,descricao,quantidade,valor_pago,valor_glosa)`,
      );
      return { made, told };
    };
    const byHand = async (id: number) => rows(admin, `${path}?id=eq.${id}&select=reembolso_a_mao`);
    const unnumbered = { ...despesa, recibo: null, valor: 50 };
    const id = await requestOf([
      despesa,
      { ...despesa, recibo: '502', data: '2026-11-05', descricao: 'Exame', valor: 80.5 },
      unnumbered,
    ]);
    // The documents were complete later than the request was sent: the thirty days are counted from then.
    expect(await go(path, id, 'aceitar', { documentos_em: '2026-11-21' })).toBe(204);
    const { made, told } = await refundsOf(id);
    const refund = {
      beneficiario_id: 2,
      responsavel_id: 2,
      recebimento: '2026-11-21',
      prazo: '2026-12-21',
      prestador_nome: 'Acácia Pereira',
      prestador_cpf_cnpj: '52998224725',
      conta_chave_pix: 'bruno@exemplo.com.br',
      situacao: 'EM_ANALISE',
    };
    expect(told).toEqual([
      {
        ...refund,
        id: made[0],
        recibo: '501',
        data_recibo: '2026-11-03',
        valor_pago: 300,
        valor_reembolso: 300,
        itens: [{ data: '2026-11-03', descricao: 'Consulta', quantidade: 1, valor_pago: 300, valor_glosa: 0 }],
      },
      {
        ...refund,
        id: made[1],
        recibo: '502',
        data_recibo: '2026-11-05',
        valor_pago: 80.5,
        valor_reembolso: 80.5,
        itens: [{ data: '2026-11-05', descricao: 'Exame', quantidade: 1, valor_pago: 80.5, valor_glosa: 0 }],
      },
    ]);
    expect(made[2]).toBeNull();
    expect(await byHand(id)).toEqual([{ reembolso_a_mao: true }]);
    const whole = await requestOf([{ ...despesa, recibo: '503' }]);
    expect(await go(path, whole, 'aceitar')).toBe(204);
    expect(await byHand(whole)).toEqual([{ reembolso_a_mao: false }]);
    // What was given back once is not accepted again.
    const again = await requestOf([despesa]);
    expect(await go(path, again, 'aceitar')).toContain(
      'Já existe um registro de Fatura Reembolso com o mesmo valor em Beneficiário',
    );
    // A receipt of several expenses is one refund, which is made by hand.
    const shared = await requestOf([
      { ...despesa, recibo: '600' },
      { ...despesa, recibo: '600', descricao: 'Exame' },
    ]);
    expect(await go(path, shared, 'aceitar')).toBe(204);
    expect(await refundsOf(shared)).toEqual({ made: [null, null], told: [] });
  });

  const refundPath = '/faturamentos-reembolsos';
  const protocolPath = '/protocolos-recebimentos-reembolsos';
  const accountPath = '/contas-pagar';
  const received = { competencia: '2026-11', recebimento: '2026-11-05T12:00:00Z', origem: 'PAPEL' };
  const refundOf = (protocolo_id: number, recibo: string, more: object = {}) => ({
    protocolo_id,
    beneficiario_id: 1,
    responsavel_id: 1,
    recebimento: '2026-11-05',
    prestador_nome: 'Acácia Pereira',
    prestador_cpf_cnpj: '52998224725',
    recibo,
    data_recibo: '2026-10-30',
    conta_chave_pix: 'ana@exemplo.com.br',
    itens: [{ data: '2026-10-30', descricao: 'Consulta', valor_pago: 300, valor_glosa: 100, motivo_id: 1 }],
    ...more,
  });
  const protocolOf = (valor_apresentado: number) =>
    insertRow(admin, protocolPath, { ...received, beneficiario_id: 1, valor_apresentado });

  test('a refund is of a protocol of its people, and paid by a bill of theirs that was paid, on the day of the bill', async () => {
    const protocol = await protocolOf(300);
    const post = async (body: object) => (await admin.call('POST', `/api${refundPath}`, { body })).body;
    const others = { beneficiario_id: 2, responsavel_id: 3 };
    expect(await post(refundOf(protocol, 'P1', others))).toContain('O protocolo é de outra pessoa');
    const id = await insertRow(admin, refundPath, refundOf(protocol, 'P1'));
    expect(await go(refundPath, id, 'aprovar-em-parte')).toBe(204);
    const [{ conta_pagar_id: account }] = (await rows(admin, `${refundPath}?id=eq.${id}&select=conta_pagar_id`)) as [
      { conta_pagar_id: number },
    ];
    const bill = { tipo_id: 2, emissao: '2026-11-01', competencia: '2026-11', vencimento: '2026-11-10', forma_id: 1 };
    const paidBill = async (beneficiario_id: number): Promise<number> => {
      const made = await insertRow(admin, accountPath, { ...bill, beneficiario_id, valor_bruto: 200 });
      expect(await go(accountPath, made, 'liberar')).toBe(204);
      expect(await go(accountPath, made, 'pagar', { data_pagamento: '2026-11-10' })).toBe(204);
      return made;
    };
    const paid = { conta_pagar_id: account, data_pagamento: '2026-11-10' };
    expect(await go(refundPath, id, 'pagar', { ...paid, conta_pagar_id: await paidBill(2) })).toContain(
      'Beneficiário não é o mesmo que Pago a deste registro',
    );
    expect(await go(refundPath, id, 'pagar', paid)).toContain('ainda não foi paga');
    const other = await paidBill(1);
    const late = { conta_pagar_id: other, data_pagamento: '2026-11-11' };
    expect(await go(refundPath, id, 'pagar', late)).toContain('A conta a pagar foi paga em outro dia.');
    expect(await go(refundPath, id, 'pagar', { ...late, data_pagamento: '2026-11-10' })).toBe(204);
    expect(await rows(admin, `${refundPath}?id=eq.${id}&select=situacao,data_pagamento,conta_pagar_id`)).toEqual([
      { situacao: 'PAGO', data_pagamento: '2026-11-10', conta_pagar_id: other },
    ]);
  });

  test('a protocol of refunds is closed without what these do not give back, and is paid for no more than they do', async () => {
    const protocol = await protocolOf(300);
    const id = await insertRow(admin, refundPath, refundOf(protocol, 'P2'));
    expect(await go(protocolPath, protocol, 'conferir')).toBe(204);
    const due = { previsao_pagamento: '2026-12-05' };
    const pay = () => go(protocolPath, protocol, 'pagar', { data_pagamento: '2026-11-10' });
    const stored = () => rows(admin, `${protocolPath}?id=eq.${protocol}&select=valor_glosa,valor_liberado,situacao`);
    // Of what waits for a decision nobody knows what will be given back.
    expect(await go(protocolPath, protocol, 'fechar', due)).toContain('Informe em Glosa o que não se paga');
    expect(await go(refundPath, id, 'aprovar-em-parte')).toBe(204);
    // What is typed counts before what is known.
    expect(await go(protocolPath, protocol, 'fechar', { ...due, valor_glosa: 40 })).toBe(204);
    expect(await stored()).toEqual([{ valor_glosa: 40, valor_liberado: 260, situacao: 'FECHADO' }]);
    expect(await pay()).toContain('O protocolo libera mais do que os reembolsos aprovados somam.');
    expect(await go(protocolPath, protocol, 'reabrir', { motivo_id: 2 })).toBe(204);
    expect(await go(protocolPath, protocol, 'fechar', { ...due, valor_glosa: null })).toBe(204);
    expect(await stored()).toEqual([{ valor_glosa: 100, valor_liberado: 200, situacao: 'FECHADO' }]);
    expect(await pay()).toBe(204);
  });
};
