/** What the regulator finds wrong in what it had accepted: a file for each month, and what is done of it. */
import type { Row } from '../../engine/data/given-rows.ts';
import { Chance } from '../../engine/data/samples/chance.ts';
import type { Draw, SampleRecipes } from '../../engine/data/samples/recipe.ts';
import { invoiceOf } from './claims.ts';
import { dayAfter } from './days.ts';
import { colleague, pointing } from './found-rows.ts';
import { placeOfGuide } from './invoice-shapes.ts';
import { faults, messageOf } from './monitoring.ts';
import type { Told } from './monitoring-plan.ts';
import { firstRecord, monitoringPlan } from './monitoring-plan.ts';
import { monthText } from './months.ts';
import { indexOf } from './once-of.ts';
import { fileNameOf, monthly, ofOperator, recordCount, remittanceAt, scaleOf } from './remittances.ts';

const cities = indexOf('cidade', 'id');

/** The newest file of all has no answer yet. */
const files = { small: monthly.small - 1, medium: monthly.medium - 1, large: monthly.large - 1 };

/** Occurrences of a file, in turn. */
const eachMonth = [2, 3, 1, 4];
const occurrences = recordCount(eachMonth, 0, 1);

const countOf = (draw: Draw, file: number): number => (eachMonth[file % eachMonth.length] ?? 1) * scaleOf(draw);

/** A file and which of its occurrences. */
const placeOf = (draw: Draw, index: number): readonly [file: number, at: number] => {
  let rest = index;
  for (let file = 0; ; file += 1) {
    const count = countOf(draw, file);
    if (rest < count) return [file, rest];
    rest -= count;
  }
};

type State = 'RECEBIDA' | 'EM_TRATAMENTO' | 'CONCLUIDA';

const stateOf = (draw: Draw, file: number): State => {
  const { back } = remittanceAt(draw, file);
  return back === 1 ? 'RECEBIDA' : back === 2 ? 'EM_TRATAMENTO' : 'CONCLUIDA';
};

interface Times {
  readonly received: string;
  readonly due: string;
  readonly concluded: string;
}

/** A month after the answer to the file; there are two to look at it. */
const timesOf = (draw: Draw, file: number): Times => {
  const received = dayAfter(remittanceAt(draw, file).processed, 28);
  const days = new Chance(draw.seed, 'quality', file).whole(15, 27);
  return { received, due: dayAfter(received, 60), concluded: dayAfter(received, days) };
};

/** The records that the occurrences of a file are of, each in turn; the last of many is a second one of the first. */
const recordsOf = (draw: Draw, file: number): readonly number[] => {
  const plan = monitoringPlan(draw);
  if (plan === undefined) return [];
  const first = firstRecord(plan, file);
  const accepted = (plan.files[file] ?? []).flatMap(({ state }: Told, at) => (state === 'ACEITO' ? [first + at] : []));
  const count = countOf(draw, file);
  if (accepted.length === 0) return [];
  return Array.from(
    { length: count },
    (_, at) => accepted[(at > 1 && at === count - 1 ? 0 : at) % accepted.length] ?? 0,
  );
};

const remittance = (draw: Draw): Row => {
  const { index, rows } = draw;
  const records = recordsOf(draw, index);
  const one = remittanceAt(draw, index);
  const state = stateOf(draw, index);
  const { received, due, concluded } = timesOf(draw, index);
  const taken = state !== 'RECEBIDA';
  return {
    ...ofOperator(draw),
    competencia: monthText(one.month),
    nome_arquivo: fileNameOf(draw, one, '_QUALIDADE.XML'),
    numero_lote: `${monthText(one.month).replace('-', '')}0001`,
    versao_padrao: '1.06.00',
    recebimento: `${received}T07:40:00-03:00`,
    lancamentos: new Set(records).size,
    ocorrencias: records.length,
    prazo: due,
    ...(taken ? pointing('responsavel_id', colleague(rows, 'operador')) : { responsavel_id: null }),
    situacao: state,
    conclusao: state === 'CONCLUIDA' ? `${concluded}T16:30:00-03:00` : null,
    parecer: state === 'CONCLUIDA' ? opinions[index % opinions.length] : null,
    importacao_id: null,
  };
};

