/**
 * What of PostgREST's dialect is served, a row a form. `GET` examples of reading rows are run against the product by a
 * test: those refused answer with `code`, all others with what was asked for. Texts in English, as on the page of the
 * language.
 */
export interface DialectRow {
  readonly area: 'select' | 'embed' | 'filter' | 'order' | 'page' | 'count' | 'form' | 'write';
  readonly form: string;
  /** A query below a route, or a line of a request for what stands in method, header or body. */
  readonly example: string;
  /** `differs`: answered, but not in all like PostgREST; the note says how. */
  readonly status: 'supported' | 'differs' | 'refused';
  readonly note?: string;
  /** Headers that the example needs. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Of a refusal. */
  readonly code?: string;
}

type Parts = Partial<Pick<DialectRow, 'note' | 'headers' | 'code'>>;
const rowOf =
  (area: DialectRow['area'], status: DialectRow['status']) =>
  (form: string, example: string, parts: Parts = {}): DialectRow => ({ area, form, example, status, ...parts });

const select = rowOf('select', 'supported');
const noSelect = rowOf('select', 'refused');
const embed = rowOf('embed', 'supported');
const noEmbed = rowOf('embed', 'refused');
const filter = rowOf('filter', 'supported');
const ownFilter = rowOf('filter', 'differs');
const noFilter = rowOf('filter', 'refused');
const order = rowOf('order', 'supported');
const page = rowOf('page', 'supported');
const count = rowOf('count', 'supported');
const form = rowOf('form', 'supported');
const noForm = rowOf('form', 'refused');
const write = rowOf('write', 'supported');
const ownWrite = rowOf('write', 'differs');
const noWrite = rowOf('write', 'refused');

const noRange = 'There are no columns of ranges or arrays.';

