/** What one viewer sees of all that there is to be asked for: learnt by asking for each name alone. */
import { providerHeader } from '../../engine/contract/chosen-provider.ts';
import type { Ask } from './ask.ts';
import { clinics, tellingNames } from './world.ts';

/** Names of a table: some the viewer sees, some not. */
export interface Names {
  readonly open: readonly string[];
  readonly kept: readonly string[];
}
export type Relation = readonly [name: string, inside: Names];

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
  /** Of the rows of others. */
  readonly views: readonly Place[];
  /** The clinics that may be said to be the one that the viewer works for. */
  readonly providers: readonly number[];
  /** Ids of files by their names. */
  readonly files: ReadonlyMap<string, string>;
  /** Whether calls that are for few are open. */
  readonly administers: boolean;
  /** Guides that were deleted and would come back where the viewer asks for it: those in sight, to who reads all of them. */
  readonly restorable: readonly number[];
  /** Whether the numbers of guides that the viewer does not see stay what they are. */
  readonly takenNumbers: boolean;
  /** Names that nothing of what the viewer sees is called by. */
  readonly untold: readonly string[];
  /** At which all was as it is seen. */
  readonly moment: string;
}

const ofGuide = [
  ...['id', 'versao', 'numero', 'clinica_id', 'paciente_id', 'fase', 'valor', 'dia', 'observacao', 'diagnostico'],
  ...[
    'gravidade',
    'custo',
    'margem',
    'parecerista_id',
    'laudos',
    'urgente',
    'dobro',
    'medico_id',
    'segurado_id',
    'nada',
  ],
];

/** All that there is to be asked for, seen or not. */
const everything: readonly {
  readonly path: string;
  readonly names: readonly string[];
  readonly one: Readonly<Record<string, readonly string[]>>;
  readonly many: Readonly<Record<string, readonly string[]>>;
}[] = [
  {
    path: '/fichas',
    names: ofGuide,
    one: {
      clinica: ['id', 'codigo', 'nome', 'faturamento'],
      paciente: ['id', 'nome', 'doenca', 'cpf', 'email'],
      medico: ['id', 'registro', 'nome', 'renda', 'retrato'],
      parecerista: ['id', 'nome', 'renda'],
      segurado: ['id', 'versao', 'nome', 'cartao', 'cpf', 'renda', 'medico_id'],
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
    names: ['id', 'motivo', 'turno', 'peso', 'ficha_id', 'nada'],
    one: { ficha: ofGuide },
    many: { sindicancias: ['id'] },
  },
  {
    path: '/clinicas',
    names: ['id', 'codigo', 'nome', 'faturamento'],
    one: {},
    many: { fichas: ['id', 'numero', 'valor', 'diagnostico', 'custo'], exames: ['id', 'resultado'] },
  },
  {
    path: '/pacientes',
    names: ['id', 'nome', 'doenca', 'cpf', 'email', 'fone'],
    one: {},
    many: { fichas: ['id', 'numero', 'gravidade'] },
  },
  {
    path: '/segurados',
    names: ['id', 'nome', 'cartao', 'cpf', 'renda', 'medico_id'],
    one: { medico: ['id', 'nome', 'renda'] },
    many: { fichas: ['id', 'numero', 'gravidade'] },
  },
  {
    path: '/medicos',
    names: ['id', 'registro', 'nome', 'renda', 'retrato'],
    one: {},
    many: { fichas: ['id', 'numero'], sindicancias: ['id', 'nome'] },
  },
  {
    path: '/exames',
    names: ['id', 'nome', 'resultado', 'clinica_id'],
    one: { ficha: ['id', 'numero', 'diagnostico', 'valor'] },
    many: {},
  },
  { path: '/sindicancias', names: ['id', 'nome', 'ficha_id'], one: { ficha: ['id'] }, many: {} },
  {
    path: '/usuarios',
    names: ['id', 'login', 'nome', 'email', 'cpf', 'ativo', 'senha_hash', 'criado_por_login', 'nada'],
    one: {},
    many: { grupo: ['id', 'grupo_id'] },
  },
  { path: '/cidades', names: ['id', 'nome', 'ibge', 'uf', 'capital', 'regiao_saude', 'nada'], one: {}, many: {} },
  {
    path: '/fila-fichas',
    names: [
      ...['id', 'versao', 'numero', 'clinica_id', 'paciente_id', 'nome_clinica', 'fase', 'valor', 'custo', 'margem'],
      ...['sobra', 'diagnostico', 'itens', 'notas', 'criado_em', 'nada'],
    ],
    one: { clinica: ['id', 'codigo', 'nome', 'faturamento'], paciente: ['id', 'nome', 'doenca'] },
    many: {},
  },
  {
    path: '/fichas-graves',
    names: ['id', 'numero', 'clinica_id', 'doenca', 'faturamento'],
    one: { clinica: ['id', 'nome', 'faturamento'] },
    many: {},
  },
];
const ofTheProduct: readonly string[] = ['/usuarios', '/cidades'];
const ofOthers: readonly string[] = ['/fila-fichas', '/fichas-graves'];

type Look = (url: string, headers?: Ask['headers']) => Promise<{ readonly statusCode: number; readonly body: string }>;

/** What the viewer sees, by asking for each name alone. */
export const learnSight = async (
  look: Look,
  { files, takenNumbers }: Pick<Sight, 'files' | 'takenNumbers'>,
): Promise<Sight> => {
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
      const { statusCode } = await look('/api/fichas?select=id&limit=1', { [providerHeader]: String(index + 1) });
      return statusCode === 200 ? [index + 1] : [];
    }),
  );
  const readsAll = places.some(({ path, kept }) => path === '/fichas' && kept.every((name) => name === 'nada'));
  const sets = places.flatMap((place) => [
    place,
    ...[...place.one, ...place.many].map(([name, inside]) => ({
      ...inside,
      open: [...inside.open, ...(inside.open.length > 0 ? [name] : [])],
    })),
  ]);
  const told = new Set(sets.flatMap(({ open }) => open.map((name) => name.replace(/_id$/, ''))));
  const deleted = readsAll ? await look('/api/fichas/historico/excluidos') : undefined;
  const isReal = ({ path }: Place): boolean => ofTheProduct.includes(path);
  const isView = ({ path }: Place): boolean => ofOthers.includes(path);
  const made = places.filter((place) => !isReal(place) && !isView(place));
  const seen = ({ ids }: Place): boolean => ids.length > 0;
  return {
    open: made.filter(seen),
    kept: made.filter((place) => !seen(place)),
    real: places.filter(isReal),
    views: places.filter(isView),
    providers: chosen.flat(),
    files,
    takenNumbers,
    administers: (await look('/api/acesso/permissoes/grupos')).statusCode === 200,
    restorable: deleted?.statusCode === 200 ? (JSON.parse(deleted.body) as { id: number }[]).map(({ id }) => id) : [],
    untold: tellingNames.filter((name) => !told.has(name)),
    moment: new Date().toISOString(),
  };
};
