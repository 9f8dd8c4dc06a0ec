/** What families owe to the operator: one contribution of each member a month, and one bill of each family for them. */
import type { Row } from '../../engine/data/given-rows.ts';
import type { Draw, SampleRecipes } from '../../engine/data/samples/recipe.ts';
import type { Bill, Fate } from './bills.ts';
import { billAt, feeOf } from './bills.ts';
import { dayAfter } from './days.ts';
import { familiesOf } from './families.ts';
import { cents, idWhere, pointing } from './found-rows.ts';
import { contributionOf } from './memberships.ts';
import { monthText } from './months.ts';

const billStates: Readonly<Record<Fate, string>> = {
  open: 'REGISTRADA',
  paid: 'PAGA',
  late: 'PAGA',
  part: 'PAGA_PARCIAL',
  overdue: 'VENCIDA',
  cancelled: 'CANCELADA',
};

const itemsOf = ({ month, fees, shared }: Bill): readonly Row[] => [
  ...fees.map(({ member, amount }) => ({
    origem: 'CONTRIBUICAO',
    descricao: `Mensalidade de ${month.slice(5)}/${month.slice(0, 4)}`,
    beneficiario_id: member.person['id'],
    valor: amount,
  })),
  ...(shared === undefined
    ? []
    : [
        {
          origem: 'COPARTICIPACAO',
          descricao: 'Coparticipação de consultas e exames',
          beneficiario_id: shared.member.person['id'],
          valor: shared.amount,
        },
      ]),
];

/** What is taken from the pay goes through no bank; what is taken from the account does so by an agreement of its own. */
const bankOf = ({ index, rows }: Draw, way: Bill['way'] | undefined): Row => {
  if (way === 'FOLHA') return { convenio_id: null, nosso_numero: null };
  const purpose = way === 'DEBITO' ? 'DEBITO' : 'COBRANCA';
  return {
    convenio_id: idWhere(rows('convenio_bancario'), 'finalidade', purpose) ?? null,
    nosso_numero: String(9_000_000_000 + index * 3),
  };
};

const receivable = (draw: Draw): Row => {
  const { index, rows } = draw;
  const bill = billAt(draw, index);
  const always: Row = {
    ...pointing('tipo_id', idWhere(rows('tipo_conta_receber'), 'descricao', 'Mensalidade')),
    empresa_id: null,
    desconto: 0,
    abatimento: 0,
    ...bankOf(draw, bill?.way),
    linha_digitavel: null,
    codigo_barras: null,
    txid_pix: null,
    segunda_via_em: null,
    vencimento_original: null,
    vencimento_segunda_via: null,
    regularizacao_id: null,
    remessa_id: null,
  };
  if (bill === undefined) return always;
  return {
    ...always,
    responsavel_id: bill.family.holder['id'],
    documento_pagador: bill.family.holder['cpf'],
    competencia: bill.month,
    emissao: bill.issued,
    vencimento: bill.due,
    valor: bill.amount,
    juros: bill.interest,
    multa: bill.fine,
    valor_devido: cents(bill.amount + bill.fine + bill.interest),
    valor_pago: bill.paidOn === undefined ? null : bill.paid,
    data_pagamento: bill.paidOn ?? null,
    data_credito: bill.paidOn === undefined ? null : dayAfter(bill.paidOn, 1),
    forma_id: idWhere(rows('tipo_pagamento'), 'meio', bill.way) ?? null,
    situacao: bill.fate === 'open' && bill.way !== 'BOLETO' ? 'ENVIADA' : billStates[bill.fate],
    itens: itemsOf(bill),
  };
};

const contributionStates: Readonly<Record<Fate, string>> = {
  open: 'ENVIADA',
  paid: 'RECEBIDA',
  late: 'RECEBIDA',
  part: 'PARCIAL',
  overdue: 'NAO_DESCONTADA',
  cancelled: 'CANCELADA',
};

const contribution = (draw: Draw): Row => {
  const { index, rows } = draw;
  const { contributions, members, families, bills } = familiesOf(draw);
  const at = contributions.at(index);
  const member = at && members[at.who];
  const family = member && families[member.family];
  const always: Row = { base: null, subsidio: 0, desconto: 0, pro_rata: false };
  if (at === undefined || member === undefined || family === undefined) return always;
  const month = member.last - at.back;
  const place = bills.of(member.family, family.last - month);
  const bill = place === undefined ? undefined : billAt(draw, place);
  const amount = feeOf(draw, member, month);
  const plan = rows('produto').find((row) => row['id'] === member.membership['produto_id']);
  return {
    ...always,
    beneficiario_id: member.person['id'],
    responsavel_id: family.holder['id'],
    adesao_id: member.membership['id'],
    ...pointing('tipo_id', idWhere(rows('tipo_contribuicao'), 'descricao', contributionOf(plan, member.person))),
    competencia: monthText(month),
    valor: amount,
    valor_liquido: amount,
    forma: bill?.way ?? 'BOLETO',
    conta_receber_id: (place === undefined ? undefined : rows('conta_receber')[place]?.['id']) ?? null,
    situacao: bill === undefined ? 'RECEBIDA' : contributionStates[bill.fate],
  };
};

export const financeRecipes: SampleRecipes['entities'] = {
  // Half a year of each family, and of each of its members.
  conta_receber: {
    count: { small: 200, medium: 50_000, large: 300_000 },
    values: receivable,
    whole: true,
    kept: [],
  },
  contribuicao: {
    count: { small: 480, medium: 120_000, large: 600_000 },
    after: ['conta_receber'],
    values: contribution,
    whole: true,
  },
};
