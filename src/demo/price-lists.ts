/** What procedures cost by the tables that are agreed on with providers: each in two tables, this year and the year before. */
import type { Row } from '../../engine/data/given-rows.ts';
import { Chance } from '../../engine/data/samples/chance.ts';
import type { Draw, SampleRecipes } from '../../engine/data/samples/recipe.ts';
import { cents, idWhere, pointing } from './found-rows.ts';

const tables: readonly (readonly [name: string, type: string, tiss: string])[] = [
  ['CBHPM 2018 com deflator de 10%', 'CBHPM', '22'],
  ['Tabela própria da rede', 'PROPRIA', '22'],
  ['Diárias e taxas hospitalares', 'PROPRIA', '18'],
  ['Odontologia', 'ODONTO', '22'],
  ['Tabela AMB 92', 'AMB', '22'],
  ['Pacotes cirúrgicos', 'PROPRIA', '98'],
  ['Materiais pela Simpro', 'SIMPRO', '19'],
  ['Medicamentos pela Brasíndice', 'BRASINDICE', '20'],
];

const table = ({ index, today }: Draw): Row => {
  const [name, type, tiss] = tables[index % tables.length] ?? ['Tabela', 'PROPRIA', '22'];
  return { nome: name, tipo: type, tabela_tiss: tiss, inicio: `${yearOf(today) - 6}-01-01`, fim: null, ativo: true };
};

const yearOf = (today: string): number => Number(today.slice(0, 4));

/** By kind of procedure. */
const prices: Readonly<Record<string, readonly [least: number, most: number]>> = {
  CONSULTA: [90, 180],
  EXAME: [8, 420],
  TERAPIA: [35, 120],
  CIRURGIA: [240, 3800],
  INTERNACAO: [120, 900],
  ODONTO: [25, 380],
};
const yearly = 1.06;

const item = ({ seed, index, rows, today }: Draw): Row => {
  const procedures = rows('procedimento');
  const all = rows('tabela_preco');
  const place = index % Math.max(procedures.length, 1);
  const procedure = procedures[place];
  const round = Math.floor(index / Math.max(procedures.length, 1)) % 4;
  const kind = String(procedure?.['tipo']);
  const main = kind === 'ODONTO' ? 'Odontologia' : 'CBHPM 2018 com deflator de 10%';
  const [least, most] = prices[kind] ?? [20, 300];
  const former = round >= 2;
  const year = yearOf(today) - (former ? 1 : 0);
  const now = cents(least + (most - least) * new Chance(seed, 'price of procedure', place).next() ** 2);
  const own = round % 2 === 1 ? 1.12 : 1;
  return {
    ...pointing('tabela_id', idWhere(all, 'nome', round % 2 === 1 ? 'Tabela própria da rede' : main)),
    ...pointing('procedimento_id', procedure?.['id']),
    valor: cents((now * own) / (former ? yearly : 1)),
    porte_id: null,
    quantidade_ch: null,
    custo_operacional: null,
    filme: null,
    auxiliares: kind === 'CIRURGIA' ? 1 : null,
    porte_anestesico_id: null,
    inicio: `${year}-01-01`,
    fim: former ? `${year}-12-31` : null,
    ativo: true,
  };
};

export const priceListRecipes: SampleRecipes['entities'] = {
  tabela_preco: { count: { small: tables.length, medium: tables.length, large: tables.length }, values: table },
  item_tabela_preco: { count: { small: 120, medium: 3000, large: 3000 }, values: item },
};
