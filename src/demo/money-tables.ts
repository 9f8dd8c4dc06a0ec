/** The small tables that money is reckoned by: fees, taxes, charges of those who pay late; and what is asked of the sponsor. */
import type { Row } from '../../engine/data/given-rows.ts';
import type { Draw, SampleRecipes } from '../../engine/data/samples/recipe.ts';
import { dayAfter } from './days.ts';
import { cents, idWhere, pointing } from './found-rows.ts';
import { lastDay, monthNumber, monthText } from './months.ts';
import { inTurn, usual } from './tuples.ts';

/** The record of that code; where there is none, one in turn, so that no two are the same. */
const coded = (rows: readonly Row[], code: string, index: number): unknown =>
  (rows.find((row) => row['codigo'] === code) ?? rows[index % Math.max(rows.length, 1)])?.['id'];

/** Tables are in force for two years, from January on: the last one is open, those before it end where the next begins. */
const validity = (today: string, back: number): Row => {
  const year = Number(today.slice(0, 4)) - 1 - 2 * back;
  return { inicio: `${year}-01-01`, fim: back === 0 ? null : `${year + 1}-12-31` };
};

/** The bank, the title, what the bank asks for each, and whether the holder pays for it. */
const billFees: readonly [BillFee, ...BillFee[]] = [
  ['001', 'Boleto impresso', 4.9, false],
  ['001', 'Boleto por e-mail', 2.5, false],
  ['104', 'Segunda via', 3.9, true],
  ['104', 'Boleto de empresa', 2.9, false],
  ['341', 'Boleto de coparticipação', 3.2, false],
  ['341', 'Boleto avulso', 3.9, true],
  ['756', 'Boleto de acordo', 3.5, true],
  ['756', 'Boleto com Pix', 2.7, false],
];
type BillFee = readonly [bank: string, title: string, amount: number, passedOn: boolean];

const billFee = ({ index, rows, today }: Draw): Row => {
  const [bank, descricao, valor, passedOn] = inTurn(billFees, index);
  return {
    ...pointing('banco_id', coded(rows('banco'), bank, index)),
    convenio: String(2_714_000 + index * 137),
    descricao,
    valor,
    repassa_beneficiario: passedOn,
    ...validity(today, 0),
  };
};

/** What the first card costs today, and each further one. */
const cardFees: readonly [CardFee, ...CardFee[]] = [
  ['Cartão de intercâmbio', 12],
  ['Nova via por perda', 20],
  ['Troca de cartão danificado', 30],
];
type CardFee = readonly [title: string, amount: number];
/** Asked of those who lend it; it was less in the years before. */
const misuses = [200, 150, 100] as const;

const cardFee = ({ index, today }: Draw): Row => {
  const back = Math.floor(index / cardFees.length);
  const [descricao, valor] = inTurn(cardFees, index);
  return {
    descricao,
    via: (index % cardFees.length) + 1,
    valor: Math.max(valor - back, 10),
    multa_uso_indevido: misuses[back] ?? 100,
    ...validity(today, back),
  };
};

/** One for all kinds of account, one for each of them, and the one that was in force before; the law allows no more. */
const lateCharge = ({ index, rows, today }: Draw): Row => {
  const kinds = rows('tipo_conta_receber');
  const before = index > kinds.length;
  const kind = index === 0 || before ? null : (kinds[index - 1]?.['id'] ?? null);
  return {
    tipo_conta_id: kind,
    multa: 2,
    juros_mes: 1,
    indice_id: null,
    carencia_dias: 0,
    ...validity(today, before ? index - kinds.length : 0),
  };
};

/** Each begins a cent after the one before. */
const bands: readonly [Band, ...Band[]] = [
  [0, 500, 3],
  [500.01, 2000, 6],
  [2000.01, 10_000, 12],
  [10_000.01, 50_000, 24],
];
type Band = readonly [least: number, most: number, parts: number];

const instalments = ({ index, today }: Draw): Row => {
  const [valor_inicial, valor_final, parcelas_maximas] = inTurn(bands, index);
  return {
    valor_inicial,
    valor_final,
    parcelas_maximas,
    entrada_minima: 20,
    juros: 1,
    ...validity(today, Math.floor(index / bands.length)),
  };
};

