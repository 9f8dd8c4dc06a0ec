/** What a request prefers, what is refused, and all else. */
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
  options,
  own,
  patch,
  post,
  prefer,
  refused,
  remove,
  row,
} from './row-forms.ts';

export const terms: readonly DialectRow[] = [
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
    andThen(
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
    andThen(
      row(
        'tx=rollback',
        patch('/cidades?id=eq.1&select=ddd', { ddd: '32' }, prefer('tx=rollback, return=representation')),
        gives([{ ddd: '32' }], applied('return=representation, tx=rollback')),
        'Everything is checked and answered, nothing is kept.',
      ),
      '/cidades?select=ddd&id=eq.1',
      [{ ddd: '31' }],
    ),
    andThen(
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
    andThen(
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
