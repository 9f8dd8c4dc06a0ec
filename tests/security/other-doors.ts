/**
 * Requests of the doors beside the resources: descriptions, menus, explanations, notices, what a person keeps, short calls,
 * who points at a record, and what only those who administer are answered.
 */
import fc from '../support/laws.ts';
import type { Ask } from './ask.ts';
import { encoded, get, list, mostly, of } from './ask.ts';
import type { Place, Sight } from './sight.ts';

const head = (url: string): Ask => ({ method: 'HEAD', url });
const some = (most: number): fc.Arbitrary<number> => fc.integer({ min: 1, max: most });

/** Of people, notices, groups and views there are fewer. */
const few = some(20);

const screens = ['/fichas', '/recursos', '/sindicancias', '/exames', '/usuarios', '/cidades', '/config-permissoes'];

const why = (own: readonly string[]): fc.Arbitrary<Ask> => {
  const ask = (path: string, more = '') => get(`/api/acesso/por-que?tela=${path}${more}`);
  return mostly(
    mostly(of(...own), of(...screens, '/nada', '/acesso'), 1).map((path) => ask(path)),
    fc
      .tuple(of(...screens), of('usuario=chefe', 'usuario=campos', 'registro=1', 'registro=999', 'campo=diagnostico'))
      .map(([path, more]) => ask(path, `&${more}`)),
    3,
  );
};

/**
 * For who administers: rights, people, what they did and the jobs of all. A view of somebody else is not changed either,
 * shared or not, but by who administers; when a session was used last is of the moment.
 */
const closed = (administers: boolean): fc.Arbitrary<Ask> =>
  fc.oneof(
    of(
      ...['/acesso/eventos', '/acesso/eventos?login=chefe', '/acesso/eventos?kind=login&limit=5'],
      ...['', '/grupos', '/campos', '/sem-efeito'].map((part) => `/acesso/permissoes${part}`),
      ...[
        '/acesso/migracoes-usuario',
        '/regras?select=acao',
        '/config-permissoes?visivel=is.false',
        '/grupos?nome=eq.a',
      ],
      ...['/trabalhos/todos', '/trabalhos/todos?limit=3', '/trabalhos/todos?state=done'],
    ).map((path) => get(`/api${path}`)),
    fc
      .tuple(
        of('/acesso/permissoes/*', '/acesso/clonar-usuario/*', '/grupos/*/historico', '/usuarios/*/historico'),
        few,
      )
      .map(([path, id]) => get(`/api${path.replace('*', String(id))}`)),
    of('chefe', 'gente1', 'campos', 'ninguem').map((login) => get(`/api/acesso/por-que?tela=/fichas&usuario=${login}`)),
    ...(administers
      ? []
      : [
          few.map((id): Ask => ({ method: 'DELETE', url: `/api/views/${id}` })),
          few.map((id) => get(`/api/usuarios/${id}/sessoes`)),
        ]),
  );

const notices = (files: Sight['files']): fc.Arbitrary<Ask> =>
  fc.oneof(
    { weight: 6, arbitrary: of('/avisos/inicio', '/avisos/vigentes').map((path) => get(`/api${path}`)) },
    { weight: 1, arbitrary: of(head('/api/avisos/inicio')) },
    {
      weight: 1,
      arbitrary: fc.tuple(few, of(...files.values())).map(([id, file]) => get(`/api/avisos/vigentes/${id}/${file}`)),
    },
  );

const ownThings = (paths: readonly string[]): fc.Arbitrary<Ask> =>
  fc.oneof(
    { weight: 4, arbitrary: mostly(of('/fichas'), of(...paths), 2).map((path) => get(`/api/views?screen=${path}`)) },
    { weight: 2, arbitrary: of('/settings', '/auth/me', '/auth/draft-key').map((path) => get(`/api${path}`)) },
  );

const domains = fc.oneof(
  { weight: 2, arbitrary: of('ufs', 'ufs', 'nada').map((name) => get(`/api/dominios/${name}`)) },
  { weight: 3, arbitrary: of('MG', 'MG', 'ES', 'SP', 'AC').map((uf) => get(`/api/cidades/uf/${uf}`)) },
  { weight: 3, arbitrary: of('a', 'o', 'ou', 'vit', '31', 'asma').map((text) => get(`/api/cidades/${encoded(text)}`)) },
  {
    weight: 2,
    arbitrary: of('gente', 'a', 'exemplo', 'pessoa', '123', 'chefe').map((text) => get(`/api/usuarios/${text}`)),
  },
);

/** Who points at a record, as the screens ask: how many there are, and which. */
const links = (places: readonly Place[]): fc.Arbitrary<Ask> => {
  const pointedAt = places.filter(({ many }) => many.length > 0);
  const place = of(...(pointedAt.length > 0 ? pointedAt : places));
  return place.chain(({ path, ids, many, kept }) => {
    const id = mostly(of(...ids), some(70), 9);
    const seen = many.filter(([, { open }]) => open.length > 0).map(([name]) => name);
    const other = [...many.map(([name]) => name), ...kept, 'nada'];
    const names = list(mostly(of(...(seen.length > 0 ? seen : ['id'])), of(...other), 8), 1, 2);
    const counted = fc.tuple(id, names).map(([one, some]) => {
      const parts = some.map((name) => (name === 'id' ? name : `${name}(count)`));
      return get(`/api${path}?select=id,${parts.join()}&id=eq.${one}`);
    });
    const listed = fc.tuple(id, of('recursos', 'recursos', 'exames', 'sindicancias'), of('GET', 'HEAD')).map(
      ([one, from, method]): Ask => ({
        method: method as 'GET' | 'HEAD',
        url: `/api/${from}?ficha_id=eq.${one}&select=id`,
        headers: { prefer: 'count=exact' },
      }),
    );
    const told = id.map((one) => get(`/api${path}/${one}/ligados`));
    return fc.oneof(
      { weight: 2, arbitrary: counted },
      { weight: 1, arbitrary: listed },
      { weight: 1, arbitrary: told },
    );
  });
};

export const otherDoors = ({ open, kept, files, administers }: Sight) => {
  const paths = open.map(({ path }) => path);
  const menu = of(get('/api/model'), get('/api/model'), head('/api/model'));
  const document = mostly(of(get('/api/openapi.json')), of(head('/api/openapi.json')), 2);
  return {
    menu,
    document,
    why: why(paths),
    closed: closed(administers),
    notices: notices(files),
    ownThings: ownThings([...paths, ...kept.map(({ path }) => path)]),
    domains,
    links: links(open),
  } as const satisfies Record<string, fc.Arbitrary<Ask>>;
};