/** Only the tax on services is of a city, and of an item of its law. */
const taxes: readonly [TaxRate, ...TaxRate[]] = [
  ['IRPJ', 'JURIDICA', 1.5],
  ['CSRF', 'JURIDICA', 4.65],
  ['COOP', 'JURIDICA', 1.5],
  ['INSS', 'FISICA', 11],
  ['ISS', 'JURIDICA', 3, 'Belo Horizonte', '4.01'],
  ['ISS', 'JURIDICA', 2, 'Belo Horizonte', '4.03'],
  ['ISS', 'JURIDICA', 4, 'Contagem', '4.02'],
  ['ISS', 'JURIDICA', 5, 'Juiz de Fora', '4.12'],
];
type TaxRate = readonly [tax: string, payee: string, rate: number, city?: string, item?: string];

const taxRate = ({ index, rows, today }: Draw): Row => {
  const [tax, payee, rate, city, item] = inTurn(taxes, index);
  return {
    ...pointing('imposto_id', coded(rows('tipo_imposto'), tax, index)),
    tipo_pessoa: payee,
    faixa_inicial: null,
    faixa_final: null,
    aliquota: rate,
    deducao: null,
    cooperativa: tax === 'COOP',
    simples: false,
    cidade_id: city === undefined ? null : (idWhere(minas(rows('cidade')), 'nome', city) ?? null),
    item_lc116: item ?? null,
    ...validity(today, 0),
  };
};

/** Cities of other states have the same names. */
const minas = (rows: readonly Row[]): readonly Row[] => {
  const found = rows.filter((row) => row['uf'] === 'MG');
  return found.length > 0 ? found : rows;
};

/** What the sponsor is asked for each month, and about how much. */
const grants: readonly [Grant, ...Grant[]] = [
  ['MENSALIDADE', 92_000],
  ['COPARTICIPACAO', 6800],
  ['REEMBOLSO', 3100],
  ['DESPESA', 18_500],
  ['GUIA_SEM_ONUS', 2400],
];
type Grant = readonly [kind: string, usual: number];

/** Of the months that are over; of some that were paid late the sponsor pays a fine, and interest of a month. */
const grant = ({ chance, index, rows, today }: Draw): Row => {
  const [tipo, usually] = inTurn(grants, index);
  const month = monthNumber(today) - 1 - index;
  const valor = cents(usually * (0.8 + 0.4 * chance.next()));
  const late = index % 4 === 3;
  const companies = rows('empresa');
  return {
    empresa_id: companies[index % Math.max(companies.length, 1)]?.['id'] ?? null,
    produto_id: null,
    competencia: monthText(month),
    periodo_inicio: `${monthText(month)}-01`,
    periodo_fim: lastDay(month),
    tipo,
    valor,
    desconto: 0,
    juros: late ? cents(valor * 0.01) : 0,
    multa: late ? cents(valor * 0.02) : 0,
  };
};

const grantMoves = ({ index }: Draw): readonly string[] =>
  index === 0 ? [] : ['enviar', 'liberar', 'pagar'].slice(0, index);

/** Granted in the month after its own, paid a week later. */
const grantDays = ({ record }: Draw): Row => {
  const granted = dayAfter(String(record['periodo_fim']), 9);
  return {
    liberada_em: record['liberada_em'] === null ? null : granted,
    data_pagamento: record['data_pagamento'] === null ? null : dayAfter(granted, 7),
  };
};

export const moneyTableRecipes: SampleRecipes['entities'] = {
  taxa_boleto: { count: usual, values: billFee },
  taxa_cartao: { count: usual, values: cardFee },
  tabela_juros_multa: { count: usual, values: lateCharge },
  tabela_parcelamento_valor: { count: usual, values: instalments },
  tabela_tributacao: { count: usual, values: taxRate },
  solicitacao_verba: { count: usual, values: grant, moves: grantMoves, moved: grantDays },
};
