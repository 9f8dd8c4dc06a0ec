/** What goes to the regulator of what was done and paid (TISS monitoring): records of guides, and their files. */
import type { Row } from '../../engine/data/given-rows.ts';
import type { Draw, SampleRecipes } from '../../engine/data/samples/recipe.ts';
import { invoiceOf } from './claims.ts';
import { placeOfId, pointing } from './found-rows.ts';
import { placeOfGuide } from './invoice-shapes.ts';
import type { Told } from './monitoring-plan.ts';
import { monitoringPlan, recordsTold } from './monitoring-plan.ts';
import { monthText } from './months.ts';
import { indexOf } from './once-of.ts';
import { planOn } from './plan-changes.ts';
import { digestOf, fileNameOf, generatedFile, monthly, ofOperator, remittanceAt, stepsOf } from './remittances.ts';

const byId = { provider: indexOf('prestador', 'id'), person: indexOf('beneficiario', 'id') };
const motives = indexOf('motivo', 'codigo');

const events: Readonly<Record<string, string>> = {
  '1': 'CONSULTA',
  '2': 'SP_SADT',
  '3': 'INTERNACAO',
  '4': 'ODONTOLOGIA',
  '5': 'HONORARIOS',
};

/**
 * A field by its number, which is the demonstration's own (the layout that has the real ones is not published in a form that
 * could be checked), and what is wrong with it (TISS, table of domain 38).
 */
interface Fault {
  readonly field: string;
  readonly code: string;
}
export const faults = {
  establishment: { field: '015', code: '1202' },
  document: { field: '017', code: '1206' },
  city: { field: '018', code: '5030' },
  sum: { field: '045', code: '5042' },
  amount: { field: '060', code: '5050' },
} as const satisfies Readonly<Record<string, Fault>>;

export const messageOf = (draw: Pick<Draw, 'rows'>, { code }: Fault): string | null => {
  const text = motives(draw).get(code)?.['descricao'];
  return typeof text === 'string' ? text.slice(0, 200) : null;
};

const returned = [faults.establishment, faults.city, faults.sum] as const;

const errorsOf = (draw: Draw): readonly Row[] => {
  const fault = draw.chance.of(returned);
  return [{ campo: fault.field, codigo: fault.code, mensagem: messageOf(draw, fault), procedimento: null }];
};

/** What the guide is of, at what it was asked for and paid. */
const itemsOf = (draw: Draw, guide: number, paid: boolean): readonly Row[] => {
  const [invoice, at] = placeOfGuide(guide);
  return (invoiceOf(draw, invoice).guides[at]?.items ?? []).map(({ procedure, quantity, amount, denied }) => ({
    tabela: '22',
    codigo: procedure?.code ?? '10101012',
    quantidade_informada: quantity,
    valor_informado: amount,
    quantidade_paga: paid && denied < amount ? quantity : 0,
    valor_pago: paid ? Math.round((amount - denied) * 100) / 100 : 0,
    valor_fornecedor: null,
    cnpj_fornecedor: null,
    coparticipacao: null,
  }));
};

const executorOf = (draw: Draw, guide: Row): Row => {
  const provider = byId.provider(draw).get(guide['prestador_executante_id']);
  return {
    ...pointing('prestador_id', provider?.['id']),
    documento_executante: provider?.['cpf'] ?? provider?.['cnpj'] ?? null,
    cnes: provider?.['cnes'] ?? null,
    municipio_executante_id: provider?.['cidade_id'] ?? null,
  };
};

const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** All that is billed are procedures. */
const amountsOf = (guide: Row, paid: boolean): Row => {
  const amount = paid ? numberOf(guide['valor_pago']) : 0;
  return {
    valor_informado: numberOf(guide['valor_apresentado']),
    valor_processado: numberOf(guide['valor_processado']),
    valor_procedimentos: amount,
    valor_diarias: 0,
    valor_taxas: 0,
    valor_materiais: 0,
    valor_opme: 0,
    valor_medicamentos: 0,
    valor_glosa: numberOf(guide['valor_glosa']),
    valor_pago: amount,
    valor_fornecedores: 0,
    valor_tabela_propria: 0,
    valor_coparticipacao: numberOf(guide['valor_coparticipacao']),
  };
};

