/** What keeps the parts of billing one with another: items, guides, invoices, protocols, denials and appeals. */
import { beforeAll, expect, test } from 'vitest';
import { dayInZone } from '../../engine/core/day-in-zone.ts';
import type { Caller } from '../support/product.ts';
import { insertRow } from '../support/product.ts';
import type { BillingStage } from './billing-stage.ts';
import { billingCalls, denial, guide, invoice, line } from './billing-stage.ts';

const tomorrow = new Date(Date.parse(dayInZone('America/Sao_Paulo')) + 86_400_000).toISOString().slice(0, 10);
const [reopening, refusal, reversal, cancelling] = [2, 3, 4, 5];

export const testSums = (stage: () => BillingStage): void => {
  let admin: Caller;
  beforeAll(() => {
    ({ admin } = stage());
  });
  const { rows, go, change, deniedGuide } = billingCalls(() => admin);
  const post = async (path: string, body: object) => (await admin.call('POST', `/api${path}`, { body })).body;

  test('an item is of the person and the provider of its guide, and changes in value while the guide is looked at', async () => {
    const { fatura, guia, glosa } = await deniedGuide('S1', 40);
    const item = { ...line, guia_id: guia, prestador_id: 2, sequencial: 1 };
    expect(await post('/itens-guias', { ...item, prestador_id: 1 })).toContain('Prestador');
    expect(await post('/itens-guias', { ...item, beneficiario_id: 2 })).toContain('Beneficiário');
    expect(await post('/itens-guias', { ...item, data: tomorrow })).toContain('O item não pode ser de um dia');
    const later = { ...guide, faturamento_id: fatura, prestador_executante_id: 2, numero_guia_prestador: 'S2' };
    expect(await post('/guias', { ...later, data_atendimento: tomorrow })).toContain('O atendimento não pode ser de');
    const id = await insertRow(admin, '/itens-guias', item);
    expect(await go('/guias', guia, 'analisar')).toBe(204);
    expect(await go('/itens-guias', id, 'glosar-em-parte', { valor_glosa: 40 })).toBe(204);
    expect(await go('/guias', guia, 'concluir', { valor_glosa: 40 })).toBe(204);
    const kept = 'A guia do item está bloqueada ou já foi analisada';
    expect(await go('/itens-guias', id, 'glosar')).toContain(kept);
    expect(await go('/itens-guias', id, 'liberar')).toContain(kept);
    expect(await change('/itens-guias', id, { valor_apresentado: 200, quantidade: 2 })).toBe(422);
    expect(await change('/itens-guias', id, { descricao: 'Hemograma' })).toBe(204);
    expect(await rows(admin, `/itens-guias?id=eq.${id}&select=valor_apresentado,valor_glosa`)).toEqual([
      { valor_apresentado: 100, valor_glosa: 40 },
    ]);
    expect(await go('/guias', guia, 'reabrir', { motivo_id: reopening })).toBe(204);
    // The next conclusion begins with what is denied then, and not with what was.
    expect(await rows(admin, `/guias?id=eq.${guia}&select=situacao,valor_glosa,valor_liberado`)).toEqual([
      { situacao: 'EM_ANALISE', valor_glosa: null, valor_liberado: null },
    ]);
    expect(await go('/itens-guias', id, 'liberar')).toBe(204);
    // What the guide is not paid for is not denied any longer.
    expect(await go('/guias', guia, 'cancelar', { motivo_id: cancelling })).toBe(204);
    expect(await rows(admin, `/glosas?id=eq.${glosa}&select=situacao,motivo_cancelamento_id`)).toEqual([
      { situacao: 'CANCELADA', motivo_cancelamento_id: cancelling },
    ]);
  });

  test('a guide that is concluded is worth its items, releases those not denied, and is paid anew after a reversal', async () => {
    const { guia } = await deniedGuide('S9', 40);
    const item = (sequencial: number, value: number) =>
      insertRow(admin, '/itens-guias', {
        ...line,
        guia_id: guia,
        prestador_id: 2,
        sequencial,
        valor_unitario: value,
        valor_apresentado: value,
      });
    await item(1, 50);
    const part = await item(2, 30);
    expect(await go('/itens-guias', part, 'glosar-em-parte', { valor_glosa: 20 })).toBe(204);
    expect(await go('/guias', guia, 'analisar')).toBe(204);
    expect(await go('/guias', guia, 'concluir', { valor_glosa: 40 })).toContain(
      'O valor apresentado da guia não é a soma dos itens dela.',
    );
    const whole = await item(3, 20);
    expect(await go('/itens-guias', whole, 'glosar')).toBe(204);
    expect(await go('/guias', guia, 'concluir', { valor_glosa: 40 })).toBe(204);
    const states = async () =>
      (
        (await rows(admin, `/itens-guias?guia_id=eq.${guia}&select=situacao&order=sequencial`)) as {
          situacao: string;
        }[]
      ).map(({ situacao }) => situacao);
    expect(await states()).toEqual(['LIBERADO', 'GLOSADO_EM_PARTE', 'GLOSADO']);
    expect(await go('/guias', guia, 'pagar')).toBe(204);
    expect(await states()).toEqual(['PAGO', 'PAGO', 'GLOSADO']);
    expect(await go('/guias', guia, 'estornar', { motivo_id: reversal })).toBe(204);
    expect(await states()).toEqual(['LIBERADO', 'GLOSADO_EM_PARTE', 'GLOSADO']);
    expect(await go('/guias', guia, 'pagar')).toBe(204);
    expect(await states()).toEqual(['PAGO', 'PAGO', 'GLOSADO']);
    expect(await go('/itens-guias', part, 'estornar', { motivo_estorno_id: reversal })).toContain('pago em parte');
  });

  test('an item denied for a reason has the denial that goes to the provider, of what no other denial covers', async () => {
    const { guia } = await deniedGuide('S10', 1);
    const item = (sequencial: number) =>
      insertRow(admin, '/itens-guias', {
        ...line,
        guia_id: guia,
        prestador_id: 2,
        sequencial,
        valor_unitario: 50,
        valor_apresentado: 50,
      });
    const denials = (id: number) =>
      rows(
        admin,
        `/glosas?item_id=eq.${id}&select=guia_id,prestador_id,motivo_id,tipo,valor,justificativa,situacao&order=id`,
      );
    const ofGuide = { guia_id: guia, prestador_id: 2, motivo_id: 1, tipo: 'ADMINISTRATIVA', situacao: 'APLICADA' };
    const part = await item(1);
    const why = { motivo_glosa_id: 1, justificativa: 'Cobrado em dobro.' };
    expect(await go('/itens-guias', part, 'glosar-em-parte', { valor_glosa: 20, motivo_glosa_id: refusal })).toContain(
      'Motivo da glosa',
    );
    expect(await go('/itens-guias', part, 'glosar-em-parte', { valor_glosa: 20, ...why })).toBe(204);
    expect(await denials(part)).toEqual([{ ...ofGuide, valor: 20, justificativa: 'Cobrado em dobro.' }]);
    expect(await go('/itens-guias', part, 'glosar', { motivo_glosa_id: 1, justificativa: null })).toBe(204);
    expect(await denials(part)).toEqual([
      { ...ofGuide, valor: 20, justificativa: 'Cobrado em dobro.' },
      { ...ofGuide, valor: 30, justificativa: null },
    ]);
    const whole = await item(2);
    await insertRow(admin, '/glosas', { ...denial, guia_id: guia, prestador_id: 2, item_id: whole, valor: 50 });
    expect(await go('/itens-guias', whole, 'glosar', why)).toBe(204);
    expect(await denials(whole)).toEqual([{ ...ofGuide, valor: 50, justificativa: null }]);
    expect(await go('/itens-guias', whole, 'reabrir')).toBe(204);
    expect(await rows(admin, `/itens-guias?id=eq.${whole}&select=motivo_glosa_id,justificativa,valor_glosa`)).toEqual([
      { motivo_glosa_id: null, justificativa: null, valor_glosa: null },
    ]);
  });

  test('a guide is of an authorisation that was given', async () => {
    const database = stage().product.database;
    const { fatura } = await deniedGuide('S3', 1);
    await database.execute(`
      insert into cbos (codigo, descricao) values ('225125', 'Médico clínico');
      insert into profissional (nome, cpf, conselho, numero_conselho, uf_conselho, cbos_id)
        select 'Helena Duarte', '39053344705', 'CRM', '45678', 'MG', id from cbos;
      insert into autorizacao (numero_guia, tipo_guia, etapa, beneficiario_id, solicitante_id, profissional_solicitante_id, data_solicitacao, carater, canal, percentual_autorizado, situacao)
        select 'Z' || s, 'CONSULTA', 'AUTORIZACAO', 1, 2, p.id, '2026-10-01', '1', 'PORTAL', 100, s
        from profissional p, (values ('NEGADA'), ('EXECUTADA')) v (s);`);
    const [denied, executed] = (await rows(admin, '/guias-autorizacao?select=id&order=situacao.desc')) as {
      id: number;
    }[];
    const of = (autorizacao?: { id: number }) => ({
      ...guide,
      faturamento_id: fatura,
      prestador_executante_id: 2,
      numero_guia_prestador: 'S4',
      autorizacao_id: autorizacao?.id,
    });
    expect(await post('/guias', of(denied))).toContain('Autorização');
    await insertRow(admin, '/guias', of(executed));
  });

  test('an appeal that is given up leaves its denials as they were, and is of none that admits no appeal', async () => {
    const path = '/recursos-glosas';
    const { protocolo, glosa } = await deniedGuide('S5', 40);
    const appeal = {
      protocolo_id: protocolo,
      prestador_id: 2,
      data: '2026-11-20',
      prazo_resposta: '2026-12-20',
      itens: [{ glosa_id: glosa, justificativa: 'Laudo.', valor_recursado: 40 }],
    };
    const state = () => rows(admin, `/glosas?id=eq.${glosa}&select=situacao,valor_recursado`);
    expect(await post(path, { ...appeal, data: tomorrow, prazo_resposta: tomorrow })).toContain(
      'O recurso não pode ser de um dia que ainda não chegou.',
    );
    const [looked, waiting] = [await insertRow(admin, path, appeal), await insertRow(admin, path, appeal)];
    expect(await go(path, looked, 'analisar')).toBe(204);
    expect(await go(path, waiting, 'cancelar', { motivo_id: cancelling })).toBe(204);
    expect(await state()).toEqual([{ situacao: 'EM_RECURSO', valor_recursado: 40 }]);
    expect(await go(path, looked, 'cancelar-em-analise', { motivo_id: cancelling })).toBe(204);
    expect(await state()).toEqual([{ situacao: 'APLICADA', valor_recursado: null }]);
    expect(await go('/glosas', glosa, 'cancelar', { motivo_cancelamento_id: cancelling })).toBe(204);

    await stage().product.database.execute(
      "insert into motivo (codigo, descricao, aplicacao, permite_recurso) values ('9901', 'Fora do prazo', 'GLOSA', false)",
    );
    const [{ id: final }] = (await rows(admin, '/motivos?codigo=eq.9901&select=id')) as [{ id: number }];
    const { protocolo: other, guia } = await deniedGuide('S6', 1);
    const last = await insertRow(admin, '/glosas', {
      ...denial,
      guia_id: guia,
      prestador_id: 2,
      motivo_id: final,
      valor: 40,
    });
    const against = { ...appeal, protocolo_id: other, itens: [{ ...appeal.itens[0], glosa_id: last }] };
    expect(await post(path, against)).toContain('O motivo desta glosa não admite recurso.');
  });

  test('a protocol is closed for no less than its invoices are, and takes none once it is closed', async () => {
    const [path, invoices] = ['/protocolos-recebimentos-prestadores', '/faturamentos-prestadores'];
    const { protocolo, fatura, guia } = await deniedGuide('S7', 40);
    const due = { previsao_pagamento: '2026-12-10' };
    expect(await go('/guias', guia, 'analisar')).toBe(204);
    expect(await go('/guias', guia, 'concluir', { valor_glosa: 40 })).toBe(204);
    expect(await go(path, protocolo, 'devolver', { motivo_id: refusal })).toBe(204);
    expect(await go(invoices, fatura, 'fechar', { valor_glosa: 40 })).toContain('O protocolo da fatura foi devolvido');
    expect(await go(path, protocolo, 'receber')).toBe(204);
    expect(await go(invoices, fatura, 'fechar', { valor_glosa: 40 })).toBe(204);
    const closed = 'Há fatura do protocolo fechada ou paga';
    expect(await go(path, protocolo, 'devolver', { motivo_id: refusal })).toContain(closed);
    expect(await go(path, protocolo, 'cancelar', { motivo_id: cancelling })).toContain(closed);
    expect(await go(path, protocolo, 'conferir')).toBe(204);
    expect(await go(path, protocolo, 'fechar', { ...due, valor_glosa: 39.99 })).toContain(
      'A glosa do protocolo é menor que a soma das glosas das faturas dele.',
    );
    expect(await change(path, protocolo, { valor_apresentado: 99.99 })).toBe(204);
    expect(await go(path, protocolo, 'fechar', { ...due, valor_glosa: 40 })).toContain(
      'As faturas somam mais do que o protocolo apresentou.',
    );
    expect(await change(path, protocolo, { valor_apresentado: 100 })).toBe(204);
    expect(await go(path, protocolo, 'fechar', { ...due, valor_glosa: 100 })).toBe(204);
    expect(await post(invoices, { ...invoice, protocolo_id: protocolo, prestador_id: 2 })).toContain('Protocolo');
    expect(await go(path, protocolo, 'pagar', { data_pagamento: '2026-11-10' })).toContain(
      'As faturas liberam mais do que o protocolo.',
    );
    expect(await go(path, protocolo, 'reabrir', { motivo_id: reopening })).toBe(204);
    expect(await go(path, protocolo, 'fechar', { ...due, valor_glosa: 40 })).toBe(204);
    expect(await go(path, protocolo, 'pagar', { data_pagamento: '2026-11-10' })).toBe(204);
  });

  test('a protocol of refunds releases what they are approved for, and is not given up with one that waits', async () => {
    const path = '/protocolos-recebimentos-reembolsos';
    const refunds = '/faturamentos-reembolsos';
    const asked = {
      beneficiario_id: 3,
      competencia: '2026-11',
      recebimento: '2026-11-05T12:00:00Z',
      origem: 'PAPEL',
      valor_apresentado: 300,
    };
    const protocolo = await insertRow(admin, path, asked);
    const refund = {
      protocolo_id: protocolo,
      beneficiario_id: 3,
      responsavel_id: 3,
      recebimento: '2026-11-05',
      prestador_nome: 'Acácia Pereira',
      prestador_cpf_cnpj: '52998224725',
      recibo: 'S8',
      data_recibo: '2026-10-30',
      conta_chave_pix: 'carla@exemplo.com.br',
      itens: [{ data: '2026-10-30', descricao: 'Consulta', valor_pago: 300 }],
    };
    expect(await post(refunds, { ...refund, recebimento: tomorrow })).toContain('O recebimento não pode ser de um dia');
    expect(await post(refunds, { ...refund, itens: [{ ...refund.itens[0], data: '2026-11-06' }] })).toContain(
      'O atendimento não pode ser posterior ao recebimento do pedido.',
    );
    const id = await insertRow(admin, refunds, refund);
    expect(await go(path, protocolo, 'cancelar', { motivo_id: cancelling })).toContain(
      'Há reembolso do protocolo em análise, aprovado ou pago.',
    );
    expect(await go(path, protocolo, 'conferir')).toBe(204);
    const close = (valor_glosa: number) =>
      go(path, protocolo, 'fechar', { valor_glosa, previsao_pagamento: '2026-12-05' });
    expect(await close(100)).toBe(204);
    expect(await post(refunds, { ...refund, recibo: 'S9' })).toContain('Protocolo');
    expect(await go(refunds, id, 'aprovar')).toBe(204);
    expect(await go(path, protocolo, 'pagar', { data_pagamento: '2026-11-10' })).toContain(
      'Os reembolsos aprovados somam mais do que o protocolo libera.',
    );
    expect(await go(path, protocolo, 'reabrir', { motivo_id: reopening })).toBe(204);
    expect(await close(100)).toContain('Os reembolsos aprovados somam mais do que o protocolo libera.');
    expect(await close(0)).toBe(204);
    expect(await go(path, protocolo, 'pagar', { data_pagamento: '2026-11-10' })).toBe(204);
    const given = await insertRow(admin, path, asked);
    const denied = await insertRow(admin, refunds, { ...refund, protocolo_id: given, recibo: 'S10' });
    expect(await go(refunds, denied, 'negar', { motivo_id: refusal, justificativa: 'Sem recibo.' })).toBe(204);
    expect(await go(path, given, 'cancelar', { motivo_id: cancelling })).toBe(204);
  });

  test('an invoice and its protocol are closed without what the guides deny, where these make up what was presented', async () => {
    const [protocols, invoices] = ['/protocolos-recebimentos-prestadores', '/faturamentos-prestadores'];
    const { protocolo, fatura, guia } = await deniedGuide('S12', 40);
    const due = { previsao_pagamento: '2026-12-10' };
    const released = (path: string, id: number) =>
      rows(admin, `${path}?id=eq.${id}&select=valor_glosa,valor_liberado,situacao`);
    expect(await go('/guias', guia, 'analisar')).toBe(204);
    expect(await go('/guias', guia, 'concluir', { valor_glosa: 40 })).toBe(204);
    expect(await change(invoices, fatura, { valor_apresentado: 120 })).toBe(204);
    expect(await go(invoices, fatura, 'fechar')).toContain('Informe a glosa: as guias analisadas não somam');
    expect(await change(invoices, fatura, { valor_apresentado: 100 })).toBe(204);
    expect(await go(protocols, protocolo, 'conferir')).toBe(204);
    expect(await go(protocols, protocolo, 'fechar', due)).toContain('Informe em Glosa o que não se paga');
    expect(await go(invoices, fatura, 'fechar')).toBe(204);
    expect(await released(invoices, fatura)).toEqual([{ valor_glosa: 40, valor_liberado: 60, situacao: 'FECHADA' }]);
    // The lot says that it presents more than this invoice of it.
    expect(await go(protocols, protocolo, 'fechar', due)).toContain('Informe em Glosa o que não se paga');
    expect(await change(protocols, protocolo, { valor_apresentado: 100 })).toBe(204);
    expect(await go(protocols, protocolo, 'fechar', due)).toBe(204);
    expect(await released(protocols, protocolo)).toEqual([
      { valor_glosa: 40, valor_liberado: 60, situacao: 'FECHADO' },
    ]);
  });

  test('an invoice is paid by a bill of its provider that was paid', async () => {
    const path = '/faturamentos-prestadores';
    const { fatura, guia } = await deniedGuide('S13', 40);
    expect(await go('/guias', guia, 'analisar')).toBe(204);
    expect(await go('/guias', guia, 'concluir', { valor_glosa: 40 })).toBe(204);
    expect(await go(path, fatura, 'fechar')).toBe(204);
    const [{ conta_pagar_id: account }] = (await rows(admin, `${path}?id=eq.${fatura}&select=conta_pagar_id`)) as [
      { conta_pagar_id: number },
    ];
    const pay = (conta_pagar_id: number, data_pagamento = '2026-11-10') =>
      go(path, fatura, 'pagar', { conta_pagar_id, data_pagamento });
    const stranger = await insertRow(admin, '/contas-pagar', {
      tipo_id: 2,
      emissao: '2026-11-01',
      competencia: '2026-11',
      vencimento: '2026-11-10',
      forma_id: 1,
      beneficiario_id: 1,
      valor_bruto: 60,
    });
    expect(await go('/contas-pagar', stranger, 'liberar')).toBe(204);
    expect(await go('/contas-pagar', stranger, 'pagar', { data_pagamento: '2026-11-10' })).toBe(204);
    expect(await pay(stranger)).toContain('A conta a pagar é de outro fornecedor.');
    expect(await pay(account)).toContain('A conta a pagar da fatura ainda não foi paga.');
    expect(await go('/contas-pagar', account, 'liberar')).toBe(204);
    expect(await go('/contas-pagar', account, 'pagar', { data_pagamento: '2026-11-10' })).toBe(204);
    expect(await rows(admin, `${path}?id=eq.${fatura}&select=situacao,data_pagamento`)).toEqual([
      { situacao: 'PAGA', data_pagamento: '2026-11-10' },
    ]);
  });
};
