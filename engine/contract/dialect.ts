/**
 * What of PostgREST's dialect is served, a row a form: a request, and all that the page says of its answer. Every row is
 * run against the product by a test, over the records of `dialectStage`. Texts in English, as on the page of the language.
 */
export interface DialectRow {
  readonly area: DialectArea;
  readonly form: string;
  readonly request: DialectRequest;
  /**
   * `supported`: as PostgREST has it, refusals too. `differs`: not in all, or of ours alone; the note says how. `refused`:
   * PostgREST has it, and here it is not to be had.
   */
  readonly status: 'supported' | 'differs' | 'refused';
  readonly answer: DialectAnswer;
  /** Of a write: an address, and what a read of it gives afterwards. */
  readonly after?: readonly [url: string, body: unknown];
  readonly note?: string;
}

export type DialectArea =
  | 'select'
  | 'embed'
  | 'filter'
  | 'order'
  | 'page'
  | 'count'
  | 'form'
  | 'write'
  | 'upsert'
  | 'prefer'
  | 'refusal'
  | 'other';

export interface DialectRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'PUT' | 'DELETE' | 'OPTIONS';
  /** Below the root of the service. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A text is sent as it is, all else as JSON. */
  readonly body?: unknown;
  /** Of somebody who may list and view the cities and no more; absent, who may do everything. */
  readonly by?: 'reader';
}

/** What is absent is not spoken of. */
export interface DialectAnswer {
  readonly status: number;
  /** Of a refusal. */
  readonly code?: string;
  /** A value in angle brackets is some value, which the address of `after` may name. */
  readonly headers?: Readonly<Record<string, string>>;
  /** A text is that text, all else is JSON; in it a text in angle brackets is something. */
  readonly body?: unknown;
}

/** The records over which every row holds, by route; ids count from 1. */
export const dialectStage: Readonly<Record<string, readonly object[]>> = {
  '/cidades': [
    { ibge: '3106200', nome: 'Belo Horizonte', uf: 'MG', ddd: '31' },
    { ibge: '3106705', nome: 'Betim', uf: 'MG', ddd: '31', ativo: false },
    { ibge: '3304557', nome: 'Rio de Janeiro', uf: 'RJ', ddd: '21' },
    { ibge: '3104007', nome: 'Araxá', uf: 'MG' },
  ],
  '/distritos': [
    { codigo: '310620060', nome: 'Barreiro', cidade_id: 1 },
    { codigo: '310620061', nome: 'Venda Nova', cidade_id: 1 },
    { codigo: '330455705', nome: 'Centro', cidade_id: 3 },
  ],
  '/pesquisas': [{ nome: 'Rede', perguntas: [{ texto: 'Prazo?' }, { texto: 'Nota?' }] }, { nome: 'Portal' }],
  '/queixas': [{ numero: '1', assunto: 'Espera' }],
};

type Headers = DialectRequest['headers'];
type Plain = Omit<DialectRow, 'area'>;

const asked =
  (method: DialectRequest['method']) =>
  (url: string, headers?: Headers): DialectRequest => ({ method, url, ...(headers ? { headers } : {}) });
const sent =
  (method: DialectRequest['method']) =>
  (url: string, body: unknown, headers?: Headers): DialectRequest => ({ ...asked(method)(url, headers), body });
const [get, head, remove, options] = [asked('GET'), asked('HEAD'), asked('DELETE'), asked('OPTIONS')];
const [post, patch, put] = [sent('POST'), sent('PATCH'), sent('PUT')];

const prefer = (text: string): Record<string, string> => ({ Prefer: text });
const applied = (text: string): Record<string, string> => ({ 'Preference-Applied': text });
const accept = (type: string): Record<string, string> => ({ Accept: type });
const object = 'application/vnd.pgrst.object+json';

const is = (status: number, headers?: Headers, body?: unknown): DialectAnswer => ({
  status,
  ...(headers ? { headers } : {}),
  ...(body === undefined ? {} : { body }),
});
const gives = (body: unknown, headers?: Headers): DialectAnswer => is(200, headers, body);
const refused = (code: string, status = 400): DialectAnswer => ({ status, code });

const rowOf =
  (status: DialectRow['status']) =>
  (form: string, request: string | DialectRequest, answer: DialectAnswer, note?: string): Plain => ({
    form,
    request: typeof request === 'string' ? get(request) : request,
    status,
    answer,
    ...(note === undefined ? {} : { note }),
  });
const row = rowOf('supported');
const own = rowOf('differs');
const no = rowOf('refused');
const then = (one: Plain, url: string, body: unknown): Plain => ({ ...one, after: [url, body] });
const area = (name: DialectArea, rows: readonly Plain[]): DialectRow[] => rows.map((one) => ({ area: name, ...one }));

const ids = (...of: readonly number[]): readonly object[] => of.map((id) => ({ id }));
const named = (...of: readonly string[]): readonly object[] => of.map((nome) => ({ nome }));
const noRange = 'There are no columns of ranges or arrays.';
/** Of the records of the stage, as they are answered. */
const system = {
  versao: 1,
  criado_em: '<moment>',
  criado_por: 1,
  alterado_em: null,
  alterado_por: null,
};
const city = {
  id: 1,
  ...system,
  ibge: '3106200',
  nome: 'Belo Horizonte',
  uf: 'MG',
  capital: false,
  siafi: null,
  ddd: '31',
  regiao_saude: null,
  cep_inicial: null,
  cep_final: null,
  ativo: true,
};
const survey = { id: 2, ...system, nome: 'Portal', resumo: null, cidade_id: null };
const contagem = { ibge: '3118601', nome: 'Contagem', uf: 'MG' };
const betim = { ibge: '3106705', nome: 'Betim', uf: 'MG', ddd: '32' };

