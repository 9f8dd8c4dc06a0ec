/** Parts of a query, made at random of the names that a viewer has: conditions, columns, order, searches. */
import fc from '../support/laws.ts';
import { encoded, list, mostly, of } from './ask.ts';
import type { Names, Place, Relation } from './sight.ts';
import { clinics, guides, insured, patientOf, patients, phases, words } from './world.ts';

export const numberOf = (n: number): string => `G${String(n).padStart(3, '0')}`;
const patient = fc.integer({ min: 0, max: patients - 1 }).map(patientOf);

/** Column by column, what a filter compares with. */
const values: Readonly<Record<string, fc.Arbitrary<string>>> = {
  id: fc.integer({ min: 1, max: guides + 5 }).map(String),
  versao: fc.integer({ min: 1, max: 5 }).map(String),
  numero: fc.integer({ min: 0, max: guides - 1 }).map(numberOf),
  clinica_id: fc.integer({ min: 1, max: clinics }).map(String),
  paciente_id: fc.integer({ min: 1, max: 12 }).map(String),
  medico_id: fc.integer({ min: 1, max: 8 }).map(String),
  segurado_id: fc.integer({ min: 1, max: insured.all }).map(String),
  parecerista_id: fc.integer({ min: 1, max: 8 }).map(String),
  ficha_id: fc.integer({ min: 1, max: guides }).map(String),
  fase: fc.constantFrom(...phases),
  valor: fc.integer({ min: 0, max: 50 }).map(String),
  custo: fc.integer({ min: 0, max: 50 }).map(String),
  margem: fc.integer({ min: -30, max: 50 }).map(String),
  dobro: fc.integer({ min: 0, max: 100 }).map(String),
  gravidade: fc.integer({ min: 0, max: 50 }).map(String),
  peso: fc.integer({ min: 0, max: 9 }).map(String),
  renda: fc.integer({ min: 0, max: 50 }).map(String),
  faturamento: fc.integer({ min: 0, max: 50 }).map(String),
  quantidade: fc.integer({ min: 0, max: 8 }).map(String),
  nota: fc.integer({ min: 0, max: 8 }).map(String),
  dia: fc.integer({ min: 1, max: 9 }).map((month) => `2026-0${month}-15`),
  urgente: fc.constantFrom('true', 'false'),
  cpf: patient.map(({ cpf }) => cpf),
  email: patient.map(({ email }) => email),
  login: fc.constantFrom('gente1', 'gente2', 'campos', 'chefe'),
  uf: fc.constantFrom('MG', 'ES', 'SP'),
  ibge: fc.constantFrom('3106200', '3205309', '9999999'),
  capital: fc.constantFrom('true', 'false'),
  ativo: fc.constantFrom('true', 'false'),
  fone: patient.map(({ fone }) => fone),
};
export const word = fc.constantFrom(...words);
export const sample = (column: string): fc.Arbitrary<string> => values[column] ?? word;

export const numbers = new Set(['valor', 'custo', 'margem', 'dobro', 'gravidade', 'peso', 'renda', 'faturamento']);
const texts = new Set([
  'observacao',
  'diagnostico',
  'motivo',
  'nome',
  'resultado',
  'doenca',
  'sigilo',
  'texto',
  'cpf',
  'cartao',
  'email',
  'login',
  'ibge',
  'regiao_saude',
  'criado_por_login',
]);
const keys = /_id$|^(fase|urgente|uf)$/;
const truths = new Set(['urgente', 'capital', 'ativo']);
/** Those that leave rows mostly, and now and then one that the field does not take. */
const operatorsOf = (column: string): readonly string[] => {
  if (truths.has(column)) return ['eq', 'neq', 'is', 'eq', 'neq', 'gt'];
  if (keys.test(column)) return ['neq', 'neq', 'in', 'in', 'isdistinct', 'neq', 'eq', 'is', 'in', 'gt'];
  if (texts.has(column))
    return ['neq', 'like', 'ilike', 'has', 'ilike', 'has', 'gt', 'lt', 'gte', 'lte', 'in', 'eq', 'is', 'match'];
  return ['neq', 'gte', 'lte', 'gt', 'lt', 'gte', 'lte', 'in', 'eq', 'is', 'isdistinct'];
};

