/** What procedures cost by the tables that are agreed on with providers: each in two tables, this year and the year before. */
import type { Row } from '../../engine/data/given-rows.ts';
import { Chance } from '../../engine/data/samples/chance.ts';
import type { Draw, SampleRecipes } from '../../engine/data/samples/recipe.ts';
import { cents, idWhere, pointing } from './found-rows.ts';

interface Table {
  readonly name: string;
  readonly type: string;
  readonly tiss: string;
  /** The class it is looked for in. */
  readonly of: string;
  /** Codes of the units that its items are counted in, beside prices in full. */
  readonly fee?: 'CH' | 'USO';
  readonly film?: 'FILME';
  readonly cost?: 'UCO';
}

const [fees, stays] = ['Honorários médicos', 'Diárias e taxas'];

const tables: readonly Table[] = [
  { name: 'CBHPM 2018 com deflator de 10%', type: 'CBHPM', tiss: '22', of: fees, film: 'FILME', cost: 'UCO' },
  { name: 'Tabela própria da rede', type: 'PROPRIA', tiss: '22', of: fees, film: 'FILME' },
  { name: 'Diárias e taxas hospitalares', type: 'PROPRIA', tiss: '18', of: stays },
  { name: 'Odontologia', type: 'ODONTO', tiss: '22', of: 'Odontologia', fee: 'USO' },
  { name: 'Tabela AMB 92', type: 'AMB', tiss: '22', of: fees, fee: 'CH', film: 'FILME' },
  { name: 'Pacotes cirúrgicos', type: 'PROPRIA', tiss: '98', of: fees },
  { name: 'Materiais pela Simpro', type: 'SIMPRO', tiss: '19', of: 'Materiais' },
  { name: 'Medicamentos pela Brasíndice', type: 'BRASINDICE', tiss: '20', of: 'Medicamentos' },
];

const table = ({ index, rows, today }: Draw): Row => {
  const one = tables[index % tables.length];
  if (one === undefined) return {};
  const unit = (code: string | undefined): unknown =>
    code === undefined ? null : (rows('indexador').find(({ codigo }) => codigo === code)?.['id'] ?? null);
  return {
    nome: one.name,
    tipo: one.type,
    tabela_tiss: one.tiss,
    ...pointing('classe_id', idWhere(rows('classe_preco'), 'descricao', one.of)),
    indexador_honorario_id: unit(one.fee),
    indexador_filme_id: unit(one.film),
    indexador_custo_id: unit(one.cost),
    inicio: `${yearOf(today) - 6}-01-01`,
    fim: null,
    ativo: true,
  };
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
