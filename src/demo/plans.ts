/** The operator's own side: its register, the companies it has contracts with, its plans and their prices by age. */
import type { Row } from '../../engine/data/given-rows.ts';
import { Chance } from '../../engine/data/samples/chance.ts';
import type { Draw, SampleRecipes } from '../../engine/data/samples/recipe.ts';
import { dayAfter } from './days.ts';
import { cents, idWhere, onceOfRows, pointing } from './found-rows.ts';
import { accountId } from './ledger.ts';
import { ageOn } from './memberships.ts';
import { lastDay, monthNumber, monthText } from './months.ts';
import { companyName } from './names.ts';

const few = (small: number) => ({ small, medium: small * 4, large: small * 4 });

const plans: readonly (readonly [name: string, segment: string, room: string])[] = [
  ['Essencial Enfermaria', 'AMB_HOSP_COM_OBSTETRICIA', 'COLETIVA'],
  ['Essencial Apartamento', 'AMB_HOSP_COM_OBSTETRICIA', 'INDIVIDUAL'],
  ['Família Enfermaria', 'AMB_HOSP_COM_OBSTETRICIA', 'COLETIVA'],
  ['Família Apartamento', 'AMB_HOSP_COM_OBSTETRICIA', 'INDIVIDUAL'],
  ['Ambulatorial', 'AMBULATORIAL', 'NAO_SE_APLICA'],
  ['Sênior', 'AMB_HOSP_SEM_OBSTETRICIA', 'INDIVIDUAL'],
  ['Odonto Básico', 'ODONTOLOGICO', 'NAO_SE_APLICA'],
  ['Odonto Completo', 'ODONTOLOGICO', 'NAO_SE_APLICA'],
];

/** The own one first. */
const operators: readonly (readonly [name: string, kind: string, nature: string, registered: string])[] = [
  ['Fundação Horizonte de Assistência à Saúde', 'AUTOGESTAO', '3069', '1998-12-28'],
  ['Serra do Curral Cooperativa de Trabalho Médico', 'COOPERATIVA_MEDICA', '2143', '1999-03-11'],
  ['Paineiras Planos Odontológicos Ltda.', 'ODONTOLOGIA_GRUPO', '2062', '2002-08-19'],
];

const operator = ({ index }: Draw): Row => {
  const [name = '', kind = '', nature = '', registered = ''] = operators[index % operators.length] ?? [];
  const round = Math.floor(index / operators.length);
  return {
    razao_social: round === 0 ? name : `${name} ${round + 1}`,
    nome_fantasia: null,
    registro_ans: String(304_701 + index * 5119),
    modalidade: kind,
    natureza_juridica: nature,
    data_registro: registered,
    ativo: true,
  };
};

/** What members pay for teeth is booked apart. */
const incomeOf = ({ rows }: Draw, segment: string): Row =>
  pointing('conta_contabil_id', accountId(rows, segment === 'ODONTOLOGICO' ? '3.1.1.2' : '3.1.1.1'));

/** The group that its name says; suspended plans are no longer sold. */
const groupOf = ({ rows }: Draw, segment: string, suspended: boolean): Row => {
  const name = suspended
    ? 'Planos em extinção'
    : segment === 'ODONTOLOGICO'
      ? 'Planos odontológicos'
      : 'Planos médicos';
  return pointing('grupo_id', idWhere(rows('grupo_produto'), 'descricao', name));
};

const plan = (draw: Draw): Row => {
  const { chance, index, today, rows } = draw;
  const [name, segmentacao, acomodacao] = plans[index % plans.length] ?? ['Plano', 'AMBULATORIAL', 'NAO_SE_APLICA'];
  const suspended = index % 8 === 5;
  return {
    codigo: `P${String(index + 1).padStart(3, '0')}`,
    nome: index < plans.length ? name : `${name} ${Math.floor(index / plans.length) + 1}`,
    segmentacao,
    acomodacao,
    pos_lei: true,
    codigo_plano_scpa: null,
    registro_plano_ans: String(470_000_000 + index * 1013),
    ...groupOf(draw, segmentacao, suspended),
    ...incomeOf(draw, segmentacao),
    // The others are those that it exchanges with.
    ...pointing('operadora_id', rows('operadora')[0]?.['id']),
    situacao: suspended ? 'SUSPENSO' : 'ATIVO',
    ativo: !suspended,
    contratacao: index % 3 === 0 ? 'COLETIVO_ADESAO' : 'COLETIVO_EMPRESARIAL',
    formacao_preco: 'PRE',
    fator_moderador: 'COPARTICIPACAO',
    abrangencia: 'ESTADUAL',
    area_atuacao: [{ uf: 'MG', cidade_id: null }],
    // Nobody is kept from a plan by age (Lei 9.656, art. 14).
    idade_maxima_ingresso: null,
    inicio_comercializacao: dayAfter(today, -chance.whole(4400, 6500)),
    fim_comercializacao: null,
    carencias: [
      { evento: 'URGENCIA_EMERGENCIA', dias: 1 },
      { evento: 'CONSULTA_EXAME', dias: 30 },
    ],
  };
};

