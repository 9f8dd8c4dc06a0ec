/** The calls of jobs and of exports, asked for what the document says of them. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Job } from '../../../engine/contract/job.ts';
import { isOver } from '../../../engine/contract/job.ts';
import type { CallStage } from './openapi-calls.ts';
import { refuseBodies } from './openapi-calls.ts';

/** One file of a history, as a run would have left it. */
const leaveArchive = async ({ product: { database, runtime } }: CallStage): Promise<string> => {
  await mkdir(runtime.archives, { recursive: true });
  await writeFile(join(runtime.archives, 'a.jsonl.gz'), 'abc');
  const { rows } = await database.query<{ id: string }>({
    text: `insert into fichario.history_archive (entity, until, state, tables, file, rows, bytes, sha256)
      values ('banco', now() - interval '5 years', 'done', '[]', 'a.jsonl.gz', 1, 3, repeat('0', 64)) returning id::text as id`,
    values: [],
  });
  return rows[0]?.id ?? '';
};

const nobodysId = '00000000-0000-4000-8000-000000000000';

export const askJobs = async (stage: CallStage): Promise<void> => {
  const { api, product } = stage;
  const { database } = product;
  const person = await stage.login('quem-exporta', ['banco:list']);
  const [ask, own, all, kinds, now] = [
    api.placed('/trabalhos', 'post'),
    api.placed('/trabalhos', 'get'),
    api.placed('/trabalhos/todos', 'get'),
    api.placed('/trabalhos/tipos', 'get'),
    api.placed('/trabalhos/agora', 'get'),
  ];
  const one = api.placed('/trabalhos/{id}', 'get');
  const cancel = api.placed('/trabalhos/{id}/cancelar', 'post');
  const again = api.placed('/trabalhos/{id}/repetir', 'post');
  const file = api.placed('/trabalhos/{id}/arquivo', 'get');
  const body = (path: string) => ({ body: { kind: 'exportar-csv', input: { path, search: '', columns: ['codigo'] } } });

  const whole = api.placed('/exportacoes', 'post');
  const list = (path: string) => ({ body: { format: 'csv', path, search: '', columns: ['codigo'] } });
  await refuseBodies(api, whole, whole.path, person);
  await api.ask(whole, whole.path, [404], list('/nao-ha'), person);
  await api.ask(whole, whole.path, [403], list('/grupos'), person);
  for (const format of ['csv', 'xlsx', 'json'])
    await api.ask(whole, whole.path, [200], { body: { ...list('/bancos').body, format } }, person);

  await refuseBodies(api, ask, ask.path, person);
  await api.ask(ask, ask.path, [404], body('/nao-ha'), person);
  await api.ask(ask, ask.path, [403], body('/grupos'), person);
  const asked = await api.ask(ask, ask.path, [202], body('/bancos'), person);
  const { id } = asked.json() as Job;
  const at = `/trabalhos/${id}`;
  for (;;) {
    if (isOver(((await api.ask(one, at, [200], {}, person)).json() as Job).state)) break;
    await api.ask(now, '/trabalhos/agora?wait=1', [200], {}, person);
  }
  await api.ask(now, '/trabalhos/agora?wait=99', [400], {}, person);
  await api.ask(kinds, kinds.path, [200], {}, person);
  for (const [placed, who] of [
    [own, person],
    [all, stage.admin],
  ] as const) {
    await api.ask(placed, `${placed.path}?state=done&kind=exportar-csv&limit=1`, [200], {}, who);
    await api.ask(placed, `${placed.path}?state=feito`, [400], {}, who);
  }
  await api.ask(all, all.path, [403], {}, person);
  await api.ask(file, `${at}/arquivo`, [200], {}, person);
  await api.ask(file, `${at}/arquivo`, [404], {}, stage.admin);
  await api.ask(cancel, `${at}/cancelar`, [409], {}, person);
  await api.ask(again, `${at}/repetir`, [409], {}, person);
  await database.query({
    text: `update fichario.job set file_expires_at = now() where id = $1::text::uuid`,
    values: [id],
  });
  await api.ask(file, `${at}/arquivo`, [410], {}, person);
  const none = `/trabalhos/${nobodysId}`;
  await api.ask(one, none, [404], {}, person);
  await api.ask(cancel, `${none}/cancelar`, [404], {}, person);
  await api.ask(again, `${none}/repetir`, [404], {}, person);

  const schedules = api.placed('/trabalhos/agendamentos', 'get');
  const schedule = api.placed('/trabalhos/agendamentos', 'post');
  const drop = api.placed('/trabalhos/agendamentos/{id}', 'delete');
  const repeated = (path: string, kind = 'exportar-csv') => ({
    body: { ...body(path).body, kind, rhythm: { every: 'month', on: 31, at: '07:00' } },
  });
  await refuseBodies(api, schedule, schedule.path, person);
  await api.ask(schedule, schedule.path, [404], repeated('/nao-ha'), person);
  await api.ask(schedule, schedule.path, [403], repeated('/grupos'), person);
  const added = (await api.ask(schedule, schedule.path, [201], repeated('/bancos'), person)).json() as { id: string };
  await api.ask(schedules, schedules.path, [200], {}, person);
  await api.ask(drop, `${schedule.path}/${added.id}`, [404], {}, stage.admin);
  await api.ask(drop, `${schedule.path}/${added.id}`, [204], {}, person);
  await api.ask(drop, `${schedule.path}/${added.id}`, [404], {}, person);
  for (let count = 0; count < 20; count += 1)
    await api.ask(schedule, schedule.path, [201], repeated('/bancos'), person);
  await api.ask(schedule, schedule.path, [422], repeated('/bancos'), person);

  const archives = api.placed('/trabalhos/historico-arquivado', 'get');
  const archive = api.placed('/trabalhos/historico-arquivado/{id}/arquivo', 'get');
  const archived = await leaveArchive(stage);
  await api.ask(archives, archives.path, [200], {}, stage.admin);
  await api.ask(archive, `${archives.path}/${archived}/arquivo`, [200], {}, stage.admin);
  await api.ask(archive, `${archives.path}/0/arquivo`, [404], {}, stage.admin);
  await api.ask(archives, archives.path, [403], {}, person);
  await api.ask(archive, `${archives.path}/${archived}/arquivo`, [403], {}, person);

  // Such as nobody runs.
  const { rows } = await database.query<{ id: string }>({
    text: `insert into fichario.job (kind, title, usuario_id, login, origin, input, queue_id)
      select kind, title, usuario_id, login, origin, input, gen_random_uuid() from fichario.job, generate_series(1, 21)
      where id = $1::text::uuid returning id::text as id`,
    values: [id],
  });
  await api.ask(ask, ask.path, [422], body('/bancos'), person);
  const [first, ...others] = rows.map((job) => `/trabalhos/${job.id}`);
  await api.ask(cancel, `${first}/cancelar`, [200], {}, person);
  await api.ask(again, `${first}/repetir`, [422], {}, person);
  for (const other of others) await api.ask(cancel, `${other}/cancelar`, [200], {}, person);
  await api.ask(again, `${first}/repetir`, [200], {}, person);
};