const opinions = [
  'Todas as ocorrências corrigidas e reenviadas à ANS.',
  'Parte corrigida e reenviada; as demais justificadas, pois os dados conferem com as guias.',
];

/** Whether it is a second one of a record. */
const isSecond = (draw: Draw, file: number, at: number): boolean => at > 1 && at === countOf(draw, file) - 1;

/** Of the first item of the guide. */
const faultOfItem = (draw: Draw, told: Told): Row => {
  const [invoice, at] = placeOfGuide(told.guide);
  const item = invoiceOf(draw, invoice).guides[at]?.items[0];
  return {
    nivel: 'ITEM',
    tabela: '22',
    procedimento: item?.procedure?.code ?? '10101012',
    campo: faults.amount.field,
    conteudo: item === undefined ? null : item.amount.toFixed(2),
    codigo_erro: faults.amount.code,
    mensagem: messageOf(draw, faults.amount),
  };
};

/** Of the record as it stands. */
const faultOf = (draw: Draw, record: Row, at: number): Row => {
  const told = [
    { fault: faults.establishment, content: record['cnes'] },
    { fault: faults.city, content: cities(draw).get(record['municipio_executante_id'])?.['ibge'] },
    { fault: faults.document, content: record['documento_executante'] },
  ];
  const { fault, content } = told[at % told.length] ?? { fault: faults.establishment, content: record['cnes'] };
  return {
    nivel: 'LANCAMENTO',
    tabela: null,
    procedimento: null,
    campo: fault.field,
    conteudo: typeof content === 'string' ? content : null,
    codigo_erro: fault.code,
    mensagem: messageOf(draw, fault),
  };
};

const treatments = {
  CORRIGIDA: 'Dado corrigido e reenviado no lote seguinte.',
  JUSTIFICADA: 'Dado conferido com a guia e com o cadastro do prestador: o lançamento está certo.',
} as const;

/** What is closed is all treated; of what somebody works at the first. */
const treatmentOf = (draw: Draw, file: number, at: number): Row => {
  const state = stateOf(draw, file);
  const done = state === 'CONCLUIDA' || (state === 'EM_TRATAMENTO' && at === 0);
  if (!done) return { situacao: 'PENDENTE', tratamento: null, tratada_em: null };
  const { received } = timesOf(draw, file);
  // With the opinion that a part was justified one of them is.
  const justified = file % opinions.length === 1 && at === 0 && state === 'CONCLUIDA';
  const situacao = justified ? 'JUSTIFICADA' : 'CORRIGIDA';
  return {
    situacao,
    tratamento: treatments[situacao],
    tratada_em: `${dayAfter(received, 5 + (at % 8))}T11:${10 + (at % 40)}:00-03:00`,
  };
};

const occurrence = (draw: Draw): Row => {
  const [file, at] = placeOf(draw, draw.index);
  const place = recordsOf(draw, file)[at] ?? -1;
  const record = draw.rows('registro_monitoramento')[place];
  const told = monitoringPlan(draw)?.all[place];
  const remittanceId = draw.rows('remessa_qualidade')[file]?.['id'];
  if (record === undefined) return pointing('remessa_id', remittanceId);
  return {
    ...pointing('remessa_id', remittanceId),
    registro_id: record['id'],
    documento_executante: record['documento_executante'],
    cnes: record['cnes'],
    guia_prestador: record['guia_prestador'],
    guia_operadora: record['guia_operadora'],
    reembolso: null,
    data_processamento: record['data_processamento'],
    ...(told !== undefined && isSecond(draw, file, at) ? faultOfItem(draw, told) : faultOf(draw, record, at + file)),
    ...treatmentOf(draw, file, at),
  };
};

export const qualityRecipes: SampleRecipes['entities'] = {
  remessa_qualidade: { count: files, after: ['registro_monitoramento'], values: remittance },
  ocorrencia_qualidade: {
    count: occurrences,
    after: ['registro_monitoramento', 'remessa_qualidade'],
    values: occurrence,
  },
};
