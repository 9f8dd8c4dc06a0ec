import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it, test } from 'vitest';
import type { HistoryEntry } from '../../engine/contract/screen-model.ts';
import { dayInZone } from '../../engine/core/day-in-zone.ts';
import { forEachDatabase } from '../support/databases.ts';
import type { Caller, TestProduct } from '../support/product.ts';
import { administrator, insertRow, startTestProduct } from '../support/product.ts';

type Row = Readonly<Record<string, string>>;

const folder = new URL('../../schemas/financeiro/', import.meta.url);
const read = (file: string): string => readFileSync(new URL(file, folder), 'utf8');
const rows = (screen: string): Row[] => parse(read(`${screen}/data.csv`), { columns: true });
const number = (text: string | undefined): number => Number(text);

describe('registries of finance', () => {
  it('start with rows only where the law, FEBRABAN, IBGE or custom give them', () => {
    const withRows = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.csv'));
    expect(withRows.map((file) => file.replace('/data.csv', '')).toSorted()).toEqual([
      'formas-pagamento',
      'iofs',
      'ipcas',
      'irrfs',
      'minimos-retencao',
      'natureza-rendimentos',
      'tabelas-limite-tributacao',
      'tipos-documentos',
      'tipos-impostos',
    ]);
  });

  it('offer an account to pay by its number, how much it is and when it is due', () => {
    interface Property {
      readonly readOnly?: boolean;
      readonly items?: { readonly properties: Readonly<Record<string, Property>> };
      readonly 'x-relation'?: { readonly entity: string; readonly label?: string };
    }
    const labelsIn = (properties: Readonly<Record<string, Property>>): readonly (string | undefined)[] =>
      Object.values(properties).flatMap(({ readOnly, items, 'x-relation': relation }) => [
        ...(relation?.entity === 'conta_pagar' && readOnly !== true ? [relation.label] : []),
        ...(items === undefined ? [] : labelsIn(items.properties)),
      ]);
    const screens = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('/schema.json'))
      .map((file) => file.replace('/schema.json', ''))
      // Nobody writes to what a query gives.
      .filter((name) => !existsSync(new URL(`${name}/query.sql`, folder)));
    const labels = screens.flatMap((name) =>
      labelsIn((JSON.parse(read(`${name}/schema.json`)) as { properties: Record<string, Property> }).properties),
    );
    expect(labels.length).toBeGreaterThan(5);
    expect(new Set(labels)).toEqual(new Set(['{numero} - {valor_liquido}[ (vence em {vencimento})]']));
    // What is found while somebody types brings these along.
    expect(JSON.parse(read('contas-pagar/columns.json'))).toMatchObject({
      autocomplete: { answer: { valor_liquido: 'valor_liquido', vencimento: 'vencimento' } },
    });
  });

  it('know who may lend, emit titles and authorise expenses', () => {
    const limits = (screen: string): unknown => {
      const { clients, flag } = JSON.parse(read(`${screen}/columns.json`)) as Readonly<Record<string, unknown>>;
      return clients ?? flag;
    };
    expect(limits('emprestimos')).toBe('financeiro.emprestimo');
    expect(limits('quota-emprestimo')).toEqual(['aeco']);
    expect(limits('remessas-titulos-emitidos')).toEqual(['copass']);
    expect(limits('extrato-bb')).toEqual(['rondo']);
    expect(limits('notas-autorizacoes-despesas')).toEqual(['rondo']);
  });
});

describe('the income tax of persons', () => {
  const periods = Map.groupBy(rows('irrfs'), ({ inicio }) => inicio ?? '');

  it('has one table after the other, without a day between', () => {
    const days = [...periods].map(([inicio, [first]]) => [inicio, first?.['fim'] ?? '']);
    expect(days).toEqual([
      ['2015-04-01', '2023-04-30'],
      ['2023-05-01', '2024-01-31'],
      ['2024-02-01', '2025-04-30'],
      ['2025-05-01', '2025-12-31'],
      ['2026-01-01', ''],
    ]);
    for (const table of periods.values()) expect(new Set(table.map(({ fim }) => fim)).size).toBe(1);
  });

  it('rises in five brackets that touch, by the rates of the law', () => {
    for (const table of periods.values()) {
      expect(table.map(({ aliquota }) => aliquota)).toEqual(['0', '7.5', '15', '22.5', '27.5']);
      expect(table.at(0)?.['faixa_inicial']).toBe('0');
      expect(table.at(-1)?.['faixa_final']).toBe('');
      for (const [at, { faixa_inicial }] of table.entries())
        if (at > 0) expect(number(faixa_inicial)).toBeCloseTo(number(table[at - 1]?.['faixa_final']) + 0.01, 6);
    }
  });

  it('jumps nowhere: what is deducted makes each bracket begin where the one before ended', () => {
    for (const table of periods.values())
      for (const [at, { aliquota, parcela_deduzir }] of table.entries()) {
        const before = table[at - 1];
        if (before === undefined) continue;
        const end = number(before['faixa_final']);
        const tax = (rate: string | undefined, deducted: string | undefined) =>
          (end * number(rate)) / 100 - number(deducted);
        const jump = tax(aliquota, parcela_deduzir) - tax(before['aliquota'], before['parcela_deduzir']);
        expect(Math.abs(jump)).toBeLessThan(0.02);
      }
  });

  it('is reduced from 2026 on, to nothing up to 5,000 and no more from 7,350 on', () => {
    const [row = {}] = periods.get('2026-01-01') ?? [];
    const reduction = (income: number) => number(row['reducao_base']) - number(row['reducao_coeficiente']) * income;
    expect(reduction(number(row['limite_isencao']))).toBeCloseTo(number(row['reducao_maxima']), 1);
    expect(Math.abs(reduction(number(row['limite_reducao'])))).toBeLessThan(0.01);
    const { desconto_simplificado, aliquota, parcela_deduzir } = periods.get('2026-01-01')?.[3] ?? {};
    const tax = ((5000 - number(desconto_simplificado)) * number(aliquota)) / 100 - number(parcela_deduzir);
    expect(tax).toBeCloseTo(number(row['reducao_maxima']), 1);
  });
});