const fileOf = ({ rows }: Draw, { file }: Told): unknown =>
  (file === undefined ? undefined : rows('remessa_monitoramento')[file]?.['id']) ?? null;

const record = (draw: Draw): Row => {
  const one = monitoringPlan(draw)?.all[draw.index];
  const guide = one && draw.rows('guia')[one.guide];
  if (one === undefined || guide === undefined) return {};
  const executor = executorOf(draw, guide);
  const person = byId.person(draw).get(guide['beneficiario_id']);
  const place = placeOfId(draw.rows('beneficiario'), guide['beneficiario_id']);
  const plan = planOn(draw, place, String(guide['data_atendimento']));
  const paid = one.paid !== undefined;
  const [ofProvider, ofOperator] = [guide['numero_guia_prestador'], guide['numero_guia_operadora']];
  return {
    remessa_id: fileOf(draw, one),
    tipo_registro: one.isChange ? '2' : '1',
    conteudo: 'GUIAS',
    chave: [executor['documento_executante'], ofProvider, ofOperator].join('|'),
    data_processamento: one.processed,
    tipo_evento: events[String(guide['tipo_guia'])] ?? 'SP_SADT',
    origem: guide['origem_evento'],
    ...executor,
    ...pointing('beneficiario_id', person?.['id']),
    registro_plano: plan?.['registro_plano_ans'] ?? null,
    guia_id: guide['id'],
    guia_prestador: ofProvider,
    guia_operadora: ofOperator,
    reembolso: null,
    identificacao: null,
    data_realizacao: guide['data_atendimento'],
    data_protocolo: one.received,
    data_pagamento: one.paid ?? null,
    cid_id: guide['tipo_guia'] === '3' ? (guide['cid_id'] ?? null) : null,
    ...amountsOf(guide, paid),
    situacao: one.state,
    motivo_cancelamento: null,
    itens: itemsOf(draw, one.guide, paid),
    erros: one.state === 'REJEITADO' ? errorsOf(draw) : [],
  };
};

const remittance = (draw: Draw): Row => {
  const { index } = draw;
  const plan = monitoringPlan(draw);
  const fate = plan?.fates[index];
  if (plan === undefined || fate === undefined) return {};
  const one = remittanceAt(draw, index);
  const own = plan.files[index] ?? [];
  const answered = fate === 'ACEITA' || fate === 'PARCIAL';
  const accepted = own.filter(({ state }) => state === 'ACEITO');
  const changed = accepted.filter(({ isChange }) => isChange).length;
  const counted = (count: number): number | null => (answered ? count : null);
  return {
    ...ofOperator(draw),
    competencia: monthText(one.month),
    sequencia: 1,
    conteudo: own.length === 0 ? 'SEM_MOVIMENTO' : 'GUIAS',
    nome_arquivo: fileNameOf(draw, one, '.XTE'),
    versao_padrao: '1.06.00',
    numero_lote: `${monthText(one.month).replace('-', '')}0001`,
    registros: own.length,
    hash: digestOf(draw, 'monitoring', index),
    ...stepsOf(draw, 'monitoring', one, fate),
    incluidos: counted(accepted.length - changed),
    alterados: counted(changed),
    excluidos: counted(0),
    com_erros: counted(own.length - accepted.length),
    codigo_rejeicao: null,
    observacao: null,
    arquivo_gerado_id: generatedFile(draw, 'MONITORAMENTO_TISS', one.month),
    importacao_id: null,
  };
};

export const monitoringRecipes: SampleRecipes['entities'] = {
  remessa_monitoramento: { count: monthly, after: ['guia'], values: remittance },
  registro_monitoramento: { count: recordsTold, after: ['guia', 'remessa_monitoramento'], values: record },
};
