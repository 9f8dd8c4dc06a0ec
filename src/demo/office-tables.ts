/** What the office works by: positions, where letters go, when what is open, who answers which protocol. */
import type { Row } from '../../engine/data/given-rows.ts';
import type { Draw, SampleRecipes } from '../../engine/data/samples/recipe.ts';
import { dayAfter, monthBefore } from './days.ts';
import { colleague, pointing } from './found-rows.ts';
import { indexOf } from './once-of.ts';
import { inTurn, usual } from './tuples.ts';

/** The occupation by its code in the classification; null: of any. */
const positions: readonly [Position, ...Position[]] = [
  ['Diretor', '123105', true],
  ['Gerente', '142105', true],
  ['Coordenador', null, true],
  ['Analista', '252105', false],
  ['Assistente', '411010', false],
  ['Médico auditor', '225125', false],
  ['Enfermeiro auditor', '223510', false],
  ['Estagiário', null, false],
];
type Position = readonly [title: string, occupation: string | null, leads: boolean];

const occupations = indexOf('cbos', 'codigo');

const position = (draw: Draw): Row => {
  const [nome, occupation, direcao] = inTurn(positions, draw.index);
  return { nome, cbo_id: occupations(draw).get(occupation)?.['id'] ?? null, direcao, ativo: true };
};

/** Ranges of the state, and the centre that sorts their letters. */
const ranges: readonly [PostRange, ...PostRange[]] = [
  ['30000000', '34999999', 'CTCE Belo Horizonte'],
  ['35000000', '35299999', 'CTCE Governador Valadares'],
  ['35500000', '35599999', 'CTCE Divinópolis'],
  ['36000000', '36999999', 'CTCE Juiz de Fora'],
  ['37000000', '37199999', 'CTCE Varginha'],
  ['38000000', '38099999', 'CTCE Uberaba'],
  ['38400000', '38499999', 'CTCE Uberlândia'],
  ['39400000', '39499999', 'CTCE Montes Claros'],
];
type PostRange = readonly [first: string, last: string, centre: string];

const postRange = ({ index }: Draw): Row => {
  const [first, last, centralizador] = inTurn(ranges, index);
  return { cep_inicial: first, cep_final: last, codigo: first.slice(0, 3), centralizador, ordem: index + 1 };
};

/** What is opened or shut, of which process, from which day of the month on and for how many days. */
const windows: readonly [Window, ...Window[]] = [
  ['Lançamento retroativo de até 30 dias', 'FATURAMENTO', false, 1, 10],
  ['Fechamento contábil', 'CONTABIL', true, 6, 5],
  ['Faturamento em competência fechada', 'FATURAMENTO', false, 12, 3],
  ['Adesão com data futura', 'COBRANCA', false, 20, 5],
  ['Baixa de títulos do mês anterior', 'COBRANCA', false, 1, 5],
  ['Reembolso fora do prazo', 'REEMBOLSO', false, 10, 10],
  ['Alteração de vencimento', 'COBRANCA', false, 15, 7],
  ['Cancelamento retroativo', 'AUTORIZACAO', false, 5, 5],
];
type Window = readonly [title: string, process: string, shuts: boolean, day: number, days: number];

/** The first stands in this month, each further one a month earlier; all of them are about the month before their own. */
const dateWindow = ({ index, today }: Draw): Row => {
  const [descricao, processo, bloqueia, day, days] = inTurn(windows, index);
  const first = dayAfter(`${monthBefore(today, index)}-01`, day - 1);
  return {
    descricao,
    processo,
    competencia: monthBefore(first, 1),
    inicio: first,
    fim: dayAfter(first, days - 1),
    bloqueia,
    grupo_id: null,
    prestador_id: null,
  };
};

/** The kind of protocol, who answers it, and in how many working days. */
const duties: readonly [Duty, ...Duty[]] = [
  ['AUTORIZACAO', 'Autorização', 5],
  ['REEMBOLSO', 'Contas médicas', 30],
  ['RECURSO_GLOSA', 'Contas médicas', 10],
  ['ADESAO', 'Cadastro', 5],
  ['ATUALIZACAO_CADASTRAL', 'Cadastro', 5],
  ['CANCELAMENTO', 'Cadastro', 10],
  ['OUVIDORIA', 'Ouvidoria', 7],
  ['DOCUMENTO', 'Atendimento', 5],
];
type Duty = readonly [kind: string, sector: string, days: number];

const duty = ({ index, rows }: Draw): Row => {
  const [tipo_protocolo, setor, prazo_dias] = inTurn(duties, index);
  return {
    tipo_protocolo,
    ...pointing('usuario_id', colleague(rows, 'operador')),
    setor,
    ordem: 1,
    prazo_dias,
    recebe_email: true,
    ativo: true,
  };
};

export const officeTableRecipes: SampleRecipes['entities'] = {
  tipo_cargo: { count: usual, values: position },
  triagem_correio: { count: usual, values: postRange },
  permissao_data: { count: usual, values: dateWindow },
  configuracao_responsavel_protocolo: { count: usual, values: duty },
};
