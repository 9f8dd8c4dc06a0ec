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
};
