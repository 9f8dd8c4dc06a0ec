/** What holds of bills, credits and balances, over a product that is started already. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { ScreenModel } from '../../engine/contract/screen-model.ts';
import type { Caller, TestProduct } from '../support/product.ts';
import { insertRow } from '../support/product.ts';
import type { PeopleStage } from './people-stage.ts';
import { found, member, refusal } from './people-stage.ts';

export const testFinance = (stage: () => PeopleStage): void => {
  describe('finance', () => {
    let product: TestProduct;
    let admin: Caller;
    let ana: number;
    const refused = (path: string, body: object): Promise<string> => refusal(admin, path, body);

    let account: number;
    let late: number;
    beforeAll(async () => {
      ({ product, admin, ana } = stage());
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
};
