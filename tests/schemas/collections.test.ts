/** Remittances of bills to banks and payrolls: what they send, what comes back, and what a reversal gives back. */
import { beforeAll, expect, test } from 'vitest';
import { forEachDatabase } from '../support/databases.ts';
import type { Caller } from '../support/product.ts';
import { administrator, insertRow, startTestProduct } from '../support/product.ts';

interface Refused {
  readonly message: string;
  readonly details: string | null;
}

interface Line {
  readonly id: number;
  readonly conta_id: number;
  readonly [key: string]: unknown;
}

forEachDatabase((open) => {
  let admin: Caller;
  const reason = 1;
  const [agreement, otherAgreement] = [1, 2];
  const path = '/remessas-recebimentos';
  const bills = '/contas-receber';

  const told = (answer: Awaited<ReturnType<Caller['call']>>): string => {
    if (answer.statusCode < 300) return 'done';
    const { message, details } = answer.json<Refused>();
    return details ?? message;
  };
  const post = async (body: object) => told(await admin.call('POST', `/api${path}`, { body }));
  const change = async (id: number, body: object) =>
    told(await admin.call('PATCH', `/api${path}?id=eq.${id}`, { body }));
  const go = async (where: string, id: number, transition: string, body: object = {}) =>
    told(await admin.call('PATCH', `/api${where}?id=eq.${id}&transition=${transition}`, { body }));
  const rowOf = async (where: string, id: number, fields: string): Promise<unknown> =>
    (await admin.call('GET', `/api${where}?id=eq.${id}&select=${fields}`)).json()[0];
  const stateOf = (bill: number) => rowOf(bills, bill, 'situacao,remessa_id');
  const linesOf = async (id: number): Promise<readonly Line[]> =>
    (await admin.call('GET', `/api${path}?id=eq.${id}&select=itens(id,conta_id,situacao,resultado,leitura)`)).json()[0]
      .itens;

  const billOf = (more: object = {}) =>
    insertRow(admin, bills, {
      tipo_id: 1,
      documento_pagador: '11144477735',
      competencia: '2026-01',
      emissao: '2026-01-01',
      vencimento: '2026-01-10',
      valor: 1000,
      ...more,
    });
  const ofBills = (conta_ids: readonly number[], more: object = {}) => ({
    tipo: 'BANCO',
    competencia: '2026-01',
    geracao: '2026-01-02T12:00:00Z',
    itens: conta_ids.map((conta_id) => ({ conta_id })),
    ...more,
  });
  const remittanceOf = (conta_ids: readonly number[], more: object = {}) =>
    insertRow(admin, path, ofBills(conta_ids, more));
  const sent = { enviada_em: '2026-01-03' };
  const sentOf = async (conta_ids: readonly number[]) => {
    const id = await remittanceOf(conta_ids);
    expect(await go(path, id, 'enviar', sent)).toBe('done');
    return id;
  };
  /** What the bank says of the bills, in the order of the lines. */
  const hear = async (id: number, said: readonly object[]) => {
    const lines = await linesOf(id);
    return change(id, { itens: lines.map(({ id: line, conta_id }, at) => ({ id: line, conta_id, ...said[at] })) });
  };

  beforeAll(async () => {
    const product = await startTestProduct(await open({ from: 'product' }));
    admin = await product.as(administrator.login, administrator.password);
    await product.database.execute(`
      insert into motivo (codigo, descricao, aplicacao) values ('E1', 'Arquivo recusado pelo banco', 'ESTORNO');
      insert into plano_conta (codigo, descricao, natureza, grau, analitica, indicador, inicio)
        values ('1.2', 'A receber', 'ATIVO', 2, true, 'D', '2020-01-01');
      insert into tipo_conta_receber (codigo, descricao, conta_contabil_id) select 'M', 'Mensalidade', id from plano_conta;
      insert into banco (codigo, nome) values ('001', 'Banco do Brasil');
      insert into convenio_bancario (descricao, banco_id, convenio, finalidade, agencia, conta, conta_dv)
        select c, b.id, c, 'COBRANCA', '1', '1', '1' from banco b, (values ('11'), ('22')) as v(c);`);
  });

  test('a remittance that is sent sends the bills in it, for what they owe that day', async () => {
    const [first, second] = [await billOf(), await billOf({ valor: 200, multa: 4 })];
    const empty = await remittanceOf([]);
    expect(await go(path, empty, 'enviar', sent)).toBe('Inclua ao menos uma conta na remessa antes de enviá-la.');
    const id = await remittanceOf([first, second]);
    expect(await rowOf(path, id, 'situacao,quantidade,valor_total')).toEqual({
      situacao: 'GERADA',
      quantidade: 2,
      valor_total: 0,
    });
    expect(await go(path, id, 'enviar', sent)).toBe('done');
    expect(await rowOf(path, id, 'situacao,quantidade,enviados,valor_total')).toEqual({
      situacao: 'ENVIADA',
      quantidade: 2,
      enviados: 2,
      valor_total: 1204,
    });
    for (const bill of [first, second]) expect(await stateOf(bill)).toEqual({ situacao: 'ENVIADA', remessa_id: id });
    const late = await billOf();
    const lines = await linesOf(id);
    expect(
      await change(id, { itens: [...lines.map(({ id: line }) => ({ id: line })), { conta_id: late, comando: '01' }] }),
    ).toBe('Conta a receber (Itens, linha 3) não pode ser alterado neste registro.');
    expect(await change(id, { itens: lines.slice(1).map(({ id: line }) => ({ id: line })) })).toBe(
      'As linhas de Itens não podem ser alteradas neste registro.',
    );
  });

  test('a bill is in one remittance that is under way, and in none of another agreement', async () => {
    const bill = await billOf({ convenio_id: agreement });
    expect(await post(ofBills([bill], { convenio_id: otherAgreement }))).toBe(
      'A conta é cobrada por outro convênio bancário.',
    );
    expect(await post(ofBills([], { itens: [{ conta_id: bill, comando: '02' }] }))).toBe(
      'O título não tem nosso número: só a entrada pode ser pedida ao banco.',
    );
    const twin = await remittanceOf([bill], { convenio_id: agreement });
    const first = await sentOf([bill]);
    const busy =
      'Há na remessa uma conta que não está aberta, ou que está em outra remessa que ainda não voltou: retire-a antes de enviar.';
    expect(await go(path, twin, 'enviar', sent)).toContain(busy);
    expect(await rowOf(path, twin, 'situacao')).toEqual({ situacao: 'GERADA' });
    expect(await post(ofBills([bill]))).toBe(
      'Só uma conta aberta é enviada para registro: esta já foi enviada, paga, baixada ou cancelada.',
    );
    // Another copy opens the bill, but the first file may still bring it back.
    expect(await go(bills, bill, 'segunda-via', { vencimento_segunda_via: '2999-01-31' })).toBe('done');
    expect(await go(path, twin, 'enviar', sent)).toContain(busy);
    expect(await go(path, first, 'estornar', { motivo_estorno_id: reason })).toBe('done');
    expect(await go(path, twin, 'enviar', sent)).toBe('done');
    expect(await stateOf(bill)).toEqual({ situacao: 'ENVIADA', remessa_id: twin });
  });

  test('a return pays, registers, refuses and drops the bills as the bank says, each once', async () => {
    const all = await Promise.all(Array.from({ length: 6 }, () => billOf()));
    const id = await sentOf(all);
    expect(await hear(id, [{ ocorrencia_retorno: '06' }])).toBe('Informe o valor que foi pago.');
    const said = [
      { ocorrencia_retorno: '06', valor_retorno: 1000, data_pagamento: '2026-01-09', data_credito: '2026-01-10' },
      { ocorrencia_retorno: '17', valor_retorno: 400 },
      { ocorrencia_retorno: '02' },
      { ocorrencia_retorno: '03', motivo: '48' },
      { ocorrencia_retorno: '09' },
    ];
    expect(await hear(id, said)).toBe('done');
    const back = { retorno_em: '2026-01-12', numero_retorno: '31' };
    expect(await go(path, id, 'retornar', back)).toBe(
      'Há contas sem ocorrência: informe a que voltou em cada conta da remessa, ou registre o retorno em parte.',
    );
    expect(await go(path, id, 'retornar-em-parte', back)).toBe('done');
    const billsNow = () =>
      Promise.all(all.map((bill) => rowOf(bills, bill, 'situacao,valor_pago,data_pagamento,data_credito,remessa_id')));
    const unpaid = { valor_pago: null, data_pagamento: null, data_credito: null, remessa_id: null };
    expect(await billsNow()).toEqual([
      {
        situacao: 'PAGA',
        valor_pago: 1000,
        data_pagamento: '2026-01-09',
        data_credito: '2026-01-10',
        remessa_id: null,
      },
      { ...unpaid, situacao: 'PAGA_PARCIAL', valor_pago: 400, data_pagamento: '2026-01-12' },
      { ...unpaid, situacao: 'REGISTRADA' },
      { ...unpaid, situacao: 'ABERTA' },
      { ...unpaid, situacao: 'ABERTA' },
      { ...unpaid, situacao: 'ENVIADA', remessa_id: id },
    ]);
    expect((await linesOf(id)).map(({ situacao, resultado, leitura }) => [situacao, resultado, leitura])).toEqual([
      ['PAGA', 'PAGO', 1],
      ['PAGA', 'PAGO', 1],
      ['CONFIRMADA', 'REGISTRADO', 1],
      ['REJEITADA', 'RECUSADO', 1],
      ['REJEITADA', 'BAIXADO', 1],
      ['ENVIADA', null, null],
    ]);
    expect(await go(path, id, 'estornar', { motivo_estorno_id: reason })).toBe(
      'Há contas pagas por esta remessa: ela não pode ser estornada.',
    );
    // A payment that is reversed is not made anew by the next file, and what was refused may go out again.
    expect(await go(bills, Number(all[0]), 'estornar', { motivo_estorno_id: reason })).toBe('done');
    const again = await sentOf([Number(all[3])]);
    const later = [{}, {}, { ocorrencia_retorno: '06', valor_retorno: 1000 }, {}, {}, { ocorrencia_retorno: '02' }];
    expect(await hear(id, later)).toBe('done');
    expect(await go(path, id, 'retornar', { ...back, retorno_em: '2026-01-13' })).toBe('done');
    expect(await billsNow()).toMatchObject([
      { situacao: 'ABERTA', valor_pago: null },
      { situacao: 'PAGA_PARCIAL', valor_pago: 400 },
      { situacao: 'PAGA', valor_pago: 1000, data_pagamento: '2026-01-13' },
      { situacao: 'ENVIADA', remessa_id: again },
      { situacao: 'ABERTA' },
      { situacao: 'REGISTRADA', remessa_id: null },
    ]);
  });

  test('a remittance that is reversed gives back what it sent, and nothing that another one sent', async () => {
    const [bill, asked] = [await billOf(), await billOf({ nosso_numero: '70001' })];
    expect(await go(bills, asked, 'registrar')).toBe('done');
    const waiting = await remittanceOf([bill]);
    const first = await remittanceOf([bill], {
      itens: [{ conta_id: bill }, { conta_id: asked, comando: '06' }],
    });
    expect(await go(path, first, 'enviar', sent)).toBe('done');
    const why = { motivo_estorno_id: reason };
    expect(await go(path, waiting, 'estornar', why)).toBe('done');
    expect(await stateOf(bill)).toEqual({ situacao: 'ENVIADA', remessa_id: first });
    expect(await go(path, first, 'estornar', why)).toBe('done');
    expect(await stateOf(bill)).toEqual({ situacao: 'ABERTA', remessa_id: null });
    // What was only asked of a slip that the bank has does not take it from the bank.
    expect(await stateOf(asked)).toEqual({ situacao: 'REGISTRADA', remessa_id: null });
    expect((await linesOf(first)).map(({ situacao }) => situacao)).toEqual(['CANCELADA', 'CANCELADA']);
    expect(await rowOf(path, waiting, 'situacao')).toEqual({ situacao: 'ESTORNADA' });
    const again = await sentOf([bill]);
    expect(await stateOf(bill)).toEqual({ situacao: 'ENVIADA', remessa_id: again });
  });
});