describe('other public figures', () => {
  it('IPCA gives the inflation of the year that IBGE published', () => {
    const months = rows('ipcas');
    const year = (name: string) =>
      months
        .filter(({ competencia }) => competencia?.startsWith(name))
        .reduce((sum, { variacao }) => sum * (1 + number(variacao) / 100), 1);
    expect(((year('2023') - 1) * 100).toFixed(1)).toBe('4.6');
    expect(((year('2024') - 1) * 100).toFixed(1)).toBe('4.8');
    const named = months.map(({ competencia }) => competencia ?? '');
    expect(named).toEqual([...new Set(named)].toSorted());
  });

  it('the ceiling of INSS has one value a year, and 11 % of it is the most that is withheld', () => {
    const all = rows('tabelas-limite-tributacao');
    expect(all.map(({ inicio }) => inicio?.slice(0, 4))).toEqual(['2023', '2024', '2025', '2026']);
    for (const { teto, valor_maximo } of all) expect(number(valor_maximo)).toBeCloseTo(number(teto) * 0.11, 1);
  });

  it('forms of payment have the code of CNAB 240 that they go to the bank with', () => {
    const all = rows('formas-pagamento');
    expect(all.filter(({ codigo, codigo_cnab }) => codigo !== codigo_cnab)).toEqual([]);
    const meansOf = (code: string) => all.find(({ codigo }) => codigo === code)?.['meio'];
    expect(['01', '03', '31', '41', '45'].map(meansOf)).toEqual(['CREDITO_CONTA', 'TED', 'BOLETO', 'TED', 'PIX']);
  });

  it('natures of income say of whom they are, and by which code the tax is paid', () => {
    const all = rows('natureza-rendimentos');
    const codes = all.map(({ codigo }) => codigo ?? '');
    expect(codes).toEqual([...new Set(codes)].toSorted());
    expect(all.filter(({ codigo, tipo_pessoa }) => codigo?.startsWith('15') !== (tipo_pessoa === 'JURIDICA'))).toEqual(
      [],
    );
    const known = new Set(rows('tipos-impostos').map(({ codigo_receita }) => codigo_receita));
    expect(all.filter(({ codigo_receita }) => !known.has(codigo_receita ?? ''))).toEqual([]);
    expect(all.find(({ codigo }) => codigo === '15026')?.['descricao']).toMatch(/^Remuneração de serviços de medicina/);
  });

  it('what is withheld points at taxes that are there', () => {
    const taxes = new Set(rows('tipos-impostos').map(({ codigo }) => codigo));
    for (const screen of ['minimos-retencao', 'tabelas-limite-tributacao'])
      expect(rows(screen).filter(({ imposto }) => !taxes.has(imposto))).toEqual([]);
  });
});

interface Move {
  readonly name: string;
  readonly from: readonly string[];
  readonly to: string;
  readonly fields?: readonly string[];
  readonly required?: readonly string[];
  readonly set?: Readonly<Record<string, unknown>>;
}

