import { beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../engine/data/database.ts';
import { forEachDatabase } from '../../support/databases.ts';
import type { Caller } from '../../support/product.ts';
import { administrator, insertRow, refusalBody, refusalOf, startTestProduct } from '../../support/product.ts';
import { clinicFiles } from './clinic-files.ts';

const back = { prefer: 'return=representation' };
const one = { accept: 'application/vnd.pgrst.object+json' };
const good = { nome: 'abc', quantidade: 1 };

forEachDatabase((open, kind) => {
  let database: Database;
  let admin: Caller;
  let cityId: number;
  let numbers = 0;

  beforeAll(async () => {
    database = await open();
    const product = await startTestProduct(database, { files: clinicFiles });
    admin = await product.as(administrator.login, administrator.password);
    const city = { ibge: '3106200', nome: 'Belo Horizonte', uf: 'MG' };
    cityId = await insert('/cidades', city);
  });

  const insert = (path: string, row: object): Promise<number> => insertRow(admin, path, row);
  const rowOf = async (path: string, id: number, select = '*'): Promise<unknown> =>
    ((await admin.call('GET', `/api${path}?id=eq.${id}&select=${select}`)).json() as unknown[])[0];
  const countOf = async (query: string): Promise<unknown> =>
    (await admin.call('HEAD', `/api${query}`, { headers: { prefer: 'count=exact' } })).headers['content-range'];
  /** A number that no guia has. */
  const fresh = (): string => {
    numbers += 1;
    return `n${numbers}`;
  };
  /** Sessions of this database that wait for another's lock. */
  const waiting = async (): Promise<unknown> =>
    (
      await database.query<{ n: number }>({
        text: `select count(*)::integer as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        values: [],
      })
    ).rows[0]?.n;

  test('inserts a record with its defaults, empties empty texts, and says where it is', async () => {
    const answer = await admin.call('POST', '/api/bancos', {
      body: { codigo: '001', nome: 'Banco do Brasil', nome_reduzido: '' },
      headers: back,
    });
    expect(answer.statusCode).toBe(201);
    const [row] = answer.json() as [{ id: number; criado_em: string }];
    expect(row).toEqual({
      id: row.id,
      versao: 1,
      criado_em: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+\+00:00$/),
      criado_por: 1,
      alterado_em: null,
      alterado_por: null,
      codigo: '001',
      ispb: null,
      nome: 'Banco do Brasil',
      nome_reduzido: null,
      site: null,
      aceita_cnab240: false,
      ativo: true,
    });
    expect(answer.headers).toMatchObject({
      location: `/api/bancos?id=eq.${row.id}`,
      etag: '"1"',
      'content-range': '*/1',
      'preference-applied': 'return=representation',
    });
  });

  test('answers an insert without a body where none is asked for', async () => {
    const answer = await admin.call('POST', '/api/bancos', { body: { codigo: '002', nome: 'Outro' } });
    expect([answer.statusCode, answer.body, answer.headers['etag']]).toEqual([201, '', '"1"']);
    expect(answer.headers['location']).toMatch(/^\/api\/bancos\?id=eq\.\d+$/);
  });

  test('inserts many records at once, each with its own defaults, and gives the columns asked for', async () => {
    const answer = await admin.call('POST', '/api/amostras?select=nome,ativa,cidade(nome)', {
      body: [
        { nome: 'bulk1', quantidade: 1, ativa: false },
        { nome: 'bulk2', quantidade: 2, cidade_id: cityId },
      ],
      headers: back,
    });
    expect([answer.statusCode, answer.headers['content-range'], answer.headers['location']]).toEqual([
      201,
      '*/2',
      undefined,
    ]);
    expect(answer.json()).toEqual([
      { nome: 'bulk1', ativa: false, cidade: null },
      { nome: 'bulk2', ativa: true, cidade: { nome: 'Belo Horizonte' } },
    ]);
  });

  test('inserts nothing of an empty list, and nothing at all where one record is refused', async () => {
    const none = await admin.call('POST', '/api/amostras', { body: [], headers: back });
    expect([none.statusCode, none.body]).toEqual([201, '[]']);
    const mixed = await admin.call('POST', '/api/amostras', {
      body: [{ nome: 'boa', quantidade: 1 }, { nome: 'má', quantidade: 0 }, { quantidade: 1 }],
    });
    expect(refusalOf(mixed)).toEqual({
      status: 422,
      body: await refusalBody(
        'RECORD_INVALID',
        { title: 'Amostra', count: 3 },
        {
          fields: [
            ['nome', 'VALIDATION_MIN_LENGTH', { field: 'Nome', limit: 3 }, 1],
            ['quantidade', 'VALIDATION_MINIMUM', { field: 'Quantidade', limit: 1 }, 1],
            ['nome', 'VALIDATION_REQUIRED', { field: 'Nome' }, 2],
          ],
        },
      ),
    });
    expect(await countOf('/amostras?nome=eq.boa')).toBe('*/0');
  });

  test('gives an insert back as an object, and refuses the object of two', async () => {
    const single = await admin.call('POST', '/api/amostras?select=nome', { body: good, headers: { ...back, ...one } });
    expect([single.statusCode, single.json()]).toEqual([201, { nome: 'abc' }]);
    const before = await countOf('/amostras');
    const two = await admin.call('POST', '/api/amostras', { body: [good, good], headers: { ...back, ...one } });
    expect(refusalOf(two)).toEqual({ status: 406, body: await refusalBody('REQUEST_SINGULAR', { count: 2 }) });
    expect(await countOf('/amostras')).toBe(before);
  });

  test.each([
    ['nome', '', 'VALIDATION_REQUIRED', { field: 'Nome' }],
    ['nome', null, 'VALIDATION_REQUIRED', { field: 'Nome' }],
    ['nome', 'ab', 'VALIDATION_MIN_LENGTH', { field: 'Nome', limit: 3 }],
    ['nome', 'comprido demais', 'VALIDATION_MAX_LENGTH', { field: 'Nome', limit: 10 }],
    ['nome', 5, 'VALIDATION_TYPE', { field: 'Nome', expected: 'um texto' }],
    ['nome', 'a\u0000bc', 'VALIDATION_TYPE', { field: 'Nome', expected: 'um texto sem caracteres inválidos' }],
    ['notas', 'meio \ud83d par', 'VALIDATION_TYPE', { field: 'Notas', expected: 'um texto sem caracteres inválidos' }],
    ['quantidade', 0, 'VALIDATION_MINIMUM', { field: 'Quantidade', limit: 1 }],
    ['quantidade', 100, 'VALIDATION_MAXIMUM', { field: 'Quantidade', limit: 99 }],
    ['quantidade', 1.5, 'VALIDATION_TYPE', { field: 'Quantidade', expected: 'um número inteiro' }],
    ['quantidade', '1', 'VALIDATION_TYPE', { field: 'Quantidade', expected: 'um número inteiro' }],
    ['taxa', 1.2345, 'VALIDATION_DECIMALS', { field: 'Taxa', places: 3 }],
    ['preco', 0.001, 'VALIDATION_DECIMALS', { field: 'Preço', places: 2 }],
    ['preco', 1e13, 'VALIDATION_MAXIMUM', { field: 'Preço', limit: 999999999999.99 }],
    ['desconto', -1000, 'VALIDATION_MINIMUM', { field: 'Desconto', limit: -999.9999 }],
    ['ativa', 'sim', 'VALIDATION_TYPE', { field: 'Ativa', expected: 'true ou false' }],
    ['dia', '2026-02-29', 'VALIDATION_FORMAT', { field: 'Dia', expected: 'uma data AAAA-MM-DD' }],
    [
      'instante',
      '2026-02-28T10:00:00+16:00',
      'VALIDATION_FORMAT',
      { field: 'Instante', expected: 'um momento AAAA-MM-DDThh:mm:ss-03:00' },
    ],
    ['hora', '24:00', 'VALIDATION_FORMAT', { field: 'Hora', expected: 'uma hora HH:MM' }],
    ['mes', '2026-13', 'VALIDATION_FORMAT', { field: 'Mês', expected: 'um mês AAAA-MM' }],
    ['situacao', 'CANCELADA', 'VALIDATION_OPTION', { field: 'Situação' }],
    ['cep', '3110450', 'VALIDATION_MASK', { field: 'CEP', mask: '00000-000' }],
    ['cpf', '52998224726', 'VALIDATION_CHECK_DIGIT', { field: 'CPF' }],
    ['cnpj', '12ABC34501DE36', 'VALIDATION_CHECK_DIGIT', { field: 'CNPJ' }],
    ['documento', '123', 'VALIDATION_CHECK_DIGIT', { field: 'Documento' }],
    ['email', 'fulano@', 'VALIDATION_FORMAT', { field: 'E-mail', expected: 'um e-mail como nome@exemplo.com.br' }],
    [
      'sitio',
      'ftp://x.br',
      'VALIDATION_FORMAT',
      { field: 'Sítio', expected: 'um endereço que comece com https:// ou http://' },
    ],
    [
      'fone',
      '123',
      'VALIDATION_FORMAT',
      { field: 'Fone', expected: 'um telefone de 8, 10 ou 11 dígitos, com o DDD, ou um 0800' },
    ],
    ['placa', 'AB1234', 'VALIDATION_FORMAT', { field: 'Placa', expected: 'três letras e quatro números' }],
    ['cidade_id', 0, 'VALIDATION_MINIMUM', { field: 'Cidade', limit: 1 }],
    ['cidade_id', 1e20, 'VALIDATION_MAXIMUM', { field: 'Cidade', limit: 9007199254740991 }],
    ['naoha', 1, 'VALIDATION_UNKNOWN', { field: 'naoha' }],
    ['id', 1, 'VALIDATION_UNKNOWN', { field: 'id' }],
    ['versao', 1, 'VALIDATION_UNKNOWN', { field: 'versao' }],
    ['cidade', 1, 'VALIDATION_UNKNOWN_NEAR', { field: 'cidade', name: 'cidade_id' }],
    ['constructor', 1, 'VALIDATION_UNKNOWN', { field: 'constructor' }],
  ] as const)('refuses %s = %j, on insert and on update', async (field, value, code, params) => {
    const body = await refusalBody(
      'RECORD_INVALID',
      { title: 'Amostra', count: 1 },
      { fields: [[field, code, params]] },
    );
    expect(refusalOf(await admin.call('POST', '/api/amostras', { body: { ...good, [field]: value } }))).toEqual({
      status: 422,
      body,
    });
    expect(refusalOf(await admin.call('PATCH', '/api/amostras?id=eq.1', { body: { [field]: value } }))).toEqual({
      status: 422,
      body,
    });
  });

  test('tells all that is wrong with a record, in the order of its fields', async () => {
    const answer = await admin.call('POST', '/api/amostras', { body: { zzz: 1, cep: '1', quantidade: 100 } });
    expect(refusalOf(answer)).toEqual({
      status: 422,
      body: await refusalBody(
        'RECORD_INVALID',
        { title: 'Amostra', count: 4 },
        {
          fields: [
            ['nome', 'VALIDATION_REQUIRED', { field: 'Nome' }],
            ['quantidade', 'VALIDATION_MAXIMUM', { field: 'Quantidade', limit: 99 }],
            ['cep', 'VALIDATION_MASK', { field: 'CEP', mask: '00000-000' }],
            ['zzz', 'VALIDATION_UNKNOWN', { field: 'zzz' }],
          ],
        },
      ),
    });
  });

  test('takes money to the last cent, whatever the amount', async () => {
    for (const preco of [0.07, 314917123.58, 978329075060.69, -0.01, 999999999999.99]) {
      const answer = await admin.call('POST', '/api/amostras?select=preco', {
        body: { ...good, preco },
        headers: back,
      });
      expect([answer.statusCode, answer.json()]).toEqual([201, [{ preco }]]);
    }
  });

  test('refuses to write a field that is only read', async () => {
    const body = await refusalBody('RECORD_FIELD_READ_ONLY', { field: 'protocolo' }, { at: { field: 'protocolo' } });
    const insertion = await admin.call('POST', '/api/amostras', { body: { ...good, protocolo: 'x' } });
    expect(refusalOf(insertion)).toEqual({ status: 400, body });
    const change = await admin.call('PATCH', '/api/amostras?id=eq.1', { body: { protocolo: 'x' } });
    expect(refusalOf(change)).toEqual({ status: 400, body });
    expect(await rowOf('/amostras', await insert('/amostras', good), 'protocolo')).toEqual({
      protocolo: 'automático',
    });
  });

  test('refuses bodies that are no record', async () => {
    const objects = await refusalBody('REQUEST_BODY_INVALID', {
      problem: 'esperado um objeto ou uma lista de objetos',
    });
    for (const body of [5, 'x', null, [1], [[good]]])
      expect(refusalOf(await admin.call('POST', '/api/amostras', { body }))).toEqual({ status: 400, body: objects });
    const json = { 'content-type': 'application/json' };
    expect(refusalOf(await admin.call('POST', '/api/amostras', { headers: json }))).toEqual({
      status: 400,
      body: objects,
    });
    for (const text of ['{', '{"nome":', '{"__proto__":{"admin":true}}'])
      expect(refusalOf(await admin.call('POST', '/api/amostras', { text, headers: json }))).toEqual({
        status: 400,
        body: await refusalBody('REQUEST_BODY_INVALID', { problem: 'não é JSON' }),
      });
    expect(
      refusalOf(await admin.call('POST', '/api/amostras', { text: '<x/>', headers: { 'content-type': 'text/xml' } })),
    ).toEqual({ status: 415, body: await refusalBody('REQUEST_CONTENT_TYPE', { type: 'text/xml' }) });
    expect(refusalOf(await admin.call('PATCH', '/api/amostras?id=eq.1', { body: [good] }))).toEqual({
      status: 400,
      body: await refusalBody('REQUEST_BODY_INVALID', { problem: 'esperado um objeto' }),
    });
    expect(refusalOf(await admin.call('PATCH', '/api/amostras?id=eq.1', { body: {} }))).toEqual({
      status: 400,
      body: await refusalBody('REQUEST_BODY_EMPTY', {}),
    });
    const large = await admin.call('POST', '/api/amostras', { text: `"${'x'.repeat(8_400_000)}"`, headers: json });
    expect(refusalOf(large)).toEqual({ status: 413, body: await refusalBody('REQUEST_TOO_LARGE', {}) });
  });

  test('updates one record at the version that the caller saw', async () => {
    const id = await insert('/bancos', { codigo: '010', nome: 'Antes', site: 'https://a.br' });
    const answer = await admin.call('PATCH', `/api/bancos?id=eq.${id}&select=nome,site,versao,alterado_por`, {
      body: { nome: 'Depois', site: '' },
      headers: { ...back, 'if-match': '"1"' },
    });
    expect([answer.statusCode, answer.headers['etag'], answer.headers['content-range']]).toEqual([200, '"2"', '*/1']);
    expect(answer.json()).toEqual([{ nome: 'Depois', site: null, versao: 2, alterado_por: 1 }]);
    const minimal = await admin.call('PATCH', `/api/bancos?id=eq.${id}`, {
      body: { nome: 'Mais' },
      headers: { 'if-match': 'W/"2"' },
    });
    expect([minimal.statusCode, minimal.body, minimal.headers['etag']]).toEqual([204, '', '"3"']);
    const any = await admin.call('PATCH', `/api/bancos?id=eq.${id}`, {
      body: { nome: 'x' },
      headers: { 'if-match': '*' },
    });
    expect(any.statusCode).toBe(204);
  });

  test('refuses an older version with the fields in conflict, those being written first', async () => {
    const id = await insert('/bancos', { codigo: '011', nome: 'Base' });
    await admin.call('PATCH', `/api/bancos?id=eq.${id}`, { body: { nome: 'Deles', ispb: '12345678' } });
    const at = { entity: 'banco', record: id };
    const mine = await admin.call('PATCH', `/api/bancos?id=eq.${id}`, {
      body: { nome: 'Meu' },
      headers: { 'if-match': '"1"' },
    });
    expect(refusalOf(mine)).toEqual({
      status: 412,
      body: await refusalBody(
        'RECORD_CHANGED',
        { title: 'Banco', fields: ['Nome'] },
        { at, fields: [['nome', 'RECORD_FIELD_CHANGED', { field: 'Nome' }]] },
      ),
    });
    const apart = await admin.call('PATCH', `/api/bancos?id=eq.${id}`, {
      body: { site: 'https://b.br' },
      headers: { 'if-match': '"1"' },
    });
    expect(refusalOf(apart)).toEqual({
      status: 412,
      body: await refusalBody(
        'RECORD_CHANGED',
        { title: 'Banco', fields: ['ISPB', 'Nome'] },
        {
          at,
          fields: [
            ['ispb', 'RECORD_FIELD_CHANGED', { field: 'ISPB' }],
            ['nome', 'RECORD_FIELD_CHANGED', { field: 'Nome' }],
          ],
        },
      ),
    });
    expect(await rowOf('/bancos', id, 'nome,site,versao')).toEqual({ nome: 'Deles', site: null, versao: 2 });
    const removal = await admin.call('DELETE', `/api/bancos?id=eq.${id}`, { headers: { 'if-match': '"1"' } });
    expect(removal.statusCode).toBe(412);
    // An answer that is to be one object changes nothing of it.
    for (const method of ['PATCH', 'DELETE'] as const) {
      const single = await admin.call(method, `/api/bancos?id=eq.${id}`, {
        ...(method === 'PATCH' ? { body: { nome: 'Meu' } } : {}),
        headers: { ...one, 'if-match': '"1"' },
      });
      expect([method, single.statusCode]).toEqual([method, 412]);
    }
  });

  test('says that a record is gone, where it was to be written at a version', async () => {
    const id = await insert('/bancos', { codigo: '012', nome: 'Efêmero' });
    expect((await admin.call('DELETE', `/api/bancos?id=eq.${id}`, { headers: { 'if-match': '"1"' } })).statusCode).toBe(
      204,
    );
    const body = await refusalBody('RECORD_MISSING', { title: 'Banco' });
    for (const method of ['PATCH', 'DELETE'] as const)
      expect(
        refusalOf(
          await admin.call(method, `/api/bancos?id=eq.${id}`, {
            ...(method === 'PATCH' ? { body: { nome: 'x' } } : {}),
            headers: { 'if-match': '"1"' },
          }),
        ),
      ).toEqual({ status: 404, body });
  });

  test('stores a value written in its mask without the literals, and no other way', async () => {
    const cepOf = async (cep: string): Promise<unknown> => {
      const answer = await admin.call('POST', '/api/amostras?select=cep', {
        body: { nome: 'máscara', quantidade: 1, cep },
        headers: { prefer: 'return=representation' },
      });
      return answer.statusCode === 201 ? (answer.json() as { cep: string }[])[0]?.cep : answer.statusCode;
    };
    expect(await cepOf('31104-500')).toBe('31104500');
    expect(await cepOf('31104500')).toBe('31104500');
    for (const cep of ['311-04500', '31104-50', '31104--500', '31.104-500']) expect(await cepOf(cep)).toBe(422);
  });

  test('says where the id of a record goes, to who writes it into the address', async () => {
    for (const method of ['PATCH', 'DELETE'] as const)
      expect(
        refusalOf(await admin.call(method, '/api/bancos/1', method === 'PATCH' ? { body: { nome: 'x' } } : {})),
      ).toEqual({
        status: 404,
        body: await refusalBody('ROUTE_UNKNOWN', { path: '/bancos/1' }, { suggestion: '/bancos?id=eq.1' }),
      });
  });

  test('refuses a version that is none', async () => {
    const answer = await admin.call('PATCH', '/api/bancos?id=eq.1', {
      body: { nome: 'x' },
      headers: { 'if-match': '1' },
    });
    expect(refusalOf(answer)).toEqual({
      status: 400,
      body: await refusalBody('REQUEST_QUERY_INVALID', {
        parameter: 'If-Match',
        problem: '\'1\' não é uma versão entre aspas, como em If-Match: "3"',
      }),
    });
  });

  test('checks the version again where another write was under way, whatever the answer embeds', async () => {
    const id = await insert('/distritos', { codigo: '310620099', nome: 'Disputado', cidade_id: cityId });
    const held = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const other = database.transaction(async (transaction) => {
      await transaction.query({
        text: `update distrito set nome = 'Primeiro', versao = versao + 1 where id = $1::text::bigint`,
        values: [String(id)],
      });
      locked.resolve();
      await held.promise;
    });
    await locked.promise;
    const late = admin.call('PATCH', `/api/distritos?id=eq.${id}&select=nome,cidade(nome)&cidade.uf=eq.MG`, {
      body: { nome: 'Segundo' },
      headers: { ...back, 'if-match': '"1"' },
    });
    if (kind === 'postgres') await expect.poll(waiting, { timeout: 20_000 }).toBe(1);
    held.resolve();
    await other;
    expect((await late).statusCode).toBe(412);
    expect(await rowOf('/distritos', id, 'nome,versao')).toEqual({ nome: 'Primeiro', versao: 2 });
  });

  test('asks the filter again of a row that another write changed meanwhile', async () => {
    const id = await insert('/distritos', { codigo: '310620098', nome: 'Antes', cidade_id: cityId });
    for (const late of [
      () => admin.call('PATCH', '/api/distritos?nome=eq.Antes&select=nome', { body: { ativo: false }, headers: back }),
      () => admin.call('DELETE', '/api/distritos?nome=eq.Antes&select=nome', { headers: back }),
    ]) {
      await database.execute(`update distrito set nome = 'Antes' where id = ${id}`);
      const [locked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const other = database.transaction(async (transaction) => {
        await transaction.execute(`update distrito set nome = 'Depois' where id = ${id}`);
        locked.resolve();
        await held.promise;
      });
      await locked.promise;
      const answer = late();
      if (kind === 'postgres') await expect.poll(waiting, { timeout: 20_000 }).toBe(1);
      held.resolve();
      await other;
      expect([(await answer).statusCode, (await answer).json()]).toEqual([200, []]);
      expect(await rowOf('/distritos', id, 'nome,ativo')).toEqual({ nome: 'Depois', ativo: true });
    }
  });

  test('changes and deletes what a filter picks, relations included', async () => {
    const rio = await insert('/cidades', { ibge: '3304557', nome: 'Rio de Janeiro', uf: 'RJ' });
    for (const [index, cidade_id] of [cityId, rio, rio].entries())
      await insert('/distritos', { codigo: `90000000${index}`, nome: `Lote ${index}`, cidade_id });
    const changed = await admin.call('PATCH', '/api/distritos?nome=like.Lote*&cidade.uf=eq.RJ&select=nome,ativo', {
      body: { ativo: false },
      headers: back,
    });
    expect([changed.statusCode, changed.json()]).toEqual([
      200,
      [
        { nome: 'Lote 1', ativo: false },
        { nome: 'Lote 2', ativo: false },
      ],
    ]);
    const none = await admin.call('DELETE', '/api/distritos?nome=like.Lote*&cidade.uf=eq.SP');
    expect([none.statusCode, none.headers['content-range']]).toEqual([204, '*/0']);
    const gone = await admin.call('DELETE', '/api/distritos?select=nome,cidade(nome)&cidade.uf=eq.RJ', {
      headers: back,
    });
    expect([gone.statusCode, gone.json()]).toEqual([
      200,
      [
        { nome: 'Lote 1', cidade: { nome: 'Rio de Janeiro' } },
        { nome: 'Lote 2', cidade: { nome: 'Rio de Janeiro' } },
      ],
    ]);
    expect(await countOf('/distritos?nome=like.Lote*')).toBe('0-0/1');
  });

  test('writes nothing where more records are met than the caller expects', async () => {
    for (const nome of ['max1', 'max2', 'max3']) await insert('/amostras', { ...good, nome });
    const body = await refusalBody('REQUEST_MAX_AFFECTED', { count: 3, maximum: 2 });
    const limit = { prefer: 'handling=strict, max-affected=2' };
    const change = await admin.call('PATCH', '/api/amostras?nome=like.max*', {
      body: { quantidade: 9 },
      headers: limit,
    });
    expect(refusalOf(change)).toEqual({ status: 400, body });
    const removal = await admin.call('DELETE', '/api/amostras?nome=like.max*', { headers: limit });
    expect(refusalOf(removal)).toEqual({ status: 400, body });
    expect(await countOf('/amostras?nome=like.max*&quantidade=eq.1')).toBe('0-2/3');
    const three = await admin.call('DELETE', '/api/amostras?nome=like.max*', { headers: { prefer: 'max-affected=3' } });
    expect([three.statusCode, three.headers['content-range']]).toEqual([204, '*/3']);
  });

  test('writes nothing under a limit that cannot be read', async () => {
    const id = await insert('/amostras', good);
    const answer = await admin.call('DELETE', `/api/amostras?id=eq.${id}`, { headers: { prefer: 'max-affected=um' } });
    expect(refusalOf(answer)).toEqual({
      status: 400,
      body: await refusalBody('REQUEST_QUERY_INVALID', {
        parameter: 'Prefer',
        problem: "'max-affected=um' não é um número",
      }),
    });
    expect(await countOf(`/amostras?id=eq.${id}`)).toBe('0-0/1');
  });

  test('writes one record or none where the answer is to be one object', async () => {
    for (const nome of ['obj1', 'obj2']) await insert('/amostras', { ...good, nome });
    const answer = await admin.call('PATCH', '/api/amostras?nome=like.obj*', {
      body: { quantidade: 50 },
      headers: { ...back, ...one },
    });
    expect(refusalOf(answer)).toEqual({ status: 406, body: await refusalBody('REQUEST_SINGULAR', { count: 2 }) });
    expect(await countOf('/amostras?quantidade=eq.50')).toBe('*/0');
    for (const headers of [one, { ...back, ...one }])
      for (const [method, query] of [
        ['PATCH', 'id=eq.999999'],
        ['DELETE', 'nome=eq.ninguém'],
      ] as const)
        expect(
          refusalOf(
            await admin.call(method, `/api/amostras?${query}`, {
              ...(method === 'PATCH' ? { body: { quantidade: 50 } } : {}),
              headers,
            }),
          ),
        ).toEqual({ status: 406, body: await refusalBody('REQUEST_SINGULAR', { count: 0 }) });
    const single = await admin.call('PATCH', '/api/amostras?nome=eq.obj1&select=nome', {
      body: { quantidade: 50 },
      headers: { ...back, ...one },
    });
    expect([single.statusCode, single.json()]).toEqual([200, { nome: 'obj1' }]);
  });

  test('writes one record or none at a version, whatever the filter picks', async () => {
    const ids: number[] = [];
    for (const nome of ['ver1', 'ver2']) ids.push(await insert('/amostras', { ...good, nome }));
    for (const filter of ['nome=like.ver*', `id=in.(${ids})`, `id=eq(any).{${ids}}`]) {
      const many = await admin.call('PATCH', `/api/amostras?${filter}`, {
        body: { quantidade: 60 },
        headers: { 'if-match': '"1"' },
      });
      expect(refusalOf(many)).toEqual({ status: 406, body: await refusalBody('REQUEST_SINGULAR', { count: 2 }) });
    }
    expect(await countOf('/amostras?quantidade=eq.60')).toBe('*/0');
    const creation = await admin.call('POST', '/api/amostras', { body: good, headers: { 'if-match': '"1"' } });
    expect(refusalOf(creation)).toEqual({
      status: 400,
      body: await refusalBody('REQUEST_PARAMETER_UNSUPPORTED', { parameter: 'If-Match' }),
    });
  });

  test('refuses a page of the rows to be written: no limit is passed over', async () => {
    for (const method of ['PATCH', 'DELETE'] as const)
      for (const [parameter, value] of [
        ['limit', '1'],
        ['offset', '1'],
        ['cursor', 'x'],
      ] as const) {
        const answer = await admin.call(method, `/api/cidades?id=gt.0&${parameter}=${value}`, {
          ...(method === 'PATCH' ? { body: { ddd: '31' } } : {}),
        });
        expect(refusalOf(answer)).toEqual({
          status: 400,
          body: await refusalBody('REQUEST_PARAMETER_UNSUPPORTED', { parameter }),
        });
      }
    expect(await countOf('/cidades?ddd=not.is.null')).toBe('*/0');
  });

  test('refuses to change or delete without a filter', async () => {
    const body = await refusalBody('REQUEST_FILTER_MISSING', {});
    for (const query of ['', '?select=nome&order=nome'])
      for (const method of ['PATCH', 'DELETE'] as const)
        expect(
          refusalOf(
            await admin.call(method, `/api/amostras${query}`, method === 'PATCH' ? { body: { quantidade: 2 } } : {}),
          ),
        ).toEqual({ status: 400, body });
  });

  test('takes a delete that names the type of a body and sends none, as supabase does', async () => {
    const id = await insert('/amostras', good);
    const answer = await admin.call('DELETE', `/api/amostras?id=eq.${id}`, {
      headers: { 'content-type': 'application/json' },
    });
    expect([answer.statusCode, answer.headers['content-range']]).toEqual([204, '*/1']);
  });

  test('refuses a second record with the value of a unique field, on insert and on update', async () => {
    await insert('/bancos', { codigo: '020', nome: 'Um' });
    const id = await insert('/bancos', { codigo: '021', nome: 'Dois' });
    const body = await refusalBody(
      'RECORD_DUPLICATE',
      { title: 'Banco', fields: 'Código' },
      { at: { entity: 'banco', field: 'codigo' } },
    );
    expect(body.message).toBe('Já existe um registro de Banco com o mesmo valor em Código.');
    const insertion = await admin.call('POST', '/api/bancos', { body: { codigo: '020', nome: 'Três' } });
    expect(refusalOf(insertion)).toEqual({ status: 409, body });
    const change = await admin.call('PATCH', `/api/bancos?id=eq.${id}`, { body: { codigo: '020' } });
    expect(refusalOf(change)).toEqual({ status: 409, body });
  });

  test('names every field of a combination that two records may not share', async () => {
    const clinica_id = await insert('/clinicas', { codigo: '0001', nome: 'Clínica' });
    await insert('/guias', { numero: fresh(), clinica_id, diagnostico: 'igual' });
    const answer = await admin.call('POST', '/api/guias', {
      body: { numero: fresh(), clinica_id, diagnostico: 'igual' },
    });
    expect(refusalOf(answer)).toEqual({
      status: 409,
      body: await refusalBody(
        'RECORD_DUPLICATE',
        { title: 'Guia', fields: 'Clínica, Diagnóstico' },
        { at: { entity: 'guia', field: 'clinica_id' } },
      ),
    });
  });

  test('refuses a relation to a record that is not there', async () => {
    const body = await refusalBody(
      'RECORD_RELATION_MISSING',
      { title: 'Amostra', field: 'Cidade' },
      { at: { entity: 'amostra', field: 'cidade_id' } },
    );
    const insertion = await admin.call('POST', '/api/amostras', { body: { ...good, cidade_id: 999999 } });
    expect(refusalOf(insertion)).toEqual({ status: 409, body });
    const id = await insert('/amostras', good);
    const change = await admin.call('PATCH', `/api/amostras?id=eq.${id}`, { body: { cidade_id: 999999 } });
    expect(refusalOf(change)).toEqual({ status: 409, body });
  });

  test('refuses to delete a record that another one points at, and says where', async () => {
    const clinica_id = await insert('/clinicas', { codigo: '0002', nome: 'Em uso' });
    await insert('/guias', { numero: fresh(), clinica_id });
    const body = await refusalBody(
      'RECORD_REFERENCED',
      { title: 'Clínica', by: 'Guia' },
      { at: { entity: 'clinica' } },
    );
    expect(body.message).toBe('Este registro de Clínica está em uso em Guia e não pode ser apagado.');
    expect(refusalOf(await admin.call('DELETE', `/api/clinicas?id=eq.${clinica_id}`))).toEqual({ status: 409, body });
  });

  test('stores a value as it was sent and finds it with its mask or without', async () => {
    const id = await insert('/amostras', { ...good, cep: '31104500', notas: '\'; drop table amostra; --\n\\ "x" 😀' });
    expect(await rowOf('/amostras', id, 'cep,notas')).toEqual({
      cep: '31104500',
      notas: '\'; drop table amostra; --\n\\ "x" 😀',
    });
    for (const cep of ['31104500', '31104-500'])
      expect(await countOf(`/amostras?id=eq.${id}&cep=eq.${cep}`)).toBe('0-0/1');
  });
});
