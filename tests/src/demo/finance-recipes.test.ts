/** Money in the demonstration data agrees with itself: with who is a member, what plans cost, and what it is the sum of. */
import { describe, expect, it } from 'vitest';
import type { Row } from '../../../engine/data/given-rows.ts';
import { isRow } from '../../../engine/data/given-rows.ts';
import { readSourceFiles } from '../../../engine/metadata/load-files.ts';
import { balanced, balanceOf } from '../../../src/demo/balances.ts';
import { balanceMonths } from '../../../src/demo/ledger.ts';
import { loadProduct } from '../../../src/load-product.ts';
import { drawSmall } from './draw-small.ts';

const today = '2026-11-20';
const { model, rows: initial } = loadProduct(await readSourceFiles(`${import.meta.dirname}/../../..`), 'copass');
const drawn = drawSmall(model, initial, new Set(Object.keys(model.entities)), { today, seed: 1 });

const all = (entity: string): readonly Row[] => drawn.rows(entity);
const byId = (entity: string, id: unknown): Row | undefined => all(entity).find((row) => row['id'] === id);
const owned = (record: Row, name: string): readonly Row[] => {
  const rows = record[name];
  return Array.isArray(rows) ? rows.filter(isRow) : [];
};
/** In cents, exactly. */
const sumOf = (rows: readonly Row[], field: string): number =>
  rows.reduce((sum, row) => sum + Math.round(Number(row[field]) * 100), 0);
const cents = (value: unknown): number => Math.round(Number(value) * 100);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Last ages of the ten groups but the last (RN 563/2022). */
const lastAges = [18, 23, 28, 33, 38, 43, 48, 53, 58];

/** What the table of the plan asks of somebody of that age on the first of the month. */
const priceOf = (plan: unknown, birth: string, month: string): number => {
  const day = `${month}-01`;
  const table = all('faixa_etaria').find(
    (row) =>
      row['produto_id'] === plan && text(row['inicio']) <= day && (row['fim'] === null || text(row['fim']) >= day),
  );
  const age = Number(day.slice(0, 4)) - Number(birth.slice(0, 4)) - (day.slice(5) < birth.slice(5) ? 1 : 0);
  const at = lastAges.findIndex((last) => age <= last);
  return Number(owned(table ?? {}, 'faixas')[at < 0 ? lastAges.length : at]?.['valor']);
};

/** Days on which somebody was a member; open where he still is. */
const isMember = (person: Row | undefined, day: string): boolean =>
  text(person?.['data_inclusao']) <= day &&
  (typeof person?.['data_cancelamento'] !== 'string' || day <= person['data_cancelamento']);

