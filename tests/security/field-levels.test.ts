/**
 * Every door at which a value can stand, at each level of a field: read-only, masked, hidden. One row of the table is a
 * door; what the three of them get there stands side by side.
 */
import type { LightMyRequestResponse } from 'fastify';
import { beforeAll, expect, test } from 'vitest';
import type { SavedView } from '../../engine/contract/saved-view.ts';
import type { HistoryEntry, ScreenModel } from '../../engine/contract/screen-model.ts';
import type { Database } from '../../engine/data/database.ts';
import { forEachDatabase } from '../support/databases.ts';
import { registry } from '../support/fixture-registry.ts';
import type { Caller, CallOptions, TestProduct } from '../support/product.ts';
import { administrator, insertRow, refusalBody, startTestProduct } from '../support/product.ts';

const text = (title: string, more: object = {}) => ({ title, type: 'string', maxLength: 60, ...more });

const files = {
  'schemas/teste/consultas/schema.json': {
    title: 'Consulta',
    type: 'object',
    required: ['codigo'],
    properties: {
      codigo: text('Código', { 'x-unique': true }),
      motivo: text('Motivo'),
      nota: text('Nota', { 'x-personal-data': 'sensitive' }),
      laudos: { title: 'Laudos', 'x-attachment': { types: ['txt'], many: true } },
      itens: {
        title: 'Itens',
        type: 'array',
        items: {
          title: 'Item',
          type: 'object',
          required: ['nome'],
          properties: { nome: text('Nome'), sigilo: text('Sigilo') },
        },
      },
    },
  },
  'schemas/teste/consultas/columns.json': registry('consulta', '/consultas', 'Consultas', {
    columns: ['codigo', 'motivo', 'nota'],
    label: '{codigo} {nota}',
    search: ['codigo', 'nota'],
    sort: ['nota', 'codigo'],
    indexes: [['nota', 'codigo']],
    batch: ['motivo', 'nota'],
  }),
  'schemas/teste/retornos/schema.json': {
    title: 'Retorno',
    type: 'object',
    properties: {
      dia: { title: 'Dia', type: 'string', format: 'date' },
      consulta: { title: 'Consulta', 'x-relation': { entity: 'consulta' } },
    },
  },
  'schemas/teste/retornos/columns.json': registry('retorno', '/retornos', 'Retornos', { columns: ['dia', 'consulta'] }),
  'schemas/teste/visitas/schema.json': {
    title: 'Visita',
    type: 'object',
    properties: {
      dia: { title: 'Dia', type: 'string', format: 'date' },
      passos: {
        title: 'Passos',
        type: 'array',
        items: {
          title: 'Passo',
          type: 'object',
          required: ['nome'],
          properties: { nome: text('Nome', { 'x-personal-data': 'sensitive' }), lugar: text('Lugar') },
        },
      },
    },
  },
  'schemas/teste/visitas/columns.json': registry('visita', '/visitas', 'Visitas', { columns: ['dia'] }),
  // of which no new record is made without a value that is closed
  'schemas/teste/fichas/schema.json': {
    title: 'Ficha',
    type: 'object',
    required: ['nome', 'senha'],
    properties: { nome: text('Nome'), senha: text('Senha do exame') },
  },
  'schemas/teste/fichas/columns.json': registry('ficha', '/fichas', 'Fichas', { columns: ['nome'] }),
};

const closed = [
  ...['nota', 'laudos'].map((name) => `consulta.${name}`),
  'consulta_itens.sigilo',
  'ficha.senha',
  'usuario.login',
];
const levels = ['readOnly', 'masked', 'hidden'] as const;
type Level = (typeof levels)[number];
type Answers = Readonly<Record<Level, unknown>>;

const pairs = ['consulta', 'retorno', 'ficha'].flatMap((subject) =>
  ['list', 'view', 'insert', 'update', 'delete', 'audit'].map((action) => `${subject}:${action}`),
);
const trial = { prefer: 'tx=rollback, return=representation' };
const eachTrial = { prefer: 'tx=rollback, outcome=each' };
const one = { accept: 'application/vnd.pgrst.object+json' };
const file = 'segredo.txt';

