/**
 * What members paid themselves and get back: the request, the protocol in which it came in, the account that is made of
 * it, and the notice of its payment.
 */
import type { Row } from '../../engine/data/given-rows.ts';
import type { Draw, SampleRecipes } from '../../engine/data/samples/recipe.ts';
import { dayAfter } from './days.ts';
import { cents, pointing, reasonFor } from './found-rows.ts';
import { indexOf } from './once-of.ts';
import { billOfRefund } from './payables.ts';
import type { Fate } from './refund-facts.ts';
import { fates, paidPlace, refundAt } from './refund-facts.ts';

const noAccount: Row = { conta_banco_id: null, conta_agencia: null, conta_numero: null };

interface Refusal {
  readonly reason: unknown;
  readonly text: string;
}

/** Code of the reason, and what is written to the member. */
const refusals: readonly (readonly [code: string, text: string])[] = [
  ['NEG06', 'Recibo ilegível, sem a identificação do prestador.'],
  ['NEG04', 'A auditoria médica não reconheceu a indicação da despesa.'],
  ['NEG02', 'Despesa sem cobertura contratual na data do atendimento.'],
];
const anyRefusal = 'Despesa negada pela operadora, pelo motivo informado.';

const reasonsByCode = indexOf('motivo', 'codigo');

/** The refused ones take turns; where the reason is not there, it is any, with words that fit each. */
const refusalOf = (draw: Draw): Refusal => {
  const [code, text = anyRefusal] = refusals[Math.floor(draw.index / fates.length) % refusals.length] ?? [];
  const reason = reasonsByCode(draw).get(code)?.['id'];
  return reason === undefined
    ? { reason: reasonFor(draw.rows, 'NEGATIVA') ?? null, text: anyRefusal }
    : { reason, text };
};

/** Of a part that is not paid back: it cost more than the table allows. */
const overTable = '1714';

const partReason = (draw: Draw): unknown =>
  reasonsByCode(draw).get(overTable)?.['id'] ??
  reasonFor(draw.rows, 'GLOSA') ??
  reasonFor(draw.rows, 'NEGATIVA') ??
  null;

const protocol = (draw: Draw): Row => {
  const { index } = draw;
  const { person, asked, fate, amount, kept, paidOn } = refundAt(draw, index);
  const fresh = fate === 'new';
  const paid = fate === 'part' || fate === 'whole';
  return {
    ...pointing('beneficiario_id', person?.['id']),
    competencia: asked.slice(0, 7),
    recebimento: `${asked}T${String(8 + (index % 9)).padStart(2, '0')}:20:00-03:00`,
    origem: index % 4 === 0 ? 'PAPEL' : 'PORTAL',
    responsavel_id: null,
    situacao: fresh ? 'RECEBIDO' : paid ? 'PAGO' : 'FECHADO',
    situacao_faturamento_id: null,
    numero_nota_fiscal: String(20_000 + index),
    data_recebimento_nota_fiscal: asked,
    valor_apresentado: amount,
    valor_glosa: fresh ? null : kept,
    valor_liberado: fresh ? null : cents(amount - kept),
    previsao_pagamento: dayAfter(asked, 30),
    fechamento: fresh ? null : `${paidOn}T11:00:00-03:00`,
    data_pagamento: paid ? paidOn : null,
    motivo_id: null,
    justificativa: null,
  };
};

const accountStates: Readonly<Record<Fate, string>> = {
  new: 'EM_ANALISE',
  denied: 'NEGADO',
  granted: 'APROVADO',
  part: 'PAGO',
  whole: 'PAGO',
};