describe('the demonstration data of what members pay', () => {
  it.each(['2026-11-05', '2026-11-30'])('have an open bill of whom the portal is shown with, on %s', (day) => {
    const { rows } = drawSmall(model, initial, new Set(Object.keys(model.entities)), { today: day, seed: 1 });
    const open = rows('conta_receber').filter(
      (bill) => bill['responsavel_id'] === 1 && ['ABERTA', 'ENVIADA', 'REGISTRADA'].includes(text(bill['situacao'])),
    );
    expect(open.map((bill) => text(bill['vencimento']) > day)).toContain(true);
  });

  it('have contributions of who is in the membership, paid by his holder, at the price of his age', () => {
    expect(all('contribuicao')).toHaveLength(480);
    for (const one of all('contribuicao')) {
      const membership = byId('adesao', one['adesao_id']);
      const person = byId('beneficiario', one['beneficiario_id']);
      const holder = person?.['tipo_vinculo'] === 'TITULAR' ? person['id'] : person?.['titular_id'];
      const month = text(one['competencia']);
      expect(one).toMatchObject({ beneficiario_id: membership?.['beneficiario_id'], responsavel_id: holder });
      expect(one['valor']).toBe(priceOf(membership?.['produto_id'], text(person?.['data_nascimento']), month));
      expect(isMember(person, `${month}-01`)).toBe(true);
    }
  });

  it('have contributions of months that follow each other, each of a bill of the family for the month', () => {
    const months = new Map<unknown, string[]>();
    for (const one of all('contribuicao')) {
      months.set(one['adesao_id'], [...(months.get(one['adesao_id']) ?? []), text(one['competencia'])]);
      if (one['conta_receber_id'] === null) continue;
      const bill = byId('conta_receber', one['conta_receber_id']);
      expect(bill).toMatchObject({ responsavel_id: one['responsavel_id'], competencia: one['competencia'] });
      expect(owned(bill ?? {}, 'itens')).toContainEqual(
        expect.objectContaining({ beneficiario_id: one['beneficiario_id'], valor: one['valor'] }),
      );
    }
    const number = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5));
    for (const own of months.values()) {
      const sorted = own.map(number).toSorted((a, b) => a - b);
      expect(sorted).toEqual(sorted.map((_, at) => (sorted[0] ?? 0) + at));
    }
    expect(all('contribuicao').filter((one) => one['conta_receber_id'] !== null).length).toBeGreaterThan(400);
  });

  it('have bills that are the sum of their items, of holders who were members when they were issued', () => {
    const kind = all('tipo_conta_receber').find((row) => row['descricao'] === 'Mensalidade')?.['id'];
    expect(all('conta_receber')).toHaveLength(200);
    for (const bill of all('conta_receber')) {
      const holder = byId('beneficiario', bill['responsavel_id']);
      expect(holder).toMatchObject({ tipo_vinculo: 'TITULAR', cpf: bill['documento_pagador'] });
      expect(isMember(holder, text(bill['emissao']))).toBe(true);
      expect(text(holder?.['data_inclusao']) <= text(bill['vencimento'])).toBe(true);
      expect(bill['tipo_id']).toBe(kind);
      expect(sumOf(owned(bill, 'itens'), 'valor')).toBe(cents(bill['valor']));
      expect(cents(bill['valor'])).toBeGreaterThan(0);
      if (bill['situacao'] === 'PAGA') expect(bill['valor_pago']).toBe(bill['valor_devido']);
    }
  });

  it('have loans at one or two per cent a month, whose parts add up, and that owe what is not paid', () => {
    expect(all('emprestimo')).toHaveLength(40);
    for (const loan of all('emprestimo')) {
      const parts = owned(loan, 'cronograma');
      expect(parts).toHaveLength(Number(loan['parcelas']));
      expect(sumOf(parts, 'principal')).toBe(cents(loan['valor']));
      expect(Number(loan['taxa_mes'])).toBeGreaterThanOrEqual(1);
      expect(Number(loan['taxa_mes'])).toBeLessThanOrEqual(2);
      expect(Number(loan['iof'])).toBeLessThan(Number(loan['valor']) * 0.035);
      for (const part of parts.slice(0, -1)) expect(cents(part['valor'])).toBe(cents(loan['valor_parcela']));
      let owed = cents(loan['valor']);
      for (const part of parts) {
        expect(cents(part['juros'])).toBe(Math.round((owed * Number(loan['taxa_mes'])) / 100));
        owed -= cents(part['principal']);
      }
      const left = parts.filter((part) => part['situacao'] !== 'PAGA');
      const running = loan['situacao'] === 'LIBERADO' || loan['situacao'] === 'INADIMPLENTE';
      expect(cents(loan['saldo_devedor'])).toBe(running ? sumOf(left, 'principal') : 0);
      if (loan['situacao'] === 'QUITADO') expect(left).toEqual([]);
    }
  });
});

