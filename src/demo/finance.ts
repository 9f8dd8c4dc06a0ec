/** What is owed to the operator and by it, month by month: most is paid in time, some late, some not at all. */
import type { Row } from '../../engine/data/given-rows.ts';
import type { Draw, SampleRecipes } from '../../engine/data/samples/recipe.ts';
import { dayAfter, monthBefore } from './days.ts';

const months = 36;

const money = (value: number): number => Math.round(value * 100) / 100;

/** Of the rows at the time. */
const holders = new WeakMap<readonly Row[], readonly Row[]>();

const holdersOf = (people: readonly Row[]): readonly Row[] => {
  const known = holders.get(people);
  if (known !== undefined) return known;
  const found = people.filter((row) => row['tipo_vinculo'] === 'TITULAR');
  holders.set(people, found);
  return found;
};

/** Holders in turn, each month once. */
const receivable = (draw: Draw): Row => {
  const { chance, index, today, rows } = draw;
  const all = holdersOf(rows('beneficiario'));
  const holder = all[index % Math.max(all.length, 1)];
  const month = monthBefore(today, Math.floor((index * 7) % months));
  const issued = `${month}-01`;
  const amount = money(320 + chance.next() ** 2 * 2400);
  const share = chance.holds(0.35) ? money(chance.next() * 180 + 12) : 0;
  return {
    ...(holder === undefined ? {} : { responsavel_id: holder['id'], documento_pagador: holder['cpf'] }),
    empresa_id: null,
    competencia: month,
    emissao: issued,
    vencimento: dayAfter(issued, 9 + chance.whole(0, 5)),
    valor: money(amount + share),
    regularizacao_id: null,
    nosso_numero: String(9_000_000_000 + index * 3),
    linha_digitavel: null,
    codigo_barras: null,
    itens: [
      { origem: 'CONTRIBUICAO', descricao: `Mensalidade de ${month.slice(5)}/${month.slice(0, 4)}`, valor: amount },
      ...(share > 0
        ? [{ origem: 'COPARTICIPACAO', descricao: 'Coparticipação de consultas e exames', valor: share }]
        : []),
    ],
  };
};

/** Of ten that are due, one is in arrears; what is old is paid or given up. */
const receivableMoves = ({ chance, record, today }: Draw): readonly string[] => {
  const due = String(record['vencimento']);
  if (due > today) return chance.holds(0.7) ? ['enviar', 'registrar'] : ['enviar'];
  const old = due < dayAfter(today, -120);
  const end = chance.weighted({ paid: 86, part: 2, late: old ? 4 : 10, cancelled: 2 });
  if (end === 'paid') return ['enviar', 'registrar', ...(chance.holds(0.12) ? ['vencer'] : []), 'baixar'];
  if (end === 'part') return ['enviar', 'registrar', 'vencer', 'baixar-em-parte'];
  return end === 'late' ? ['enviar', 'registrar', 'vencer'] : ['cancelar'];
};

const payable = (draw: Draw): Row => {
  const { chance, today, rows } = draw;
  const suppliers = rows('fornecedor');
  const issued = dayAfter(today, -chance.whole(0, 1050));
  const gross = money(150 + chance.next() ** 3 * 48_000);
  return {
    ...(suppliers.length === 0 ? {} : { fornecedor_id: chance.of(suppliers)['id'], beneficiario_id: null }),
    emissao: issued,
    vencimento: dayAfter(issued, chance.of([10, 15, 30, 30, 45])),
    valor_bruto: gross,
    valor_glosa: chance.holds(0.18) ? money(gross * 0.08 * chance.next()) : 0,
    descontos: 0,
    impostos: [],
  };
};

const payableMoves = ({ chance, record, today }: Draw): readonly string[] =>
  String(record['vencimento']) <= today && chance.holds(0.93)
    ? ['liberar', 'pagar']
    : chance.weighted({ wait: 5, free: 4, stop: 1 }) === 'wait'
      ? []
      : [chance.holds(0.8) ? 'liberar' : 'bloquear'];

const contribution = (draw: Draw): Row => {
  const { chance, index, today, rows } = draw;
  const memberships = rows('adesao');
  const kinds = rows('tipo_contribuicao');
  return {
    ...(memberships.length === 0 ? {} : { adesao_id: memberships[index % memberships.length]?.['id'] }),
    ...(kinds.length === 0 ? {} : { tipo_id: kinds[0]?.['id'] }),
    competencia: monthBefore(today, Math.floor(index / Math.max(memberships.length, 1)) % months),
    valor: money(210 + chance.next() ** 2 * 1400),
    subsidio: 0,
    desconto: 0,
  };
};

const contributionMoves = ({ chance }: Draw): readonly string[] =>
  chance.weighted({ paid: 90, part: 3, missed: 4, open: 3 }) === 'paid'
    ? ['enviar', 'receber']
    : ['enviar', 'nao-descontar'];

const loanMoves = ({ chance }: Draw): readonly string[] => {
  const end = chance.weighted({ asked: 10, granted: 10, running: 50, done: 22, bad: 8 });
  const steps = { asked: 0, granted: 1, running: 2, done: 3, bad: 3 }[end];
  return ['aprovar', 'liberar', end === 'bad' ? 'inadimplir' : 'quitar'].slice(0, steps);
};

export const financeRecipes: SampleRecipes['entities'] = {
  conta_receber: {
    count: { small: 500, medium: 60_000, large: 400_000 },
    values: receivable,
    moves: receivableMoves,
  },
  conta_pagar: { count: { small: 300, medium: 20_000, large: 100_000 }, values: payable, moves: payableMoves },
  contribuicao: {
    count: { small: 700, medium: 100_000, large: 600_000 },
    values: contribution,
    moves: contributionMoves,
  },
  emprestimo: { count: { small: 40, medium: 1500, large: 6000 }, moves: loanMoves },
};