/** Each age group costs more than the one before; the last six times the first at most, as the regulator asks. */
const growth = [1, 1.18, 1.3, 1.45, 1.65, 1.9, 2.2, 2.7, 3.3, 4.1];
const lastAges = [18, 23, 28, 33, 38, 43, 48, 53, 58];

/** What the first age group pays, by segment; teeth cost the same at any age. */
const firstPrices: Readonly<Record<string, readonly [least: number, most: number]>> = {
  AMBULATORIAL: [130, 190],
  ODONTOLOGICO: [28, 55],
};
const yearly = 1.085;
/** Tables of each plan, each of them for a year, the last one for all the time before. */
const tableYears = 4;

/** The year of a table runs from one month to the one before it. */
const tableYear = (today: string, year: number): { readonly begin: string; readonly end: string | null } => {
  const begin = monthNumber(today) - 9 - 12 * year;
  return {
    begin: `${monthText(year === tableYears - 1 ? begin - 132 : begin)}-01`,
    end: year === 0 ? null : lastDay(begin + 11),
  };
};

const prices = ({ seed, index, rows, today }: Draw): Row => {
  const all = rows('produto');
  const of = index % Math.max(all.length, 1);
  const year = Math.floor(index / Math.max(all.length, 1));
  const [least, most] = firstPrices[String(all[of]?.['segmentacao'])] ?? [210, 380];
  const now = new Chance(seed, 'price', of).whole(least, most);
  const flat = all[of]?.['segmentacao'] === 'ODONTOLOGICO';
  const { begin, end } = tableYear(today, year);
  return {
    ...pointing('produto_id', all[of]?.['id']),
    regulamentada: true,
    inicio: begin,
    fim: end,
    faixas: growth.map((share, at) => ({
      faixa: String(at + 1).padStart(2, '0'),
      valor: cents(Math.round(now / yearly ** year) * (flat ? 1 : share)),
    })),
  };
};

const tablesOf = onceOfRows((tables) => {
  const found = new Map<unknown, Row[]>();
  for (const table of tables) found.set(table['produto_id'], [...(found.get(table['produto_id']) ?? []), table]);
  return found;
});

/** What the plan costs somebody of that age on the day; undefined where no table is in force. */
export const priceOn = (
  { rows }: Pick<Draw, 'rows'>,
  plan: unknown,
  birth: unknown,
  day: string,
): number | undefined => {
  const table = tablesOf(rows('faixa_etaria'))
    .get(plan)
    ?.find((row) => String(row['inicio']) <= day && String(row['fim'] ?? day) >= day);
  if (table === undefined) return;
  const first = Number(table['valor_primeira']);
  if (table['valor_ultima'] === table['valor_primeira']) return first;
  const age = ageOn(String(birth), day);
  const at = lastAges.findIndex((last) => age <= last);
  return cents(first * (growth[at < 0 ? growth.length - 1 : at] ?? 1));
};

/** `S.A.` at the end of its name says what a company is; the others are limited, however small. */
const natureOf = (name: string): string => (name.endsWith(' S.A.') ? '2054' : '2062');

const priceIndexes = ['IPCA', 'INPC', 'IGPM'];

/** One in each of the two years that are over, on the birthday of the contract. */
const raisesOf = ({ index, today }: Draw, month: string): readonly Row[] =>
  [2, 1].map((years) => ({
    aplicacao: `${Number(today.slice(0, 4)) - years}-${month}-01`,
    percentual: cents(6 + ((index * 7 + years * 3) % 9) * 0.85),
    agrupamento: index % 4 === 3,
    protocolo_ans: null,
  }));

const company = (draw: Draw): Row => {
  const { chance, index, rows } = draw;
  const name = companyName(chance);
  const indexes = rows('indexador');
  const wanted = priceIndexes[index % priceIndexes.length];
  const month = String(chance.whole(1, 12)).padStart(2, '0');
  return {
    codigo: String(index + 1).padStart(4, '0'),
    razao_social: name,
    tipo_inscricao: 'CNPJ',
    natureza_juridica: natureOf(name),
    matriz_id: null,
    inicio: `${chance.whole(2010, 2018)}-${month}-01`,
    fim: null,
    indice_reajuste_id: indexes.find((row) => row['codigo'] === wanted)?.['id'] ?? null,
    // Prices go up when the contract has its birthday.
    mes_reajuste: month,
    percentual_patrocinio: chance.of([50, 60, 70]),
    dia_corte: 20,
    dia_vencimento: chance.of([5, 10, 15]),
    envio_folha: true,
    codigo_orgao_folha: String(20_100 + index),
    enderecos: [{ tipo: 'COMERCIAL', principal: true }],
    contatos: [{ tipo: 'TELEFONE', principal: true }],
    contas: [],
    produtos: [],
    administradora_id: null,
    vidas: index % 4 === 3 ? 12 + index : 60 + 45 * index,
    reajustes: raisesOf(draw, month),
  };
};

export const planRecipes: SampleRecipes['entities'] = {
  operadora: { count: few(operators.length), values: operator },
  empresa: { count: few(12), values: company },
  setor_empresa: { count: few(24) },
  produto: { count: few(8), values: plan },
  faixa_etaria: { count: few(8 * tableYears), values: prices },
};
