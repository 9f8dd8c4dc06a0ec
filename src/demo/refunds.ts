/**
 * What members paid themselves and get back: the request, the protocol in which it came in, the account that is made of
 * it, and the notice of its payment. All of it follows from the number of the request.
 */
import type { Row } from '../../engine/data/given-rows.ts';
import { Chance } from '../../engine/data/samples/chance.ts';
import { drawCnpj } from '../../engine/data/samples/check-digits.ts';
import type { Draw, SampleRecipes } from '../../engine/data/samples/recipe.ts';
import { dayAfter } from './days.ts';
import { holderOf } from './families.ts';
import { cents, pointing, reasonFor } from './found-rows.ts';
import { familyName } from './names.ts';
import { indexOf } from './once-of.ts';

/** `granted`: whole, but no account is made of it yet. */
type Fate = 'new' | 'denied' | 'granted' | 'part' | 'whole';

interface Expense {
  readonly text: string;
  readonly day: string;
  readonly amount: number;
  readonly kept: number;
}

interface Refund {
  readonly person: Row | undefined;
  readonly payee: Row | undefined;
  readonly asked: string;
  readonly fate: Fate;
  readonly provider: string;
  readonly cnpj: string;
  readonly expenses: readonly Expense[];
  readonly amount: number;
  readonly kept: number;
  /** Or decided, where nothing is paid. */
  readonly paidOn: string;
  readonly key: string;
}

/** In turn: one is new, one denied, one granted, two get a part, and the others all. */
const fates: readonly Fate[] = [
  'new',
  'denied',
  'granted',
  'part',
  'part',
  'whole',
  'whole',
  'whole',
  'whole',
  'whole',
];
const paidOfTurn = fates.filter((fate) => fate === 'part' || fate === 'whole').length;

/** The place of one that is paid. */
const paidPlace = (number: number): number =>
  Math.floor(number / paidOfTurn) * fates.length + (fates.length - paidOfTurn) + (number % paidOfTurn);

const expenses: readonly (readonly [text: string, least: number, most: number])[] = [
  ['Consulta médica em consultório', 250, 600],
  ['Sessão de psicoterapia individual', 120, 260],
  ['Sessão de fisioterapia motora', 70, 150],
  ['Hemograma completo', 20, 60],
  ['Ultrassonografia de abdome total', 140, 320],
  ['Radiografia de tórax, duas incidências', 60, 130],
];

const expenseOf = (chance: Chance, day: string, fate: Fate): Expense => {
  const [text, least, most] = chance.of(expenses);
  const amount = cents(least + (most - least) * chance.next());
  const kept = fate === 'part' ? cents(amount * (0.1 + 0.4 * chance.next())) : fate === 'denied' ? amount : 0;
  return { text, day, amount, kept };
};

const sumOf = (some: readonly Expense[], part: 'amount' | 'kept'): number =>
  cents(some.reduce((sum, one) => sum + one[part], 0));

/** How many days ago it was asked for. */
const askedAgo = (chance: Chance, fate: Fate): number => {
  if (fate === 'new') return chance.whole(1, 20);
  return fate === 'granted' ? chance.whole(18, 25) : chance.whole(45, 400);
};

/** From the place on somebody who is a member still, and was before that day. */
const memberFrom = (people: readonly Row[], place: number, day: string): number => {
  for (let turn = 0; turn < people.length; turn += 1) {
    const row = people[(place + turn) % people.length];
    if (typeof row?.['data_cancelamento'] !== 'string' && String(row?.['data_inclusao']) < day)
      return (place + turn) % people.length;
  }
  return place;
};

const refundAt = ({ seed, today, rows }: Pick<Draw, 'seed' | 'today' | 'rows'>, index: number): Refund => {
  const chance = new Chance(seed, 'refund', index);
  const fate = fates[index % fates.length] ?? 'whole';
  const people = rows('beneficiario');
  const first = Math.floor(chance.next() * people.length);
  const wished = dayAfter(today, -askedAgo(chance, fate));
  const place = fate === 'granted' ? memberFrom(people, first, dayAfter(wished, -30)) : first;
  const person = people[place];
  const joined = String(person?.['data_inclusao'] ?? today);
  const left = typeof person?.['data_cancelamento'] === 'string' ? person['data_cancelamento'] : today;
  const asked = wished > left ? left : wished < joined ? joined : wished;
  const day = dayAfter(asked, -chance.whole(2, 25));
  const some = Array.from({ length: chance.whole(1, 3) }, () => expenseOf(chance, day < joined ? joined : day, fate));
  const paidOn = dayAfter(asked, fate === 'granted' ? chance.whole(5, 12) : chance.whole(12, 28));
  return {
    person,
    payee: holderOf(people, place),
    asked,
    fate,
    provider: `Clínica ${familyName(chance)}`,
    cnpj: drawCnpj(chance),
    expenses: some,
    amount: sumOf(some, 'amount'),
    kept: sumOf(some, 'kept'),
    paidOn: paidOn > today ? today : paidOn,
    key: `contato${chance.digits(4)}@exemplo.com.br`,
  };
};

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
  const denied = fate === 'denied';
  const paid = fate === 'part' || fate === 'whole';
  const { reason, text } = refusalOf(draw);
  const keptFor = denied ? reason : partReason(draw);
  const first = some[0]?.day ?? asked;
  return {
    ...pointing('protocolo_id', protocols[index % Math.max(protocols.length, 1)]?.['id']),
    ...pointing('beneficiario_id', person?.['id']),
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
    conta_pagar_id: null,
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
    situacao: accepted ? 'ACEITA' : denied ? 'NEGADA' : 'EM_ANALISE',
    valor: amount,
    ...noAccount,
    conta_chave_pix: key,
    protocolo_recebimento_id: accepted ? (protocols[index % Math.max(protocols.length, 1)]?.['id'] ?? null) : null,
    motivo_id: denied ? reason : null,
    resposta: denied ? text : null,
    despesas: some.map((one) => ({
      data: one.day > asked ? asked : one.day,
      descricao: one.text,
      prestador_nome: provider,
      prestador_cpf_cnpj: cnpj,
      recibo: String(20_000 + index),
      valor: one.amount,
    })),
  };
};

const notice = (draw: Draw): Row => {
  const { payee, amount, kept, paidOn, key } = refundAt(draw, paidPlace(draw.index));
  return {
    ...pointing('beneficiario_id', payee?.['id']),
    destinatario: payee?.['nome'] ?? null,
    conta_pagar_id: null,
    data_pagamento: paidOn,
    valor: cents(amount - kept),
    canal: 'EMAIL',
    endereco: key,
    enviado_em: `${paidOn}T18:00:00-03:00`,
    falha: null,
    situacao: 'ENVIADO',
  };
};

const refunds = { small: 40, medium: 8000, large: 40_000 };

export const refundRecipes: SampleRecipes['entities'] = {
  protocolo_reembolso: { count: refunds, values: protocol, whole: true, kept: [] },
  faturamento_reembolso: { count: refunds, values: account, whole: true, kept: [] },
  solicitacao_reembolso: { count: refunds, values: request, whole: true, kept: [] },
  aviso_pagamento: { count: { small: 24, medium: 4800, large: 24_000 }, values: notice, whole: true, kept: [] },
};
