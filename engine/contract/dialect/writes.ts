/** What is written: forms of bodies, inserts, changes, upserts. */
import type { DialectRow } from './dialect-row.ts';
import {
  accept,
  andThen,
  applied,
  area,
  betim,
  contagem,
  get,
  gives,
  ids,
  is,
  named,
  no,
  object,
  own,
  patch,
  post,
  prefer,
  put,
  refused,
  remove,
  row,
} from './row-forms.ts';

export const writes: readonly DialectRow[] = [
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
    andThen(
      own(
        'insert',
        post('/cidades', contagem),
        is(201, { Location: '/api/cidades?id=eq.5', 'Content-Range': '*/1', ETag: '"1"' }, ''),
        '`Location` of one record, whatever is returned.',
      ),
      '/cidades?select=nome&id=eq.5',
      named('Contagem'),
    ),
    andThen(
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
    andThen(
      row(
        'insert of CSV',
        post('/cidades', 'ibge,nome,uf\n3118601,Contagem,MG\n', { 'Content-Type': 'text/csv' }),
        is(201, { 'Content-Range': '*/1' }),
      ),
      '/cidades?select=nome&id=eq.5',
      named('Contagem'),
    ),
    andThen(
      row('columns', post('/cidades?columns="ibge","nome","uf"', { ...contagem, ddd: '31' }), is(201)),
      '/cidades?select=nome,ddd&id=eq.5',
      [{ nome: 'Contagem', ddd: null }],
    ),
    andThen(
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
    andThen(
      own(
        'update',
        patch('/cidades?id=eq.1', { ddd: '32' }),
        is(204, { 'Content-Range': '*/1', ETag: '"2"' }, ''),
        '`Content-Range` tells how many rows, whether a count is asked for or not.',
      ),
      '/cidades?select=ddd,versao&id=eq.1',
      [{ ddd: '32', versao: 2 }],
    ),
    andThen(
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
    andThen(
      own(
        'update by a relation to one',
        patch('/distritos?cidade.uf=eq.RJ', { ativo: false }),
        is(204, { 'Content-Range': '*/1' }),
        'PostgREST refuses it.',
      ),
      '/distritos?select=id&ativo=is.false',
      ids(3),
    ),
    andThen(
      row('delete', remove('/cidades?id=eq.2'), is(204, { 'Content-Range': '*/1' }, '')),
      '/cidades?select=id',
      ids(4, 1, 3),
    ),
    no('update without a filter', patch('/cidades', { ddd: '32' }), refused('21000')),
    no('delete without a filter', remove('/cidades'), refused('21000')),
    no('filters on relations to many', remove('/cidades?select=distritos()&distritos=is.null'), refused('PGRST127')),
    andThen(
      row('one object of a write', patch('/cidades?uf=eq.MG', { ddd: '32' }, accept(object)), refused('PGRST116', 406)),
      '/cidades?select=id&ddd=eq.32',
      [],
    ),
    no('PUT', put('/cidades?id=eq.1', { ...betim, id: 1 }), {
      ...refused('PGRST117', 405),
      headers: { Allow: 'OPTIONS, GET, HEAD, POST, PATCH, DELETE' },
    }),
    andThen(
      own(
        'If-Match',
        patch('/cidades?id=eq.1', { ddd: '32' }, { 'If-Match': '"1"' }),
        is(204, { ETag: '"2"' }),
        'Ours.',
      ),
      '/cidades?select=ddd&id=eq.1',
      [{ ddd: '32' }],
    ),
    andThen(
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
    andThen(
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
    andThen(
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
    andThen(
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
    andThen(
      row(
        'upsert of what is all there',
        post('/cidades?on_conflict=ibge', betim, prefer('resolution=merge-duplicates')),
        is(200),
      ),
      '/cidades?select=ddd&id=eq.2',
      [{ ddd: '32' }],
    ),
    andThen(
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
    andThen(
      own(
        'upsert without on_conflict and id',
        post('/distritos', { codigo: '330455705', nome: 'Lapa', cidade_id: 3 }, prefer('resolution=merge-duplicates')),
        is(200),
        'By the natural key of the registry.',
      ),
      '/distritos?select=nome&id=eq.3',
      named('Lapa'),
    ),
    andThen(
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
];