export const dialect: readonly DialectRow[] = [
  ...area('select', [
    row('all columns', '/cidades?select=*&id=eq.1', gives([city]), 'Also without `select`.'),
    row(
      'all columns where rows are owned',
      '/pesquisas?select=*&id=eq.2',
      gives([survey]),
      'Arrays of owned rows are not columns: name them.',
    ),
    row('columns', '/cidades?select=id,nome&id=eq.1', gives([{ id: 1, nome: 'Belo Horizonte' }])),
    row('alias', '/cidades?select=cidade:nome&id=eq.1', gives([{ cidade: 'Belo Horizonte' }])),
    row(
      'cast',
      '/cidades?select=id::text,ativo::integer&id=eq.1',
      gives([{ id: '1', ativo: 1 }]),
      'Only casts that no value of the column can fail; `text` always.',
    ),
    no('other casts', '/cidades?select=nome::integer', refused('42846')),
    no('JSON paths', '/cidades?select=nome->a', refused('PGRST127'), 'There are no JSON columns.'),
    own(
      'aggregates',
      '/cidades?select=total:count(),ddd.count(),id.max(),nome.min()',
      gives([{ total: 4, count: 3, max: 4, min: 'Araxá' }]),
      '`sum()`, `avg()`, `min()`, `max()` and `count()` over all rows of the filter, cast to `text` alone. Over more than 200,000 rows, or where it would take too long, refused: never a part of a sum.',
    ),
    own(
      'sums',
      '/queixas?select=reaberturas.sum(),media:reaberturas.avg()',
      gives([{ sum: 0, media: 0 }]),
      'Of numbers that are no ids.',
    ),
    no('aggregates by group', '/cidades?select=uf,count()', refused('PGRST127')),
    no(
      'aggregates of an embed',
      '/cidades?select=distritos(nome.max())',
      refused('PGRST123'),
      '`relation(count)` counts.',
    ),
    own('empty select', '/cidades?select=&id=eq.1', gives([city]), 'All columns; PostgREST answers empty objects.'),
  ]),
  ...area('embed', [
    row(
      'relation to one',
      '/distritos?select=nome,cidade(nome,uf)&id=eq.3',
      gives([{ nome: 'Centro', cidade: { nome: 'Rio de Janeiro', uf: 'RJ' } }]),
    ),
    row(
      'alias of an embed',
      '/distritos?select=onde:cidade(nome)&id=eq.3',
      gives([{ onde: { nome: 'Rio de Janeiro' } }]),
    ),
    row(
      'hint',
      '/distritos?select=cidade!cidade_id(uf)&id=eq.3',
      gives([{ cidade: { uf: 'RJ' } }]),
      'The relation or its column.',
    ),
    row(
      'inner and left',
      '/distritos?select=nome,cidade!inner(uf)&cidade.uf=eq.RJ',
      gives([{ nome: 'Centro', cidade: { uf: 'RJ' } }]),
    ),
    row(
      'spread of one',
      '/distritos?select=nome,...cidade(cidade:nome)&id=eq.3',
      gives([{ nome: 'Centro', cidade: 'Rio de Janeiro' }]),
    ),
    no('spread of many', '/cidades?select=...distritos(nome)', refused('PGRST119')),
    row(
      'owned rows',
      '/pesquisas?select=nome,perguntas(texto)&id=eq.1',
      gives([{ nome: 'Rede', perguntas: [{ texto: 'Prazo?' }, { texto: 'Nota?' }] }]),
      'In their own order.',
    ),
    row(
      'relation to many',
      '/cidades?select=nome,distritos(nome)&id=eq.1',
      gives([{ nome: 'Belo Horizonte', distritos: named('Barreiro', 'Venda Nova') }]),
      'By the route of a registry that points here and that the caller may list; at most 1000 rows each. Many within many two levels deep, and one that turns back through a relation to one counts as two.',
    ),
    row(
      'one of several relations',
      '/cidades?select=viagens(nome)',
      refused('PGRST201', 300),
      'Name the relation, `viagens!origem(...)`.',
    ),
    row(
      'hint of a relation to many',
      '/cidades?select=id,viagens!origem(nome)&id=eq.1',
      gives([{ id: 1, viagens: [] }]),
    ),
    row('no such relation', '/cidades?select=agencias(nome)', refused('PGRST200')),
    row(
      'many within one, one within many',
      '/cidades?select=distritos(nome,cidade(uf))&id=eq.3',
      gives([{ distritos: [{ nome: 'Centro', cidade: { uf: 'RJ' } }] }]),
    ),
    row('count of many', '/cidades?select=distritos(count)&id=eq.1', gives([{ distritos: [{ count: 2 }] }])),
    no('count beside columns', '/cidades?select=distritos(nome,count)', refused('PGRST123')),
    row(
      'empty embed',
      '/cidades?select=id,distritos!inner()',
      gives(ids(1, 3)),
      'There to filter by, not in the answer.',
    ),
    row(
      'filter of an embed',
      '/cidades?select=id,distritos(nome)&uf=eq.MG&ddd=eq.31&distritos.nome=ilike.*a*',
      gives([
        { id: 1, distritos: named('Barreiro', 'Venda Nova') },
        { id: 2, distritos: [] },
      ]),
    ),
    row(
      'groups of an embed',
      '/cidades?select=distritos(nome)&id=eq.1&distritos.or=(nome.like.V*,ativo.is.false)',
      gives([{ distritos: named('Venda Nova') }]),
    ),
    row(
      'order of an embed',
      '/cidades?select=distritos(nome)&id=eq.1&distritos.order=nome.desc',
      gives([{ distritos: named('Venda Nova', 'Barreiro') }]),
    ),
    row(
      'limit and offset of an embed',
      '/cidades?select=distritos(nome)&id=eq.1&distritos.limit=1&distritos.offset=1',
      gives([{ distritos: named('Venda Nova') }]),
    ),
    row('rows without an embed', '/cidades?select=id,distritos()&distritos=is.null', gives(ids(4, 2))),
    row('rows with an embed', '/cidades?select=id,distritos()&distritos=not.is.null', gives(ids(1, 3))),
    row(
      'embeds in a group',
      '/cidades?select=id,distritos()&or=(ddd.is.null,distritos.not.is.null)',
      gives(ids(4, 1, 3)),
    ),
    row('filter of what is not embedded', '/cidades?distritos.nome=eq.Centro', refused('PGRST108')),
    own(
      'filter by a relation to one',
      '/distritos?select=id&cidade.uf=eq.RJ',
      gives(ids(3)),
      'Without an embed it chooses rows; PostgREST refuses it.',
    ),
  ]),
  ...area('filter', [
    row('eq, neq', '/cidades?select=id&uf=eq.MG&nome=neq.Betim', gives(ids(4, 1))),
    row('gt, gte, lt, lte', '/cidades?select=id&id=gte.2&id=lt.4', gives(ids(2, 3))),
    own(
      'a day where a moment is compared',
      '/cidades?select=id&criado_em=gte.2020-01-01&criado_em=lt.9999-12-31',
      gives(ids(4, 1, 2, 3)),
      "A day is its first moment in the zone of the installation, also for a field of date and time: `criado_em=gte.2026-01-01&criado_em=lt.2026-02-01` is January there, `eq.2026-01-01` midnight alone. PostgREST takes the zone of the database's session.",
    ),
    row('like, ilike', '/cidades?select=id&nome=like.B*&nome=ilike.*HOR*', gives(ids(1)), '`*` and `%`.'),
    row(
      'in',
      '/cidades?select=id&nome=in.(Betim,"Lugar, com (vírgula)")',
      gives(ids(2)),
      'Quoted where a value has a comma or a parenthesis.',
    ),
    row(
      'is',
      '/cidades?select=id&or=(ddd.is.null,ativo.is.false,ativo.is.unknown)&nome=is.not_null&or=(ativo.is.true,id.eq.2)',
      gives(ids(4, 2)),
      'null, not_null, true, false, unknown.',
    ),
    row('isdistinct', '/cidades?select=id&ddd=isdistinct.31', gives(ids(4, 3))),
    row(
      'any, all',
      '/cidades?select=id&nome=ilike(any).{be*,ri*}&uf=eq(any).{MG,SP}&nome=like(all).{*e*,*m}',
      gives(ids(2)),
      'Of eq, gt, gte, lt, lte, like and ilike.',
    ),
    row('not', '/cidades?select=id&uf=not.eq.MG', gives(ids(3))),
    row(
      'or, and',
      '/cidades?select=id&or=(uf.eq.RJ,and(uf.eq.MG,not.or(nome.eq.Betim,ddd.is.null)))',
      gives(ids(1, 3)),
    ),
    row('not.or, not.and', '/cidades?select=id&not.or=(uf.eq.RJ,ddd.is.null)', gives(ids(1, 2))),
    row('several conditions on a column', '/cidades?select=id&id=gt.1&id=lt.3', gives(ids(2))),
    own(
      'numbered conditions',
      '/cidades?select=id&id[0]=gt.1&id[1]=lt.3',
      gives(ids(2)),
      'Ours: as some clients send several on a column.',
    ),
    own(
      'fts, plfts, phfts, wfts',
      '/cidades?select=id&nome=fts.belo&nome=plfts(simple).horizonte&nome=phfts(english).belo%20horizonte&nome=wfts.belo%20-rio',
      gives(ids(1)),
      'Configurations `portuguese` (where none is named), `english` and `simple`.',
    ),
    own(
      'has',
      '/cidades?select=id&nome=has.araxa',
      gives(ids(4)),
      'Ours: contains, whatever the case and the accents.',
    ),
    own('q', '/cidades?select=id&q=rio%20janeiro', gives(ids(3)), 'Ours: the quick search of the registry.'),
    no(
      'match, imatch',
      '/cidades?nome=imatch.^a',
      refused('PGRST127'),
      'Regular expressions may occupy the database without limit.',
    ),
    ...['cs', 'cd', 'ov', 'sl', 'sr', 'nxl', 'nxr', 'adj'].map((name) =>
      no(name, `/cidades?nome=${name}.{a}`, refused('PGRST127'), noRange),
    ),
    row('no such operator', '/cidades?nome=igual.a', refused('PGRST100')),
    own('an operator that the column has not', '/cidades?id=like.1', refused('42883'), 'PostgREST says 404.'),
  ]),
  ...area('order', [
    row('columns', '/cidades?select=id&order=uf,nome.desc', gives(ids(2, 1, 4, 3))),
    row('nulls', '/cidades?select=id&order=ddd.desc.nullslast,nome.nullsfirst', gives(ids(1, 2, 3, 4))),
    row('nulls where nothing is said of them', '/cidades?select=id&order=ddd.desc,id', gives(ids(4, 1, 2, 3))),
    own('no order', '/cidades?select=id', gives(ids(4, 1, 2, 3)), 'That of the screen, by the rules of Portuguese.'),
    row('relation to one', '/distritos?select=id&order=cidade(nome).desc,nome', gives(ids(3, 1, 2))),
    row('relation to many', '/cidades?select=id,distritos(id)&order=distritos(nome)', refused('PGRST118')),
  ]),
  ...area('page', [
    row(
      'limit, offset',
      '/cidades?select=id&limit=2&offset=1',
      gives(ids(1, 2), { 'Content-Range': '1-2/*' }),
      'A page has the size of the screen where none is asked for, and at most 1000 rows.',
    ),
    row('no rows', '/cidades?select=id&limit=0', gives([], { 'Content-Range': '*/*' })),
    no('more than 1000 rows', '/cidades?limit=1001', refused('REQUEST_LIMIT_TOO_LARGE')),
    row(
      'Range',
      get('/cidades?select=id', { Range: '1-2', 'Range-Unit': 'items' }),
      gives(ids(1, 2), { 'Content-Range': '1-2/*' }),
      'On GET alone.',
    ),
    row('open Range', get('/cidades?select=id', { Range: '3-' }), gives(ids(3), { 'Content-Range': '3-3/*' })),
    row('Range with limit', get('/cidades?select=id&limit=2', { Range: '1-9' }), gives(ids(1)), 'The rows in both.'),
    row('a range without rows', get('/cidades', { Range: '9-0' }), refused('PGRST103', 416)),
    row(
      'a page beyond the end',
      get('/cidades?offset=9', prefer('count=exact')),
      refused('PGRST103', 416),
      'Known only where rows are counted; else an empty page.',
    ),
    then(
      own(
        'cursor',
        '/cidades?select=id&limit=3',
        gives(ids(4, 1, 2), { 'Fichario-Next-Cursor': '<cursor>' }),
        'Ours: `Fichario-Next-Cursor` of an answer is `cursor` of the next request; page 10,000 costs what page 1 does.',
      ),
      '/cidades?select=id&limit=3&cursor=<cursor>',
      ids(3),
    ),
    own('a cursor of another request', '/cidades?cursor=x', refused('REQUEST_CURSOR_INVALID')),
    own(
      'as_of',
      '/cidades?select=nome,distritos(nome)&as_of=2025-03-12',
      gives([]),
      'Ours: reads and counts of every kind as of a moment of the past, with the rights of today; related records, rows that a record owns and who wrote are those of the same moment. A date is its end in the zone of the installation, `2025-03-12T14:30` a time in it, `2025-03-12T14:30:00-03:00` a moment. A cursor goes on in the same moment. Not on writes, `historico` and short calls.',
    ),
    own(
      'as_of a moment to come, or before the history',
      '/cidades?as_of=9999-12-31',
      refused('REQUEST_AS_OF'),
      'So are registries of a `query.sql`, of which no history is kept.',
    ),
    own('as_of on a write', remove('/cidades?id=eq.2&as_of=2025-03-12'), refused('PGRST100')),
    own(
      'offered_for',
      '/cidades?select=id&offered_for=pesquisa.cidade',
      gives(ids(4, 1, 3)),
      'Ours: of the rows those that a relation to them may be given, by the values that its `where` fixes (here `ativo`), whatever the caller may filter by; what it compares with fields of the record the caller filters by as ever. `entity.field`, of a row that a record owns `entity.list.field`, as a transition asks for it `entity.field!transition`; `x-offered-for` of a body gives the name. Who cannot give the field a value is narrowed by what may be filtered by. On reads, counts and short calls.',
    ),
    own(
      'offered_for what does not point here',
      '/cidades?offered_for=pesquisa.cidde',
      refused('REQUEST_OFFERED_UNKNOWN'),
      'So is what is kept from the caller.',
    ),
    own('offered_for on a write', remove('/cidades?id=eq.2&offered_for=pesquisa.cidade'), refused('PGRST100')),
  ]),
  ...area('count', [
    row('no count', '/cidades?select=id&limit=2', gives(ids(4, 1), { 'Content-Range': '0-1/*' })),
    own(
      'count=exact',
      get('/cidades?select=id&limit=2', prefer('count=exact')),
      is(206, { 'Content-Range': '0-1/4', ...applied('count=exact') }, ids(4, 1)),
      'Exact up to 50,000 rows, then the estimate, with `Preference-Applied: count=estimated`.',
    ),
    row(
      'all rows counted',
      get('/cidades?select=id', prefer('count=exact')),
      gives(ids(4, 1, 2, 3), { 'Content-Range': '0-3/4' }),
    ),
    own(
      'count=exact with wait',
      get('/cidades?select=id&limit=2', prefer('count=exact, wait=60')),
      is(206, { 'Content-Range': '0-1/4', ...applied('count=exact, wait=10') }),
      'Ours: all rows are counted, where so many seconds, at most 10, are enough.',
    ),
    row(
      'count=planned',
      get('/cidades?select=id&limit=2', prefer('count=planned')),
      is(206, { 'Content-Range': '0-1/4', ...applied('count=planned') }),
    ),
    row(
      'count=estimated',
      get('/cidades?select=id&limit=2', prefer('count=estimated')),
      is(206, { 'Content-Range': '0-1/4', ...applied('count=estimated') }),
    ),
    row('HEAD', head('/cidades'), is(200, { 'Content-Range': '0-3/*' }), 'The headers of the GET.'),
    row(
      'count alone, by HEAD',
      head('/cidades?uf=eq.MG', prefer('count=exact')),
      is(200, { 'Content-Range': '0-2/3', ...applied('count=exact') }),
      'No row is read.',
    ),
    row(
      'count of a page, by HEAD',
      head('/cidades?limit=2', prefer('count=exact')),
      is(206, { 'Content-Range': '0-1/4', ...applied('count=exact') }),
    ),
    row('Range of HEAD', head('/cidades', { Range: '1-2' }), is(200, { 'Content-Range': '0-3/*' }), 'Ignored.'),
    row('HEAD of what is refused', head('/cidades?nomee=eq.a'), is(400)),
  ]),
  ...area('form', [
    row(
      'JSON',
      get('/cidades?select=id&id=eq.1', accept('application/json')),
      gives(ids(1), { 'Content-Type': 'application/json; charset=utf-8' }),
    ),
    row(
      'one object',
      get('/cidades?select=id,versao&id=eq.1', accept(object)),
      gives({ id: 1, versao: 1 }, { 'Content-Type': `${object}; charset=utf-8`, ETag: '"1"' }),
      '`ETag` is ours, for `If-Match`.',
    ),
    row('an object of none', get('/cidades?id=eq.0', accept(object)), refused('PGRST116', 406)),
    row('an object of many', get('/cidades?id=gt.0', accept(object)), refused('PGRST116', 406)),
    row(
      'without empty values',
      get('/cidades?select=id,ddd&id=eq.4', accept('application/vnd.pgrst.array+json;nulls=stripped')),
      gives(ids(4), { 'Content-Type': 'application/vnd.pgrst.array+json;nulls=stripped; charset=utf-8' }),
    ),
    row(
      'an array by its own name',
      get('/cidades?select=id&id=eq.1', accept('application/vnd.pgrst.array+json')),
      gives(ids(1), { 'Content-Type': 'application/json; charset=utf-8' }),
    ),
    row(
      'one object without empty values',
      get('/cidades?select=id,ddd&id=eq.4', accept(`${object};nulls=stripped`)),
      gives({ id: 4 }),
    ),
    own(
      'CSV',
      get('/cidades?select=id,ddd,ativo&id=gt.2', accept('text/csv')),
      gives('id,ddd,ativo\n4,,true\n3,21,true\n', { 'Content-Type': 'text/csv; charset=utf-8' }),
      'RFC 4180; yes and no are true and false.',
    ),
    own('CSV without rows', get('/cidades?select=id,nome&id=eq.0', accept('text/csv')), gives('id,nome\n')),
    row(
      'the best of several',
      get('/cidades?select=id&id=eq.1', accept('text/xml, text/csv;q=0.9, */*;q=0.1')),
      gives('id\n1\n'),
    ),
    row('a form that nobody has', get('/cidades', accept('application/xml')), refused('PGRST107', 406)),
    ...['application/geo+json', 'application/vnd.pgrst.plan'].map((type) =>
      no(type, get('/cidades', accept(type)), refused('PGRST107', 406)),
    ),
  ]),
  ...area('write', [
    then(
      own(
        'insert',
        post('/cidades', contagem),
        is(201, { Location: '/api/cidades?id=eq.5', 'Content-Range': '*/1', ETag: '"1"' }, ''),
        '`Location` of one record, whatever is returned.',
      ),
      '/cidades?select=nome&id=eq.5',
      named('Contagem'),
    ),
    then(
      own(
        'bulk insert',
        post('/cidades', [contagem, { ibge: '3170206', nome: 'Uberlândia', uf: 'MG', ddd: '34' }]),
        is(201, { 'Content-Range': '*/2' }, ''),
        'All or none. Rows may name different fields, which PostgREST refuses without `columns`.',
      ),
      '/cidades?select=nome,ddd&id=gt.4',
      [
        { nome: 'Contagem', ddd: null },
        { nome: 'Uberlândia', ddd: '34' },
      ],
    ),
    row('insert of nothing', post('/cidades', []), is(201, { 'Content-Range': '*/0' })),
    then(
      row(
        'insert of CSV',
        post('/cidades', 'ibge,nome,uf\n3118601,Contagem,MG\n', { 'Content-Type': 'text/csv' }),
        is(201, { 'Content-Range': '*/1' }),
      ),
      '/cidades?select=nome&id=eq.5',
      named('Contagem'),
    ),
    then(
      row('columns', post('/cidades?columns="ibge","nome","uf"', { ...contagem, ddd: '31' }), is(201)),
      '/cidades?select=nome,ddd&id=eq.5',
      [{ nome: 'Contagem', ddd: null }],
    ),
    then(
      row('columns of an update', patch('/cidades?id=eq.1&columns=ddd', { ddd: '32', nome: 'BH' }), is(204)),
      '/cidades?select=nome,ddd&id=eq.1',
      [{ nome: 'Belo Horizonte', ddd: '32' }],
    ),
    row('a column that is not there', post('/cidades?columns=ibge,nomee', contagem), refused('PGRST204')),
    no(
      'filters on an insert, limit and offset on any write',
      patch('/cidades?id=gt.1&limit=1', { ddd: '32' }),
      refused('PGRST100'),
    ),
    no(
      'form data',
      post('/cidades', 'nome=Contagem', { 'Content-Type': 'application/x-www-form-urlencoded' }),
      refused('PGRST102', 415),
    ),
    no(
      'what the product itself keeps, in a body',
      patch('/cidades?id=eq.1', { ddd: '32', versao: 1, criado_por: 1 }),
      refused('23514', 422),
      'Nor in owned rows: who sends them back reads them by name, `perguntas(id,texto)`, not `perguntas(*)`.',
    ),
    row('other bodies', post('/cidades', '<a/>', { 'Content-Type': 'application/xml' }), refused('PGRST102', 415)),
    row('a body that is no JSON', post('/cidades', '{', { 'Content-Type': 'application/json' }), refused('PGRST102')),
    then(
      own(
        'update',
        patch('/cidades?id=eq.1', { ddd: '32' }),
        is(204, { 'Content-Range': '*/1', ETag: '"2"' }, ''),
        '`Content-Range` tells how many rows, whether a count is asked for or not.',
      ),
      '/cidades?select=ddd,versao&id=eq.1',
      [{ ddd: '32', versao: 2 }],
    ),
    then(
      row('update of many', patch('/cidades?uf=eq.MG', { ddd: '32' }), is(204, { 'Content-Range': '*/3' })),
      '/cidades?select=id&ddd=eq.32',
      ids(4, 1, 2),
    ),
    row('update of none', patch('/cidades?id=eq.99', { ddd: '32' }), is(204, { 'Content-Range': '*/0' })),
    own(
      'update by nothing',
      patch('/cidades?id=eq.1', {}),
      refused('PGRST102'),
      'PostgREST changes nothing and says 204.',
    ),
    then(
      own(
        'update by a relation to one',
        patch('/distritos?cidade.uf=eq.RJ', { ativo: false }),
        is(204, { 'Content-Range': '*/1' }),
        'PostgREST refuses it.',
      ),
      '/distritos?select=id&ativo=is.false',
      ids(3),
    ),
    then(
      row('delete', remove('/cidades?id=eq.2'), is(204, { 'Content-Range': '*/1' }, '')),
      '/cidades?select=id',
      ids(4, 1, 3),
    ),
    no('update without a filter', patch('/cidades', { ddd: '32' }), refused('21000')),
    no('delete without a filter', remove('/cidades'), refused('21000')),
    no('filters on relations to many', remove('/cidades?select=distritos()&distritos=is.null'), refused('PGRST127')),
    then(
      row('one object of a write', patch('/cidades?uf=eq.MG', { ddd: '32' }, accept(object)), refused('PGRST116', 406)),
      '/cidades?select=id&ddd=eq.32',
      [],
    ),
    no('PUT', put('/cidades?id=eq.1', { ...betim, id: 1 }), {
      ...refused('PGRST117', 405),
      headers: { Allow: 'OPTIONS, GET, HEAD, POST, PATCH, DELETE' },
    }),
    then(
      own(
        'If-Match',
        patch('/cidades?id=eq.1', { ddd: '32' }, { 'If-Match': '"1"' }),
        is(204, { ETag: '"2"' }),
        'Ours.',
      ),
      '/cidades?select=ddd&id=eq.1',
      [{ ddd: '32' }],
    ),
    then(
      own(
        'If-Match of another version',
        patch('/cidades?id=eq.1', { ddd: '32' }, { 'If-Match': '"3"' }),
        refused('RECORD_CHANGED', 412),
      ),
      '/cidades?select=ddd&id=eq.1',
      [{ ddd: '31' }],
    ),
    own(
      'Idempotency-Key',
      post('/cidades', contagem, { 'Idempotency-Key': '"8e03978e-40d5-43dd-bc93-6894a57f9324"' }),
      is(201, { Location: '/api/cidades?id=eq.5' }),
      'Ours. Sent again it is answered alike, and nothing more is stored.',
    ),
    own(
      'Idempotency-Key that is none',
      post('/cidades', contagem, { 'Idempotency-Key': '""' }),
      refused('REQUEST_IDEMPOTENCY_KEY'),
    ),
    own(
      'rows that a record owns',
      post(
        '/pesquisas?select=nome,perguntas(texto)',
        { nome: 'Nova', perguntas: [{ texto: 'Quando?' }] },
        prefer('return=representation'),
      ),
      is(201, {}, [{ nome: 'Nova', perguntas: [{ texto: 'Quando?' }] }]),
      'Ours. Answered only where `select` names them: `select=*,perguntas(*)`.',
    ),
    then(
      own(
        'owned rows',
        patch('/pesquisas?id=eq.1', { perguntas: [{ id: 2, nota: 5 }, { texto: 'Quando?' }] }),
        is(204),
        'Ours: of one record. An array that is absent stays as it is; one that is there is the new set, in its order: a row with `id` stays, one without is new, one that is missing goes. A row with `id` is a change of that row: what it does not name stays as it is.',
      ),
      '/pesquisas?select=perguntas(texto,nota)&id=eq.1',
      [
        {
          perguntas: [
            { texto: 'Nota?', nota: 5 },
            { texto: 'Quando?', nota: null },
          ],
        },
      ],
    ),
    own(
      'owned rows of another record',
      patch('/pesquisas?id=eq.2', { perguntas: [{ id: 1, texto: 'Quando?' }] }),
      refused('23514', 422),
    ),
    own(
      'owned rows of many records at once',
      patch('/pesquisas?id=in.(1,2)', { perguntas: [{ texto: 'Quando?' }] }),
      refused('REQUEST_ARRAY_MANY'),
    ),
    then(
      own(
        'transition',
        patch('/queixas?id=eq.1&transition=responder', { resposta: 'Feito' }),
        is(204),
        'Ours: moves the records to another state by the right of the transition, whose fields the body gives.',
      ),
      '/queixas?select=situacao,resposta&id=eq.1',
      [{ situacao: 'RESPONDIDA', resposta: 'Feito' }],
    ),
    own(
      'the field of the states by a plain change',
      patch('/queixas?id=eq.1', { situacao: 'RESPONDIDA' }),
      refused('23514', 422),
    ),
  ]),
  ...area('upsert', [
    then(
      own(
        'upsert',
        post(
          '/cidades?on_conflict=ibge',
          [{ ibge: '3106705', nome: 'Betim (MG)' }, contagem],
          prefer('resolution=merge-duplicates'),
        ),
        is(201, { 'Content-Range': '*/2', ...applied('resolution=merge-duplicates') }),
        'By any unique key. Only the fields that a row names are set.',
      ),
      '/cidades?select=nome,ddd&id=eq.2',
      [{ nome: 'Betim (MG)', ddd: '31' }],
    ),
    then(
      row(
        'upsert of what is all there',
        post('/cidades?on_conflict=ibge', betim, prefer('resolution=merge-duplicates')),
        is(200),
      ),
      '/cidades?select=ddd&id=eq.2',
      [{ ddd: '32' }],
    ),
    then(
      own(
        'upsert without on_conflict',
        post('/cidades', { ...betim, id: 2, ibge: '3118601' }, prefer('resolution=merge-duplicates')),
        is(200),
        'By the id where rows have one.',
      ),
      '/cidades?select=ibge,ddd&id=eq.2',
      [{ ibge: '3118601', ddd: '32' }],
    ),
    no(
      'upsert of an id that is not there',
      post('/cidades', { ...contagem, id: 99 }, prefer('resolution=merge-duplicates')),
      refused('RECORD_MISSING', 404),
    ),
    then(
      own(
        'upsert without on_conflict and id',
        post('/distritos', { codigo: '330455705', nome: 'Lapa', cidade_id: 3 }, prefer('resolution=merge-duplicates')),
        is(200),
        'By the natural key of the registry.',
      ),
      '/distritos?select=nome&id=eq.3',
      named('Lapa'),
    ),
    then(
      row(
        'insert of what is new',
        post('/cidades?on_conflict=ibge', [betim, contagem], prefer('resolution=ignore-duplicates')),
        is(201, { 'Content-Range': '*/1', ...applied('resolution=ignore-duplicates') }),
      ),
      '/cidades?select=nome,ddd&ibge=in.(3106705,3118601)',
      [
        { nome: 'Betim', ddd: '31' },
        { nome: 'Contagem', ddd: null },
      ],
    ),
    row(
      'columns that are no key',
      post('/cidades?on_conflict=nome', betim, prefer('resolution=merge-duplicates')),
      refused('42P10'),
    ),
    no('on_conflict without a resolution', post('/cidades?on_conflict=ibge', betim), refused('PGRST100')),
    no(
      'owned rows in an upsert',
      post('/pesquisas', { nome: 'Rede', perguntas: [{ texto: 'Quando?' }] }, prefer('resolution=merge-duplicates')),
      refused('REQUEST_ARRAY_UPSERT'),
    ),
    own(
      'missing=default',
      post('/cidades?select=ativo', contagem, prefer('missing=default, return=representation')),
      is(201, applied('missing=default, return=representation'), [{ ativo: true }]),
      'Always so, said or not: what is missing has its default.',
    ),
    no('missing=null', post('/cidades', contagem, prefer('handling=strict, missing=null')), refused('PGRST122')),
  ]),
  ...area('prefer', [
    row(
      'return=minimal',
      post('/cidades', contagem, prefer('return=minimal')),
      is(201, applied('return=minimal'), ''),
      'So where nothing is said.',
    ),
    row(
      'return=headers-only',
      post('/cidades', contagem, prefer('return=headers-only')),
      is(201, { Location: '/api/cidades?id=eq.5', ...applied('return=headers-only') }, ''),
    ),
    row(
      'return=representation',
      post('/cidades?select=id,nome', contagem, prefer('return=representation')),
      is(201, applied('return=representation'), [{ id: 5, nome: 'Contagem' }]),
    ),
    row(
      'representation of an update, ordered and embedded',
      patch(
        '/distritos?cidade_id=eq.1&select=nome,cidade(uf)&order=nome.desc',
        { ativo: false },
        prefer('return=representation'),
      ),
      gives([
        { nome: 'Venda Nova', cidade: { uf: 'MG' } },
        { nome: 'Barreiro', cidade: { uf: 'MG' } },
      ]),
    ),
    row(
      'representation of a delete',
      remove('/distritos?id=eq.3&select=nome', prefer('return=representation')),
      gives(named('Centro')),
    ),
    row(
      'representation as one object',
      patch('/cidades?id=eq.1&select=ddd', { ddd: '32' }, { ...prefer('return=representation'), ...accept(object) }),
      gives({ ddd: '32' }),
    ),
    row(
      'representation as CSV',
      patch(
        '/cidades?id=eq.1&select=ddd',
        { ddd: '32' },
        { ...prefer('return=representation'), ...accept('text/csv') },
      ),
      gives('ddd\n32\n'),
    ),
    row(
      'count on a write',
      patch('/cidades?uf=eq.MG', { ddd: '32' }, prefer('count=exact')),
      is(204, { 'Content-Range': '*/3', ...applied('count=exact') }),
    ),
    then(
      row(
        'max-affected',
        patch('/cidades?uf=eq.MG', { ddd: '32' }, prefer('handling=strict, max-affected=2')),
        refused('PGRST124'),
      ),
      '/cidades?select=id&ddd=eq.32',
      [],
    ),
    own(
      'max-affected without strict, and on inserts',
      post('/cidades', [contagem], prefer('max-affected=0')),
      refused('PGRST124'),
      'PostgREST honours neither.',
    ),
    row(
      'max-affected that is kept to',
      remove('/cidades?id=eq.2', prefer('max-affected=1')),
      is(204, applied('max-affected=1')),
    ),
    row(
      'handling=strict',
      patch('/cidades?id=eq.1', { ddd: '32' }, prefer('handling=strict, nada')),
      refused('PGRST122'),
      'Refuses preferences that are not known, on reads too.',
    ),
    row(
      'handling=lenient',
      patch('/cidades?id=eq.1', { ddd: '32' }, prefer('handling=lenient, nada')),
      is(204, applied('handling=lenient')),
      'So where nothing is said: they are left out.',
    ),
    then(
      row(
        'tx=rollback',
        patch('/cidades?id=eq.1&select=ddd', { ddd: '32' }, prefer('tx=rollback, return=representation')),
        gives([{ ddd: '32' }], applied('return=representation, tx=rollback')),
        'Everything is checked and answered, nothing is kept.',
      ),
      '/cidades?select=ddd&id=eq.1',
      [{ ddd: '31' }],
    ),
    then(
      row('tx=commit', patch('/cidades?id=eq.1', { ddd: '32' }, prefer('tx=commit')), is(204, applied('tx=commit'))),
      '/cidades?select=ddd&id=eq.1',
      [{ ddd: '32' }],
    ),
    own(
      'timezone',
      get('/cidades?select=id&id=eq.1', prefer('timezone=America/Los_Angeles')),
      gives(ids(1)),
      'Not known: left out. Moments are answered in UTC.',
    ),
    no(
      'timezone with strict',
      get('/cidades', prefer('handling=strict, timezone=America/Los_Angeles')),
      refused('PGRST122'),
    ),
    then(
      own(
        'outcome',
        patch('/cidades?id=in.(1,99)', { ddd: '32' }, prefer('outcome=each')),
        is(200, { 'Content-Range': '*/1', ...applied('outcome=each') }, [
          { id: 1, status: 204 },
          { id: 99, status: 404, error: '<error>' },
        ]),
        'Ours: each row is written or refused by itself. Changes and deletes name their rows by `id=in.(...)`, beside other filters or alone; an insert sends an array and is answered with `row`, the place in it.',
      ),
      '/cidades?select=id&ddd=eq.32',
      ids(1),
    ),
    own(
      'outcome of an insert',
      post('/cidades', [contagem], prefer('outcome=each')),
      gives([{ id: 5, row: 0, status: 201 }], { 'Content-Range': '*/1' }),
    ),
    own(
      'outcome with If-Match or resolution',
      patch('/cidades?id=in.(1,2)', { ddd: '32' }, { ...prefer('outcome=each'), 'If-Match': '"1"' }),
      refused('PGRST100'),
    ),
  ]),
  ...area('refusal', [
    row('no session', get('/cidades', { Authorization: 'Bearer x' }), {
      ...refused('PGRST301', 401),
      headers: { 'WWW-Authenticate': 'Bearer' },
    }),
    row('no right', { ...post('/cidades', contagem), by: 'reader' }, refused('42501', 403)),
    row('no such resource', '/nada', refused('PGRST205', 404)),
    row(
      'no such column',
      '/cidades?select=nomee',
      refused('42703'),
      'With the nearest name in `hint`; the same for one that the caller may not read.',
    ),
    row('a value that is none of the column', '/cidades?id=eq.a', refused('22P02')),
    row('a parameter that cannot be read', '/cidades?or=(uf.eq.MG', refused('PGRST100')),
    own(
      'a record that is not valid',
      post('/cidades', { ibge: '3118601' }),
      refused('23514', 422),
      'PostgREST says 400 and a code for each constraint; here all fields are named in `fields` at once.',
    ),
    own(
      'a field that no record has',
      post('/cidades', { ...contagem, nada: 1 }),
      refused('23514', 422),
      'PostgREST: `PGRST204`.',
    ),
    row('a key that is taken', post('/cidades', betim), refused('23505', 409)),
    row(
      'a relation to no record',
      post('/distritos', { codigo: '310620062', nome: 'Pampulha', cidade_id: 99 }),
      refused('23503', 409),
    ),
    row('delete of a record in use', remove('/cidades?id=eq.1'), refused('23503', 409)),
  ]),
  ...area('other', [
    row(
      'OPTIONS',
      options('/cidades'),
      is(200, { Allow: 'OPTIONS, GET, HEAD, POST, PATCH, DELETE' }, ''),
      'What the caller may do.',
    ),
    row(
      'OPTIONS of who may only read',
      { ...options('/cidades'), by: 'reader' },
      is(200, { Allow: 'OPTIONS, GET, HEAD' }),
    ),
    no(
      'functions',
      post('/rpc/now', {}),
      refused('PGRST205', 404),
      'There are none; PostgREST says `PGRST202`. What is no registry is a call of its own, in `/api/openapi.json`.',
    ),
    own(
      'Accept-Profile',
      get('/cidades?select=id&id=eq.1', { 'Accept-Profile': 'outro' }),
      gives(ids(1)),
      'There is one schema, whichever is named; PostgREST refuses those it does not know.',
    ),
    own(
      'Content-Profile',
      patch('/cidades?id=eq.1', { ddd: '32' }, { 'Content-Profile': 'outro' }),
      is(204),
      'The same.',
    ),
    no('the description at the root', '/', refused('PGRST205', 404), 'It is `/api/openapi.json`.'),
  ]),
];