export const dialect: readonly DialectRow[] = [
  select('all columns', '/cidades?select=*', { note: 'Arrays of owned rows are not columns: name them.' }),
  select('columns', '/cidades?select=id,nome'),
  select('alias', '/cidades?select=cidade:nome'),
  select('cast', '/cidades?select=id::text,ativo::integer', {
    note: 'Only casts that no value of the column can fail; `text` always.',
  }),
  noSelect('other casts', '/cidades?select=nome::integer', { code: '42846' }),
  noSelect('JSON paths', '/cidades?select=nome->a', { code: 'PGRST127', note: 'There are no JSON columns.' }),
  rowOf('select', 'differs')('aggregates', '/cidades?select=total:count(),id.max(),nome.min()', {
    note: '`sum()`, `avg()`, `min()`, `max()` and `count()` over all rows of the filter, cast to `text` alone. Over more than 200,000 rows, or where it would take too long, refused: never a part of a sum.',
  }),
  noSelect('aggregates by group', '/cidades?select=uf,count()', { code: 'PGRST127' }),
  noSelect('aggregates of an embed', '/cidades?select=distritos(nome.max())', {
    code: 'PGRST123',
    note: '`relation(count)` counts.',
  }),
  rowOf('select', 'differs')('empty select', '/cidades?select=', {
    note: 'All columns; PostgREST answers empty objects.',
  }),
  embed('relation to one', '/distritos?select=nome,cidade(nome,uf)'),
  embed('alias of an embed', '/distritos?select=onde:cidade(nome)'),
  embed('hint', '/distritos?select=cidade!cidade_id(nome)', { note: 'The relation or its column.' }),
  embed('inner and left', '/distritos?select=nome,cidade!inner(nome)&cidade.uf=eq.MG'),
  embed('spread of one', '/distritos?select=nome,...cidade(cidade:nome,uf)'),
  noEmbed('spread of many', '/cidades?select=...distritos(nome)', { code: 'PGRST119' }),
  embed('owned rows', '/pesquisas?select=nome,perguntas(*)', { note: 'In their own order.' }),
  embed('relation to many', '/cidades?select=nome,distritos(nome)', {
    note: 'By the route of a registry that points here and that the caller may list; at most 1000 rows each. Many within many two levels deep, and one that turns back through a relation to one counts as two.',
  }),
  noEmbed('one of several relations', '/cidades?select=viagens(nome)', {
    code: 'PGRST201',
    note: 'Status 300: name the relation, `viagens!origem(...)`.',
  }),
  embed('count of many', '/cidades?select=nome,distritos(count)'),
  noEmbed('count beside columns', '/cidades?select=distritos(nome,count)', { code: 'PGRST123' }),
  embed('empty embed', '/cidades?select=nome,distritos!inner()', { note: 'There to filter by, not in the answer.' }),
  embed('filter of an embed', '/cidades?select=nome,distritos(nome)&distritos.nome=ilike.*a*'),
  embed('groups of an embed', '/cidades?select=distritos(nome)&distritos.or=(nome.like.A*,ativo.is.false)'),
  embed('order of an embed', '/cidades?select=distritos(nome)&distritos.order=nome.desc'),
  embed('limit and offset of an embed', '/cidades?select=distritos(nome)&distritos.limit=5&distritos.offset=5'),
  embed('rows without and with an embed', '/cidades?select=nome,distritos()&distritos=is.null'),
  noEmbed('filter of what is not embedded', '/cidades?distritos.nome=eq.Centro', { code: 'PGRST108' }),
  rowOf('embed', 'differs')('filter by a relation to one', '/distritos?cidade.uf=eq.MG', {
    note: 'Without an embed it chooses rows; PostgREST refuses it.',
  }),
  filter('eq, neq', '/cidades?uf=eq.MG&nome=neq.Betim'),
  filter('gt, gte, lt, lte', '/cidades?id=gte.1&id=lt.9'),
  filter('like, ilike', '/cidades?nome=like.B*&nome=ilike.*a*', { note: '`*` and `%`.' }),
  filter('in', '/cidades?uf=in.(MG,"RJ")'),
  filter('is', '/cidades?ativo=is.true&alterado_em=is.null', { note: 'null, not_null, true, false, unknown.' }),
  filter('isdistinct', '/cidades?ddd=isdistinct.31'),
  filter('any, all', '/cidades?nome=ilike(any).{b*,c*}&uf=eq(any).{MG,RJ}'),
  filter('not', '/cidades?uf=not.eq.MG'),
  filter('or, and', '/cidades?or=(uf.eq.MG,and(uf.eq.RJ,not.or(nome.eq.a,nome.eq.b)))'),
  filter('several conditions on a column', '/cidades?id=gt.1&id=lt.9', { note: '`id[0]`, `id[1]` too.' }),
  ownFilter('fts, plfts, phfts, wfts', '/cidades?nome=wfts.belo&nome=fts(simple).belo', {
    note: 'Configurations `portuguese` (where none is named), `english` and `simple`.',
  }),
  ownFilter('has', '/cidades?nome=has.sao', { note: 'Ours: contains, whatever the case and the accents.' }),
  ownFilter('q', '/cidades?q=sao%20paulo', { note: 'Ours: the quick search of the registry.' }),
  noFilter('match, imatch', '/cidades?nome=imatch.^a', {
    code: 'PGRST127',
    note: 'Regular expressions may occupy the database without limit.',
  }),
  ...['cs', 'cd', 'ov', 'sl', 'sr', 'nxl', 'nxr', 'adj'].map((name) =>
    noFilter(name, `/cidades?nome=${name}.{a}`, { code: 'PGRST127', note: noRange }),
  ),
  order('columns', '/cidades?order=uf,nome.desc'),
  order('nulls', '/cidades?order=ddd.desc.nullslast,nome.nullsfirst'),
  order('relation to one', '/distritos?order=cidade(nome).asc'),
  rowOf('order', 'refused')('relation to many', '/cidades?order=distritos(nome)', { code: 'PGRST118' }),
  page('limit, offset', '/cidades?limit=10&offset=10', {
    note: 'A page has the size of the screen where none is asked for, and at most 1000 rows.',
  }),
  rowOf('page', 'refused')('more than 1000 rows', '/cidades?limit=1001', { code: 'REQUEST_LIMIT_TOO_LARGE' }),
  page('Range', '/cidades', { headers: { range: '0-9', 'range-unit': 'items' } }),
  rowOf('page', 'refused')('a range without rows', '/cidades', { headers: { range: '9-0' }, code: 'PGRST103' }),
  rowOf('page', 'differs')('cursor', '/cidades?limit=1', {
    note: 'Ours: `Fichario-Next-Cursor` of an answer is `cursor` of the next request; page 10,000 costs what page 1 does.',
  }),
  rowOf('count', 'differs')('count=exact', '/cidades', {
    headers: { prefer: 'count=exact' },
    note: 'Exact up to 50,000 rows, then the estimate, with `Preference-Applied: count=estimated`. With `wait=<seconds>` beside it (at most 10) all rows are counted, where that time is enough.',
  }),
  count('count=planned', '/cidades', { headers: { prefer: 'count=planned' } }),
  count('count=estimated', '/cidades', { headers: { prefer: 'count=estimated' } }),
  rowOf('page', 'differs')('as_of', '/cidades?select=nome,distritos(nome)&as_of=2025-03-12', {
    note: 'Ours: reads and counts of every kind as of a moment of the past, with the rights of today; related records, rows that a record owns and who wrote are those of the same moment. A date is its end in the zone of the installation, `2025-03-12T14:30` a time in it, `2025-03-12T14:30:00-03:00` a moment. A cursor goes on in the same moment. Not on writes, `historico` and short calls.',
  }),
  rowOf('page', 'refused')('as_of a moment to come, or before the history', '/cidades?as_of=9999-12-31', {
    code: 'REQUEST_AS_OF',
    note: 'So are registries of a `query.sql`, of which no history is kept.',
  }),
  form('JSON', '/cidades', { headers: { accept: 'application/json' } }),
  form('one object', '/cidades?id=eq.1', { headers: { accept: 'application/vnd.pgrst.object+json' } }),
  noForm('an object of none or many', '/cidades?id=eq.0', {
    headers: { accept: 'application/vnd.pgrst.object+json' },
    code: 'PGRST116',
  }),
  form('without empty values', '/cidades', { headers: { accept: 'application/vnd.pgrst.array+json;nulls=stripped' } }),
  rowOf('form', 'differs')('CSV', '/cidades?select=id,nome', {
    headers: { accept: 'text/csv' },
    note: 'RFC 4180; the line of names is there even without rows, yes and no are true and false.',
  }),
  noForm('other forms', '/cidades', { headers: { accept: 'application/xml' }, code: 'PGRST107' }),
  write('insert', 'POST /cidades {"ibge": "3106200", "nome": "Belo Horizonte", "uf": "MG"}'),
  write('bulk insert', 'POST /cidades [{...}, {...}]'),
  write('insert of CSV', 'POST /cidades, Content-Type: text/csv'),
  write('columns', 'POST /cidades?columns="ibge","nome","uf"'),
  write('rows that a record owns', 'POST /pesquisas {"nome": "...", "perguntas": [{...}]}', {
    note: 'Answered only where `select` names them: `select=*,perguntas(*)`. PostgREST has no such thing.',
  }),
  ownWrite('upsert', 'POST /cidades?on_conflict=ibge, Prefer: resolution=merge-duplicates', {
    note: 'By any unique key. Without `on_conflict` by the id where rows have one, else by the natural key; an unknown id is refused. Only the fields that a row names are set.',
  }),
  write('insert of what is new', 'POST /cidades?on_conflict=ibge, Prefer: resolution=ignore-duplicates'),
  ownWrite('missing=default', 'POST /cidades, Prefer: missing=default', {
    note: 'Always so: what is missing has its default.',
  }),
  write('update', 'PATCH /cidades?id=eq.1 {"ddd": "31"}'),
  noWrite('missing=null', 'POST /cidades, Prefer: handling=strict, missing=null', { code: 'PGRST122' }),
  noWrite('filters on an insert, limit and offset on any write', 'PATCH /cidades?id=gt.1&limit=5 {"ddd": "31"}', {
    code: 'PGRST100',
  }),
  noWrite('form data', 'POST /cidades, Content-Type: application/x-www-form-urlencoded', { code: 'PGRST102' }),
  noWrite('update or delete without a filter', 'PATCH /cidades {"ddd": "31"}', { code: '21000' }),
  ownWrite('If-Match', 'PATCH /cidades?id=eq.1, If-Match: "3"', {
    note: 'Ours: 412 where the record has another version.',
  }),
  write('delete', 'DELETE /cidades?id=eq.1'),
  noWrite('filters on relations to many', 'DELETE /cidades?select=distritos()&distritos=is.null', { code: 'PGRST127' }),
  noWrite('PUT', 'PUT /cidades?id=eq.1', { code: 'PGRST117' }),
  write('return', 'Prefer: return=representation', {
    note: 'Also `minimal` (where none is asked for) and `headers-only`.',
  }),
  ownWrite('max-affected', 'Prefer: max-affected=10', {
    note: 'Honoured without `handling=strict` too, and on inserts.',
  }),
  write('OPTIONS', 'OPTIONS /cidades', { note: '`Allow` tells what the caller may do.' }),
  ownWrite('owned rows', 'PATCH /pesquisas?id=eq.1 {"perguntas": [{"texto": "..."}]}', {
    note: 'Ours: of one record. An array that is absent stays as it is; one that is there is the new set, in its order: a row with `id` stays, one without is new, one that is missing goes. A row with `id` is a change of that row: what it does not name stays as it is. An `id` that is none of the record is refused.',
  }),
  noWrite('owned rows in an upsert', 'POST /pesquisas {"perguntas": [...]}, Prefer: resolution=merge-duplicates', {
    code: 'REQUEST_ARRAY_UPSERT',
  }),
  noWrite('owned rows of many records at once', 'PATCH /pesquisas?id=in.(1,2) {"perguntas": [...]}', {
    code: 'REQUEST_ARRAY_MANY',
  }),
  noWrite('columns that are no key', 'POST /cidades?on_conflict=nome, Prefer: resolution=merge-duplicates', {
    code: '42P10',
  }),
  noWrite('other bodies', 'POST /cidades, Content-Type: application/xml', { code: 'PGRST102', note: 'Status 415.' }),
  write('handling', 'Prefer: handling=strict', { note: 'Refuses preferences that are not known.' }),
  write('tx', 'Prefer: tx=rollback', { note: 'Everything is checked and answered, nothing is kept.' }),
  ownWrite('outcome', 'PATCH /cidades?id=in.(1,2) {"ddd": "31"}, Prefer: outcome=each', {
    note: 'Ours: each row is written or refused by itself; the answer is `[{"id": 1, "status": 204}, {"id": 2, "status": 409, "error": {...}}]`. Changes and deletes name their rows by `id=in.(...)`, beside other filters or alone; an insert sends an array and is answered with `row`, the place in it. Not with `If-Match` or `resolution`.',
  }),
  ownWrite('transition', 'PATCH /manifestacoes?id=eq.1&transition=responder {"resposta": "..."}', {
    note: 'Ours: moves the records to another state by the right of the transition, whose fields the body gives. The field of the states is written by nothing else.',
  }),
];