describe('the demonstration data of shared costs and collections', () => {
  it('have shares of what was used that are no more than it, by a rule of the plan, and stand in the bill', () => {
    expect(all('lancamento_coparticipacao')).toHaveLength(66);
    for (const one of all('lancamento_coparticipacao')) {
      const rule = byId('coparticipacao', one['coparticipacao_id']);
      const plans = all('adesao').filter((row) => row['beneficiario_id'] === one['beneficiario_id']);
      expect(plans.map((row) => row['produto_id'])).toContain(rule?.['produto_id']);
      const asked = Math.round(cents(one['valor_base']) * (Number(rule?.['percentual']) / 100));
      expect(cents(one['valor'])).toBe(Math.min(asked, cents(rule?.['limite_evento'])));
      expect(one['limite_aplicado']).toBe(asked > cents(rule?.['limite_evento']));
      expect(Number(one['valor'])).toBeLessThanOrEqual(Number(one['valor_base']));
      if (one['conta_receber_id'] === null) continue;
      const bill = byId('conta_receber', one['conta_receber_id']);
      expect(bill).toMatchObject({ responsavel_id: one['responsavel_id'], competencia: one['competencia'] });
      expect(owned(bill ?? {}, 'itens')).toContainEqual(
        expect.objectContaining({
          origem: 'COPARTICIPACAO',
          beneficiario_id: one['beneficiario_id'],
          valor: one['valor'],
        }),
      );
    }
  });

  it('have remittances that are the sum of their bills, all of the month', () => {
    const remittances = [
      ...all('remessa_recebimento').map((row) => ({ row, items: owned(row, 'itens') })),
      ...all('remessa_titulo_emitido').map((row) => ({ row, items: owned(row, 'titulos') })),
    ];
    expect(remittances).toHaveLength(24);
    for (const { row, items } of remittances) {
      const bills = items.map((item) => byId('conta_receber', item['conta_id']) ?? {});
      expect(bills.length).toBeGreaterThan(0);
      expect(row['quantidade']).toBe(bills.length);
      expect(cents(row['valor_total'])).toBe(sumOf(bills, 'valor'));
      for (const bill of bills) expect(bill['competencia']).toBe(row['competencia']);
    }
  });

  it('send slips, direct debits and what is taken from the pay apart, each by an agreement for it', () => {
    const ways: Readonly<Record<string, string | undefined>> = { COBRANCA: 'BOLETO', DEBITO: 'DEBITO' };
    const found = all('remessa_recebimento').map((row) => {
      const purpose = text(byId('convenio_bancario', row['convenio_id'])?.['finalidade']);
      const forms = owned(row, 'itens').map((item) => byId('conta_receber', item['conta_id'])?.['forma_id']);
      const sent = [...new Set(forms)].map((id) => byId('tipo_pagamento', id)?.['meio']);
      expect(sent).toEqual([row['tipo'] === 'BANCO' ? ways[purpose] : 'FOLHA']);
      return purpose;
    });
    expect(new Set(found)).toEqual(new Set(['COBRANCA', '', 'DEBITO']));
  });

  it('charge for bills that were paid after their day, as many days as it was', () => {
    expect(all('encargo_atraso')).toHaveLength(16);
    for (const one of all('encargo_atraso')) {
      const bill = byId('conta_receber', one['conta_receber_id']);
      const days = (Date.parse(text(one['data_pagamento'])) - Date.parse(text(bill?.['vencimento']))) / 86_400_000;
      expect(one['dias_atraso']).toBe(days);
      expect(bill).toMatchObject({ data_pagamento: one['data_pagamento'], juros: one['juros'], multa: one['multa'] });
    }
    for (const one of all('solicitacao_regularizacao_debito'))
      for (const row of owned(one, 'contas'))
        expect(byId('conta_receber', row['conta_id'])).toMatchObject({
          situacao: 'VENCIDA',
          responsavel_id: one['responsavel_id'],
        });
  });
});

describe('the demonstration data of what the operator pays', () => {
  it('have accounts of the month in which they were issued', () => {
    for (const one of all('conta_pagar')) expect(one['competencia']).toBe(text(one['emissao']).slice(0, 7));
  });

  it('pay what was treated to companies of the network, what was treated in hospitals to those of hospitals', () => {
    const kinds = new Map(all('tipo_conta_pagar').map((row) => [row['id'], row['descricao']]));
    const payees = (kind: string): readonly string[] =>
      all('conta_pagar')
        .filter((row) => kinds.get(row['tipo_id']) === kind)
        .map((row) => text(byId('fornecedor', row['fornecedor_id'])?.['nome']));
    const [treated, inHospitals, services] = ['Produção médica', 'Produção hospitalar', 'Fornecedores de serviços'].map(
      payees,
    );
    const network = /(Serviços Médicos|Análises Clínicas|Diagnóstico por Imagem|Odontologia|Serviços de Saúde) Ltda\.$/;
    expect(treated?.length).toBeGreaterThan(20);
    expect(treated?.filter((name) => !network.test(name))).toEqual([]);
    expect(inHospitals?.length).toBeGreaterThan(10);
    expect(inHospitals?.filter((name) => !name.endsWith(' Serviços Hospitalares S.A.'))).toEqual([]);
    expect(services?.filter((name) => network.test(name) || name.includes('Hospitalares'))).toEqual([]);
    const taxed = all('conta_pagar').filter((row) => owned(row, 'impostos').length > 0);
    expect(taxed.length).toBeGreaterThan(40);
    expect(new Set(taxed.map((row) => kinds.get(row['tipo_id'])))).toEqual(
      new Set(['Produção médica', 'Fornecedores de serviços']),
    );
  });

  it('have payment orders and remittances that are the sum of their accounts', () => {
    expect(all('bordero_pagamento')).toHaveLength(20);
    for (const order of all('bordero_pagamento')) {
      const accounts = all('conta_pagar').filter((row) => row['bordero_id'] === order['id']);
      expect(order['quantidade']).toBe(accounts.length);
      expect(cents(order['valor_total'])).toBe(sumOf(accounts, 'valor_liquido'));
      for (const one of accounts) expect(one['vencimento']).toBe(order['data_pagamento']);
    }
    for (const remittance of all('remessa_pagamento')) {
      const lines = all('remessa_pagamento_conta').filter((row) => row['remessa_id'] === remittance['id']);
      expect(remittance['quantidade']).toBe(lines.length);
      expect(cents(remittance['valor_total'])).toBe(sumOf(lines, 'valor'));
      const isOpen = remittance['situacao'] === 'GERADA';
      for (const line of lines) {
        expect([line['situacao'], line['valor_efetivo']]).toEqual(
          isOpen ? ['INCLUIDA', null] : ['PAGA', line['valor']],
        );
        expect(byId('conta_pagar', line['conta_id'])).toMatchObject({
          situacao: isOpen ? 'EM_BORDERO' : 'PAGA',
          valor_liquido: line['valor'],
          data_pagamento: line['data_efetiva'],
        });
      }
    }
    for (const order of all('bordero_imposto')) {
      expect(cents(order['valor_total'])).toBe(sumOf(owned(order, 'contas'), 'valor'));
      // What waits, and what members get back, has nothing withheld yet or at all.
      for (const one of owned(order, 'contas'))
        expect(byId('conta_pagar', one['conta_id'])?.['bordero_id']).not.toBe(null);
    }
  });
});