describe('what is taken back, refused or given up', () => {
  const schemas = new URL('../../schemas/', import.meta.url);
  const registries = readdirSync(schemas, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('columns.json'))
    .flatMap((file) => {
      const { states } = JSON.parse(readFileSync(new URL(file, schemas), 'utf8')) as {
        readonly states?: { readonly transitions: readonly Move[] };
      };
      return states === undefined ? [] : [{ screen: file.replace('/columns.json', ''), moves: states.transitions }];
    });

  it('asks why, in every registry; where the rows of the record tell it, they do', () => {
    const everywhere = /^(cancelar|estornar|desfazer|rejeitar|negar|recusar|dispensar|devolver|abater)$/;
    const ofMoney = /^(reabrir|bloquear|nao-descontar)$/;
    const silent = registries.flatMap(({ screen, moves }) =>
      moves
        .filter(({ name }) => everywhere.test(name) || (screen.startsWith('financeiro/') && ofMoney.test(name)))
        .filter(({ required = [] }) => required.length === 0)
        .map(({ name }) => `${screen} ${name}`),
    );
    // The errors that ANS answers with are rows of these.
    expect(silent).toEqual([
      'ans-operadora/movimentos-sib rejeitar',
      'ans-operadora/registros-monitoramentos-tiss rejeitar',
    ]);
  });

  it('is not answered by the reason of the time before', () => {
    const reused = registries
      .filter(({ screen }) => screen.startsWith('financeiro/'))
      .flatMap(({ screen, moves }) =>
        moves.flatMap((asking) => {
          const field = asking.required?.find((name) => name.startsWith('motivo'));
          if (field === undefined) return [];
          // Every state that the record may reach with the reason still in it.
          const reached = new Set([asking.to]);
          for (const state of reached)
            for (const { from, to, set = {} } of moves)
              if (from.includes(state) && !Object.hasOwn(set, field)) reached.add(to);
          const again = moves.filter(({ required = [] }) => required.includes(field));
          return again.some(({ from }) => from.some((state) => reached.has(state))) ? [`${screen} ${field}`] : [];
        }),
      );
    expect(reused).toEqual([]);
  });
});

