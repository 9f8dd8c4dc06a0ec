/**
 * Requests of every kind that reads, made at random: most name what is there to be seen, the others probe for what is
 * not, by its real name, in every position that takes a name.
 */

import { providerHeader } from '../../engine/contract/chosen-provider.ts';
import fc from '../support/laws.ts';
import type { Ask } from './ask.ts';
import { address, encoded, get, list, mostly, of, perhaps } from './ask.ts';
import { imports, rowsOfFile } from './import-requests.ts';
import { listing } from './list-requests.ts';
import { otherDoors } from './other-doors.ts';
import { counting, filterOn, nameOf, numberOf, quick, relationOf, sample, searched, word } from './query-parts.ts';
import type { Place, Sight } from './sight.ts';
import { batch, mistakes, preview } from './undone-writes.ts';
import { clinics, deletedGuides, guides, othersGuide } from './world.ts';

/** Of the guide that has a file, and of the one from which some were taken off: shown, taken down, told of. */
const attachment = (files: Sight['files']): fc.Arbitrary<Ask> => {
  const file = (name: string): string => files.get(name) ?? name;
  const kept = file('fechado.txt');
  const place = fc.oneof(
    { weight: 24, arbitrary: of(['1/anexos', file('aberto.txt')]) },
    { weight: 4, arbitrary: of(['7/anexos', file('retirado.txt')]) },
    { weight: 1, arbitrary: of(['7/anexos', file('apagado.txt')], ['7/laudos', file('sigiloso.txt')]) },
    { weight: 2, arbitrary: of(['1/laudos', kept], ['2/anexos', file('aberto.txt')]) },
    { weight: 1, arbitrary: of([`${othersGuide}/anexos`, file('alheio.txt')]) },
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
        url: `/api/anexos/fichas/${where}/${name}`,
        headers,
      }),
    );
  const told = of(
    ...['anexos', 'anexos', 'anexos', 'laudos', 'anexos,laudos'].map(
      (names) => `?select=id,${names}&id=in.(1,2,7,${othersGuide})`,
    ),
    ...['/1/historico', '/7/historico'],
  ).map((query) => get(`/api/fichas${query}`));
  return mostly(taken, told, 3);
};

/** Requests of every kind. Previews write, and take back: what that leaves is in the planner's figures of the tables. */
const arbitraries = (sight: Sight) => {
  const named = (path: string): Place => [...sight.open, ...sight.kept].find((one) => one.path === path) as Place;
  const [first = named('/fichas')] = sight.open;
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
  const seenViews = sight.views.filter(({ ids }) => ids.length > 0);
  const views = seenViews.length > 0 ? mostly(of(...seenViews), of(...sight.views), 4) : of(...sight.views);
  const view = [
    views.map(({ path }) => get(`/api/model/screen?path=${path}`)),
    views.chain((one) =>
      record(one).map((id) =>
        get(`/api${one.path}?id=eq.${id}`, { accept: 'application/vnd.pgrst.object+json', 'if-none-match': '*' }),
      ),
    ),
  ];
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
        of('/fichas?select=id,clinica_id,medico(registro,nome)', '/recursos?select=id,ficha(numero)'),
        of(
          '/recursos?select=id,ficha(numero,diagnostico)',
          '/fichas?select=id,paciente(nome,doenca)',
          '/fichas?select=id,clinica(codigo,nome)',
          '/exames?select=id,ficha(numero)',
          '/fichas?select=id,parecerista(nome)',
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
            of('G000', ...named('/fichas').ids.flatMap((id) => (id > guides ? [] : [numberOf(id - 1)]))),
            sample('numero'),
            4,
          ),
          of('', '', '', '', '?fase=not.is.null', '?custo=gt.10', '?diagnostico=eq.asma'),
        )
        .map(([number, query]) => get(`/api/fichas/numero/${number}${query}`)),
    },
    fc.tuple(of('diagnostico', 'custo', 'nada'), word).map(([name, text]) => get(`/api/fichas/${name}/${text}`)),
  );
  const deletions = mostly(of(named('/fichas'), named('/recursos')), place, 3).chain((one) =>
    mostly(of('', 'limit=1'), quick, 2).map((query) => get(`/api${one.path}/historico/excluidos?${query}`)),
  );
  /** None of these comes back: of others, or with fields that who asks does not read; the last was never there. */
  const restored = of(...deletedGuides.filter((id) => !sight.restorable.includes(id)), 9999).map(
    (id): Ask => ({ method: 'POST', url: `/api/fichas/historico/excluidos/${id}` }),
  );
  const history = mostly(of(named('/fichas')), place, 2).chain((one) =>
    record(one).map((id) => get(`/api${one.path}/${id}/historico`)),
  );
  const audit = fc.oneof(
    { weight: 9, arbitrary: history },
    { weight: 3, arbitrary: deletions },
    { weight: 1, arbitrary: restored },
  );
  /** Lists as they were, of rows that have changed since. */
  const past = fc
    .oneof(...Object.values(listing(usual)), embedOne, embedMany)
    .map(
      (ask): Ask => ({ ...ask, url: `${ask.url}${ask.url.includes('?') ? '&' : '?'}as_of=${encoded(sight.moment)}` }),
    );
  /** The same lists as files, whose columns are those of the list. */
  const files = place.chain((one) => {
    const columns = one.open.filter((name) => !name.endsWith('_id') && !['id', 'versao'].includes(name));
    const asked = list(mostly(of(...(columns.length > 0 ? columns : ['nada'])), of(...one.kept, 'nada'), 12), 1, 2);
    return fc.tuple(fc.oneof(...Object.values(listing(fc.constant(one)))), of('csv', 'json'), asked).map(
      ([ask, format, names]): Ask => ({
        method: 'POST',
        url: '/api/exportacoes',
        body: { format, path: one.path, search: new URL(ask.url, 'http://localhost').search.slice(1), columns: names },
      }),
    );
  });
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
      arbitrary: of('/api/model', '/api/views?screen=/fichas', '/api/settings', '/api/dominios/ufs').map((url) =>
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
    preview: preview([named('/fichas'), named('/recursos')]),
    batch: batch([named('/fichas'), named('/recursos')]),
    imports: imports(named('/fichas'), sight),
    real: fc.oneof(...Object.values(listing(real))),
    views: fc.oneof(...Object.values(listing(views)), ...view),
    provider,
    ...otherDoors(sight),
    past,
    files,
  } as const satisfies Record<string, fc.Arbitrary<Ask>>;
};

export type Kind = keyof ReturnType<typeof arbitraries>;

/** Of its name alone: a kind more makes no other requests of the one that is asked for. */
const ownSeed = (kind: string): number =>
  [...kind].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 65_521, 7);

/** So many requests of each kind, a row of a file being one, or of those of `only`, the same for the same seed. */
export const makeAsks = (
  sight: Sight,
  seed: number,
  each: number,
  only?: readonly Kind[],
): readonly (readonly [Kind, Ask])[] =>
  Object.entries<fc.Arbitrary<Ask>>(arbitraries(sight)).flatMap(([kind, arbitrary], index) =>
    only?.includes(kind as Kind) === false
      ? []
      : fc
          .sample(arbitrary, {
            numRuns: kind === 'imports' ? Math.ceil(each / rowsOfFile) : each,
            seed: seed + (only === undefined ? index : ownSeed(kind)),
          })
          .map((ask) => [kind as Kind, ask] as const),
  );