describe('payment orders and remittances', () => {
  it('are numbered as they came, and one of each is under way', () => {
    const named = (entity: string, day: string) =>
      all(entity)
        .toSorted((a, b) => (String(a[day]) < String(b[day]) ? -1 : 1))
        .map((row) => [row['numero'], row['situacao']]);
    const upTo = (last: number, state: string) => Array.from({ length: last }, (_, at) => [at + 1, state]);
    expect(named('bordero_pagamento', 'data_pagamento')).toEqual([
      ...upTo(18, 'PAGO'),
      [19, 'APROVADO'],
      [20, 'ABERTO'],
    ]);
    expect(named('remessa_pagamento', 'geracao')).toEqual([...upTo(9, 'RETORNADA'), [10, 'GERADA']]);
    // What is sent next is approved.
    const [open] = all('remessa_pagamento').filter((row) => row['situacao'] === 'GERADA');
    const orders = all('remessa_pagamento_conta')
      .filter((row) => row['remessa_id'] === open?.['id'])
      .map((row) => byId('bordero_pagamento', byId('conta_pagar', row['conta_id'])?.['bordero_id'])?.['situacao']);
    expect(orders).toEqual(Array.from({ length: 7 }, () => 'APROVADO'));
  });
});

describe('the demonstration data of refunds and papers', () => {
  it('have requests, protocols and accounts of refunds that say the same', () => {
    expect(all('faturamento_reembolso')).toHaveLength(40);
    for (const one of all('faturamento_reembolso')) {
      const protocol = byId('protocolo_reembolso', one['protocolo_id']);
      const person = byId('beneficiario', one['beneficiario_id']);
      expect(protocol).toMatchObject({ beneficiario_id: one['beneficiario_id'], valor_apresentado: one['valor_pago'] });
      if (one['situacao'] === 'PAGO') expect(protocol?.['valor_liberado']).toBe(one['valor_reembolso']);
      expect(one['responsavel_id']).toBe(person?.['titular_id'] ?? person?.['id']);
      expect(cents(one['valor_reembolso'])).toBe(sumOf(owned(one, 'itens'), 'valor_reembolso'));
      expect(isMember(person, text(one['recebimento']))).toBe(true);
    }
    for (const one of all('solicitacao_reembolso')) {
      expect(cents(one['valor'])).toBe(sumOf(owned(one, 'despesas'), 'valor'));
      if (one['situacao'] !== 'ACEITA') continue;
      const protocol = byId('protocolo_reembolso', one['protocolo_recebimento_id']);
      expect(protocol).toMatchObject({ beneficiario_id: one['beneficiario_id'], valor_apresentado: one['valor'] });
    }
  });

  it('have an account for each refund that was paid, of who gets it, and a notice that leads to it', () => {
    const paid = all('faturamento_reembolso').filter((row) => row['situacao'] === 'PAGO');
    expect(paid).toHaveLength(28);
    for (const one of paid)
      expect(byId('conta_pagar', one['conta_pagar_id'])).toMatchObject({
        fornecedor_id: null,
        beneficiario_id: one['responsavel_id'],
        valor_liquido: one['valor_reembolso'],
        data_pagamento: one['data_pagamento'],
        situacao: 'PAGA',
      });
    const bills = all('conta_pagar').filter((row) => row['beneficiario_id'] !== null);
    expect(bills).toHaveLength(32);
    for (const one of all('aviso_pagamento'))
      expect(byId('conta_pagar', one['conta_pagar_id'])).toMatchObject({
        beneficiario_id: one['beneficiario_id'],
        valor_liquido: one['valor'],
        data_pagamento: one['data_pagamento'],
      });
    const others = all('faturamento_reembolso').filter((row) =>
      ['EM_ANALISE', 'NEGADO'].includes(text(row['situacao'])),
    );
    expect(others).toHaveLength(8);
    expect(new Set(others.map((row) => row['conta_pagar_id']))).toEqual(new Set([null]));
  });

  it('have some refunds that were granted lately, whose account waits to be paid', () => {
    const granted = all('faturamento_reembolso').filter((row) => row['situacao'] === 'APROVADO');
    expect(granted).toHaveLength(4);
    for (const one of granted) {
      expect(one['data_pagamento']).toBeNull();
      expect(byId('conta_pagar', one['conta_pagar_id'])).toMatchObject({
        beneficiario_id: one['responsavel_id'],
        valor_liquido: one['valor_reembolso'],
        vencimento: one['prazo'],
        data_pagamento: null,
        situacao: 'PREVISTA',
      });
      expect(text(one['recebimento']) >= '2026-10-20').toBe(true);
      expect(byId('protocolo_reembolso', one['protocolo_id'])).toMatchObject({
        situacao: 'FECHADO',
        valor_liberado: one['valor_reembolso'],
        data_pagamento: null,
      });
    }
  });

  it('have appeals of providers against what was denied to them, in the protocol in which it came', () => {
    expect(all('recurso_glosa').length).toBeGreaterThan(10);
    for (const one of all('recurso_glosa')) {
      expect(one['prestador_id']).toBe(byId('protocolo_recebimento', one['protocolo_id'])?.['prestador_id']);
      for (const item of owned(one, 'itens'))
        expect(byId('glosa', item['glosa_id'])).toMatchObject({
          prestador_id: one['prestador_id'],
          valor: item['valor_recursado'],
        });
    }
  });

  it('have requests of members, of days on which they were that', () => {
    const days: readonly (readonly [entity: string, person: string, day: string])[] = [
      ['adesao_servico', 'beneficiario_id', 'data_solicitacao'],
      ['solicitacao_adesao', 'titular_id', 'data_solicitacao'],
      ['guia_sem_onus', 'beneficiario_id', 'emissao'],
      ['guia_administrativa', 'beneficiario_id', 'data_emissao'],
    ];
    for (const [entity, person, day] of days) {
      expect(all(entity).length).toBeGreaterThan(10);
      for (const one of all(entity))
        expect(isMember(byId('beneficiario', one[person]), text(one[day])), entity).toBe(true);
    }
    for (const one of all('remessa_cancelamento_adesao'))
      for (const item of owned(one, 'adesoes'))
        expect(byId('adesao', item['adesao_id'])).toMatchObject({ situacao: 'CANCELADA' });
  });

  it('have tax invoices of what was presented with the protocol', () => {
    for (const one of all('solicitacao_pagamento_prestador')) {
      const protocol = byId('protocolo_recebimento', one['protocolo_id']);
      expect(one['prestador_id']).toBe(protocol?.['prestador_id']);
      expect(one['valor_nota']).toBe(protocol?.['valor_apresentado']);
    }
  });

  it('have medicines and materials at what the price guide asks for one of the pack', () => {
    for (const name of ['medicamento', 'material']) {
      expect(all(name).length).toBeGreaterThan(10);
      for (const one of all(name)) {
        const listed = byId(`brasindice_${name}`, one['brasindice_id']);
        expect(listed).toMatchObject({ produto: one['descricao'], pmc_fracao: one['valor'] });
        expect(cents(listed?.['pmc'])).toBeGreaterThan(cents(listed?.['pfb']));
      }
    }
  });

  it('have statements that lead from one balance to the next by their lines', () => {
    const statements = all('extrato_bancario');
    expect(statements).toHaveLength(6);
    for (const [at, one] of statements.entries()) {
      const lines = all('lancamento_extrato').filter((row) => row['extrato_id'] === one['id']);
      const of = (side: string): number =>
        sumOf(
          lines.filter((row) => row['natureza'] === side),
          'valor',
        );
      expect(cents(one['saldo_final'])).toBe(cents(one['saldo_inicial']) + of('C') - of('D'));
      const earlier = statements[at + 1];
      if (earlier !== undefined) expect(one['saldo_inicial']).toBe(earlier['saldo_final']);
      for (const line of lines) {
        expect(text(line['data']) >= text(one['data_inicial'])).toBe(true);
        expect(text(line['data']) <= text(one['data_final'])).toBe(true);
        if (line['natureza'] === 'D')
          expect(byId('conta_pagar', line['conta_pagar_id'])).toMatchObject({
            valor_liquido: line['valor'],
            data_pagamento: line['data'],
          });
      }
    }
  });
});

