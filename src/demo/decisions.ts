/** How what was asked for is decided: when, for which reason, by which words, and what is asked for before. */
import type { Row } from '../../engine/data/given-rows.ts';
import type { Chance } from '../../engine/data/samples/chance.ts';
import type { Draw } from '../../engine/data/samples/recipe.ts';
import { calendarDay, dayAfter, soonAfter } from './days.ts';
import { indexOf, onceOf } from './once-of.ts';

const refusals = onceOf('motivo', (rows) =>
  rows.filter((row) => row['aplicacao'] === 'NEGATIVA' && row['ativo'] !== false),
);
export const motives = indexOf('motivo', 'id');

/** What is written beside a reason, by its code; of others what they are called. */
const refusalWords: Readonly<Record<string, string>> = {
  NEG01: 'Beneficiário em carência para o procedimento solicitado.',
  NEG02: 'Procedimento sem cobertura contratual na data da solicitação.',
  NEG03: 'O quadro descrito não preenche os critérios da Diretriz de Utilização.',
  NEG04: 'A auditoria não encontrou no relatório o que justifique a indicação.',
  NEG05: 'Atendimento do beneficiário suspenso na data da solicitação.',
  NEG06: 'Falta relatório legível que justifique a indicação.',
};

/** Reasons that say nothing against the membership: what is granted in part, or follows what was granted. */
const professionalRefusals: ReadonlySet<unknown> = new Set(['NEG03', 'NEG04', 'NEG06']);

export const wordsOfRefusal = (motive: Row | undefined): string =>
  refusalWords[String(motive?.['codigo'])] ?? `${String(motive?.['descricao'] ?? 'Não autorizado')}.`.slice(0, 500);

const partWords: Readonly<Record<string, string>> = {
  NEG03: 'Autorizado em parte: a Diretriz de Utilização prevê menos do que se pediu.',
  NEG04: 'Autorizado em parte: a auditoria não encontrou indicação para todo o pedido.',
  NEG06: 'Autorizado em parte: falta documento que justifique o restante do pedido.',
};

export const isPart = ({ record }: Draw): boolean =>
  record['situacao'] === 'AUTORIZADA_PARCIAL' || record['situacao'] === 'AUTORIZADO_PARCIAL';

/** A reason and its words; `words`: the field that they are written in. */
export const refusal = (draw: Draw, professional: boolean, words: string): Row => {
  const all = refusals(draw);
  const some = professional ? all.filter((row) => professionalRefusals.has(row['codigo'])) : all;
  const among = some.length > 0 ? some : all;
  if (among.length === 0) return {};
  const motive = draw.chance.of(among);
  const part = isPart(draw) ? partWords[String(motive['codigo'])] : undefined;
  return { motivo_negativa_id: motive['id'], [words]: part ?? wordsOfRefusal(motive) };
};

/** A working day soon after the request, in working hours. */
export const decidedAt = (chance: Chance, asked: string, today: string): string => {
  const wished = soonAfter(chance, asked, 0, 3, today);
  const { weekday } = calendarDay(wished);
  const monday = dayAfter(wished, weekday === 6 ? 2 : weekday === 0 ? 1 : 0);
  const day = monday > today ? wished : monday;
  return `${day}T${String(chance.whole(8, 17)).padStart(2, '0')}:${chance.of(['05', '20', '30', '45'])}:00-03:00`;
};

const documentsAsked = [
  'Anexar relatório com a evolução do quadro.',
  'Enviar laudo do exame anterior.',
  'Reenviar o pedido com data e assinatura legíveis.',
];
const implantsAsked = 'Informar o código da OPME e três orçamentos.';

export const askedFor = (chance: Chance, implants: boolean): string =>
  chance.of(implants ? [...documentsAsked, implantsAsked, implantsAsked] : documentsAsked);

/** What is older than two weeks is decided. */
export const paperMoves = ({ chance, record, today }: Draw): readonly string[] => {
  if (String(record['data_solicitacao']) > dayAfter(today, -15) && chance.holds(0.6))
    return chance.holds(0.2) ? ['pedir-documentos'] : [];
  // Days of a stay and the price of materials can be granted in part.
  const divisible = record['tipo'] === 'OPME' || Number(record['diarias_solicitadas'] ?? 1) > 1;
  return [chance.weighted({ autorizar: 76, 'autorizar-em-parte': divisible ? 9 : 0, negar: 12, cancelar: 3 })];
};

const cancellations = onceOf('motivo', (rows) =>
  rows.filter((row) => row['aplicacao'] === 'CANCELAMENTO' && row['ativo'] !== false),
);

/** When, why and by which words; `words`: the field of those that refuse. */
export const paperMoved = (draw: Draw, words: string): Row => {
  const { chance, record, today } = draw;
  const at = decidedAt(chance, String(record['data_solicitacao']), today);
  const causes = cancellations(draw);
  const waits = record['situacao'] === 'AGUARDANDO_DOCUMENTACAO';
  return {
    ...(typeof record['data_decisao'] === 'string' ? { data_decisao: at } : {}),
    ...((record['motivo_negativa_id'] ?? null) === null ? {} : refusal(draw, true, words)),
    ...(record['situacao'] === 'CANCELADO' || record['situacao'] === 'CANCELADA'
      ? { motivo_cancelamento_id: causes.length === 0 ? null : chance.of(causes)['id'] }
      : {}),
    pedido_complemento: waits ? askedFor(chance, record['tipo'] === 'OPME') : null,
  };
};
