import { createHash } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../engine/data/database.ts';
import { forEachDatabase } from '../../support/databases.ts';
import type { Caller, TestProduct } from '../../support/product.ts';
import { administrator, createUser, refusalBody, refusalOf, startTestProduct } from '../../support/product.ts';
import { attachmentFiles } from './attachment-files.ts';

interface File {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly size: number;
}

const pdf = (text: string): Buffer => Buffer.from(`%PDF-1.4\n${text}\n%%EOF\n`, 'latin1');
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const binary = { 'content-type': 'application/octet-stream' };
const back = { prefer: 'return=representation' };

forEachDatabase((open) => {
  let database: Database;
  let product: TestProduct;
  let admin: Caller;
  let titles = 0;

  const send = (caller: Caller, field: string, name: string, bytes: Buffer, type = 'application/octet-stream') =>
    caller.call('POST', `/api/anexos/laudos/${field}?name=${encodeURIComponent(name)}`, {
      bytes,
      headers: { 'content-type': type },
    });
  const uploaded = async (bytes: Buffer, name = 'a.pdf', field = 'imagens', caller = admin): Promise<File> => {
    const answer = await send(caller, field, name, bytes);
    if (answer.statusCode !== 201) throw new Error(answer.body);
    return answer.json() as File;
  };
  const insert = async (row: object, caller = admin) => {
    titles += 1;
    return caller.call('POST', '/api/laudos', { body: { titulo: `L${titles}`, ...row }, headers: back });
  };
  const saved = async (row: object, caller = admin): Promise<{ id: number; imagens: File[] | null }> => {
    const answer = await insert(row, caller);
    if (answer.statusCode !== 201) throw new Error(answer.body);
    return (answer.json() as { id: number; imagens: File[] | null }[])[0] as never;
  };
  const download = (caller: Caller, record: number, file: string, field = 'imagens') =>
    caller.call('GET', `/api/anexos/laudos/${record}/${field}/${file}`);
  const countOf = async (table: string): Promise<number> =>
    (await database.query<{ n: number }>({ text: `select count(*)::integer as n from fichario.${table}`, values: [] }))
      .rows[0]?.n ?? 0;
  const user = async (login: string, permissions: readonly string[], more: Parameters<typeof createUser>[3] = {}) => {
    const { password } = await createUser(database, login, permissions, more);
    return product.as(login, password);
  };

  beforeAll(async () => {
    database = await open({ from: 'product' });
    product = await startTestProduct(database, { files: attachmentFiles });
    admin = await product.as(administrator.login, administrator.password);
  });

  test('a file is sent, saved with its record, told of in the answer and given back byte by byte', async () => {
    const bytes = pdf('x'.repeat(700_000));
    const file = await uploaded(bytes, 'Laudo médico.pdf');
    expect(file).toEqual({ id: file.id, name: 'Laudo médico.pdf', type: 'application/pdf', size: bytes.length });
    // What the caller says of a file is not believed; a repeated id is one file.
    const record = await saved({
      imagens: [{ id: file.id, name: '<b>.exe', type: 'text/html', size: 1 }, { id: file.id }],
    });
    expect(record.imagens).toEqual([file]);

    const answer = await download(admin, record.id, file.id);
    expect(answer.statusCode).toBe(200);
    expect(createHash('sha256').update(answer.rawPayload).digest('hex')).toBe(
      createHash('sha256').update(bytes).digest('hex'),
    );
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(bytes.length),
      'content-disposition': `attachment; filename="Laudo medico.pdf"; filename*=UTF-8''Laudo%20m%C3%A9dico.pdf`,
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
  });

  test('the same content is kept once', async () => {
    const before = await countOf('attachment_content');
    const [a, b] = [await uploaded(pdf('igual')), await uploaded(pdf('igual'), 'outro.pdf')];
    expect(a.id).not.toBe(b.id);
    expect((await countOf('attachment_content')) - before).toBe(1);
  });

  test('files are added and taken away by a change, and the history tells their names', async () => {
    const [a, b] = [await uploaded(pdf('a'), 'a.pdf'), await uploaded(png, 'b.png')];
    const record = await saved({ imagens: [a] });
    const change = (imagens: unknown) =>
      admin.call('PATCH', `/api/laudos?id=eq.${record.id}`, { body: { imagens }, headers: back });
    expect(((await change([{ id: a.id }, { id: b.id }])).json() as { imagens: File[] }[])[0]?.imagens).toEqual([a, b]);
    expect(((await change([b])).json() as { imagens: File[] }[])[0]?.imagens).toEqual([b]);
    // Who may audit the record finds it in the history; see attachment-erasure.test.ts.
    expect((await download(admin, record.id, a.id)).statusCode).toBe(200);
    expect(((await change([])).json() as { imagens: unknown }[])[0]?.imagens).toBeNull();
    const entries = (await admin.call('GET', `/api/laudos/${record.id}/historico`)).json() as {
      changes: { field: string; before: File[] | null; after: File[] | null }[];
    }[];
    const names = (files: File[] | null): unknown => files?.map(({ name }) => name) ?? null;
    expect(
      entries.flatMap(({ changes }) =>
        changes.filter(({ field }) => field === 'imagens').map(({ before, after }) => [names(before), names(after)]),
      ),
    ).toEqual([
      [['b.png'], null],
      [['a.pdf', 'b.png'], ['b.png']],
      [['a.pdf'], ['a.pdf', 'b.png']],
      [null, ['a.pdf']],
    ]);
  });

  test.each([
    ['imagens', 'a.pdf', Buffer.from('MZ\u0090\u0000 not a document', 'latin1'), 'ATTACHMENT_TYPE'],
    ['imagens', 'a.png', Buffer.from('<script>alert(1)</script>'), 'ATTACHMENT_TYPE'],
    ['imagens', 'a.csv', Buffer.from('a;b\n1;2\n'), 'ATTACHMENT_TYPE'],
    ['planilha', 'a.csv', pdf('no table'), 'ATTACHMENT_TYPE'],
    ['planilha', 'a.csv', Buffer.from('a;b\u0000\n', 'latin1'), 'ATTACHMENT_TYPE'],
    ['planilha', 'a.html', Buffer.from('<html></html>'), 'ATTACHMENT_TYPE'],
    ['planilha', 'a.xml', Buffer.from('not xml'), 'ATTACHMENT_TYPE'],
    ['imagens', 'a.pdf', Buffer.alloc(0), 'ATTACHMENT_EMPTY'],
    ['imagens', 'a.pdf', pdf('x'.repeat(1024 * 1024)), 'ATTACHMENT_TOO_LARGE'],
  ] as const)('%s refuses %s by its content, and keeps nothing of it: %#', async (field, name, bytes, code) => {
    const before = [await countOf('attachment_content'), await countOf('attachment_chunk')];
    const params = {
      ATTACHMENT_TYPE: {
        name,
        field: field === 'imagens' ? 'Imagens' : 'Planilha',
        types: field === 'imagens' ? 'PDF, PNG, JPEG' : 'CSV, XML, texto',
      },
      ATTACHMENT_EMPTY: { name },
      ATTACHMENT_TOO_LARGE: { name, field: 'Imagens', limit: '1 MB' },
    } as const;
    expect(refusalOf(await send(admin, field, name, bytes))).toEqual({
      status: { ATTACHMENT_TYPE: 415, ATTACHMENT_EMPTY: 422, ATTACHMENT_TOO_LARGE: 413 }[code],
      body: await refusalBody(code, params[code]),
    });
    expect([await countOf('attachment_content'), await countOf('attachment_chunk')]).toEqual(before);
  });

  test('a file may be as large as the limit says, and not a byte more, announced or not', async () => {
    const { Readable } = await import('node:stream');
    const limit = 1024 * 1024;
    const exact = Buffer.concat([pdf('x'), Buffer.alloc(limit - pdf('x').length, 32)]);
    const streamed = (bytes: Buffer) =>
      product.app.inject({
        method: 'POST',
        url: '/api/anexos/laudos/imagens?name=a.pdf',
        headers: { authorization: `Bearer ${admin.token}`, ...binary },
        payload: Readable.from([bytes.subarray(0, 300_000), bytes.subarray(300_000)]),
      });
    const over = Buffer.concat([exact, Buffer.alloc(1, 32)]);
    for (const sent of [await send(admin, 'imagens', 'a.pdf', exact), await streamed(exact)])
      expect([sent.statusCode, (sent.json() as File).size]).toEqual([201, limit]);
    for (const sent of [await send(admin, 'imagens', 'a.pdf', over), await streamed(over)])
      expect([sent.statusCode, (sent.json() as { code: string }).code]).toEqual([413, 'ATTACHMENT_TOO_LARGE']);
  });

  test('a limit holds also where the length is not announced, and a body is bytes whatever its type says', async () => {
    const { Readable } = await import('node:stream');
    const answer = await product.app.inject({
      method: 'POST',
      url: '/api/anexos/laudos/imagens?name=a.pdf',
      headers: { authorization: `Bearer ${admin.token}`, ...binary },
      payload: Readable.from([pdf('a'), Buffer.alloc(700_000, 32), Buffer.alloc(700_000, 32)]),
    });
    expect([answer.statusCode, (answer.json() as { code: string }).code]).toEqual([413, 'ATTACHMENT_TOO_LARGE']);
    const json = Buffer.from('{"not": parsed');
    for (const type of ['application/json', 'text/csv', 'text/plain'])
      expect((await send(admin, 'planilha', 'a.txt', json, type)).json()).toMatchObject({ name: 'a.txt', size: 14 });
  });

  test.each([
    ['../../etc/passwd.pdf', 'passwd.pdf'],
    ['C:\\fotos\\a.pdf', 'a.pdf'],
    ['nota\u202efdp.exe', 'notafdp.exe.pdf'],
    ['a\u0000b\n.pdf', 'ab.pdf'],
    ['<img src=x>.pdf', '_img src=x_.pdf'],
    ['', 'arquivo.pdf'],
    ['.pdf', 'arquivo.pdf'],
    ['..', 'arquivo.pdf'],
    ['😀 relatório.PDF', '😀 relatório.PDF'],
    // 200 bytes at most, in whole characters.
    [`${'x'.repeat(400)}.pdf`, `${'x'.repeat(196)}.pdf`],
    [`${'é'.repeat(400)}.pdf`, `${'é'.repeat(98)}.pdf`],
    [`${'👩🏽‍⚕️'.repeat(40)}.pdf`, `${'👩🏽⚕️'.repeat(14)}.pdf`],
    [`${'a\u0301'.repeat(400)}.pdf`, `${'á'.repeat(98)}.pdf`],
    [`a${'\u0321'.repeat(400)}.pdf`, 'arquivo.pdf'],
    ['CON.pdf', '_CON.pdf'],
    ['nul', '_nul.pdf'],
    ['Contrato.pdf', 'Contrato.pdf'],
    ['\u2066a\u2069\u200f.pdf', 'a.pdf'],
    ['100% "certo"\\%41; filename=b.pdf', '%41; filename=b.pdf'],
    ['\ud800.pdf', '_.pdf'],
  ])('the name %j is kept as %j', async (given, kept) => {
    const answer = await admin.call(
      'POST',
      `/api/anexos/laudos/imagens?name=${encodeURIComponent(given.toWellFormed())}`,
      {
        bytes: pdf('nome'),
        headers: binary,
      },
    );
    expect((answer.json() as File).name).toBe(kept);
  });

  test('a file of another record, of another field, of another person or of nobody refuses the write', async () => {
    const mine = await uploaded(pdf('mine'));
    const record = await saved({ imagens: [mine] });
    const other = await user('outro', ['laudo:list', 'laudo:view', 'laudo:insert', 'laudo:update']);
    const theirs = await uploaded(pdf('theirs'), 'b.pdf', 'imagens', other);
    const sheet = await uploaded(Buffer.from('a;b'), 'a.csv', 'planilha');
    for (const [body, title] of [
      [{ imagens: [{ id: mine.id }] }, 'Imagens'],
      [{ imagens: [{ id: theirs.id }] }, 'Imagens'],
      [{ imagens: [{ id: sheet.id }] }, 'Imagens'],
      [{ planilha: [{ id: mine.id }] }, 'Planilha'],
      [{ imagens: [{ id: '00000000-0000-4000-8000-000000000000' }] }, 'Imagens'],
    ] as const)
      expect(refusalOf(await insert(body))).toEqual({
        status: 409,
        body: await refusalBody(
          'RECORD_ATTACHMENT',
          { field: title },
          { at: { entity: 'laudo', field: Object.keys(body)[0] ?? '' } },
        ),
      });
    // Nor is a file of one field taken over by another of the same record.
    const both = await saved({ planilha: [sheet] });
    const moved = await admin.call('PATCH', `/api/laudos?id=eq.${both.id}`, { body: { imagens: [{ id: sheet.id }] } });
    expect([moved.statusCode, (moved.json() as { code: string }).code]).toEqual([409, 'RECORD_ATTACHMENT']);
    // Nor does a change of many records share one file among them.
    const [a, b] = [await saved({}), await saved({})];
    const fresh = await uploaded(pdf('fresh'));
    const many = await admin.call('PATCH', `/api/laudos?id=in.(${a.id},${b.id})`, { body: { imagens: [fresh] } });
    expect([many.statusCode, (many.json() as { code: string }).code]).toEqual([409, 'RECORD_ATTACHMENT']);
    expect((await download(other, record.id, mine.id)).statusCode).toBe(200);
  });

  test.each([
    [{ imagens: 'a.pdf' }],
    [{ imagens: [1] }],
    [{ imagens: [{}] }],
    [{ imagens: [{ id: 'x' }] }],
    [{ imagens: [{ id: "00000000-0000-4000-8000-000000000000'; --" }] }],
    [{ imagens: Array.from({ length: 21 }, () => ({ id: '00000000-0000-4000-8000-000000000000' })) }],
    [{ planilha: Array.from({ length: 2 }, () => ({ id: '00000000-0000-4000-8000-000000000000' })) }],
  ])('%j is refused as no list of files', async (body) => {
    const answer = await insert(body);
    expect([
      answer.statusCode,
      (answer.json() as { fields: { field: string }[] }).fields.map(({ field }) => field),
    ]).toEqual([422, [Object.keys(body)[0]]]);
  });

  test('what is said of a file beside its id is not read, whatever it is', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    for (const said of ['"name":"a\\u0000"', '"name":"\\ud800"', '"size":1e400', `"more":${deep}`, '"id2":"x"']) {
      const { id, name } = await uploaded(pdf('said'), 'b.pdf');
      titles += 1;
      const answer = await admin.call('POST', '/api/laudos', {
        text: `{"titulo":"L${titles}","imagens":[{"id":"${id}",${said}}]}`,
        headers: { 'content-type': 'application/json', ...back },
      });
      expect([answer.statusCode, (answer.json() as { imagens: File[] }[])[0]?.imagens[0]?.name], said).toEqual([
        201,
        name,
      ]);
    }
  });

  test('who may not write sends nothing; who may not view, or not this record or field, is given nothing', async () => {
    const clinic = async (codigo: string): Promise<number> =>
      (
        (await admin.call('POST', '/api/clinicas', { body: { codigo, nome: codigo }, headers: back })).json() as {
          id: number;
        }[]
      )[0]?.id ?? 0;
    const [own, foreign] = [await clinic('0001'), await clinic('0002')];
    const [a, b] = [await uploaded(pdf('own')), await uploaded(pdf('foreign'))];
    const [mine, theirs] = [
      await saved({ clinica_id: own, imagens: [a] }),
      await saved({ clinica_id: foreign, imagens: [b] }),
    ];

    const reader = await user('leitor', ['laudo:list', 'laudo:view']);
    expect((await send(reader, 'imagens', 'a.pdf', pdf('a'))).statusCode).toBe(403);
    expect((await download(reader, mine.id, a.id)).statusCode).toBe(200);

    const lister = await user('listador', ['laudo:list']);
    expect((await download(lister, mine.id, a.id)).statusCode).toBe(403);

    const provider = await user('prestador', ['laudo:list', 'laudo:view'], {
      roles: { operadora: false, prestador: true, prestador_registro: own },
    });
    expect((await download(provider, mine.id, a.id)).statusCode).toBe(200);
    expect((await download(provider, theirs.id, b.id)).statusCode).toBe(404);
    // The id of a file of another record opens nothing through one's own.
    expect((await download(provider, mine.id, b.id)).statusCode).toBe(404);

    const blind = await user('cego', ['laudo:list', 'laudo:view', 'laudo:insert', 'laudo:update'], {
      hidden: ['laudo.imagens'],
    });
    for (const [caller, field] of [
      [blind, 'imagens'],
      [blind, 'sigilo'],
      [blind, 'naoha'],
      [admin, 'imagem'],
      [admin, 'imagex'],
      [admin, 'titulo'],
    ] as const) {
      const refused = {
        status: 400,
        body: await refusalBody('REQUEST_COLUMN_UNKNOWN', { column: field, entity: 'Laudo' }),
      };
      expect(refusalOf(await send(caller, field, 'a.pdf', pdf('a')))).toEqual(refused);
      expect(refusalOf(await download(caller, mine.id, a.id, field))).toEqual(refused);
    }
    const anonymous = await product.app.inject({ method: 'GET', url: `/api/anexos/laudos/${mine.id}/imagens/${a.id}` });
    expect(anonymous.statusCode).toBe(401);
  });

  test.each([
    ['files', 200, 1],
    ['bytes', 2, 512 * 1024 ** 2],
  ])('nobody lets more %s wait for records than there is room for', async (what, count, size) => {
    const login = `guarda-${what}`;
    const caller = await user(login, ['laudo:insert']);
    await uploaded(pdf('one'), 'a.pdf', 'imagens', caller);
    await database.query({
      text: `update fichario.attachment set size = $2::text::bigint where usuario_id = (select id from usuario where login = $1::text)`,
      values: [login, String(size)],
    });
    await database.query({
      text: `insert into fichario.attachment (content_id, entity, field, name, type, size, usuario_id)
        select content_id, entity, field, name, type, size, usuario_id from fichario.attachment, generate_series(2, $2::text::integer)
        where usuario_id = (select id from usuario where login = $1::text)`,
      values: [login, String(count)],
    });
    expect(refusalOf(await send(caller, 'imagens', 'b.pdf', pdf('two')))).toEqual({
      status: 422,
      body: await refusalBody('ATTACHMENT_PENDING', { maximum: count }),
    });
  });

  test('files that no record came to use are swept away after a day, with their content; others stay', async () => {
    const record = await saved({ imagens: [await uploaded(pdf('stays'))] });
    const lost = await uploaded(pdf('lost'));
    await database.query({
      text: `update fichario.attachment set uploaded_at = now() - interval '25 hours'`,
      values: [],
    });
    await database.query({
      text: `update fichario.attachment_content set stored_at = now() - interval '25 hours'`,
      values: [],
    });
    // What an upload left that broke off with the process.
    await database.query({
      text: `insert into fichario.attachment_content (stored_at) values (now() - interval '25 hours')`,
      values: [],
    });
    const recent = await uploaded(pdf('recent'));
    await database.query({
      text: `with file as (update fichario.attachment set uploaded_at = now() - interval '23 hours' where id = $1::text::uuid returning content_id)
        update fichario.attachment_content set stored_at = now() - interval '23 hours' where id in (select content_id from file)`,
      values: [recent.id],
    });
    // An upload that goes on for hours, of a large file over a slow line.
    await database.query({
      text: `insert into fichario.attachment_content (stored_at) values (now() - interval '23 hours')`,
      values: [],
    });
    for (let round = 0; round < 5; round += 1) await uploaded(pdf('sweeps'));
    const left = await database.query<{ id: string }>({
      text: `select id from fichario.attachment where record_id is null and uploaded_at < now() - interval '1 day'`,
      values: [],
    });
    expect(left.rows).toEqual([]);
    const unused = await database.query<{ n: number }>({
      text: `select count(*)::integer as n from fichario.attachment_content c where not exists (select from fichario.attachment a where a.content_id = c.id)`,
      values: [],
    });
    expect(unused.rows[0]?.n).toBe(1);
    expect((await insert({ imagens: [lost] })).statusCode).toBe(409);
    expect((await insert({ imagens: [recent] })).statusCode).toBe(201);
    expect((await download(admin, record.id, record.imagens?.[0]?.id ?? '')).statusCode).toBe(200);
  });
});
