/** What providers send to be paid: the tax invoice of each protocol, the request that it comes with, and when it falls due. */
import type { Row } from '../../engine/data/given-rows.ts';
import { Chance } from '../../engine/data/samples/chance.ts';
import type { Draw, SampleRecipes } from '../../engine/data/samples/recipe.ts';
import { dayAfter } from './days.ts';
import { cents, pointing } from './found-rows.ts';
import { lastDay, monthNumber, monthText } from './months.ts';

interface Invoiced {
  readonly provider: unknown;
  readonly protocol: unknown;
  readonly month: string;
  readonly number: string;
  readonly day: string;
  readonly presented: number;
  /** Of it what is granted, as far as somebody has looked. */
  readonly amount: number;
}

const numberOr = (value: unknown, other: number): number => (typeof value === 'number' ? value : other);
const textOr = (value: unknown, other: string): string => (typeof value === 'string' ? value : other);

/** The invoice of a protocol; beyond the small size, where of protocols only the ids are known, one of any provider. */
const invoicedOf = (draw: Draw): Invoiced => {
  const { chance, index, rows, today } = draw;
  const protocols = rows('protocolo_recebimento');
  const one = protocols[index % Math.max(protocols.length, 1)];
  const known = one !== undefined && one['prestador_id'] !== undefined;
  const providers = rows('prestador');
  const any = providers.length === 0 ? undefined : chance.of(providers)['id'];
  const day = textOr(one?.['data_recebimento_nota'], dayAfter(today, -chance.whole(5, 700)));
  const presented = cents(numberOr(one?.['valor_apresentado'], 900 + 24_000 * chance.next() ** 2));
  return {
    provider: known ? one['prestador_id'] : any,
    protocol: known ? one['id'] : undefined,
    month: textOr(one?.['competencia'], day.slice(0, 7)),
    number: textOr(one?.['nota_fiscal'], String(30_000 + index)),
    day,
    presented,
    amount: numberOr(one?.['valor_liberado'], presented),
  };
};

const grouping = (draw: Draw): Row => {
  const { provider, month, number, day, amount } = invoicedOf(draw);
  const old = day < dayAfter(draw.today, -60);
  return {
    ...pointing('prestador_id', provider),
    competencia: month,
    nota_fiscal: number,
    data_nota: day,
    valor_total: amount,
    conta_pagar_id: null,
    situacao: old ? 'CONFERIDO' : 'ABERTO',
  };
};

const request = (draw: Draw): Row => {
  const { provider, protocol, number, day, presented } = invoicedOf(draw);
  const old = day < dayAfter(draw.today, -60);
  return {
    ...pointing('prestador_id', provider),
    protocolo_id: protocol ?? null,
    enviada_em: `${day}T11:20:00-03:00`,
    nota_fiscal_numero: number,
    nota_fiscal_serie: null,
    nota_fiscal_data: day,
    valor_nota: Math.max(presented, 0.01),
    conta_pagar_id: null,
    motivo_devolucao: null,
    situacao: old ? 'ACEITA' : 'EM_CONFERENCIA',
  };
};

const dueDays = [5, 15, 25] as const;

/** Three days of each month; what lies behind is paid. */
const cashFlow = ({ seed, index, today }: Draw): Row => {
  const month = monthNumber(today) + 1 - Math.floor(index / dueDays.length);
  const due = `${monthText(month)}-${String(dueDays[index % dueDays.length] ?? 5).padStart(2, '0')}`;
  const chance = new Chance(seed, 'cash flow', index);
  const expected = cents(180_000 + 120_000 * chance.next());
  const granted = due > today ? 0 : cents(expected * (0.9 + 0.08 * chance.next()));
  return {
    competencia: monthText(month - 1),
    vencimento: due,
    protocolos: chance.whole(60, 140),
    valor_previsto: expected,
    valor_liberado: granted,
    valor_pago: granted,
    observacao: null,
  };
};

/** What was issued of a plan in a month that is over: all of it is earned. */
const provision = ({ seed, index, rows, today }: Draw): Row => {
  const plans = rows('produto');
  const month = monthNumber(today) - 1 - Math.floor(index / Math.max(plans.length, 1));
  const days = Number(lastDay(month).slice(8));
  const issued = cents(40_000 + 160_000 * new Chance(seed, 'provision', index).next());
  return {
    competencia: monthText(month),
    ...pointing('produto_id', plans[index % Math.max(plans.length, 1)]?.['id']),
    contraprestacao_emitida: issued,
    dias_cobertura: days,
    dias_decorridos: days,
    valor_ganho: issued,
    valor_nao_ganho: 0,
    lancamento_id: null,
    motivo_estorno: null,
    situacao: 'CALCULADA',
  };
};

/** The money of a month that may be lent. */
const quota = ({ seed, index, today }: Draw): Row => {
  const month = monthNumber(today) - index;
  const lent = new Chance(seed, 'quota', index).next();
  return {
    competencia: monthText(month),
    valor_disponivel: 80_000,
    valor_comprometido: cents(80_000 * (index === 0 ? 0.3 : 0.5 + 0.4 * lent)),
    limite_por_beneficiario: 12_000,
    inicio: `${monthText(month)}-01`,
    fim: lastDay(month),
  };
};

export const providerPaymentRecipes: SampleRecipes['entities'] = {
  agrupamento_faturamento: { count: { small: 16, medium: 2500, large: 10_000 }, values: grouping },
  solicitacao_pagamento_prestador: { count: { small: 16, medium: 2500, large: 10_000 }, values: request },
  fluxo_caixa_protocolo: { count: { small: 12, medium: 108, large: 180 }, values: cashFlow },
  provisao_premio: { count: { small: 16, medium: 32 * 36, large: 32 * 60 }, values: provision },
  quota_emprestimo: { count: { small: 12, medium: 36, large: 60 }, values: quota },
};
