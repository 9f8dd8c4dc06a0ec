/**
 * Requests of every kind that reads, made at random: most name what is there to be seen, the others probe for what is
 * not, by its real name, in every position that takes a name.
 */
import fc from 'fast-check';
import { providerHeader } from '../../engine/contract/chosen-provider.ts';
import type { Ask } from './ask.ts';
import { address, encoded, get, list, mostly, of, perhaps } from './ask.ts';
import { otherDoors } from './other-doors.ts';
import { clinics, guides, movedGuides, patientOf, patients, phases, words } from './world.ts';

const numberOf = (n: number): string => `G${String(n).padStart(3, '0')}`;
const patient = fc.integer({ min: 0, max: patients - 1 }).map(patientOf);

/** Column by column, what a filter compares with. */
const values: Readonly<Record<string, fc.Arbitrary<string>>> = {
  id: fc.integer({ min: 1, max: guides + 5 }).map(String),
  versao: fc.integer({ min: 1, max: 5 }).map(String),
  numero: fc.integer({ min: 0, max: guides - 1 }).map(numberOf),
  clinica_id: fc.integer({ min: 1, max: clinics }).map(String),
  paciente_id: fc.integer({ min: 1, max: 12 }).map(String),
  medico_id: fc.integer({ min: 1, max: 8 }).map(String),
  parecerista_id: fc.integer({ min: 1, max: 8 }).map(String),
  guia_id: fc.integer({ min: 1, max: guides }).map(String),
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
const word = fc.constantFrom(...words);
const sample = (column: string): fc.Arbitrary<string> => values[column] ?? word;

const numbers = new Set(['valor', 'custo', 'margem', 'dobro', 'gravidade', 'peso', 'renda', 'faturamento']);
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

/** Names of a table: some the viewer sees, some not. */
interface Names {
  readonly open: readonly string[];
  readonly kept: readonly string[];
}
type Relation = readonly [name: string, inside: Names];

/** A resource as one viewer has it. */
export interface Place extends Names {
  readonly path: string;
  /** Relations to one record and to many, with what is behind them; those of which something is seen come first. */
  readonly one: readonly Relation[];
  readonly many: readonly Relation[];
  /** Of the records that the viewer sees. */
  readonly ids: readonly number[];
}

export interface Sight {
  /** Those whose list the viewer sees, and others. */
  readonly open: readonly Place[];
  readonly kept: readonly Place[];
  /** Registries of the product itself. */
  readonly real: readonly Place[];
  /** The clinics that may be said to be the one that the viewer works for. */
  readonly providers: readonly number[];
  /** Ids of files by their names. */
  readonly files: ReadonlyMap<string, string>;
}

const ofGuide = [
  ...['id', 'versao', 'numero', 'clinica_id', 'paciente_id', 'fase', 'valor', 'dia', 'observacao', 'diagnostico'],
  ...['gravidade', 'custo', 'margem', 'parecerista_id', 'laudos', 'urgente', 'dobro', 'medico_id', 'nada'],
];

/** All that there is to be asked for, seen or not. */
const everything: readonly {
  readonly path: string;
  readonly names: readonly string[];
  readonly one: Readonly<Record<string, readonly string[]>>;
  readonly many: Readonly<Record<string, readonly string[]>>;
}[] = [
  {
    path: '/guias',
    names: ofGuide,
    one: {
      clinica: ['id', 'codigo', 'nome', 'faturamento'],
      paciente: ['id', 'nome', 'doenca', 'cpf', 'email'],
      medico: ['id', 'registro', 'nome', 'renda', 'retrato'],
      parecerista: ['id', 'nome', 'renda'],
    },
    many: {
      itens: ['id', 'nome', 'quantidade', 'sigilo', 'executante_id'],
      pareceres: ['id', 'texto', 'nota'],
      recursos: ['id', 'motivo', 'peso'],
      exames: ['id', 'nome', 'resultado'],
      sindicancias: ['id', 'nome'],
    },
  },
  {
    path: '/recursos',
    names: ['id', 'motivo', 'peso', 'guia_id', 'nada'],
    one: { guia: ofGuide },
    many: { sindicancias: ['id'] },
  },
  {
    path: '/clinicas',
    names: ['id', 'codigo', 'nome', 'faturamento'],
    one: {},
    many: { guias: ['id', 'numero', 'valor', 'diagnostico', 'custo'], exames: ['id', 'resultado'] },
  },
  {
    path: '/pacientes',
    names: ['id', 'nome', 'doenca', 'cpf', 'email', 'fone'],
    one: {},
    many: { guias: ['id', 'numero', 'gravidade'] },
  },
  {
    path: '/medicos',
    names: ['id', 'registro', 'nome', 'renda', 'retrato'],
    one: {},
    many: { guias: ['id', 'numero'], sindicancias: ['id', 'nome'] },
  },
  {
    path: '/exames',
    names: ['id', 'nome', 'resultado', 'clinica_id'],
    one: { guia: ['id', 'numero', 'diagnostico', 'valor'] },
    many: {},
  },
  { path: '/sindicancias', names: ['id', 'nome', 'guia_id'], one: { guia: ['id'] }, many: {} },
  {
    path: '/usuarios',
    names: ['id', 'login', 'nome', 'email', 'cpf', 'ativo', 'senha_hash', 'criado_por_login', 'nada'],
    one: {},
    many: { grupo: ['id', 'grupo_id'] },
  },
  { path: '/cidades', names: ['id', 'nome', 'ibge', 'uf', 'capital', 'regiao_saude', 'nada'], one: {}, many: {} },
];
const ofTheProduct: readonly string[] = ['/usuarios', '/cidades'];

type Look = (url: string, headers?: Ask['headers']) => Promise<{ readonly statusCode: number; readonly body: string }>;

/** What the viewer sees, by asking for each name alone. */
export const learnSight = async (look: Look, files: Sight['files']): Promise<Sight> => {
  const split = async (names: readonly string[], write: (name: string) => string): Promise<Names> => {
    const seen = await Promise.all(names.map(async (name) => (await look(write(name))).statusCode === 200));
    return { open: names.filter((_, index) => seen[index]), kept: names.filter((_, index) => !seen[index]) };
  };
  const related = async (
    path: string,
    all: Readonly<Record<string, readonly string[]>>,
  ): Promise<readonly Relation[]> => {
    const found = Object.entries(all).map(
      async ([name, inside]): Promise<Relation> => [
        name,
        await split(inside, (inner) => `/api${path}?select=id,${name}(${inner})&limit=1`),
      ],
    );
    return (await Promise.all(found)).sort(([, one], [, other]) => other.open.length - one.open.length);
  };
  const places = await Promise.all(
    everything.map(async ({ path, names, one, many }): Promise<Place> => {
      const rows = await look(`/api${path}?select=id&limit=1000`);
      return {
        path,
        ...(await split(names, (name) => `/api${path}?select=${name}&limit=1`)),
        one: await related(path, one),
        many: await related(path, many),
        ids: rows.statusCode === 200 ? (JSON.parse(rows.body) as { id: number }[]).map(({ id }) => id) : [],
      };
    }),
  );
  const chosen = await Promise.all(
    Array.from({ length: clinics }, async (_, index) => {
      const { statusCode } = await look('/api/guias?select=id&limit=1', { [providerHeader]: String(index + 1) });
      return statusCode === 200 ? [index + 1] : [];
    }),
  );
  const isReal = ({ path }: Place): boolean => ofTheProduct.includes(path);
  const made = places.filter((place) => !isReal(place));
  const seen = ({ ids }: Place): boolean => ids.length > 0;
  return {
    open: made.filter(seen),
    kept: made.filter((place) => !seen(place)),
    real: places.filter(isReal),
    providers: chosen.flat(),
    files,
  };
};

const nameOf = ({ open, kept }: Names, weight = 9): fc.Arbitrary<string> => {
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
const filterOn = (names: fc.Arbitrary<string>, prefix = ''): fc.Arbitrary<string> =>
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
const relationOf = (relations: readonly Relation[]): fc.Arbitrary<Relation> => {
  if (relations.length === 0) return of<Relation>(['nada', { open: [], kept: ['id'] }]);
  const seen = relations.filter(([, { open }]) => open.length > 0);
  return seen.length === 0 ? of(...relations) : mostly(of(...seen), of(...relations), 6);
};

const condition = (place: Place): fc.Arbitrary<string> => {
  const own = [
    { weight: 6, arbitrary: filterOn(nameOf(place, 24)) },
    { weight: 2, arbitrary: groupOf(nameOf(place, 20)) },
  ];
  const behind = relationOf(place.one).chain(([name, inside]) => filterOn(nameOf(inside), `${name}.`));
  return fc.oneof(...own, ...(place.one.length > 0 ? [{ weight: 3, arbitrary: behind }] : []));
};
const projection = (place: Place): fc.Arbitrary<string> =>
  fc
    .tuple(list(nameOf(place, 14), 1, 3), of('', '', '::text'), of('', '', 'x:'))
    .map(
      ([names, cast, alias]) =>
        `select=id,${names.map((name, at) => `${alias && `${alias.slice(0, 1)}${at}:`}${name}${cast}`).join()}`,
    );
const ordering = (place: Place): fc.Arbitrary<string> => {
  const behind = relationOf(place.one).chain(([name, inside]) => nameOf(inside).map((inner) => `${name}(${inner})`));
  const key = place.one.length > 0 ? mostly(nameOf(place), behind, 4) : nameOf(place);
  return fc
    .tuple(list(key, 1, 2), of('', '.desc', '.asc.nullsfirst', '.desc.nullslast'))
    .map(([names, direction]) => `order=${names.map((name) => `${name}${direction}`).join()}`);
};
const searched = fc.oneof(
  { weight: 4, arbitrary: word },
  { weight: 3, arbitrary: of('G0', 'nota', 'Motivo', 'Doutor', 'Pessoa', 'e', 'a', 'o', 'M', 'o') },
  { weight: 1, arbitrary: fc.tuple(word, word).map((pair) => pair.join(' ')) },
);
const quick = searched.map((text) => `q=${encoded(text)}`);
const counting = of('exact', 'planned', 'estimated', 'exact, wait=1');

const mistakes = (place: Place): fc.Arbitrary<Ask> => {
  const { path, open, kept, ids } = place;
  const wrong = of(
    ...kept,
    ...kept.map((name) => `${name}x`),
    ...open.map((name) => `${name}s`),
    'senha_hash',
    'busca',
  );
  const ask = (query: string): Ask => get(address(path, [query]));
  return fc.oneof(
    wrong.map((name) => ask(`select=${name}`)),
    wrong.map((name) => ask(`${name}=eq.1`)),
    wrong.map((name) => ask(`order=${name}`)),
    wrong.map((name) => ask(`select=${name}(id)`)),
    wrong.map((name) => ask(`select=${name}.sum()`)),
    fc
      .tuple(nameOf(place), of('eq.x', 'is.true', 'fts.x', 'cs.{1}', 'gt.', 'in.('))
      .map(([name, text]) => ask(`${name}=${encoded(text)}`)),
    fc.tuple(wrong, word).map(
      ([name, text]): Ask => ({
        method: 'PATCH',
        url: address(path, ['id=eq.1']),
        headers: { prefer: 'tx=rollback' },
        body: { [name]: text },
      }),
    ),
    {
      weight: 3,
      arbitrary: fc
        .tuple(mostly(of(...ids, 1), fc.integer({ min: 1, max: guides + 12 }), 1), of('"77"', '"1"', '"3"', '"5"'))
        .map(
          ([id, tag]): Ask => ({
            method: 'PATCH',
            url: address(path, [`id=eq.${id}`]),
            headers: { prefer: 'tx=rollback', 'if-match': tag },
            body: { [open[2] ?? 'nome']: 'x' },
          }),
        ),
    },
    wrong.map((name) => get(`/api/${name}`)),
    {
      weight: 2,
      arbitrary: fc.tuple(of(...movedGuides), of('"1"', '"2"', '"4"')).map(
        ([id, tag]): Ask => ({
          method: 'PATCH',
          url: address('/guias', [`id=eq.${id}`]),
          headers: { prefer: 'tx=rollback', 'if-match': tag },
          body: { observacao: 'x' },
        }),
      ),
    },
  );
};

/** Of the guide that has a file, and of the one from which some were taken off: shown, taken down, told of. */
const attachment = (files: Sight['files']): fc.Arbitrary<Ask> => {
  const file = (name: string): string => files.get(name) ?? name;
  const kept = file('fechado.txt');
  const place = fc.oneof(
    { weight: 14, arbitrary: of(['1/anexos', file('aberto.txt')]) },
    { weight: 4, arbitrary: of(['7/anexos', file('retirado.txt')]) },
    { weight: 1, arbitrary: of(['7/anexos', file('apagado.txt')], ['7/laudos', file('sigiloso.txt')]) },
    { weight: 2, arbitrary: of(['1/laudos', kept], ['2/anexos', file('aberto.txt')]) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(of('1', '2', '7'), of('anexos', 'laudos', 'nada'), of(...files.values(), `${kept.slice(0, -4)}0000`))
        .map(([id, field, name]) => [`${id}/${field}`, name]),
    },
  );
  const taken = fc
    .tuple(
      place,
      of('GET', 'HEAD'),
      of<Readonly<Record<string, string>>>({}, { range: 'bytes=0-3' }, { 'if-none-match': '"x"' }),
    )
    .map(
      ([[where, name], method, headers]): Ask => ({
        method: method as 'GET' | 'HEAD',
        url: `/api/anexos/guias/${where}/${name}`,
        headers,
      }),
    );
  const told = of(
    ...['anexos', 'anexos', 'anexos', 'laudos', 'anexos,laudos'].map((names) => `?select=id,${names}&id=in.(1,2,7)`),
    ...['/1/historico', '/7/historico'],
  ).map((query) => get(`/api/guias${query}`));
  return mostly(taken, told, 3);
};

const changes = mostly<object>(
  of<object>({ fase: 'PAGA' }, { dia: '2026-05-05' }, { valor: 7 }, { observacao: 'outra' }, { urgente: true }),
  of<object>({ diagnostico: 'asma' }, { custo: 1 }, { dobro: 3 }, { nada: 1 }, { clinica_id: 2 }),
  7,
);
/** What would be written, taken back. No guide is deleted, for others point at it, and that answer is the key's. */
const preview = ([guide, appeal]: readonly [Place, Place]): fc.Arbitrary<Ask> => {
  const some = list(mostly(of(1, ...guide.ids), fc.integer({ min: 1, max: guides + 10 }), 4), 1, 6);
  const chosen = some.map((ids) => `id=in.(${ids.join()})`);
  const whole = fc.tuple(chosen, perhaps(condition(guide)), changes).map(
    ([ids, more, body]): Ask => ({
      method: 'PATCH',
      url: address('/guias', [ids, ...more, 'select=id,numero,fase,valor,dia']),
      headers: { prefer: 'tx=rollback, return=representation' },
      body,
    }),
  );
  const found = fc.tuple(condition(guide), changes).map(
    ([one, body]): Ask => ({
      method: 'PATCH',
      url: address('/guias', [one]),
      headers: { prefer: 'tx=rollback, count=exact' },
      body,
    }),
  );
  const each = fc.tuple(chosen, changes).map(
    ([ids, body]): Ask => ({
      method: 'PATCH',
      url: address('/guias', [ids]),
      headers: { prefer: 'tx=rollback, outcome=each' },
      body,
    }),
  );
  const removal = condition(appeal).map(
    (one): Ask => ({
      method: 'DELETE',
      url: address('/recursos', [one, 'select=id,motivo']),
      headers: { prefer: 'tx=rollback, return=representation' },
    }),
  );
  return fc.oneof(
    { weight: 3, arbitrary: whole },
    { weight: 2, arbitrary: found },
    { weight: 3, arbitrary: each },
    removal,
  );
};

/** What a list is asked for: rows, pages, sums and totals, and the same as a file. */
const listing = (place: fc.Arbitrary<Place>) => {
  const filter = place.chain((one) =>
    fc
      .tuple(mostly(list(condition(one), 1, 1), list(condition(one), 2, 2), 9), projection(one))
      .map(([filters, select]) => get(address(one.path, [...filters, select]))),
  );
  const sort = place.chain((one) =>
    fc.tuple(ordering(one), projection(one)).map((parts) => get(address(one.path, parts))),
  );
  const search = place.chain((one) =>
    fc.tuple(quick, perhaps(condition(one))).map(([q, filters]) => get(address(one.path, [q, ...filters]))),
  );
  const aggregate = place.chain((one) => {
    const item = nameOf(one, 16).chain((name) =>
      of(...(numbers.has(name) ? ['sum', 'avg', 'min', 'max', 'count'] : ['count'])).map((how) => `${name}.${how}`),
    );
    return fc
      .tuple(list(item, 1, 3), perhaps(condition(one)))
      .map(([items, filters]) =>
        get(address(one.path, [`select=n:count(),${items.map((text, at) => `r${at}:${text}()`).join()}`, ...filters])),
      );
  });
  const count = place.chain((one) => {
    const inner = relationOf(one.many).map(([name]) => `select=id,${name}!inner(id)`);
    const narrowing = fc.oneof(
      { weight: 4, arbitrary: condition(one) },
      { weight: 1, arbitrary: quick },
      ...(one.many.length > 0 ? [{ weight: 1, arbitrary: inner }] : []),
    );
    return fc.tuple(of('GET', 'HEAD', 'HEAD'), counting, list(narrowing, 0, 2)).map(
      ([method, how, filters]): Ask => ({
        method: method as 'GET' | 'HEAD',
        url: address(one.path, filters),
        headers: { prefer: `count=${how}` },
      }),
    );
  });
  const page = place.chain((one) =>
    fc
      .tuple(
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 0, max: 15 }),
        perhaps(ordering(one)),
        of('none', 'exact'),
        fc.boolean(),
      )
      .map(([limit, offset, order, how, byRange]) =>
        get(address(one.path, [...(byRange ? [] : [`limit=${limit}`, `offset=${offset}`]), ...order]), {
          ...(how === 'none' ? {} : { prefer: `count=${how}` }),
          ...(byRange ? { range: `${offset}-${offset + limit}`, 'range-unit': 'items' } : {}),
        }),
      ),
  );
  const cursor = place.chain((one) =>
    fc.tuple(fc.integer({ min: 1, max: 9 }), perhaps(ordering(one)), perhaps(condition(one)), projection(one)).map(
      ([limit, order, filters, select]): Ask => ({
        ...get(address(one.path, [`limit=${limit}`, select, ...order, ...filters])),
        pages: 2,
      }),
    ),
  );
  const csv = fc
    .oneof(filter, sort, page, search)
    .map((ask): Ask => ({ ...ask, headers: { ...ask.headers, accept: 'text/csv' } }));
  return { filter, sort, search, aggregate, count, page, cursor, csv };
};