forEachDatabase((open) => {
  let database: Database;
  let product: TestProduct;
  let chief: Caller;
  let callers: Readonly<Record<Level, Caller>>;
  let secret = '';

  const upload = (caller: Caller, name: string): Promise<LightMyRequestResponse> =>
    caller.call('POST', `/api/anexos/consultas/laudos?name=${name}`, {
      bytes: Buffer.from(`conteúdo de ${name}`),
      headers: { 'content-type': 'application/octet-stream' },
    });

  beforeAll(async () => {
    database = await open({ from: 'product' });
    product = await startTestProduct(database, { files });
    chief = await product.as(administrator.login, administrator.password);
    const enter = (level: Level) => product.enter(`pessoa-${level.toLowerCase()}`, pairs, { [level]: closed });
    callers = { readOnly: await enter('readOnly'), masked: await enter('masked'), hidden: await enter('hidden') };
    secret = (await upload(chief, file)).json<{ id: string }>().id;
    await insertRow(chief, '/consultas', {
      codigo: 'C1',
      motivo: 'dor',
      nota: 'segredo z',
      laudos: [{ id: secret }],
      itens: [{ nome: 'Item', sigilo: 'segredo i' }],
    });
    await insertRow(chief, '/consultas', { codigo: 'C2', motivo: 'tosse', nota: 'segredo a' });
    await insertRow(chief, '/retornos', { consulta_id: 1 });
    for (const [name, query, shown] of [
      ['pela nota', 'nota=eq.segredo z&motivo=eq.dor&order=nota', ['codigo', 'nota']],
      ['pelo motivo', 'motivo=eq.dor', ['codigo']],
    ] as const)
      await chief.call('POST', '/api/views', {
        body: { screen: '/consultas', name, shared: true, content: { query, layout: { shown } } },
      });
  });

  /** What all three get; of a refusal its status and code, of an attachment its name. */
  const compare = async (ask: (caller: Caller, level: Level) => Promise<unknown>): Promise<Answers> => ({
    readOnly: await ask(callers.readOnly, 'readOnly'),
    masked: await ask(callers.masked, 'masked'),
    hidden: await ask(callers.hidden, 'hidden'),
  });

  const told = (answer: LightMyRequestResponse): unknown => {
    if (answer.statusCode >= 400) {
      const { code, fields } = answer.json<{ code: string; fields?: readonly { field: string }[] }>();
      return [answer.statusCode, code, ...(fields ?? []).map(({ field }) => field)].join(' ');
    }
    if (answer.headers['preference-applied']?.toString().includes('outcome=each'))
      return answer.json<{ id: number; status: number }[]>().map(({ id, status }) => `${id} ${status}`);
    if (String(answer.headers['content-type']).startsWith('application/json')) return answer.json();
    return answer.body || answer.statusCode;
  };

  type Door = readonly [
    what: string,
    method: 'GET' | 'HEAD' | 'PATCH' | 'POST',
    url: string,
    more: CallOptions,
    answers: Answers,
  ];
  const all = (answer: unknown): Answers => ({ readOnly: answer, masked: answer, hidden: answer });
  /** Closed to writing: to who reads the field by its name, else as a name that does not exist. */
  const unwritten: Answers = { readOnly: '400 428C9', masked: '400 428C9', hidden: '422 23514 nota' };
  const unknown = '400 42703';

  const doors: readonly Door[] = [
    [
      'a row',
      'GET',
      '/consultas?select=codigo,nota&id=eq.1',
      {},
      {
        readOnly: [{ codigo: 'C1', nota: 'segredo z' }],
        masked: [{ codigo: 'C1', nota: '•••' }],
        hidden: unknown,
      },
    ],
    [
      'CSV',
      'GET',
      '/consultas?select=codigo,nota&order=codigo',
      { headers: { accept: 'text/csv' } },
      {
        readOnly: 'codigo,nota\nC1,segredo z\nC2,segredo a\n',
        masked: 'codigo,nota\nC1,•••\nC2,•••\n',
        hidden: unknown,
      },
    ],
    [
      'the order that the files say',
      'GET',
      '/consultas?select=codigo',
      {},
      {
        readOnly: [{ codigo: 'C2' }, { codigo: 'C1' }],
        masked: [{ codigo: 'C1' }, { codigo: 'C2' }],
        hidden: [{ codigo: 'C1' }, { codigo: 'C2' }],
      },
    ],
    [
      'the quick search',
      'GET',
      '/consultas?select=codigo&q=segredo%20z',
      {},
      { readOnly: [{ codigo: 'C1' }], masked: [], hidden: [] },
    ],
    [
      'a term',
      'GET',
      '/consultas/c1',
      {},
      {
        readOnly: [{ id: 1, codigo: 'C1', nota: 'segredo z', label: 'C1 segredo z' }],
        masked: [{ id: 1, codigo: 'C1', nota: '•••', label: 'C1 •••' }],
        hidden: [{ id: 1, codigo: 'C1', label: 'C1' }],
      },
    ],
    [
      'rows of the record',
      'GET',
      '/consultas?select=itens(nome,sigilo)&id=eq.1',
      {},
      {
        readOnly: [{ itens: [{ nome: 'Item', sigilo: 'segredo i' }] }],
        masked: [{ itens: [{ nome: 'Item', sigilo: '•••' }] }],
        hidden: unknown,
      },
    ],
    [
      'a filter by rows of the record',
      'GET',
      '/consultas?select=codigo,itens!inner(nome)&itens.sigilo=eq.segredo%20i',
      {},
      { readOnly: [{ codigo: 'C1', itens: [{ nome: 'Item' }] }], masked: unknown, hidden: unknown },
    ],
    [
      'preview of a batch: the field',
      'PATCH',
      '/consultas?id=gt.0',
      { body: { nota: 'x' }, headers: trial },
      unwritten,
    ],
    [
      'preview of a batch: another field',
      'PATCH',
      '/consultas?id=gt.0&select=motivo,nota',
      { body: { motivo: 'x' }, headers: trial },
      {
        readOnly: [
          { motivo: 'x', nota: 'segredo z' },
          { motivo: 'x', nota: 'segredo a' },
        ],
        masked: [
          { motivo: 'x', nota: '•••' },
          { motivo: 'x', nota: '•••' },
        ],
        hidden: unknown,
      },
    ],
    [
      'preview of a batch, chosen by the field',
      'PATCH',
      '/consultas?nota=eq.segredo%20z&select=codigo',
      { body: { motivo: 'x' }, headers: trial },
      { readOnly: [{ codigo: 'C1' }], masked: unknown, hidden: unknown },
    ],
    [
      'preview row by row',
      'PATCH',
      '/consultas?id=in.(1,2)&nota=eq.segredo%20z',
      { body: { motivo: 'x' }, headers: eachTrial },
      { readOnly: ['1 204', '2 404'], masked: unknown, hidden: unknown },
    ],
    ['a batch', 'PATCH', '/consultas?id=gt.0', { body: { nota: 'x' } }, unwritten],
    ['a batch row by row', 'PATCH', '/consultas?id=in.(1,2)', { body: { nota: 'x' }, headers: eachTrial }, unwritten],
    [
      'a row that the record owns',
      'PATCH',
      '/consultas?id=eq.1',
      { body: { itens: [{ nome: 'Item', sigilo: 'x' }] } },
      all('422 23514 itens.0.sigilo'),
    ],
    [
      'a new record with the closed field that it must have',
      'POST',
      '/fichas',
      { body: { nome: 'A', senha: 'x' } },
      { ...unwritten, hidden: '422 23514 senha' },
    ],
    ['a new record without it', 'POST', '/fichas', { body: { nome: 'A' } }, all('403 42501')],
  ];

  test.each(doors)('%s', async (_what, method, url, more, answers) => {
    expect(await compare(async (caller) => told(await caller.call(method, `/api${url}`, more)))).toEqual(answers);
  });

  test('pages go on where the caller sees that they end', async () => {
    const pages = async (caller: Caller): Promise<unknown> => {
      const first = await caller.call('GET', '/api/consultas?select=codigo&limit=1');
      const cursor = String(first.headers['fichario-next-cursor']);
      const next = await caller.call('GET', `/api/consultas?select=codigo&limit=1&cursor=${cursor}`);
      return [first, next].flatMap((answer) => answer.json<{ codigo: string }[]>().map(({ codigo }) => codigo));
    };
    expect(await compare(pages)).toEqual({ readOnly: ['C2', 'C1'], masked: ['C1', 'C2'], hidden: ['C1', 'C2'] });
  });

  test('the tag of a record is its version, whatever of it is covered', async () => {
    const tag = async (caller: Caller): Promise<unknown> =>
      (await caller.call('GET', '/api/consultas?id=eq.2&select=*', { headers: one })).headers['etag'];
    expect(await compare(tag)).toEqual(all('"1"'));
  });

  test('a new record that needs a closed field is refused with what to do, the field named to who reads it', async () => {
    const refusal = async (field: string) =>
      refusalBody('RECORD_FIELD_CLOSED', { title: 'Ficha', field }, { at: { entity: 'ficha' } });
    expect(
      await compare(async (caller) => (await caller.call('POST', '/api/fichas', { body: { nome: 'A' } })).json()),
    ).toEqual({
      readOnly: await refusal("'Senha do exame'"),
      masked: await refusal("'Senha do exame'"),
      hidden: await refusal('um campo obrigatório que você não vê'),
    });
  });

  test('a file is told of, shown, taken down and sent by who reads and writes its field', async () => {
    const address = `/api/anexos/consultas/1/laudos/${secret}`;
    const doorsOfFile = async (caller: Caller): Promise<unknown> => {
      const row = await caller.call('GET', '/api/consultas?select=laudos&id=eq.1');
      const open = await caller.call('GET', address);
      const part = await caller.call('GET', address, { headers: { range: 'bytes=0-3' } });
      const sent = await upload(caller, 'outro.txt');
      return [row.body.includes(file), ...[row, open, part, sent].map(({ statusCode }) => statusCode)];
    };
    expect(await compare(doorsOfFile)).toEqual({
      readOnly: [true, 200, 200, 206, 400],
      masked: [false, 200, 400, 400, 400],
      hidden: [false, 400, 400, 400, 400],
    });
    const former = (await upload(chief, 'novo.txt')).json<{ id: string }>().id;
    await chief.call('PATCH', '/api/consultas?id=eq.1', { body: { laudos: [{ id: former }] } });
    // taken off the record, it is in the history alone
    const inHistory = async (caller: Caller): Promise<unknown> => {
      const history = await caller.call('GET', '/api/consultas/1/historico');
      return [history.statusCode, history.body.includes(file), (await caller.call('GET', address)).statusCode];
    };
    expect(await compare(inHistory)).toEqual({
      readOnly: [200, true, 200],
      masked: [200, false, 400],
      hidden: [200, false, 400],
    });
  });

  test('a saved view of others asks of the field only for who may ask, and none is saved that does', async () => {
    const views = async (caller: Caller): Promise<unknown> =>
      (await caller.call('GET', '/api/views?screen=/consultas'))
        .json<SavedView[]>()
        .map(({ content, owner, omitted }) => [content.query, content.layout.shown, owner, omitted]);
    const whole = 'nota=eq.segredo+z&motivo=eq.dor&order=nota';
    const open = ['motivo=eq.dor', ['codigo']];
    expect(await compare(views)).toEqual({
      readOnly: [
        [whole, ['codigo', 'nota'], administrator.login, 0],
        [...open, administrator.login, 0],
      ],
      masked: [
        ['motivo=eq.dor', ['codigo', 'nota'], null, 2],
        [...open, null, 0],
      ],
      hidden: [
        ['motivo=eq.dor', ['codigo'], null, 3],
        [...open, null, 0],
      ],
    });
    const save = async (caller: Caller): Promise<unknown> => {
      const body = { screen: '/consultas', name: 'minha', content: { query: 'nota=eq.x', layout: {} } };
      return (await caller.call('POST', '/api/views', { body })).statusCode;
    };
    expect(await compare(save)).toEqual({ readOnly: 201, masked: 400, hidden: 400 });
  });

  test('a conflict names the field to who reads its values', async () => {
    await chief.call('PATCH', '/api/consultas?id=eq.2', { body: { nota: 'segredo b' } });
    const conflict = async (caller: Caller): Promise<unknown> =>
      told(
        await caller.call('PATCH', '/api/consultas?id=eq.2', {
          body: { motivo: 'febre' },
          headers: { 'if-match': '"1"' },
        }),
      );
    expect(await compare(conflict)).toEqual({
      readOnly: '412 RECORD_CHANGED nota',
      masked: '412 RECORD_CHANGED',
      hidden: '412 RECORD_CHANGED',
    });
  });

  /** What the history of the return tells, and what the record of sensitive reads then says. */
  const labelled = async (caller: Caller): Promise<unknown> => {
    await database.query({ text: 'delete from fichario.sensitive_read', values: [] });
    const [entry] = (await caller.call('GET', '/api/retornos/1/historico')).json<HistoryEntry[]>();
    const { rows } = await database.query<{ fields: string }>({
      text: "select array_to_string(fields, ' ') as fields from fichario.sensitive_read",
      values: [],
    });
    return [entry?.by, entry?.changes.map(({ after }) => after), rows.map(({ fields }) => fields)];
  };

  test('the label of a relation in a history holds no more than the record, and what it gives out is recorded', async () => {
    expect(await compare(labelled)).toEqual({
      readOnly: [administrator.login, ['C1 segredo z'], ['consulta.nota']],
      masked: ['#1', ['C1 •••'], []],
      hidden: ['#1', ['C1'], []],
    });
  });

  test('the label of an owned row in a history is recorded where the value in it did not change', async () => {
    const id = await insertRow(chief, '/visitas', { passos: [{ nome: 'segredo p', lugar: 'a' }] });
    const { rows: steps } = await database.query<{ id: number }>({
      text: 'select id::integer from visita_passos',
      values: [],
    });
    await chief.call('PATCH', `/api/visitas?id=eq.${id}`, { body: { passos: [{ id: steps[0]?.id, lugar: 'b' }] } });
    await database.query({ text: 'delete from fichario.sensitive_read', values: [] });
    const [entry] = (await chief.call('GET', `/api/visitas/${id}/historico`)).json<HistoryEntry[]>();
    const [told] = entry?.changes.flatMap(({ rows = [] }) => rows) ?? [];
    expect([told?.label, told?.changes.map(({ field }) => field)]).toEqual(['segredo p - b', ['lugar']]);
    const { rows } = await database.query<{ fields: string; rows: number }>({
      text: "select array_to_string(fields, ' ') as fields, rows::integer from fichario.sensitive_read",
      values: [],
    });
    // The entry of the change and that of the new record.
    expect(rows).toEqual([{ fields: 'visita_passos.nome', rows: 2 }]);
  });

  test('a sensitive value that cannot be recorded is not given', async () => {
    const rename = (from: string, to: string) => database.execute(`alter table fichario.${from} rename to ${to}`);
    await rename('sensitive_read', 'away');
    const answers = await compare(async (caller) => {
      const row = await caller.call('GET', '/api/consultas?select=codigo,nota&id=eq.1');
      const history = await caller.call('GET', '/api/retornos/1/historico');
      return [row, history].map(({ statusCode, body }) => [statusCode, body.includes('segredo')]);
    });
    await rename('away', 'sensitive_read');
    expect(answers).toEqual({
      readOnly: [
        [500, false],
        [500, false],
      ],
      masked: [
        [200, false],
        [200, false],
      ],
      hidden: [
        [400, false],
        [200, false],
      ],
    });
  });

  test('who wrote a record is told by the login where logins are read, else by the id', async () => {
    const columns = async (caller: Caller): Promise<unknown> => {
      const ask = async (query: string) => told(await caller.call('GET', `/api/retornos?${query}`));
      const model = (await caller.call('GET', '/api/model/screen?path=/retornos')).json<ScreenModel>();
      const { components } = (await caller.call('GET', '/api/openapi.json')).json<{
        components: { schemas: Record<string, { properties: object }> };
      }>();
      return [
        await ask('select=criado_por,criado_por_login'),
        await ask('select=id&criado_por_login=like.c*'),
        await ask('select=id&order=alterado_por_login'),
        model.moreColumns.map(({ key }) => key).filter((key) => key.startsWith('criado_por')),
        Object.keys(components.schemas['retornos']?.properties ?? {}).filter((key) => key.startsWith('criado_por')),
      ];
    };
    const kept = [unknown, unknown, unknown, ['criado_por'], ['criado_por']];
    expect(await compare(columns)).toEqual({
      readOnly: [
        [{ criado_por: 1, criado_por_login: administrator.login }],
        [{ id: 1 }],
        [{ id: 1 }],
        ['criado_por_login'],
        ['criado_por', 'criado_por_login'],
      ],
      masked: kept,
      hidden: kept,
    });
  });
});