export const nameOf = ({ open, kept }: Names, weight = 9): fc.Arbitrary<string> => {
  if (open.length === 0) return of(...kept);
  return kept.length === 0 ? of(...open) : mostly(of(...open), of(...kept), weight);
};

/** `gte.12`, as a filter has it; loose enough that rows are left. */
const comparison = (name: string): fc.Arbitrary<string> =>
  fc
    .tuple(of(...operatorsOf(name)), of(false, false, true), sample(name), sample(name))
    .map(([operator, not, one, other]) => {
      const value = {
        in: `(${one},${other})`,
        is: 'null',
        like: `*${one.slice(1, 2)}*`,
        ilike: `*${one.slice(-1)}*`,
        has: one.slice(-2),
        match: one.slice(0, 1),
      }[operator];
      return `${not ? 'not.' : ''}${operator}.${encoded(value ?? one)}`;
    });
export const filterOn = (names: fc.Arbitrary<string>, prefix = ''): fc.Arbitrary<string> =>
  names.chain((name) => comparison(name).map((text) => `${prefix}${name}=${text}`));
const groupOf = (names: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(
      of('or', 'or', 'or', 'and', 'not.or', 'not.and'),
      fc.array(
        names.chain((name) => comparison(name).map((text) => `${name}.${text}`)),
        { minLength: 1, maxLength: 3 },
      ),
    )
    .map(([kind, items]) => `${kind}=(${items.join()})`);

/** Of those of which something is seen mostly the first. */
export const relationOf = (relations: readonly Relation[]): fc.Arbitrary<Relation> => {
  if (relations.length === 0) return of<Relation>(['nada', { open: [], kept: ['id'] }]);
  const seen = relations.filter(([, { open }]) => open.length > 0);
  return seen.length === 0 ? of(...relations) : mostly(of(...seen), of(...relations), 6);
};

export const condition = (place: Place): fc.Arbitrary<string> => {
  const own = [
    { weight: 6, arbitrary: filterOn(nameOf(place, 24)) },
    { weight: 2, arbitrary: groupOf(nameOf(place, 20)) },
  ];
  const behind = relationOf(place.one).chain(([name, inside]) => filterOn(nameOf(inside), `${name}.`));
  return fc.oneof(...own, ...(place.one.length > 0 ? [{ weight: 3, arbitrary: behind }] : []));
};
export const projection = (place: Place): fc.Arbitrary<string> =>
  fc
    .tuple(list(nameOf(place, 14), 1, 3), of('', '', '::text'), of('', '', 'x:'))
    .map(
      ([names, cast, alias]) =>
        `select=id,${names.map((name, at) => `${alias && `${alias.slice(0, 1)}${at}:`}${name}${cast}`).join()}`,
    );
export const ordering = (place: Place): fc.Arbitrary<string> => {
  const behind = relationOf(place.one).chain(([name, inside]) => nameOf(inside).map((inner) => `${name}(${inner})`));
  const key = place.one.length > 0 ? mostly(nameOf(place), behind, 4) : nameOf(place);
  return fc
    .tuple(list(key, 1, 2), of('', '.desc', '.asc.nullsfirst', '.desc.nullslast'))
    .map(([names, direction]) => `order=${names.map((name) => `${name}${direction}`).join()}`);
};
export const searched = fc.oneof(
  { weight: 4, arbitrary: word },
  { weight: 3, arbitrary: of('G0', 'nota', 'Motivo', 'Doutor', 'Pessoa', 'Segurado', 'e', 'a', 'o', 'M', 'o') },
  { weight: 1, arbitrary: fc.tuple(word, word).map((pair) => pair.join(' ')) },
);
export const quick = searched.map((text) => `q=${encoded(text)}`);
export const counting = of('exact', 'planned', 'estimated', 'exact, wait=1');