/** Requests of every kind. Previews write, and take back: what that leaves is in the planner's figures of the tables. */
const arbitraries = (sight: Sight) => {
  const named = (path: string): Place => [...sight.open, ...sight.kept].find((one) => one.path === path) as Place;
  const [first = named('/guias')] = sight.open;
  const usual = of(first, first, first, ...sight.open);
  const some = fc.integer({ min: 1, max: clinics + 1 });
  const place = sight.kept.length > 0 ? mostly(usual, of(...sight.kept), 20) : usual;
  const having = (part: 'one' | 'many'): fc.Arbitrary<Place> => place.filter((one) => one[part].length > 0);
  /** A record that is there to be seen, mostly. */
  const record = (one: Place): fc.Arbitrary<number> => {
    const any = fc.integer({ min: 1, max: guides + 10 });
    return one.ids.length > 0 ? mostly(of(...one.ids), any, 4) : any;
  };

  const { filter, sort, search, aggregate, count, page, cursor, csv } = listing(place);
  const seenReal = sight.real.filter(({ ids }) => ids.length > 0);
  const real = mostly(of(...(seenReal.length > 0 ? seenReal : sight.real)), of(...sight.real), 8);
  const provider = fc
    .tuple(
      fc.oneof(...Object.values(listing(usual))),
      sight.providers.length > 0
        ? mostly(of(...sight.providers), some, 12)
        : mostly(of<number | undefined>(undefined), some, 3),
    )
    .map(
      ([ask, id]): Ask =>
        id === undefined ? ask : { ...ask, headers: { ...ask.headers, [providerHeader]: String(id) } },
    );
  const embedOne = having('one').chain((one) =>
    fc
      .tuple(relationOf(one.one), of('', '', '', '!inner', '!left'), of('', '', 'x:', '...'))
      .chain(([[name, inside], join, before]) =>
        fc
          .tuple(list(nameOf(inside), 1, 2), perhaps(filterOn(nameOf(inside), `${name}.`)))
          .map(([names, filters]) =>
            get(address(one.path, [`select=id,${before}${name}${join}(${names.join()})`, ...filters])),
          ),
      ),
  );
  const embedMany = having('many').chain((one) =>
    relationOf(one.many).chain(([name, inside]) =>
      fc
        .tuple(
          of('', '', '', '!inner'),
          mostly(list(nameOf(inside), 1, 2), of(['count']), 5),
          perhaps(filterOn(nameOf(inside), `${name}.`)),
          perhaps(nameOf(inside).map((inner) => `${name}.order=${inner}.desc`)),
        )
        .map(([join, names, filters, order]) =>
          get(address(one.path, [`select=id,${name}${join}(${names.join()})`, ...filters, ...order])),
        ),
    ),
  );
  /** As lists draw a relation: by the fields of its label, page by page. */
  const label = fc
    .tuple(
      mostly(
        of('/guias?select=id,clinica_id,medico(registro,nome)', '/recursos?select=id,guia(numero)'),
        of(
          '/recursos?select=id,guia(numero,diagnostico)',
          '/guias?select=id,paciente(nome,doenca)',
          '/guias?select=id,clinica(codigo,nome)',
          '/exames?select=id,guia(numero)',
          '/guias?select=id,parecerista(nome)',
        ),
        2,
      ),
      fc.integer({ min: 1, max: 30 }),
      fc.integer({ min: 0, max: 30 }),
    )
    .map(([text, limit, offset]) => get(`/api${text}&limit=${limit}&offset=${offset}`));
  const terms = mostly(of('a', 'o', 'e', 'G0', 'Motivo', 'Doutor', 'nota', 'Pessoa'), searched, 1);
  const autocomplete = fc.oneof(
    { weight: 5, arbitrary: fc.tuple(place, terms).map(([{ path }, text]) => get(`/api${path}/${encoded(text)}`)) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(
          mostly(
            of('G000', ...named('/guias').ids.flatMap((id) => (id > guides ? [] : [numberOf(id - 1)]))),
            sample('numero'),
            4,
          ),
          of('', '', '', '', '?fase=not.is.null', '?custo=gt.10', '?diagnostico=eq.asma'),
        )
        .map(([number, query]) => get(`/api/guias/numero/${number}${query}`)),
    },
    fc.tuple(of('diagnostico', 'custo', 'nada'), word).map(([name, text]) => get(`/api/guias/${name}/${text}`)),
  );
  const audit = mostly(of(named('/guias')), place, 2).chain((one) =>
    record(one).map((id) => get(`/api${one.path}/${id}/historico`)),
  );
  const etag = fc.oneof(
    {
      weight: 5,
      arbitrary: place.chain((one) =>
        fc
          .tuple(
            record(one),
            of('GET', 'HEAD'),
            of('', '&select=*', '&select=id,versao', '&select=id'),
            of('"1"', '"2"', '*'),
          )
          .map(
            ([id, method, select, tag]): Ask => ({
              method: method as 'GET' | 'HEAD',
              url: address(one.path, [`id=eq.${id}${select}`]),
              headers: { accept: 'application/vnd.pgrst.object+json', 'if-none-match': tag },
            }),
          ),
      ),
    },
    { weight: 1, arbitrary: of('/api/model', '/api/auth/me', '/api/settings').map((url) => get(url)) },
  );
  const head = fc
    .tuple(fc.oneof(filter, sort, page, search, embedOne), counting)
    .map(([ask, how]): Ask => ({ ...ask, method: 'HEAD', headers: { ...ask.headers, prefer: `count=${how}` } }));
  const model = fc.oneof(
    { weight: 6, arbitrary: place.map(({ path }) => get(`/api/model/screen?path=${path}`)) },
    {
      weight: 1,
      arbitrary: of('/api/model', '/api/views?screen=/guias', '/api/settings', '/api/dominios/ufs').map((url) =>
        get(url),
      ),
    },
    { weight: 1, arbitrary: place.map(({ path }): Ask => ({ method: 'OPTIONS', url: `/api${path}` })) },
  );
  return {
    filter,
    sort,
    search,
    aggregate,
    count,
    page,
    cursor,
    embedOne,
    embedMany,
    label,
    autocomplete,
    csv,
    audit,
    etag,
    head,
    model,
    attachment: attachment(sight.files),
    mistakes: place.chain(mistakes),
    preview: preview([named('/guias'), named('/recursos')]),
    real: fc.oneof(...Object.values(listing(real))),
    provider,
    ...otherDoors(sight),
  } as const satisfies Record<string, fc.Arbitrary<Ask>>;
};

export type Kind = keyof ReturnType<typeof arbitraries>;

/** So many requests of each kind, or of those of `only`, the same for the same seed. */
export const makeAsks = (
  sight: Sight,
  seed: number,
  each: number,
  only?: readonly Kind[],
): readonly (readonly [Kind, Ask])[] =>
  Object.entries<fc.Arbitrary<Ask>>(arbitraries(sight)).flatMap(([kind, arbitrary], index) =>
    only?.includes(kind as Kind) === false
      ? []
      : fc.sample(arbitrary, { numRuns: each, seed: seed + index }).map((ask) => [kind as Kind, ask] as const),
  );
