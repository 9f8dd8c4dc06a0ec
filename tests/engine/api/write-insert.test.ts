/** New records: what is stored, what is told, and bodies that are none. */
import { beforeAll, expect, test } from 'vitest';
import { forEachDatabase } from '../../support/databases.ts';
import { refusalBody, refusalOf } from '../../support/product.ts';
import type { WriteStage } from './write-stage.ts';
import { back, good, one, openWriteStage } from './write-stage.ts';

forEachDatabase((open) => {
  let stage: WriteStage;
  beforeAll(async () => {
    stage = await openWriteStage(open);
  });

  test('inserts a record with its defaults, empties empty texts, and says where it is', async () => {
    const answer = await stage.admin.call('POST', '/api/bancos', {
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
    const answer = await stage.admin.call('POST', '/api/bancos', { body: { codigo: '002', nome: 'Outro' } });
    expect([answer.statusCode, answer.body, answer.headers['etag']]).toEqual([201, '', '"1"']);
    expect(answer.headers['location']).toMatch(/^\/api\/bancos\?id=eq\.\d+$/);
  });

  test('inserts many records at once, each with its own defaults, and gives the columns asked for', async () => {
    const answer = await stage.admin.call('POST', '/api/amostras?select=nome,ativa,cidade(nome)', {
      body: [
        { nome: 'bulk1', quantidade: 1, ativa: false },
        { nome: 'bulk2', quantidade: 2, cidade_id: stage.cityId },
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
    const none = await stage.admin.call('POST', '/api/amostras', { body: [], headers: back });
    expect([none.statusCode, none.body]).toEqual([201, '[]']);
    const mixed = await stage.admin.call('POST', '/api/amostras', {
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
    expect(await stage.countOf('/amostras?nome=eq.boa')).toBe('*/0');
  });

  test('gives an insert back as an object, and refuses the object of two', async () => {
    const single = await stage.admin.call('POST', '/api/amostras?select=nome', {
      body: good,
      headers: { ...back, ...one },
    });
    expect([single.statusCode, single.json()]).toEqual([201, { nome: 'abc' }]);
    const before = await stage.countOf('/amostras');
    const two = await stage.admin.call('POST', '/api/amostras', { body: [good, good], headers: { ...back, ...one } });
    expect(refusalOf(two)).toEqual({ status: 406, body: await refusalBody('REQUEST_SINGULAR', { count: 2 }) });
    expect(await stage.countOf('/amostras')).toBe(before);
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
    ['dia', '2026-02-29', 'VALIDATION_DAY', { field: 'Dia', day: '29/02/2026' }],
    ['dia', '2026-02', 'VALIDATION_FORMAT', { field: 'Dia', expected: 'uma data AAAA-MM-DD' }],
    ['instante', '2026-04-31T10:00:00Z', 'VALIDATION_DAY', { field: 'Instante', day: '31/04/2026' }],
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
    expect(refusalOf(await stage.admin.call('POST', '/api/amostras', { body: { ...good, [field]: value } }))).toEqual({
      status: 422,
      body,
    });
    expect(refusalOf(await stage.admin.call('PATCH', '/api/amostras?id=eq.1', { body: { [field]: value } }))).toEqual({
      status: 422,
      body,
    });
  });

  test('tells all that is wrong with a record, in the order of its fields', async () => {
    const answer = await stage.admin.call('POST', '/api/amostras', { body: { zzz: 1, cep: '1', quantidade: 100 } });
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
      const answer = await stage.admin.call('POST', '/api/amostras?select=preco', {
        body: { ...good, preco },
        headers: back,
      });
      expect([answer.statusCode, answer.json()]).toEqual([201, [{ preco }]]);
    }
  });

  test('refuses to write a field that is only read', async () => {
    const body = await refusalBody('RECORD_FIELD_READ_ONLY', { field: 'protocolo' }, { at: { field: 'protocolo' } });
    const insertion = await stage.admin.call('POST', '/api/amostras', { body: { ...good, protocolo: 'x' } });
    expect(refusalOf(insertion)).toEqual({ status: 400, body });
    const change = await stage.admin.call('PATCH', '/api/amostras?id=eq.1', { body: { protocolo: 'x' } });
    expect(refusalOf(change)).toEqual({ status: 400, body });
    expect(await stage.rowOf('/amostras', await stage.insert('/amostras', good), 'protocolo')).toEqual({
      protocolo: 'automático',
    });
  });

  test('refuses bodies that are no record', async () => {
    const objects = await refusalBody('REQUEST_BODY_INVALID', {
      problem: 'esperado um objeto ou uma lista de objetos',
    });
    for (const body of [5, 'x', null, [1], [[good]]])
      expect(refusalOf(await stage.admin.call('POST', '/api/amostras', { body }))).toEqual({
        status: 400,
        body: objects,
      });
    const json = { 'content-type': 'application/json' };
    expect(refusalOf(await stage.admin.call('POST', '/api/amostras', { headers: json }))).toEqual({
      status: 400,
      body: objects,
    });
    for (const text of ['{', '{"nome":', '{"__proto__":{"admin":true}}'])
      expect(refusalOf(await stage.admin.call('POST', '/api/amostras', { text, headers: json }))).toEqual({
        status: 400,
        body: await refusalBody('REQUEST_BODY_INVALID', { problem: 'não é JSON' }),
      });
    expect(
      refusalOf(
        await stage.admin.call('POST', '/api/amostras', { text: '<x/>', headers: { 'content-type': 'text/xml' } }),
      ),
    ).toEqual({ status: 415, body: await refusalBody('REQUEST_CONTENT_TYPE', { type: 'text/xml' }) });
    expect(refusalOf(await stage.admin.call('PATCH', '/api/amostras?id=eq.1', { body: [good] }))).toEqual({
      status: 400,
      body: await refusalBody('REQUEST_BODY_INVALID', { problem: 'esperado um objeto' }),
    });
    expect(refusalOf(await stage.admin.call('PATCH', '/api/amostras?id=eq.1', { body: {} }))).toEqual({
      status: 400,
      body: await refusalBody('REQUEST_BODY_EMPTY', {}),
    });
    const large = await stage.admin.call('POST', '/api/amostras', {
      text: `"${'x'.repeat(8_400_000)}"`,
      headers: json,
    });
    expect(refusalOf(large)).toEqual({ status: 413, body: await refusalBody('REQUEST_TOO_LARGE', {}) });
  });
});
