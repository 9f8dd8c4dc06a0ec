/** The operator's own side: its register, the companies it has contracts with, its plans and their prices by age. */
import type { Row } from '../../engine/data/given-rows.ts';
import { Chance } from '../../engine/data/samples/chance.ts';
import type { Draw, SampleRecipes } from '../../engine/data/samples/recipe.ts';
import { dayAfter } from './days.ts';
import { cents, onceOf, pointing } from './found-rows.ts';
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

const plan = ({ chance, index, today }: Draw): Row => {
  const [name, segmentacao, acomodacao] = plans[index % plans.length] ?? ['Plano', 'AMBULATORIAL', 'NAO_SE_APLICA'];
  return {
    codigo: `P${String(index + 1).padStart(3, '0')}`,
    nome: index < plans.length ? name : `${name} ${Math.floor(index / plans.length) + 1}`,
    segmentacao,
    acomodacao,
    pos_lei: true,
    codigo_plano_scpa: null,
    registro_plano_ans: String(470_000_000 + index * 1013),
    situacao: index % 8 === 5 ? 'SUSPENSO' : 'ATIVO',
    contratacao: index % 3 === 0 ? 'COLETIVO_ADESAO' : 'COLETIVO_EMPRESARIAL',
    formacao_preco: 'PRE',
    fator_moderador: 'COPARTICIPACAO',
    abrangencia: 'ESTADUAL',
    area_atuacao: [{ uf: 'MG', cidade_id: null }],
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

const tablesOf = onceOf((tables) => {
  const found = new Map<unknown, Row[]>();
  for (const table of tables) found.set(table['produto_id'], [...(found.get(table['produto_id']) ?? []), table]);
  return found;
});

const ageOn = (day: string, birth: string): number =>
  Number(day.slice(0, 4)) - Number(birth.slice(0, 4)) - (day.slice(5) < birth.slice(5) ? 1 : 0);

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
  const age = ageOn(day, String(birth));
  const at = lastAges.findIndex((last) => age <= last);
  return cents(first * (growth[at < 0 ? growth.length - 1 : at] ?? 1));
};

const company = ({ chance, index }: Draw): Row => ({
  codigo: String(index + 1).padStart(4, '0'),
  razao_social: companyName(chance),
  tipo_inscricao: 'CNPJ',
  enderecos: [{ tipo: 'COMERCIAL', principal: true }],
  contatos: [{ tipo: 'TELEFONE', principal: true }],
  contas: [],
  produtos: [],
});

export const planRecipes: SampleRecipes['entities'] = {
  operadora: { count: few(3) },
  empresa: { count: few(12), values: company },
  setor_empresa: { count: few(24) },
  produto: { count: few(8), values: plan },
  faixa_etaria: { count: few(8 * tableYears), values: prices },
};
