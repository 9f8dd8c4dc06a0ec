/** What holds of appeals, and of the bills of invoices. */
import { beforeAll, expect, test } from 'vitest';
import { dayInZone } from '../../engine/core/day-in-zone.ts';
import type { Caller } from '../support/product.ts';
import { insertRow } from '../support/product.ts';
import type { BillingStage } from './billing-stage.ts';
import { billingCalls, denial, guide, line, lot } from './billing-stage.ts';

export const testAppeals = (stage: () => BillingStage): void => {
  let admin: Caller;
  beforeAll(() => {
    ({ admin } = stage());
  });
  const { rows, go, change, deniedGuide } = billingCalls(() => admin);

  test('an appeal is answered when each of its items is decided', async () => {
    const [first, second] = [1, 2];
    const itens = [
      { glosa_id: first, justificativa: 'Consta do laudo.', valor_recursado: 30 },
      { glosa_id: second, justificativa: 'Consta do laudo.', valor_recursado: 20.5 },
    ];
    const appeal = {
      protocolo_id: 1,
      prestador_id: 1,
      data: '2026-11-20',
      prazo_resposta: '2026-12-20',
      itens,
    };
    const path = '/recursos-glosas';
    const id = await insertRow(admin, path, appeal);
    expect(await go(path, id, 'analisar')).toBe(204);
    expect(await go(path, id, 'responder')).toContain(
      'Há itens sem decisão: edite o recurso e decida cada item antes de responder.',
    );
    const [one, two] =
      ((await rows(admin, `${path}?select=itens(id)`)) as { itens: { id: number }[] }[])[0]?.itens ?? [];
    const decide = (acatado: number, decisao: string) =>
      admin.call('PATCH', `/api${path}?id=eq.${id}`, {
        body: {
          itens: [
            { id: one?.id, decisao: 'ACATADO', valor_acatado: 30 },
            { id: two?.id, decisao, valor_acatado: acatado, resposta: 'Em parte.' },
          ],
        },
      });
    expect((await decide(20.5, 'PARCIAL')).body).toContain('menos que o recorrido');
    expect((await decide(10, 'PARCIAL')).statusCode).toBe(204);
    expect(await go(path, id, 'responder')).toBe(204);
    expect((await decide(11, 'PARCIAL')).statusCode).toBe(422);
    expect(
      await rows(admin, `${path}?select=valor_recursado,valor_acatado,situacao,conta_pagar(valor_liquido)`),
    ).toEqual([
      { valor_recursado: 50.5, valor_acatado: 40, situacao: 'RESPONDIDO', conta_pagar: { valor_liquido: 40 } },
    ]);
    // What the appeal decides is decided of the glosses.
    const glosses = `/glosas?id=in.(${first},${second})&select=situacao,valor_revertido&order=id`;
    expect(await rows(admin, glosses)).toEqual([
      { situacao: 'REVERTIDA', valor_revertido: 30 },
      { situacao: 'REVERTIDA_EM_PARTE', valor_revertido: 10 },
    ]);
    const [{ id: reason }] = (await rows(admin, '/motivos?aplicacao=eq.REABERTURA&select=id&limit=1')) as [
      { id: number },
    ];
    expect(await go(path, id, 'reabrir', { motivo_id: reason })).toBe(204);
    expect(await rows(admin, glosses)).toEqual([
      { situacao: 'EM_RECURSO', valor_revertido: null },
      { situacao: 'EM_RECURSO', valor_revertido: null },
    ]);
    expect(await rows(admin, `${path}?select=conta_pagar_id`)).toEqual([{ conta_pagar_id: null }]);
    expect(await rows(admin, '/contas-pagar?valor_bruto=eq.40&select=situacao')).toEqual([{ situacao: 'CANCELADA' }]);
  });

  test('an appeal is of denials of its own provider, of no more than was denied, and is answered once', async () => {
    const path = '/recursos-glosas';
    const bodyOf = (glosa: number, valor: number, prestador = 2) => ({
      protocolo_id: prestador === 1 ? 1 : undefined,
      prestador_id: prestador,
      data: '2026-11-20',
      prazo_resposta: '2026-12-20',
      itens: [{ glosa_id: glosa, justificativa: 'Consta do laudo.', valor_recursado: valor }],
    });
    const { glosa } = await deniedGuide('R1', 40);
    const post = async (body: object) => (await admin.call('POST', `/api${path}`, { body })).body;
    // That of another provider, and one of which is decided already.
    expect(await post(bodyOf(glosa, 40, 1))).toContain('Glosa');
    expect(await rows(admin, '/recursos-glosas?prestador_id=eq.1&select=id')).toHaveLength(1);
    const protocol = await insertRow(admin, '/protocolos-recebimentos-prestadores', { ...lot, prestador_id: 2 });
    const own = { protocolo_id: protocol };
    expect(await post({ ...bodyOf(glosa, 40.01), ...own })).toContain('O valor recorrido passa do valor da glosa.');
    const late = await insertRow(admin, path, { ...bodyOf(glosa, 40), ...own });
    const small = await insertRow(admin, path, { ...bodyOf(glosa, 25), ...own });
    expect(await go(path, small, 'analisar')).toBe(204);
    const decide = async (id: number, valor: number) => {
      const [{ itens }] = (await rows(admin, `${path}?id=eq.${id}&select=itens(id)`)) as [{ itens: { id: number }[] }];
      const item = { id: itens[0]?.id, valor_recursado: valor, decisao: 'ACATADO', valor_acatado: valor };
      return (await admin.call('PATCH', `/api${path}?id=eq.${id}`, { body: { itens: [item] } })).statusCode;
    };
    // Nor is more put into it while it is looked at.
    expect(await decide(small, 40.01)).toBe(422);
    expect(await decide(small, 25)).toBe(204);
    expect(await go(path, small, 'responder')).toBe(204);
    expect(await rows(admin, `/glosas?id=eq.${glosa}&select=situacao,valor_recursado,valor_revertido`)).toEqual([
      { situacao: 'REVERTIDA', valor_recursado: 25, valor_revertido: 25 },
    ]);
    expect(await rows(admin, `${path}?id=eq.${small}&select=conta_pagar(valor_liquido)`)).toEqual([
      { conta_pagar: { valor_liquido: 25 } },
    ]);
    expect(await go(path, late, 'analisar')).toContain('a situação de 1 ali não o permite');
    expect(await post({ ...bodyOf(glosa, 10), ...own })).toMatch(/23503|23514/);
  });

  test('an invoice is closed with guides that are looked at and no larger than it, and takes none afterwards', async () => {
    const { fatura, guia, glosa } = await deniedGuide('F1', 40);
    const path = '/faturamentos-prestadores';
    expect(await go(path, fatura, 'fechar', { valor_glosa: 40 })).toContain('Há guia sem análise concluída');
    expect(await go('/guias', guia, 'analisar')).toBe(204);
    const toldOf = async (glosas: number) => go('/guias', guia, 'concluir', { valor_glosa: glosas });
    expect(await toldOf(39.99)).toContain('A glosa da guia é menor que a soma das glosas registradas para ela.');
    const item = await insertRow(admin, '/itens-guias', { ...line, guia_id: guia, prestador_id: 2, sequencial: 1 });
    expect(await go('/itens-guias', item, 'glosar-em-parte', { valor_glosa: 50 })).toBe(204);
    expect(await toldOf(40)).toContain('A glosa da guia é menor que a soma das glosas dos itens dela.');
    expect(await go('/itens-guias', item, 'liberar')).toBe(204);
    // What is not said is what its denials come to.
    expect(await go('/guias', guia, 'concluir')).toBe(204);
    expect(await rows(admin, `/guias?id=eq.${guia}&select=valor_glosa`)).toEqual([{ valor_glosa: 40 }]);
    const late = { ...denial, guia_id: guia, prestador_id: 2, valor: 1 };
    expect((await admin.call('POST', '/api/glosas', { body: late })).body).toContain('Guia');
    expect(await change(path, fatura, { valor_apresentado: 50 })).toBe(204);
    expect(await go(path, fatura, 'fechar', { valor_glosa: 40 })).toContain(
      'As guias somam mais do que a fatura apresentou.',
    );
    expect(await change(path, fatura, { valor_apresentado: 100 })).toBe(204);
    expect(await go(path, fatura, 'fechar', { valor_glosa: 39.99 })).toContain(
      'A glosa da fatura é menor que a soma das glosas das guias dela.',
    );
    expect(await go(path, fatura, 'fechar', { valor_glosa: 40 })).toBe(204);
    const another = { ...guide, faturamento_id: fatura, prestador_executante_id: 2, numero_guia_prestador: 'F2' };
    expect((await admin.call('POST', '/api/guias', { body: another })).body).toContain('Fatura');
    // Looked at again, the guide keeps the bill from being paid, and its denials may grow.
    expect(await go('/guias', guia, 'reabrir', { motivo_id: 2 })).toBe(204);
    expect(await change('/glosas', glosa, { valor: 60 })).toBe(204);
    const [{ conta_pagar_id: account }] = (await rows(admin, `${path}?id=eq.${fatura}&select=conta_pagar_id`)) as [
      { conta_pagar_id: number },
    ];
    expect(await go('/contas-pagar', account, 'liberar')).toBe(204);
    expect(await go('/contas-pagar', account, 'pagar', { data_pagamento: '2026-11-10' })).toContain(
      'Só se paga uma guia analisada',
    );
    expect(await go('/guias', guia, 'concluir', { valor_glosa: 60 })).toBe(204);
    expect(await go('/contas-pagar', account, 'pagar', { data_pagamento: '2026-11-10' })).toBe(204);
    expect(await rows(admin, `/guias?id=eq.${guia}&select=situacao`)).toEqual([{ situacao: 'PAGA' }]);
  });

  test('an item is worth its quantity by its unit', async () => {
    const { guia } = await deniedGuide('I1', 40);
    const body = { ...line, guia_id: guia, prestador_id: 2, sequencial: 9, quantidade: 2, valor_unitario: 100 };
    const post = (apresentado: number) =>
      admin.call('POST', '/api/itens-guias', { body: { ...body, valor_apresentado: apresentado } });
    expect((await post(777)).body).toContain('não é a quantidade vezes o valor unitário');
    expect((await post(200)).statusCode).toBe(201);
  });

  test('what is paid back or given up of a bill is so of what the bill is of', async () => {
    // An appeal, and the group of invoices, the request and the order that the same bill pays.
    const { protocolo, glosa } = await deniedGuide('E1', 40);
    const appeals = '/recursos-glosas';
    const appeal = await insertRow(admin, appeals, {
      protocolo_id: protocolo,
      prestador_id: 2,
      data: '2026-11-20',
      prazo_resposta: '2026-12-20',
      itens: [{ glosa_id: glosa, justificativa: 'Laudo.', valor_recursado: 40, decisao: 'ACATADO', valor_acatado: 40 }],
    });
    expect(await go(appeals, appeal, 'analisar')).toBe(204);
    expect(await go(appeals, appeal, 'responder')).toBe(204);
    const [{ conta_pagar_id: account }] = (await rows(admin, `${appeals}?id=eq.${appeal}&select=conta_pagar_id`)) as [
      { conta_pagar_id: number },
    ];
    const groups = '/agrupamentos-faturamentos';
    const group = await insertRow(admin, groups, { prestador_id: 2, competencia: '2026-10', valor_total: 40 });
    expect(await go(groups, group, 'conferir')).toBe(204);
    expect(await change(groups, group, { conta_pagar_id: account })).toBe(204);
    const requests = '/solicitacoes-pagamentos-prestadores';
    const request = await insertRow(admin, requests, {
      prestador_id: 2,
      nota_fiscal_numero: '1',
      nota_fiscal_data: '2026-11-01',
      valor_nota: 40,
    });
    expect(await go(requests, request, 'conferir')).toBe(204);
    expect(await go(requests, request, 'aceitar', { conta_pagar_id: account })).toBe(204);
    const orders = '/borderos-pagamentos';
    const order = await insertRow(admin, orders, {
      data: '2026-11-01',
      data_pagamento: '2026-11-10',
      forma_id: 1,
    });
    const states = async () =>
      Promise.all(
        [
          [appeals, appeal],
          [groups, group],
          [requests, request],
          [orders, order],
        ].map(async ([path, id]) =>
          ((await rows(admin, `${path}?id=eq.${id}&select=situacao`)) as { situacao: string }[]).map(
            ({ situacao }) => situacao,
          ),
        ),
      ).then((all) => all.flat());
    expect(await go('/contas-pagar', account, 'liberar')).toBe(204);
    expect(await go('/contas-pagar', account, 'incluir-em-bordero', { bordero_id: order })).toBe(204);
    expect(await go(orders, order, 'aprovar')).toBe(204);
    expect(await go(orders, order, 'pagar', { data_pagamento: '2026-11-10' })).toBe(204);
    expect(await states()).toEqual(['PAGO', 'PAGO', 'PAGA', 'PAGO']);
    expect(await go('/contas-pagar', account, 'estornar', { motivo_estorno_id: 4 })).toBe(204);
    expect(await states()).toEqual(['RESPONDIDO', 'CONFERIDO', 'ACEITA', 'PARCIAL']);
    expect(await go('/contas-pagar', account, 'cancelar', { motivo_cancelamento_id: 2 })).toBe(204);
    expect(await states()).toEqual(['EM_ANALISE', 'CONFERIDO', 'EM_CONFERENCIA', 'PARCIAL']);
    for (const [path, id] of [
      [appeals, appeal],
      [groups, group],
      [requests, request],
    ] as const)
      expect(await rows(admin, `${path}?id=eq.${id}&select=conta_pagar_id`)).toEqual([{ conta_pagar_id: null }]);
    expect(await rows(admin, `/glosas?id=eq.${glosa}&select=situacao`)).toEqual([{ situacao: 'EM_RECURSO' }]);
    // Answered again, it has a bill of its own again.
    expect(await go(appeals, appeal, 'responder')).toBe(204);
    expect(await rows(admin, `${appeals}?id=eq.${appeal}&select=conta_pagar(situacao)`)).toEqual([
      { conta_pagar: { situacao: 'PREVISTA' } },
    ]);
  });

  test('an invoice whose bill is cancelled is looked at again, and is not taken from a bill that is alive', async () => {
    const { fatura, guia } = await deniedGuide('C1', 40);
    const path = '/faturamentos-prestadores';
    expect(await go('/guias', guia, 'analisar')).toBe(204);
    expect(await go('/guias', guia, 'concluir', { valor_glosa: 40 })).toBe(204);
    expect(await go(path, fatura, 'fechar', { valor_glosa: 40 })).toBe(204);
    const [{ conta_pagar_id: account }] = (await rows(admin, `${path}?id=eq.${fatura}&select=conta_pagar_id`)) as [
      { conta_pagar_id: number },
    ];
    const lost = { conta_cancelada_id: account, motivo_id: 2 };
    expect(await go(path, fatura, 'perder-conta', lost)).toContain('TRANSITION_EFFECT_ONLY');
    expect(await go('/contas-pagar', account, 'cancelar', { motivo_cancelamento_id: 2 })).toBe(204);
    expect(
      await rows(admin, `${path}?id=eq.${fatura}&select=situacao,fechamento,conta_pagar_id,conta_cancelada_id`),
    ).toEqual([{ situacao: 'EM_CONFERENCIA', fechamento: null, conta_pagar_id: null, conta_cancelada_id: account }]);
    expect(await go(path, fatura, 'fechar', { valor_glosa: 40 })).toBe(204);
    expect(await rows(admin, `${path}?id=eq.${fatura}&select=conta_cancelada_id,conta_pagar(situacao)`)).toEqual([
      { conta_cancelada_id: null, conta_pagar: { situacao: 'PREVISTA' } },
    ]);
  });

  test('appeals wait in the order in which answers are due, until they are answered or given up', async () => {
    const path = '/recursos-glosas';
    const day = (from: number) =>
      new Date(Date.parse(dayInZone('America/Sao_Paulo')) + from * 86_400_000).toISOString().slice(0, 10);
    const { protocolo, guia, glosa } = await deniedGuide('Q1', 30);
    const other = await insertRow(admin, '/glosas', { ...denial, guia_id: guia, prestador_id: 2, valor: 10 });
    const appeal = (glosa_id: number, from: number) =>
      insertRow(admin, path, {
        protocolo_id: protocolo,
        prestador_id: 2,
        data: day(-9),
        prazo_resposta: day(from),
        itens: [{ glosa_id, justificativa: 'Consta do laudo.', valor_recursado: 10 }],
      });
    const [later, due] = [await appeal(glosa, 1), await appeal(other, 0)];
    const waiting = () =>
      rows(
        admin,
        `/recursos-responder?protocolo_id=eq.${protocolo}&select=recurso_id,situacao_prazo,itens_sem_decisao,valor_recursado,situacao&order=prazo_resposta`,
      );
    const of = (recurso_id: number, situacao_prazo: string, situacao = 'RECEBIDO') => ({
      recurso_id,
      situacao_prazo,
      itens_sem_decisao: 1,
      valor_recursado: 10,
      situacao,
    });
    expect(await waiting()).toEqual([of(due, 'VENCE_HOJE'), of(later, 'NO_PRAZO')]);
    expect(await change(path, later, { prazo_resposta: day(-1) })).toBe(204);
    expect(await go(path, later, 'analisar')).toBe(204);
    expect(await waiting()).toEqual([of(later, 'VENCIDO', 'EM_ANALISE'), of(due, 'VENCE_HOJE')]);
    const [{ id: reason }] = (await rows(admin, '/motivos?aplicacao=eq.CANCELAMENTO&select=id&limit=1')) as [
      { id: number },
    ];
    expect(await go(path, due, 'cancelar', { motivo_id: reason })).toBe(204);
    const items = ((await rows(admin, `${path}?id=eq.${later}&select=itens(id)`)) as { itens: { id: number }[] }[])[0];
    const body = { itens: [{ id: items?.itens[0]?.id, decisao: 'NEGADO', resposta: 'Glosa mantida.' }] };
    expect(await change(path, later, body)).toBe(204);
    expect(await waiting()).toEqual([{ ...of(later, 'VENCIDO', 'EM_ANALISE'), itens_sem_decisao: 0 }]);
    expect(await go(path, later, 'responder')).toBe(204);
    expect(await waiting()).toEqual([]);
  });

  test('a provider sends its own request for payment again when it came back, and does nothing else with it', async () => {
    const path = '/solicitacoes-pagamentos-prestadores';
    const request = (prestador_id: number, number: string) =>
      insertRow(admin, path, {
        prestador_id,
        nota_fiscal_numero: number,
        nota_fiscal_data: '2026-11-01',
        valor_nota: 40,
      });
    const [own, another] = [await request(2, 'R1'), await request(1, 'R2')];
    for (const id of [own, another])
      expect(await go(path, id, 'devolver', { motivo_devolucao: 'Falta a série.' })).toBe(204);
    const rights = ['view', 'insert', 'reenviar'].map((action) => `pedidopagamentoprestador:${action}`);
    const provider = await stage().product.enter(
      'clinica-pedidos',
      [...rights, 'pedidopagamentoprestadorlogado:list'],
      {
        roles: { operadora: false, prestador: true, prestador_registro: 2 },
      },
    );
    const ask = async (id: number, transition: string, body: object = {}) =>
      (await provider.call('PATCH', `/api${path}?id=eq.${id}&transition=${transition}`, { body })).statusCode;
    const mended = { nota_fiscal_numero: 'R1-A', nota_fiscal_data: '2026-11-02', valor_nota: 41 };
    const { transitions } = (
      (await provider.call('GET', `/api/model/screen?path=${path}`)).json() as {
        readonly states: { readonly transitions: readonly { readonly name: string }[] };
      }
    ).states;
    expect(transitions.map(({ name }) => name)).toEqual(['reenviar']);
    expect((await provider.call('PATCH', `/api${path}?id=eq.${own}`, { body: { valor_nota: 1 } })).statusCode).toBe(
      403,
    );
    // Of another's there is none to be changed.
    expect(await ask(another, 'reenviar', mended)).toBe(204);
    expect(await ask(own, 'reenviar', mended)).toBe(204);
    expect(await ask(own, 'conferir')).toBe(403);
    expect(
      await rows(admin, `${path}?id=in.(${own},${another})&select=situacao,nota_fiscal_numero,valor_nota&order=id`),
    ).toEqual([
      { situacao: 'ENVIADA', nota_fiscal_numero: 'R1-A', valor_nota: 41 },
      { situacao: 'DEVOLVIDA', nota_fiscal_numero: 'R2', valor_nota: 40 },
    ]);
  });
};
