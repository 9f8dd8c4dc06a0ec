/** What all formats say of a list of differences: which follow from which, how many of each kind, how grave it is. */
import type { Origin } from '../core/origin.ts';
import type { Difference, Effect, SchemaClass } from './change.ts';
import { effects, schemaClasses } from './change.ts';

/** A difference with what follows from the same place of the files. */
export interface Gathered {
  readonly difference: Difference;
  readonly consequences: readonly Difference[];
}

export const placeOf = ({ from, to }: Pick<Difference, 'from' | 'to'>): Origin | undefined => to ?? from;
export const writePlace = (origin: Origin | undefined): string =>
  origin === undefined ? '' : `${origin.file}:${origin.line}:${origin.column}`;

/** Those that no other brings about, each with its consequences. */
export const gather = (differences: readonly Difference[]): readonly Gathered[] => {
  const at = (one: Difference): string => writePlace(placeOf(one));
  const causes = new Set(differences.filter(({ derived }) => !derived).map(at));
  const followers = Map.groupBy(
    differences.filter((one) => one.derived && causes.has(at(one))),
    at,
  );
  const told = new Set<string>();
  return differences
    .filter((one) => !one.derived || !causes.has(at(one)))
    .map((difference) => {
      // Several things said in one place share what follows: it is told with the first.
      const consequences = told.has(at(difference)) || difference.derived ? [] : (followers.get(at(difference)) ?? []);
      if (!difference.derived) told.add(at(difference));
      return { difference, consequences };
    });
};

/** One, and several. */
export const effectWords: Readonly<Record<Effect, readonly [one: string, many: string]>> = {
  adds: ['acréscimo', 'acréscimos'],
  changes: ['mudança', 'mudanças'],
  tightens: ['restrição', 'restrições'],
  weakens: ['enfraquecimento', 'enfraquecimentos'],
  loses: ['perda', 'perdas'],
};

export const schemaWords: Readonly<Record<SchemaClass, string>> = {
  safe: 'sem efeito sobre as linhas',
  locking: 'trava a tabela enquanto grava',
  'needs-scan': 'confere todas as linhas',
  'needs-backfill': 'pede valores nas linhas que há',
  lossy: 'perderia dados: o início é recusado',
};

/** Something is lost or protects less, or the database would lose rows. */
export const isGrave = ({ effect, schema }: Difference): boolean =>
  effect === 'loses' || effect === 'weakens' || schema === 'lossy';

/** Somebody should look, though nothing is lost. */
export const isWarning = (one: Difference): boolean =>
  !isGrave(one) && (one.effect === 'tightens' || (one.schema !== undefined && one.schema !== 'safe'));

const count = <K extends string>(
  keys: readonly K[],
  of: readonly (K | undefined)[],
): Readonly<Partial<Record<K, number>>> =>
  Object.fromEntries(
    keys.map((key) => [key, of.filter((one) => one === key).length] as const).filter(([, number]) => number > 0),
  ) as Partial<Record<K, number>>;

export interface Summary {
  readonly differences: number;
  readonly effects: Readonly<Partial<Record<Effect, number>>>;
  readonly schema: Readonly<Partial<Record<SchemaClass, number>>>;
  readonly grave: number;
}

/** Counts of each kind; kinds that there are none of are left out. */
export const summarize = (differences: readonly Difference[]): Summary => ({
  differences: differences.length,
  effects: count(
    effects,
    differences.map(({ effect }) => effect),
  ),
  schema: count(
    schemaClasses,
    differences.map(({ schema }) => schema),
  ),
  grave: differences.filter(isGrave).length,
});

const sections: Readonly<Record<string, string>> = {
  clients: 'Clientes',
  client: 'Cliente',
  entities: 'Cadastros',
  screens: 'Telas e menu',
  codeLists: 'Listas de códigos',
  flags: 'Opções de configuração',
  errors: 'Mensagens',
  issues: 'Mensagens',
  texts: 'Textos',
  suggestion: 'Textos',
};

/** The thing as the heading over its differences. */
export const headingOf = ({ path: [part = ''], thing }: Difference): string => thing[0] ?? sections[part] ?? part;

/** What differs, without the heading: `campo 'Código': passa a ser obrigatório`. */
export const sentenceOf = ({ thing, words }: Difference, from = 1): string =>
  [thing.slice(from).join(', '), words].filter((part) => part !== '').join(': ');

export const clientWords = ({ clients, allClients }: Difference): string =>
  allClients ? 'todos os clientes' : clients.length === 0 ? 'nenhum cliente tem' : clients.join(', ');
