/** Commands of a random life of three registries: records alone, batches of every kind, files, and what takes them back. */
import fc from '../../support/laws.ts';

/** One of plain records, one of records that own rows, one of records with states. */
export const lawPaths = ['/fichas', '/enquetes', '/queixas'] as const;
export type LawPath = (typeof lawPaths)[number];

/** Of the records that there are, every one whose place leaves `rest` when divided by `by`. */
export interface Some {
  readonly by: number;
  readonly rest: number;
}

type Values = Readonly<Record<string, unknown>>;

/** `seed` makes values of new records; `place` is that of a record among those that there are, counted round. */
export type Command =
  | {
      readonly kind: 'insert' | 'delete' | 'edit';
      readonly path: LawPath;
      readonly place: number;
      readonly seed: number;
    }
  | { readonly kind: 'batch insert'; readonly path: LawPath; readonly count: number; readonly seed: number }
  | {
      readonly kind: 'batch update';
      readonly path: LawPath;
      readonly some: Some;
      readonly seed: number;
      readonly filtered: boolean;
    }
  | { readonly kind: 'batch move'; readonly some: Some; readonly transition: string }
  | { readonly kind: 'batch delete'; readonly path: LawPath; readonly some: Some; readonly filtered: boolean }
  | {
      readonly kind: 'import';
      readonly path: LawPath;
      readonly some: Some;
      readonly fresh: number;
      readonly faulty: number;
      readonly seed: number;
      readonly mode: 'upsert' | 'insert' | 'update';
      readonly whole: boolean;
    }
  | { readonly kind: 'undo'; readonly back: number };

const some = fc.record({ by: fc.integer({ min: 1, max: 4 }), rest: fc.nat(3) });
const path = fc.constantFrom(...lawPaths);
const seed = fc.nat(1000);
const place = fc.nat(100);
const filtered = fc.boolean();
const of = <const Kind extends string, Parts extends object>(
  kind: Kind,
  parts: { [Name in keyof Parts]: fc.Arbitrary<Parts[Name]> },
) => fc.record<{ kind: Kind } & Parts>({ kind: fc.constant(kind), ...parts } as never);

export const command: fc.Arbitrary<Command> = fc.oneof(
  { arbitrary: of('insert', { path, place, seed }), weight: 2 },
  { arbitrary: of('edit', { path, place, seed }), weight: 3 },
  { arbitrary: of('delete', { path, place, seed }), weight: 1 },
  { arbitrary: of('batch insert', { path, count: fc.integer({ min: 1, max: 4 }), seed }), weight: 3 },
  { arbitrary: of('batch update', { path, some, seed, filtered }), weight: 3 },
  {
    arbitrary: of('batch move', { some, transition: fc.constantFrom('tratar', 'responder', 'reabrir', 'encerrar') }),
    weight: 2,
  },
  { arbitrary: of('batch delete', { path, some, filtered }), weight: 2 },
  {
    arbitrary: of('import', {
      path,
      some,
      fresh: fc.nat(3),
      faulty: fc.nat(2),
      seed,
      mode: fc.constantFrom('upsert' as const, 'upsert' as const, 'insert' as const, 'update' as const),
      whole: fc.boolean(),
    }),
    weight: 2,
  },
  { arbitrary: of('undo', { back: fc.integer({ min: 1, max: 4 }) }), weight: 5 },
);

const pick = <Item>(items: readonly Item[], seed: number): Item => items[seed % items.length] as Item;

/** A record that was not there before; `made` tells it from all others. */
export const newRecord = (path: LawPath, made: number, seed: number): Values => {
  switch (path) {
    case '/fichas':
      return {
        numero: `N${made}`,
        valor: seed / 4,
        // One clinic has one diagnosis once.
        diagnostico: pick([`D${made}`, `D${made}`, 'Gripe'], seed),
        clinica_id: pick([1, 2, null], seed),
      };
    case '/enquetes':
      return {
        nome: `E${made}`,
        prestador_id: pick([1, 2, null], seed),
        perguntas: Array.from({ length: seed % 4 }, (_, at) => ({
          enunciado: `P${at}`,
          codigo: `C${made}-${at}`,
          peso: at,
        })),
        ...(seed % 3 === 0 ? { notas: [{ texto: `T${made}` }] } : {}),
      };
    case '/queixas':
      return { numero: `Q${made}`, assunto: `Assunto ${seed % 5}`, sigilo: pick(['TOTAL', null, null, null], seed) };
  }
};

/** What records are given, alone or many at once; owned rows go with a record alone. */
export const newValues = (path: LawPath, made: number, seed: number, alone: boolean): Values => {
  switch (path) {
    case '/fichas':
      return pick<Values>(
        [
          { situacao: pick(['ABERTA', 'FECHADA', 'CANCELADA'], seed) },
          { valor: pick([null, seed, 0.01], seed) },
          { diagnostico: pick(['Gripe', 'Asma'], seed) },
          { clinica_id: pick([1, 2, null], seed), valor: seed },
          { valor: -1 },
        ],
        Math.floor(seed / 7),
      );
    case '/enquetes':
      return alone && seed % 2 === 0
        ? {
            perguntas: Array.from({ length: seed % 3 }, (_, at) => ({ enunciado: `R${at}`, codigo: `X${made}-${at}` })),
          }
        : { prestador_id: pick([1, 2, null], seed) };
    case '/queixas':
      return { assunto: `Assunto ${seed % 5}`, ...(seed % 4 === 0 ? { motivo: null } : {}) };
  }
};

/** What a transition is given. */
export const moveValues = (transition: string): Values => {
  if (transition === 'tratar') return { responsavel: 'Ana' };
  if (transition === 'responder') return { resposta: 'Foi visto.' };
  return transition === 'encerrar' ? { motivo: 'Resolvida' } : {};
};

/** Titles of a file of the registry, and a line of it: of the record of that key, faulty where it is to be refused. */
export const lawFiles: Readonly<
  Record<
    LawPath,
    {
      readonly key: string;
      readonly titles: string;
      readonly line: (key: string, seed: number, faulty: boolean) => string;
    }
  >
> = {
  '/fichas': {
    key: 'numero',
    titles: 'numero;valor;situacao',
    line: (key, seed, faulty) => `${key};${faulty ? 'muito' : seed};${pick(['Aberta', 'Fechada'], seed)}`,
  },
  '/enquetes': {
    key: 'nome',
    titles: 'nome;prestador',
    line: (key, seed, faulty) => `${key};${faulty ? '999' : pick(['001', '002', ''], seed)}`,
  },
  '/queixas': {
    key: 'numero',
    titles: 'numero;assunto',
    line: (key, seed, faulty) => `${key};${faulty ? '' : `Assunto ${seed % 5}`}`,
  },
};
