/** The files that were made and those that were read. */
import type { Row } from '../../engine/data/given-rows.ts';
import type { Draw, SampleRecipes } from '../../engine/data/samples/recipe.ts';
import { dayAfter, monthBefore } from './days.ts';
import { cents, idWhere, pointing } from './found-rows.ts';
import { lastDay, monthNumber } from './months.ts';
import { inTurn, usual } from './tuples.ts';

const admin = (rows: Draw['rows']): Row => pointing('usuario_id', idWhere(rows('usuario'), 'login', 'admin'));

/** `2026-11-20`, `14`, 65: `2026-11-20T14:01:05-03:00`. */
const momentOf = (day: string, hour: number, seconds: number): string => {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${day}T${two(hour)}:${two(Math.floor(seconds / 60))}:${two(seconds % 60)}-03:00`;
};

/** The layout, how its files begin and in what format they are; what a record of it is worth where it has amounts. */
const exports: readonly [Exported, ...Exported[]] = [
  ['SIB', 'sib', 'XML', 0],
  ['MENSALIDADE', 'mensalidades', 'TXT', 412.5],
  ['BOLETO_LOTE', 'boletos', 'ZIP', 618.3],
  ['MONITORAMENTO_TISS', 'monitoramento-tiss', 'XML', 0],
  ['CONTAS_PAGAR', 'contas-a-pagar', 'CSV', 2840.7],
  ['COPARTICIPACAO', 'coparticipacoes', 'TXT', 61.4],
  ['RECEBIMENTO_ATRASO', 'recebimentos-em-atraso', 'CSV', 455.9],
  ['TABELA_PRECO_PRESTADOR', 'tabela-de-precos', 'XLSX', 0],
];
type Exported = readonly [layout: string, name: string, format: string, worth: number];

/** One a week; they are kept for three months. */
const exported = ({ chance, index, rows, today }: Draw): Row => {
  const [layout, name, formato, worth] = inTurn(exports, index);
  const day = dayAfter(today, -2 - 7 * index);
  const month = monthBefore(day, 1);
  const hour = chance.whole(8, 17);
  const second = chance.whole(0, 3000);
  const registros = chance.whole(80, 900);
  return {
    layout,
    nome: `${name}-${month}.${formato.toLowerCase()}`,
    formato,
    hash: null,
    tamanho: registros * 240,
    competencia: month,
    periodo_inicio: `${month}-01`,
    periodo_fim: lastDay(monthNumber(month)),
    parametros: null,
    ...admin(rows),
    inicio: momentOf(day, hour, second),
    termino: momentOf(day, hour, second + chance.whole(5, 90)),
    registros,
    valor_total: worth === 0 ? null : cents(registros * worth),
    situacao: 'GERADO',
    erro: null,
    expira_em: dayAfter(day, 90),
  };
};

/** The layout and how its files are named. */
const imports: readonly [Imported, ...Imported[]] = [
  ['RETORNO_COBRANCA', 'retorno-cobranca', 'txt'],
  ['LOTE_GUIAS_TISS', 'lote-guias', 'xml'],
  ['EXTRATO_BANCARIO', 'extrato', 'txt'],
  ['RETORNO_FOLHA', 'retorno-folha', 'txt'],
  ['SIB_RETORNO', 'retorno-sib', 'xml'],
  ['BENEFICIARIOS', 'beneficiarios', 'csv'],
  ['RETORNO_PAGAMENTO', 'retorno-pagamento', 'txt'],
  ['MONITORAMENTO_RETORNO', 'retorno-monitoramento', 'xml'],
];
type Imported = readonly [layout: string, name: string, ending: string];

/** What was read is what was added, changed, left and rejected; every third file has some that are rejected. */
const imported = ({ chance, index, rows, today }: Draw): Row => {
  const [layout, name, ending] = inTurn(imports, index);
  const day = dayAfter(today, -1 - 5 * index);
  const hour = chance.whole(8, 17);
  const second = chance.whole(0, 3000);
  const incluidas = chance.whole(40, 400);
  const alteradas = chance.whole(0, 40);
  const ignoradas = chance.whole(0, 12);
  const rejeitadas = index % 3 === 1 ? chance.whole(1, 6) : 0;
  return {
    layout,
    nome_arquivo: `${name}-${day}.${ending}`,
    hash: null,
    ...admin(rows),
    parametros: null,
    inicio: momentOf(day, hour, second),
    termino: momentOf(day, hour, second + chance.whole(5, 90)),
    lidas: incluidas + alteradas + ignoradas + rejeitadas,
    incluidas,
    alteradas,
    ignoradas,
    rejeitadas,
    situacao: rejeitadas === 0 ? 'CONCLUIDA' : 'COM_ERROS',
    mensagem: null,
    motivo: null,
  };
};

type Fault = readonly [field: string, value: string | null, message: string];

const anyFault: readonly [Fault, ...Fault[]] = [['Data', '31/02/2026', 'Data inválida.']];

/** What is wrong in the lines of files of the layouts that have some. */
const faults: Readonly<Record<string, readonly [Fault, ...Fault[]]>> = {
  LOTE_GUIAS_TISS: [
    ['Data de realização', '31/02/2026', 'Data inválida.'],
    ['Número da carteira', '0031000000999', 'Beneficiário não encontrado.'],
    ['CNES do executante', '0000000', 'Estabelecimento não encontrado.'],
  ],
  SIB_RETORNO: [
    ['Nome da mãe', null, 'Campo obrigatório não informado.'],
    ['CPF', '000.000.000-00', 'CPF diverge da base da Receita Federal.'],
    ['Data de cancelamento', '01/03/2020', 'Data de cancelamento anterior à de adesão.'],
  ],
  MONITORAMENTO_RETORNO: [
    ['CNES do executante', '0000000', 'Valor fora do domínio da tabela.'],
    ['Valor pago', '-10,00', 'Valor negativo.'],
  ],
};

/** In turn of each import that rejected lines, as many as it rejected; what is left over are warnings. */
const fault = ({ index, rows }: Draw): Row => {
  const faulty = rows('importacao').filter(({ rejeitadas }) => Number(rejeitadas) > 0);
  const file = faulty[index % Math.max(faulty.length, 1)];
  const turn = Math.floor(index / Math.max(faulty.length, 1));
  const [campo, valor, mensagem] = inTurn(faults[String(file?.['layout'])] ?? anyFault, turn);
  return {
    ...pointing('importacao_id', file?.['id']),
    linha: 3 + 11 * turn,
    gravidade: turn < Number(file?.['rejeitadas'] ?? 0) ? 'ERRO' : 'AVISO',
    campo,
    valor,
    codigo: null,
    mensagem,
  };
};

export const transferredFileRecipes: SampleRecipes['entities'] = {
  arquivo_gerado: { count: usual, values: exported },
  importacao: { count: usual, values: imported },
  ocorrencia_importacao: { count: usual, values: fault },
};