describe('the demonstration data of the books', () => {
  it('have accounts of the kind that the first digit says, each inside the one above', () => {
    const kinds: Readonly<Record<string, string>> = {
      '1': 'ATIVO',
      '2': 'PASSIVO',
      '3': 'RECEITA',
      '4': 'DESPESA',
      '6': 'RESULTADO',
      '9': 'ORDEM',
    };
    for (const one of all('plano_conta')) {
      const code = text(one['codigo']);
      expect(one['natureza']).toBe(kinds[code.slice(0, 1)]);
      expect(one['grau']).toBe(code.split('.').length);
      const above = byId('plano_conta', one['superior_id']);
      expect(above?.['codigo'] ?? '').toBe(code.slice(0, Math.max(0, code.length - 2)));
      expect(above?.['analitica'] ?? false).toBe(false);
    }
  });

  it('have entries in accounts that take them, and balances and remittances that are their sums', () => {
    const entries = all('lancamento_contabil');
    expect(entries).toHaveLength(156);
    for (const one of entries)
      for (const side of ['conta_debito_id', 'conta_credito_id'])
        expect(byId('plano_conta', one[side])).toMatchObject({ analitica: true });
    for (const one of all('saldo_conta')) {
      const ofMonth = entries.filter((row) => row['competencia'] === one['competencia']);
      const on = (side: string) => ofMonth.filter((row) => row[side] === one['conta_id']);
      expect(cents(one['debitos'])).toBe(sumOf(on('conta_debito_id'), 'valor'));
      expect(cents(one['creditos'])).toBe(sumOf(on('conta_credito_id'), 'valor'));
    }
    const months = [...new Set(all('saldo_conta').map((row) => text(row['competencia'])))].toSorted();
    expect(months).toHaveLength(2);
    for (const month of months) {
      const balances = all('saldo_conta').filter((row) => row['competencia'] === month);
      expect(sumOf(balances, 'debitos')).toBe(sumOf(balances, 'creditos'));
      const remittance = all('remessa_plano_conta').find((row) => row['competencia'] === month);
      expect(cents(remittance?.['debitos'])).toBe(sumOf(balances, 'debitos'));
      expect(remittance?.['lancamentos']).toBe(entries.filter((row) => row['competencia'] === month).length);
    }
    for (const one of all('saldo_conta').filter((row) => row['competencia'] === months[1])) {
      const before = all('saldo_conta').find(
        (row) => row['competencia'] === months[0] && row['conta_id'] === one['conta_id'],
      );
      expect(cents(one['saldo_inicial'])).toBe(cents(before?.['saldo_final']));
    }
  });

  it('stand on the side of their kind, and make up for each other', () => {
    const months = Map.groupBy(all('saldo_conta'), (row) => text(row['competencia']));
    for (const balances of months.values()) {
      expect(sumOf(balances, 'saldo_inicial')).toBe(0);
      expect(sumOf(balances, 'saldo_final')).toBe(0);
    }
    const sides = new Map(all('plano_conta').map((row) => [text(row['codigo']), row['indicador'] === 'C' ? -1 : 1]));
    const wrong = Array.from({ length: balanceMonths }, (_, month) => month).flatMap((month) =>
      balanced.filter((code) => balanceOf({ seed: 1, today }, code, month).closing * (sides.get(code) ?? 0) < 0),
    );
    expect(wrong).toEqual([]);
    for (const one of all('saldo_conta')) {
      const month = text(one['competencia']) === '2026-10' ? 0 : 1;
      const code = text(byId('plano_conta', one['conta_id'])?.['codigo']);
      const { opening, closing } = balanceOf({ seed: 1, today }, code, month);
      expect(one).toMatchObject({ saldo_inicial: opening, saldo_final: closing });
    }
  });
});
