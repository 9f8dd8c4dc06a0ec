/** Records of billing, and what is asked of them, over a product that is started already. */
import type { Caller, TestProduct } from '../support/product.ts';
import { insertRow } from '../support/product.ts';

export interface BillingStage {
  readonly admin: Caller;
  readonly product: TestProduct;
}

export const lot = {
  prestador_id: 1,
  competencia: '2026-10',
  recebimento: '2026-11-03T12:00:00Z',
  origem: 'XML',
  quantidade_guias: 1,
  valor_apresentado: 300,
};
export const invoice = {
  protocolo_id: 1,
  prestador_id: 1,
  competencia: '2026-10',
  quantidade_guias: 1,
  valor_apresentado: 300,
};
export const guide = {
  faturamento_id: 1,
  tipo_guia: '2',
  numero_guia_prestador: 'G1',
  beneficiario_id: 1,
  prestador_executante_id: 1,
  data_atendimento: '2026-10-10',
  valor_apresentado: 300,
};
export const line = {
  guia_id: 1,
  codigo: '40304361',
  beneficiario_id: 1,
  prestador_id: 1,
  data: '2026-10-10',
  valor_unitario: 100,
  valor_apresentado: 100,
};
export const denial = { guia_id: 1, prestador_id: 1, motivo_id: 1, data: '2026-11-05' };

/** Calls of the administrator. */
export const billingCalls = (admin: () => Caller) => {
  const rows = async (caller: Caller, path: string): Promise<unknown> =>
    (await caller.call('GET', `/api${path}`)).json();
  const go = async (path: string, id: number, transition: string, body: object = {}) => {
    const answer = await admin().call('PATCH', `/api${path}?id=eq.${id}&transition=${transition}`, { body });
    return answer.statusCode === 204 ? 204 : `${answer.statusCode} ${answer.body}`;
  };
  const change = async (path: string, id: number, body: object) =>
    (await admin().call('PATCH', `/api${path}?id=eq.${id}`, { body })).statusCode;
  /** A guide of the second provider in an invoice of its own, of which so much is denied. */
  const deniedGuide = async (number: string, denied: number) => {
    const protocolo = await insertRow(admin(), '/protocolos-recebimentos-prestadores', { ...lot, prestador_id: 2 });
    const fatura = await insertRow(admin(), '/faturamentos-prestadores', {
      ...invoice,
      protocolo_id: protocolo,
      prestador_id: 2,
      valor_apresentado: 100,
    });
    const guia = await insertRow(admin(), '/guias', {
      ...guide,
      faturamento_id: fatura,
      prestador_executante_id: 2,
      numero_guia_prestador: number,
      valor_apresentado: 100,
    });
    const glosa = await insertRow(admin(), '/glosas', { ...denial, guia_id: guia, prestador_id: 2, valor: denied });
    return { protocolo, fatura, guia, glosa };
  };

  const accounts = (filter: string) =>
    rows(
      admin(),
      `/contas-pagar?${filter}&select=tipo(codigo),fornecedor_id,beneficiario_id,competencia,valor_liquido,forma(codigo),conta_chave_pix,situacao,itens(origem,valor)&order=id`,
    );
  return { rows, go, change, deniedGuide, accounts };
};