forEachDatabase((open) => {
  let product: TestProduct;
  let admin: Caller;
  const [reason, cancellation] = [1, 2];
  let account = 0;

  const go = async (caller: Caller, path: string, id: number, transition: string, body: object = {}) => {
    const answer = await caller.call('PATCH', `/api${path}?id=eq.${id}&transition=${transition}`, { body });
    return answer.statusCode === 204 ? 204 : `${answer.statusCode} ${answer.body}`;
  };
  const found = async (path: string): Promise<unknown> => (await admin.call('GET', `/api${path}`)).json();

  beforeAll(async () => {
    product = await startTestProduct(await open({ from: 'product' }));
    admin = await product.as(administrator.login, administrator.password);
    await product.database.execute(`
      insert into motivo (codigo, descricao, aplicacao) values ('E1', 'Arquivo recusado pelo banco', 'ESTORNO'), ('C1', 'Engano', 'CANCELAMENTO');
      insert into banco (codigo, nome) values ('001', 'Banco do Brasil');
      insert into plano_conta (codigo, descricao, natureza, grau, analitica, indicador, inicio)
        values ('1.2', 'A receber', 'ATIVO', 2, true, 'D', '2020-01-01');
      insert into tipo_conta_receber (codigo, descricao, conta_contabil_id) select 'M', 'Mensalidade', id from plano_conta;`);
    account = await insertRow(admin, '/contas-receber', {
      tipo_id: 1,
      documento_pagador: '52998224725',
      competencia: '2026-01',
      emissao: '2026-01-01',
      vencimento: '2026-01-10',
      valor: 1000,
    });
  });

  test('a remittance says when it went, when it came back and why it was reversed, and who did it', async () => {
    const path = '/remessas-recebimentos';
    const bill = await insertRow(admin, '/contas-receber', {
      tipo_id: 1,
      documento_pagador: '52998224725',
      competencia: '2026-01',
      emissao: '2026-01-01',
      vencimento: '2026-01-10',
      valor: 1000,
    });
    const id = await insertRow(admin, path, {
      tipo: 'FOLHA',
      competencia: '2026-01',
      geracao: '2026-01-02T12:00:00Z',
      itens: [{ conta_id: bill }],
    });
    const clerk = await product.enter('cobranca', [
      'remessarecebimento:list',
      'remessarecebimento:view',
      'remessarecebimento:update',
      'contareceber:update',
      'contareceber:baixar',
      'contribuicao:baixar',
      'lancamentocoparticipacao:baixar',
    ]);
    expect(await go(clerk, path, id, 'enviar', { enviada_em: null })).toContain('Enviada em');
    expect(await go(clerk, path, id, 'enviar', { enviada_em: '2026-01-03', protocolo: '9911' })).toBe(204);
    expect(await go(clerk, path, id, 'retornar-em-parte', { retorno_em: null })).toContain('Data do retorno');
    const back = { retorno_em: '2026-01-12', numero_retorno: '000031' };
    expect(await go(clerk, path, id, 'retornar-em-parte', back)).toBe(204);
    expect(await go(clerk, path, id, 'estornar', { motivo_estorno_id: reason })).toContain('403');
    const chief = await product.enter('tesouraria', [
      'remessarecebimento:list',
      'remessarecebimento:view',
      'remessarecebimento:estornoremessa',
      'contareceber:update',
      'motivo:list',
    ]);
    expect(await go(chief, path, id, 'estornar')).toContain('Motivo do estorno');
    expect(await go(chief, path, id, 'retornar', back)).toContain('403');
    const why = { motivo_estorno_id: reason, justificativa: 'Leiaute antigo.' };
    expect(await go(chief, path, id, 'estornar', why)).toBe(204);
    expect(
      await found(`${path}?id=eq.${id}&select=situacao,enviada_em,protocolo,retorno_em,numero_retorno,justificativa`),
    ).toEqual([
      {
        situacao: 'ESTORNADA',
        enviada_em: '2026-01-03',
        protocolo: '9911',
        ...back,
        justificativa: 'Leiaute antigo.',
      },
    ]);
    expect(await go(chief, path, id, 'estornar', why)).toContain('422');
    const history = (await found(`${path}/${id}/historico`)) as readonly HistoryEntry[];
    expect(history.map(({ by }) => by)).toEqual(['tesouraria', 'cobranca', 'cobranca', administrator.login]);
    expect(history[0]?.changes.map(({ field, after }) => [field, after])).toEqual(
      expect.arrayContaining([
        ['motivo_estorno_id', 'E1 - Arquivo recusado pelo banco'],
        ['justificativa', 'Leiaute antigo.'],
        ['situacao', 'ESTORNADA'],
      ]),
    );
  });

  test('a payment is of a day that has come, and pays what is owed or a part of it', async () => {
    const path = '/contas-receber';
    const late = { data_pagamento: '2999-01-10', valor_pago: 1000 };
    const less = { data_pagamento: '2026-02-10', valor_pago: 1 };
    const whole = { data_pagamento: '2026-02-10', valor_pago: 1000 };
    const future = 'O pagamento não pode ser de um dia que ainda não chegou.';
    expect(await go(admin, path, account, 'baixar', late)).toContain(future);
    expect(await go(admin, path, account, 'baixar', less)).toContain('O valor pago é menor que o devido');
    expect(await go(admin, path, account, 'baixar-em-parte', whole)).toContain('O valor pago cobre o devido');
    expect(await found(`${path}?id=eq.${account}&select=situacao,valor_pago`)).toEqual([
      { situacao: 'ABERTA', valor_pago: null },
    ]);
    // What is let off is not owed.
    expect(await go(admin, path, account, 'baixar', { ...less, desconto: 999 })).toBe(204);
    expect(await go(admin, path, account, 'estornar', { motivo_estorno_id: reason })).toBe(204);
    // What is not said is paid whole, and today.
    const began = dayInZone('America/Sao_Paulo');
    expect(await go(admin, path, account, 'baixar')).toBe(204);
    const [{ data_pagamento, valor_pago }] = (await found(
      `${path}?id=eq.${account}&select=data_pagamento,valor_pago`,
    )) as [{ data_pagamento: string; valor_pago: number }];
    expect(valor_pago).toBe(1000);
    expect([began, dayInZone('America/Sao_Paulo')]).toContain(data_pagamento);
    expect(await go(admin, path, account, 'estornar', { motivo_estorno_id: reason })).toBe(204);
  });

  test('a payment that is reversed leaves the bill without the fine of the payment, and each reversal has its reason', async () => {
    const path = '/contas-receber';
    const paid = { data_pagamento: '2026-02-10', valor_pago: 1030, juros: 10, multa: 20, desconto: 5 };
    const state = () =>
      found(`${path}?id=eq.${account}&select=situacao,valor_devido,juros,multa,desconto,valor_pago,motivo_estorno_id`);
    expect(await go(admin, path, account, 'baixar', paid)).toBe(204);
    expect(await state()).toMatchObject([{ situacao: 'PAGA', valor_devido: 1025 }]);
    expect(await go(admin, path, account, 'estornar')).toContain('Motivo do estorno');
    expect(await go(admin, path, account, 'estornar', { motivo_estorno_id: reason })).toBe(204);
    expect(await state()).toEqual([
      {
        situacao: 'ABERTA',
        valor_devido: 1000,
        juros: 0,
        multa: 0,
        desconto: 0,
        valor_pago: null,
        motivo_estorno_id: reason,
      },
    ]);
    expect(await go(admin, path, account, 'cancelar')).toContain('Motivo do cancelamento');
    expect(await go(admin, path, account, 'baixar', paid)).toBe(204);
    expect(await go(admin, path, account, 'estornar')).toContain('Motivo do estorno');
  });

  test('another copy of a bill has a later due day and its charges, keeps the first day, and waits for the bank anew', async () => {
    const path = '/contas-receber';
    const id = await insertRow(admin, path, {
      tipo_id: 1,
      documento_pagador: '52998224725',
      competencia: '2026-01',
      emissao: '2026-01-01',
      vencimento: '2026-01-10',
      valor: 1000,
      nosso_numero: '9000000777',
      linha_digitavel: '0'.repeat(47),
      txid_pix: 'PIX777',
    });
    const copy = { multa: 20, juros: 10 };
    const issue = (vencimento_segunda_via: string | null) =>
      go(admin, path, id, 'segunda-via', { ...copy, vencimento_segunda_via });
    expect(await go(admin, path, id, 'registrar')).toBe(204);
    expect(await go(admin, path, id, 'vencer')).toBe(204);
    expect(await issue(null)).toContain('Informe Vencimento da 2ª via.');
    expect(await issue('2026-02-10')).toContain('A 2ª via não pode vencer antes do dia em que é emitida.');
    expect(await issue('2999-01-31')).toBe(204);
    expect(await issue('2999-02-28')).toBe(204);
    const day = new Date().toLocaleDateString('sv', { timeZone: 'America/Sao_Paulo' });
    expect(
      await found(
        `${path}?id=eq.${id}&select=situacao,vencimento,vencimento_original,segunda_via_em,valor_devido,nosso_numero,linha_digitavel,txid_pix`,
      ),
    ).toEqual([
      {
        situacao: 'ABERTA',
        vencimento: '2999-02-28',
        vencimento_original: '2026-01-10',
        segunda_via_em: day,
        valor_devido: 1030,
        nosso_numero: '9000000777',
        linha_digitavel: null,
        txid_pix: null,
      },
    ]);
    const early = await insertRow(admin, path, {
      tipo_id: 1,
      documento_pagador: '52998224725',
      competencia: '2026-01',
      emissao: '2026-01-01',
      vencimento: '2999-12-31',
      valor: 1000,
    });
    expect(await go(admin, path, early, 'segunda-via', { vencimento_segunda_via: '2999-01-31' })).toContain(
      'A 2ª via não pode vencer antes da primeira.',
    );
    const paid = { data_pagamento: '2026-02-10', valor_pago: 1030 };
    expect(await go(admin, path, id, 'baixar', paid)).toBe(204);
    expect(await issue('2999-03-31')).toContain('422');
  });

  describe('orders and remittances of payments', () => {
    const orders = '/borderos-pagamentos';
    const bills = '/contas-pagar';
    const order = { data: '2026-01-05', data_pagamento: '2026-01-10', forma_id: 1 };

    const billOf = async (valor: number, forma = 1) => {
      const id = await insertRow(admin, bills, {
        tipo_id: 1,
        fornecedor_id: 1,
        emissao: '2026-01-01',
        competencia: '2026-01',
        vencimento: '2026-01-10',
        valor_bruto: valor,
        forma_id: forma,
      });
      expect(await go(admin, bills, id, 'liberar')).toBe(204);
      return id;
    };
    const state = (path: string, id: number, fields = 'situacao') => found(`${path}?id=eq.${id}&select=${fields}`);

    beforeAll(async () => {
      await product.database.execute(`
        insert into forma_pagamento (codigo, descricao, meio) values ('41', 'TED', 'TED'), ('45', 'Pix', 'PIX');
        insert into tipo_imposto (codigo, sigla, descricao, esfera, codigo_receita, regime_apuracao)
          values ('CSRF', 'CSRF', 'Retenções de pessoas jurídicas', 'FEDERAL', '5952', 'CAIXA');
        insert into fornecedor (codigo, nome, tipo_pessoa, cnpj) values ('1', 'Hospital', 'JURIDICA', '11222333000181');
        insert into tipo_conta_pagar (codigo, descricao, natureza, conta_contabil_id) select 'P', 'Prestador', 'PRESTADOR', id from plano_conta;`);
    });

    test('an order takes bills of its form while it is open, and is worth what they are worth', async () => {
      const [bill, other] = [await billOf(1000), await billOf(50, 2)];
      const id = await insertRow(admin, orders, order);
      const worth = () => state(orders, id, 'situacao,quantidade,valor_total');
      expect(await go(admin, orders, id, 'aprovar')).toContain(
        'Inclua ao menos uma conta a pagar no borderô antes de aprová-lo.',
      );
      expect(await go(admin, bills, other, 'incluir-em-bordero', { bordero_id: id })).toContain('Borderô');
      expect(await go(admin, bills, bill, 'incluir-em-bordero', { bordero_id: id })).toBe(204);
      expect(await worth()).toEqual([{ situacao: 'ABERTO', quantidade: 1, valor_total: 1000 }]);
      const small = await billOf(0.35);
      expect(await go(admin, bills, small, 'incluir-em-bordero', { bordero_id: id })).toBe(204);
      expect(await worth()).toEqual([{ situacao: 'ABERTO', quantidade: 2, valor_total: 1000.35 }]);
      expect(await go(admin, bills, small, 'retirar-do-bordero')).toBe(204);
      expect(await worth()).toEqual([{ situacao: 'ABERTO', quantidade: 1, valor_total: 1000 }]);
      const typed = await admin.call('PATCH', `/api${orders}?id=eq.${id}`, { body: { valor_total: 5 } });
      expect(typed.body).toContain("O campo 'valor_total' só pode ser lido.");
      expect(await go(admin, orders, id, 'aprovar')).toBe(204);
      const late = await billOf(30);
      expect(await go(admin, bills, late, 'incluir-em-bordero', { bordero_id: id })).toContain('Borderô');
      // Nobody approved what is left of it.
      expect(await go(admin, bills, bill, 'retirar-do-bordero')).toBe(204);
      expect(await state(orders, id, 'situacao,aprovador_id')).toEqual([{ situacao: 'ABERTO', aprovador_id: null }]);
      expect(await worth()).toEqual([{ situacao: 'ABERTO', quantidade: 0, valor_total: 0 }]);
      expect(await state(bills, bill, 'situacao,bordero_id')).toEqual([{ situacao: 'LIBERADA', bordero_id: null }]);
      expect(await go(admin, bills, bill, 'incluir-em-bordero', { bordero_id: id })).toBe(204);
      expect(await go(admin, orders, id, 'aprovar')).toBe(204);
      const future = { data_pagamento: '2999-01-01' };
      expect(await go(admin, orders, id, 'pagar', future)).toContain('um dia que ainda não chegou');
      expect(await go(admin, orders, id, 'pagar', { data_pagamento: '2026-01-10' })).toBe(204);
      expect(await go(admin, bills, late, 'incluir-em-bordero', { bordero_id: id })).toContain('Borderô');
      // What is paid back is no more of it, and what was paid was a part.
      expect(await go(admin, bills, bill, 'estornar', { motivo_estorno_id: reason })).toBe(204);
      expect(await state(orders, id)).toEqual([{ situacao: 'PARCIAL' }]);
    });

    test('an order is found by its number, and approved while its form of payment is that of the bills in it', async () => {
      const id = await insertRow(admin, orders, order);
      const [row] = (await state(orders, id, 'numero')) as { readonly numero: number }[];
      const numero = row?.numero;
      expect((await admin.call('GET', `/api${orders}/${numero}`)).json()).toEqual([
        { id, numero, label: `${numero}`, detail: 'Aberto' },
      ]);
      const bill = await billOf(20);
      expect(await go(admin, bills, bill, 'incluir-em-bordero', { bordero_id: id })).toBe(204);
      const pay = async (forma_id: number) => {
        expect((await admin.call('PATCH', `/api${orders}?id=eq.${id}`, { body: { forma_id } })).statusCode).toBe(204);
      };
      await pay(2);
      expect(await go(admin, orders, id, 'aprovar')).toContain(
        'Há no borderô conta de outra forma de pagamento: volte a forma dele, ou retire a conta.',
      );
      await pay(1);
      expect(await go(admin, orders, id, 'aprovar', { aprovador_id: 1 })).toContain('aprovador_id');
      expect(await go(admin, orders, id, 'aprovar')).toBe(204);
      expect(await state(orders, id, 'situacao,aprovador(login)')).toEqual([
        { situacao: 'APROVADO', aprovador: { login: administrator.login } },
      ]);
    });

    test('an order whose bills were all refused by the bank pays nothing, and is given up', async () => {
      const bill = await billOf(70);
      const id = await insertRow(admin, orders, order);
      expect(await go(admin, bills, bill, 'incluir-em-bordero', { bordero_id: id })).toBe(204);
      expect(await go(admin, orders, id, 'aprovar')).toBe(204);
      expect(await go(admin, orders, id, 'enviar')).toBe(204);
      const why = { motivo_cancelamento_id: cancellation };
      expect(await go(admin, orders, id, 'cancelar', why)).toContain('há conta dele que o banco não rejeitou');
      expect(await go(admin, bills, bill, 'rejeitar', { motivo_rejeicao: 'AG' })).toBe(204);
      const paid = { data_pagamento: '2026-01-10' };
      for (const transition of ['pagar', 'pagar-em-parte'])
        expect(await go(admin, orders, id, transition, paid)).toContain('Nenhuma conta do borderô espera pagamento');
      expect(await go(admin, orders, id, 'cancelar', why)).toBe(204);
      expect(await state(orders, id)).toEqual([{ situacao: 'CANCELADO' }]);
    });

    test('a remittance sends the bills in it whose order was approved, pays and refuses them, on days that have come, one after the other', async () => {
      const [first, second] = [await billOf(100), await billOf(200)];
      const id = await insertRow(admin, orders, order);
      const path = '/remessas-pagamentos';
      const lines = '/remessas-pagamentos-contas';
      const remittance = await insertRow(admin, path, { geracao: '2026-01-08T12:00:00Z' });
      expect(await go(admin, path, remittance, 'enviar', { enviada_em: '2026-01-09' })).toContain(
        'Inclua ao menos uma conta na remessa antes de enviá-la.',
      );
      const line = { remessa_id: remittance, segmento: 'A', lote: 1 };
      const refused = await admin.call('POST', `/api${lines}`, { body: { ...line, conta_id: first, sequencia: 1 } });
      expect(refused.body).toContain('Conta');
      for (const bill of [first, second])
        expect(await go(admin, bills, bill, 'incluir-em-bordero', { bordero_id: id })).toBe(204);
      const wrong = await admin.call('POST', `/api${lines}`, {
        body: { ...line, conta_id: first, sequencia: 1, valor: 999.99 },
      });
      expect(wrong.json().fields).toEqual([
        { field: 'valor', message: 'A remessa paga o valor líquido da conta, ou menos.' },
      ]);
      await insertRow(admin, lines, { ...line, conta_id: first, sequencia: 1, ocorrencia: '00' });
      const rejected = await insertRow(admin, lines, { ...line, conta_id: second, sequencia: 2 });
      expect(await go(admin, path, remittance, 'enviar', { enviada_em: '2999-01-01' })).toContain('ainda não chegou');
      expect(await go(admin, path, remittance, 'enviar', { enviada_em: '2026-01-09' })).toContain(
        'O borderô da conta não foi aprovado: aprove-o antes de enviá-la ao banco.',
      );
      expect([await state(path, remittance), await state(bills, first)]).toEqual([
        [{ situacao: 'GERADA' }],
        [{ situacao: 'EM_BORDERO' }],
      ]);
      expect(await go(admin, orders, id, 'aprovar')).toBe(204);
      expect(await go(admin, path, remittance, 'enviar', { enviada_em: '2026-01-09' })).toBe(204);
      expect(await state(path, remittance, 'situacao,quantidade,valor_total')).toEqual([
        { situacao: 'ENVIADA', quantidade: 2, valor_total: 300 },
      ]);
      expect(await state(bills, first)).toEqual([{ situacao: 'ENVIADA' }]);
      const late = await billOf(10);
      const body = { ...line, conta_id: late, sequencia: 3 };
      expect((await admin.call('POST', `/api${lines}`, { body })).body).toContain('Remessa');
      const change = async (of: string, row: number, values: object) =>
        (await admin.call('PATCH', `/api${of}?id=eq.${row}`, { body: values })).body;
      expect(await change(path, remittance, { valor_total: 1 })).toContain('Valor total não pode ser alterado');
      expect(await change(lines, rejected, { lote: 2 })).toContain("O registro em 'Remessa' está fechado");
      const gone = await admin.call('DELETE', `/api${lines}?id=eq.${rejected}`);
      expect(gone.statusCode).not.toBe(204);
      expect(await change(lines, rejected, { ocorrencia: 'AG' })).toBe('');
      expect(await go(admin, lines, rejected, 'rejeitar', { ocorrencia: 'AG' })).toBe(204);
      expect(await change(lines, rejected, { ocorrencia: '00' })).toContain('não pode ser alterado');
      expect(await state(bills, second, 'situacao,motivo_rejeicao')).toEqual([
        { situacao: 'REJEITADA', motivo_rejeicao: 'AG' },
      ]);
      expect(await go(admin, path, remittance, 'retornar', { retorno_em: '2000-01-01' })).toContain(
        'O retorno não pode ser anterior ao envio',
      );
      expect(await go(admin, path, remittance, 'retornar', { retorno_em: '2026-01-12' })).toBe(204);
      expect(await state(bills, first, 'situacao,data_pagamento')).toEqual([
        { situacao: 'PAGA', data_pagamento: '2026-01-12' },
      ]);
      expect(await state(bills, second)).toEqual([{ situacao: 'REJEITADA' }]);
    });

    test('the return of a remittance pays what the bank paid, refuses what it refused, and leaves the rest scheduled', async () => {
      const [path, lines] = ['/remessas-pagamentos', '/remessas-pagamentos-contas'];
      const id = await insertRow(admin, orders, order);
      const remessa_id = await insertRow(admin, path, { geracao: '2026-01-08T12:00:00Z' });
      const lineOf = async (sequencia: number, ocorrencia: string | null) => {
        const conta_id = await billOf(100);
        expect(await go(admin, bills, conta_id, 'incluir-em-bordero', { bordero_id: id })).toBe(204);
        const row = { remessa_id, conta_id, segmento: 'A', lote: 1, sequencia, ocorrencia };
        return { bill: conta_id, line: await insertRow(admin, lines, row) };
      };
      const paid = await lineOf(1, '00');
      const refused = await lineOf(2, 'AGBD');
      const scheduled = await lineOf(3, 'BD');
      const silent = await lineOf(4, null);
      expect(await go(admin, orders, id, 'aprovar')).toBe(204);
      expect(await go(admin, path, remessa_id, 'enviar', { enviada_em: '2026-01-09' })).toBe(204);
      const day = { data_efetiva: '2026-01-12' };
      const wrong = [
        ['pagar', { ...day, ocorrencia: 'AG' }, 'A ocorrência informada não é de pagamento.'],
        ['confirmar', { ocorrencia: '00' }, 'A ocorrência informada não é de agendamento.'],
        ['rejeitar', { ocorrencia: 'BD' }, 'A ocorrência informada não é de recusa.'],
      ] as const;
      for (const [step, body, message] of wrong)
        expect(await go(admin, lines, silent.line, step, body)).toContain(message);
      const back = { retorno_em: '2026-01-12' };
      expect(await go(admin, path, remessa_id, 'retornar', back)).toContain(
        'Há contas sem ocorrência: informe a que o banco devolveu em cada conta da remessa, ou registre o retorno em parte.',
      );
      expect(await go(admin, bills, silent.bill, 'pagar', { data_pagamento: '2026-01-11' })).toBe(204);
      expect(await go(admin, path, remessa_id, 'retornar', back)).toBe(204);
      const both = async (one: { readonly bill: number; readonly line: number }) => [
        await state(lines, one.line, 'situacao,resultado,data_efetiva'),
        await state(bills, one.bill, 'situacao,data_pagamento,motivo_rejeicao'),
      ];
      expect(await both(paid)).toEqual([
        [{ situacao: 'PAGA', resultado: 'PAGO', data_efetiva: '2026-01-12' }],
        [{ situacao: 'PAGA', data_pagamento: '2026-01-12', motivo_rejeicao: null }],
      ]);
      expect(await both(refused)).toEqual([
        [{ situacao: 'REJEITADA', resultado: 'RECUSADO', data_efetiva: null }],
        [{ situacao: 'REJEITADA', data_pagamento: null, motivo_rejeicao: 'AGBD' }],
      ]);
      expect(await both(scheduled)).toEqual([
        [{ situacao: 'CONFIRMADA', resultado: 'AGENDADO', data_efetiva: null }],
        [{ situacao: 'ENVIADA', data_pagamento: null, motivo_rejeicao: null }],
      ]);
      expect(await both(silent)).toEqual([
        [{ situacao: 'PAGA', resultado: null, data_efetiva: '2026-01-11' }],
        [{ situacao: 'PAGA', data_pagamento: '2026-01-11', motivo_rejeicao: null }],
      ]);
    });

    test('a tax that is paid pays no bill of which it was withheld, and its payment may be reversed and made again', async () => {
      const path = '/borderos-impostos';
      const [bill, dropped] = [await billOf(1000), await billOf(10)];
      expect(await go(admin, bills, dropped, 'cancelar', { motivo_cancelamento_id: cancellation })).toBe(204);
      const of = { imposto_id: 1, competencia: '2026-01', vencimento: '2026-02-20' };
      const refused = await admin.call('POST', `/api${path}`, {
        body: { ...of, contas: [{ conta_id: dropped, valor: 1 }] },
      });
      expect(refused.body).toContain('Conta a pagar (Contas, linha 1) não aceita o registro escolhido');
      const id = await insertRow(admin, path, { ...of, contas: [{ conta_id: bill, valor: 15 }] });
      expect(await go(admin, path, id, 'aprovar')).toBe(204);
      expect(await go(admin, path, id, 'pagar', { data_pagamento: '2026-02-20', guia: '7001' })).toBe(204);
      expect(await state(bills, bill)).toEqual([{ situacao: 'LIBERADA' }]);
      expect(await go(admin, path, id, 'estornar')).toContain('Motivo do estorno');
      expect(await go(admin, path, id, 'estornar', { motivo_estorno_id: reason })).toBe(204);
      const paid = () => state(path, id, 'situacao,data_pagamento,guia,motivo_estorno_id');
      expect(await paid()).toEqual([
        { situacao: 'APROVADO', data_pagamento: null, guia: null, motivo_estorno_id: reason },
      ]);
      expect(await go(admin, path, id, 'pagar', { data_pagamento: '2026-02-23', guia: '7002' })).toBe(204);
      expect(await paid()).toEqual([
        { situacao: 'PAGO', data_pagamento: '2026-02-23', guia: '7002', motivo_estorno_id: null },
      ]);
    });

    test('a remittance that is cancelled gives back what it sent, to be sent again, and nothing that another one sent', async () => {
      const [path, lines] = ['/remessas-pagamentos', '/remessas-pagamentos-contas'];
      const why = { motivo_cancelamento_id: cancellation };
      const bill = await billOf(100);
      const id = await insertRow(admin, orders, order);
      expect(await go(admin, bills, bill, 'incluir-em-bordero', { bordero_id: id })).toBe(204);
      expect(await go(admin, orders, id, 'aprovar')).toBe(204);
      const remittanceOf = async () => {
        const remessa_id = await insertRow(admin, path, { geracao: '2026-01-08T12:00:00Z' });
        const row = { remessa_id, conta_id: bill, segmento: 'A', lote: 1, sequencia: 1 };
        return { remittance: remessa_id, line: await insertRow(admin, lines, row) };
      };
      const sent = { enviada_em: '2026-01-09' };
      const [first, waiting] = [await remittanceOf(), await remittanceOf()];
      expect(await state(lines, first.line)).toEqual([{ situacao: 'INCLUIDA' }]);
      expect(await go(admin, path, first.remittance, 'enviar', sent)).toBe(204);
      expect(await go(admin, path, waiting.remittance, 'cancelar', why)).toBe(204);
      expect(await state(lines, waiting.line)).toEqual([{ situacao: 'CANCELADA' }]);
      expect(await state(bills, bill)).toEqual([{ situacao: 'ENVIADA' }]);
      expect(await go(admin, path, first.remittance, 'cancelar', why)).toBe(204);
      expect(await state(lines, first.line)).toEqual([{ situacao: 'CANCELADA' }]);
      expect(await state(bills, bill, 'situacao,bordero_id')).toEqual([{ situacao: 'EM_BORDERO', bordero_id: id }]);
      const again = await remittanceOf();
      expect(await go(admin, path, again.remittance, 'enviar', sent)).toBe(204);
      expect(await state(bills, bill)).toEqual([{ situacao: 'ENVIADA' }]);
      expect(await go(admin, lines, again.line, 'pagar', { data_efetiva: '2026-01-10' })).toBe(204);
      expect(await go(admin, path, again.remittance, 'cancelar', why)).toContain(
        'Há contas pagas por esta remessa: ela não pode ser cancelada.',
      );
    });
  });
});