const account = (draw: Draw): Row => {
  const { index, rows } = draw;
  const {
    person,
    payee,
    asked,
    fate,
    provider,
    cnpj,
    expenses: some,
    amount,
    kept,
    paidOn,
    key,
  } = refundAt(draw, index);
  const protocols = rows('protocolo_reembolso');
  const received = protocols[index % Math.max(protocols.length, 1)];
  const denied = fate === 'denied';
  const paid = fate === 'part' || fate === 'whole';
  const { reason, text } = refusalOf(draw);
  const keptFor = denied ? reason : partReason(draw);
  const first = some[0]?.day ?? asked;
  return {
    ...pointing('protocolo_id', received?.['id']),
    // A protocol is of one person, whose refunds alone are in it.
    ...pointing('beneficiario_id', received?.['beneficiario_id'] ?? person?.['id']),
    ...pointing('responsavel_id', payee?.['id']),
    recebimento: asked,
    prazo: dayAfter(asked, 30),
    situacao: accountStates[fate],
    prestador_nome: provider,
    prestador_cpf_cnpj: cnpj,
    conselho: null,
    recibo: String(20_000 + index),
    data_recibo: first > asked ? asked : first,
    valor_pago: amount,
    valor_reembolso: cents(amount - kept),
    ...noAccount,
    conta_chave_pix: key,
    conta_pagar_id: billOfRefund(draw, index) ?? null,
    data_pagamento: paid ? paidOn : null,
    motivo_id: denied ? reason : null,
    justificativa: denied ? text : null,
    itens: some.map((one) => ({
      procedimento_id: null,
      descricao: one.text,
      data: one.day > asked ? asked : one.day,
      quantidade: 1,
      valor_pago: one.amount,
      valor_glosa: one.kept,
      valor_reembolso: cents(one.amount - one.kept),
      motivo_id: one.kept > 0 ? keptFor : null,
    })),
  };
};

const request = (draw: Draw): Row => {
  const { index, rows } = draw;
  const { reason, text } = refusalOf(draw);
  const { person, asked, fate, provider, cnpj, expenses: some, amount, key } = refundAt(draw, index);
  const protocols = rows('protocolo_reembolso');
  const denied = fate === 'denied';
  const accepted = fate !== 'new' && !denied;
  return {
    ...pointing('beneficiario_id', person?.['id']),
    data: `${asked}T${String(8 + (index % 9)).padStart(2, '0')}:05:00-03:00`,
    documentos_em: asked,
    situacao: accepted ? 'ACEITA' : denied ? 'NEGADA' : 'EM_ANALISE',
    valor: amount,
    ...noAccount,
    conta_chave_pix: key,
    protocolo_recebimento_id: accepted ? (protocols[index % Math.max(protocols.length, 1)]?.['id'] ?? null) : null,
    motivo_id: denied ? reason : null,
    resposta: denied ? text : null,
    despesas: some.map((one, at) => ({
      data: one.day > asked ? asked : one.day,
      descricao: one.text,
      prestador_nome: provider,
      prestador_cpf_cnpj: cnpj,
      // Nothing is made yet of what waits for an answer: each of its receipts is of one expense and of no refund.
      recibo: fate === 'new' ? String(30_000 + index * 10 + at) : String(20_000 + index),
      valor: one.amount,
    })),
  };
};

const notice = (draw: Draw): Row => {
  const number = paidPlace(draw.index);
  const { payee, amount, kept, paidOn, key } = refundAt(draw, number);
  return {
    ...pointing('beneficiario_id', payee?.['id']),
    destinatario: payee?.['nome'] ?? null,
    conta_pagar_id: billOfRefund(draw, number) ?? null,
    data_pagamento: paidOn,
    valor: cents(amount - kept),
    canal: 'EMAIL',
    endereco: key,
    enviado_em: `${paidOn}T18:00:00-03:00`,
    falha: null,
    situacao: 'ENVIADO',
  };
};

const refunds = { small: 40, medium: 7000, large: 35_000 };

export const refundRecipes: SampleRecipes['entities'] = {
  protocolo_reembolso: { count: refunds, values: protocol, whole: true, kept: ['beneficiario_id'] },
  faturamento_reembolso: { count: refunds, values: account, whole: true, after: ['conta_pagar'], kept: [] },
  solicitacao_reembolso: { count: refunds, values: request, whole: true, kept: [] },
  aviso_pagamento: {
    count: { small: 24, medium: 4800, large: 24_000 },
    values: notice,
    whole: true,
    after: ['conta_pagar'],
    kept: [],
  },
};
