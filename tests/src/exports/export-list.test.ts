import { parse } from 'csv-parse/sync';
import { beforeAll, expect, it } from 'vitest';
import type { Job, JobDetail } from '../../../engine/contract/job.ts';
import { isOver } from '../../../engine/contract/job.ts';
import type { Database } from '../../../engine/data/database.ts';
import { forEachDatabase } from '../../support/databases.ts';
import type { Caller, TestProduct, UserParts } from '../../support/product.ts';
import { administrator, refusalBody, startTestProduct } from '../../support/product.ts';
import { exported, readBook } from './stage.ts';

const rows = 2_345;

forEachDatabase((open) => {
  let database: Database;
  let product: TestProduct;
  let chief: Caller;
  let clerk: Caller;

  const asked = (columns: readonly string[], search = '', path = '/bancos') => ({
    kind: 'exportar-csv',
    input: { path, search, columns },
  });
  const ask = async (caller: Caller, body: unknown): Promise<Job> => {
    const answer = await caller.call('POST', '/api/trabalhos', { body });
    expect([answer.statusCode, answer.body]).toEqual([202, expect.any(String)]);
    return answer.json() as Job;
  };
  const ended = async (caller: Caller, { id }: Job): Promise<JobDetail> => {
    for (;;) {
      const job = (await caller.call('GET', `/api/trabalhos/${id}`)).json() as JobDetail;
      if (isOver(job.state)) return job;
      await caller.call('GET', '/api/trabalhos/agora?wait=1');
    }
  };

  beforeAll(async () => {
    database = await open({ from: 'product' });
    product = await startTestProduct(database);
    chief = await product.as(administrator.login, administrator.password);
    clerk = await product.enter('carla', ['banco:list']);
    await database.query({
      text: `insert into banco (codigo, nome) select lpad(n::text, 4, '0'), case n when 7 then '=1+1; "x"' else 'Banco ' || n end
        from generate_series(1, $1::text::integer) n`,
      values: [String(rows)],
    });
  });

  it('writes all rows of a list, as the list shows them, and gives the file to its owner alone', async () => {
    const job = await ended(clerk, await ask(clerk, asked(['nome', 'codigo'], 'order=codigo.desc')));
    expect(job).toMatchObject({ state: 'done', title: 'Banco em CSV', owner: 'carla', done: rows, total: rows });
    const answer = await clerk.call('GET', `/api/trabalhos/${job.id}/arquivo`);
    expect(answer.headers).toMatchObject({
      'content-length': String(job.file?.size),
      'content-disposition': `attachment; filename=${job.file?.name}`,
      'cache-control': 'no-store',
    });
    const lines = parse(answer.body, { bom: true, delimiter: ';' }) as string[][];
    expect(lines[0]).toEqual(['Nome', 'Código']);
    expect(lines.slice(1)).toEqual(
      Array.from({ length: rows }, (_, at) => {
        const n = rows - at;
        return [n === 7 ? `'=1+1; "x"` : `Banco ${n}`, String(n).padStart(4, '0')];
      }),
    );
    for (const other of [chief, await product.enter('rui', ['banco:list'])]) {
      const refused = await other.call('GET', `/api/trabalhos/${job.id}/arquivo`);
      expect([refused.statusCode, refused.json()]).toEqual([404, await refusalBody('JOB_MISSING', {})]);
    }
  });

  it('writes the same file as is answered at once, in each format', async () => {
    for (const format of ['csv', 'json'] as const) {
      const { input } = asked(['nome', 'codigo'], 'order=codigo.desc');
      const job = await ended(clerk, await ask(clerk, { kind: `exportar-${format}`, input }));
      expect(job.file?.name).toMatch(new RegExp(`^bancos-\\d{4}-\\d\\d-\\d\\d\\.${format}$`));
      const file = await clerk.call('GET', `/api/trabalhos/${job.id}/arquivo`);
      expect(file.body).toBe((await exported(clerk, format, input)).body);
    }
    const job = await ended(
      clerk,
      await ask(clerk, { ...asked(['codigo', 'nome'], 'order=codigo'), kind: 'exportar-xlsx' }),
    );
    expect([job.state, job.title]).toEqual(['done', 'Banco em XLSX']);
    const [sheet] = await readBook((await clerk.call('GET', `/api/trabalhos/${job.id}/arquivo`)).rawPayload);
    expect([sheet?.sheet, sheet?.data.length, sheet?.data[7]]).toEqual(['Banco', rows + 1, ['0007', '=1+1; "x"']]);
  });

  it('is of the moment that it is asked for as of, as the list is', async () => {
    const { rows: then } = await database.query<{ at: string }>({
      text: `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`,
      values: [],
    });
    await database.query({ text: `update banco set nome = 'Outro' where codigo = '0001'`, values: [] });
    const search = `codigo=eq.0001&as_of=${then[0]?.at}`;
    const job = await ended(clerk, await ask(clerk, asked(['nome'], search)));
    const written = (await clerk.call('GET', `/api/trabalhos/${job.id}/arquivo`)).body;
    const at = await exported(clerk, 'csv', asked(['nome'], search).input);
    const now = await exported(clerk, 'csv', asked(['nome'], 'codigo=eq.0001').input);
    await database.query({ text: `update banco set nome = 'Banco 1' where codigo = '0001'`, values: [] });
    expect([written, at.body, now.body]).toEqual([
      '\uFEFFNome\r\nBanco 1\r\n',
      '\uFEFFNome\r\nBanco 1\r\n',
      '\uFEFFNome\r\nOutro\r\n',
    ]);
  });

  it('refuses at once what could never be written', async () => {
    const refused = async (body: unknown, caller = clerk) => {
      const answer = await caller.call('POST', '/api/trabalhos', { body });
      return [answer.statusCode, (answer.json() as { code: string }).code];
    };
    expect(await refused({ kind: 'dormir', input: {} })).toEqual([400, 'JOB_KIND_UNKNOWN']);
    expect(await refused({ kind: 'exportar-csv' })).toEqual([400, 'PGRST102']);
    expect(await refused({ kind: 'exportar-csv', input: {}, more: 1 })).toEqual([400, 'PGRST102']);
    expect(await refused(asked([]))).toEqual([400, 'PGRST102']);
    expect(await refused(asked(['codigo'], '', '/nao-ha'))).toEqual([404, 'PGRST205']);
    expect(await refused(asked(['nome'], '', '/grupos'))).toEqual([403, '42501']);
    expect(await refused(asked(['senha']))).toEqual([400, '42703']);
    expect(await refused(asked(['codigo'], 'nao_ha=eq.1'))).toEqual([400, '42703']);
    expect(await refused(asked(['codigo'], 'codigo=eq.1&or=(('))).toEqual([400, 'PGRST100']);
  });

  it('reads nothing but rows of the list, whatever else the question says', async () => {
    const search = 'codigo=lte.0003&order=codigo&limit=1&offset=2&select=count()&cursor=abc&columns=nome';
    const job = await ended(clerk, await ask(clerk, asked(['codigo'], search)));
    expect(job).toMatchObject({ state: 'done', done: 3 });
    const answer = await clerk.call('GET', `/api/trabalhos/${job.id}/arquivo`);
    expect(parse(answer.body, { bom: true, delimiter: ';' })).toEqual([['Código'], ['0001'], ['0002'], ['0003']]);
  });

  /** Runs a job of the person anew after the change, as its administrator may have it. */
  const runAfter = async (person: Caller, body: unknown, change: string): Promise<JobDetail> => {
    const job = await ended(person, await ask(person, body));
    await database.query({
      text: `update fichario.job set state = 'failed', done = 0, checkpoint = null, chunks = 0, file_name = null where id = $1::text::uuid`,
      values: [job.id],
    });
    await database.query({ text: change, values: [] });
    expect((await chief.call('POST', `/api/trabalhos/${job.id}/repetir`)).statusCode).toBe(200);
    return ended(chief, job);
  };

  it('fails plainly where the rights were withdrawn meanwhile, and is not tried again', async () => {
    const eva = await product.enter('eva', ['grupo:list']);
    const over = await runAfter(
      eva,
      asked(['nome'], '', '/grupos'),
      `delete from regra where grupo_id in (select grupo_id from usuario_grupo
        where usuario_id = (select id from usuario where login = 'eva'))`,
    );
    expect(over).toMatchObject({ state: 'failed', attempts: 1, file: null, done: 0 });
    expect(over.problem).toBe("Você não tem acesso a Grupo: falta a permissão 'Listar'.");
  });

  it('fails plainly for who was blocked', async () => {
    const ivo = await product.enter('ivo', ['banco:list']);
    const over = await runAfter(ivo, asked(['codigo']), `update usuario set bloqueado = true where login = 'ivo'`);
    expect(over).toMatchObject({ state: 'failed', problem: 'O usuário ivo está bloqueado ou inativo.', done: 0 });
  });

  it('begins anew where it was left under other rights', async () => {
    const job = await ended(clerk, await ask(clerk, asked(['codigo'], 'order=codigo')));
    const whole = (await clerk.call('GET', `/api/trabalhos/${job.id}/arquivo`)).body;
    // As if a run under other rights had failed half-way.
    await database.query({
      text: `update fichario.job set state = 'failed', finished_at = now(), file_name = null,
        checkpoint = jsonb_set(checkpoint, '{key}', '"other"') where id = $1::text::uuid`,
      values: [job.id],
    });
    expect((await clerk.call('POST', `/api/trabalhos/${job.id}/repetir`)).statusCode).toBe(200);
    const again = await ended(clerk, job);
    expect(again).toMatchObject({ state: 'done', done: rows, file: { size: job.file?.size } });
    expect(again.log.map(({ text }) => text)).toEqual([
      'As permissões ou as colunas mudaram: o arquivo recomeçou do início.',
    ]);
    expect((await clerk.call('GET', `/api/trabalhos/${job.id}/arquivo`)).body).toBe(whole);
  });

  it("is nobody else's: another cannot see, cancel or repeat it, an administrator of jobs can", async () => {
    const job = await ended(clerk, await ask(clerk, asked(['codigo'])));
    const rui = await product.enter('rita', ['banco:list']);
    const keeper = await product.enter('zeladora', ['trabalhos:manage']);
    for (const [method, rest] of [
      ['GET', ''],
      ['POST', '/cancelar'],
      ['POST', '/repetir'],
      ['GET', '/arquivo'],
    ] as const) {
      const answer = await rui.call(method, `/api/trabalhos/${job.id}${rest}`);
      expect([answer.statusCode, answer.json()]).toEqual([404, await refusalBody('JOB_MISSING', {})]);
    }
    expect((await rui.call('GET', '/api/trabalhos')).json()).toEqual([]);
    expect((await rui.call('GET', '/api/trabalhos/todos')).statusCode).toBe(403);
    expect((await keeper.call('GET', `/api/trabalhos/${job.id}`)).statusCode).toBe(200);
    const all = (await keeper.call('GET', '/api/trabalhos/todos?limit=1')).json() as Job[];
    expect(all.map(({ id }) => id)).toEqual([job.id]);
    const owner = async (parts: UserParts): Promise<unknown[]> => {
      const who = await product.enter(`zelador${JSON.stringify(parts).length}`, ['trabalhos:manage'], parts);
      const listed = (await who.call('GET', '/api/trabalhos/todos?limit=1')).json() as Job[];
      const one = (await who.call('GET', `/api/trabalhos/${job.id}`)).json() as Job;
      return [...listed, one].map((told) => told.owner);
    };
    const { rows } = await database.query<{ id: string }>({
      text: 'select id::text as id from usuario where login = $1::text',
      values: [job.owner],
    });
    expect(await owner({})).toEqual([job.owner, job.owner]);
    // Whose login is kept or covered is an id here too.
    const id = rows[0]?.id;
    expect(await owner({ hidden: ['usuario.login'] })).toEqual([id, id]);
    expect(await owner({ masked: ['usuario.login', 'usuario.nome'] })).toEqual([id, id]);
    expect((await keeper.call('GET', `/api/trabalhos/${job.id}/arquivo`)).statusCode).toBe(404);
  });

  it('answers who waits for it as soon as it ends, and to ask is no use of the session', async () => {
    const lia = await product.enter('lia', ['banco:list']);
    await database.query({
      text: `update fichario.session set seen_at = now() - interval '30 minutes'
        where usuario_id = (select id from usuario where login = 'lia')`,
      values: [],
    });
    const { rows: made } = await database.query<{ word: string }>({
      text: `insert into fichario.job (kind, title, usuario_id, login, origin, input, queue_id, state, finished_at)
          select 'x', 'Pronto', id, login, 'api', '{}', gen_random_uuid(), 'done', now() from usuario where login = 'lia'
        returning json_build_object('id', id, 'userId', usuario_id, 'state', 'done')::text as word`,
      values: [],
    });
    const began = performance.now();
    let told: { at: string; open: Job[]; ended: Job[] } | undefined;
    const waiting = lia.call('GET', '/api/trabalhos/agora?wait=10').then((answer) => {
      told = answer.json() as typeof told;
    });
    // Until it is heard: nobody knows when the question has come.
    while (told === undefined)
      await database.query({ text: `select pg_notify('fichario_job', $1::text)`, values: [made[0]?.word ?? ''] });
    await waiting;
    expect([told.open, told.ended.map(({ title }) => title)]).toEqual([[], ['Pronto']]);
    // By one clock: it looked after it had ended.
    expect(Date.parse(told.at)).toBeGreaterThanOrEqual(Date.parse(told.ended[0]?.finishedAt ?? ''));
    expect(performance.now() - began).toBeLessThan(8_000);
    const { rows: sessions } = await database.query<{ idle: boolean }>({
      text: `select seen_at < now() - interval '29 minutes' as idle from fichario.session
        where usuario_id = (select id from usuario where login = 'lia')`,
      values: [],
    });
    expect(sessions).toEqual([{ idle: true }]);
    expect((await product.app.inject('/api/trabalhos/agora')).statusCode).toBe(401);
  });
});
