/** The calls of imports, asked for what the document says of them. */
import type { Import, ImportDetail } from '../../../engine/contract/import.ts';
import type { Job } from '../../../engine/contract/job.ts';
import { isOver } from '../../../engine/contract/job.ts';
import { inlineRow, xlsxRows } from '../../support/xlsx-file.ts';
import type { CallStage } from './openapi-calls.ts';
import { refuseBodies } from './openapi-calls.ts';

export const askImports = async (stage: CallStage): Promise<void> => {
  const { api } = stage;
  const person = await stage.login('quem-importa', ['banco:list', 'banco:view', 'banco:insert', 'banco:update']);
  const own = api.placed('/importacoes', 'get');
  const one = api.placed('/importacoes/{importacao}', 'get');
  const check = api.placed('/importacoes/{importacao}/conferir', 'post');
  const apply = api.placed('/importacoes/{importacao}/aplicar', 'post');
  const drop = api.placed('/importacoes/{importacao}', 'delete');
  const none = '/importacoes/00000000-0000-4000-8000-000000000000';
  const sending = api.placed('/importacoes', 'post');
  const headers = { 'content-type': 'application/octet-stream' };
  const bytes = Buffer.from('x');
  await api.ask(sending, '/importacoes', [400], { headers, bytes }, person);
  await api.ask(sending, '/importacoes?path=/nada', [404], { headers, bytes }, person);
  await api.ask(sending, '/importacoes?path=/bancos', [422], { headers, bytes: Buffer.alloc(0) }, person);
  const stranger = await stage.login('quem-nao-importa', ['banco:list']);
  await api.ask(sending, '/importacoes?path=/bancos', [403], { headers, bytes }, stranger);
  await api.ask(sending, '/importacoes?path=/bancos', [401], { headers: { ...headers, authorization: '' }, bytes });
  const tooLong = { ...headers, 'content-length': String(200 * 1024 * 1024) };
  await api.ask(sending, '/importacoes?path=/bancos', [413], { headers: tooLong, bytes }, person);
  const send = async (): Promise<ImportDetail> => {
    const bytes = xlsxRows(inlineRow(1, 'Código', 'Nome') + inlineRow(2, '901', 'Um') + inlineRow(3, '902'));
    const answer = await api.ask(sending, '/importacoes?path=/bancos&name=a.xlsx', [201], { headers, bytes }, person);
    return answer.json() as ImportDetail;
  };
  const over = async (started: Import): Promise<void> => {
    for (;;) {
      const job = (await person.call('GET', `/api/trabalhos/${started.job?.id}`)).json() as Job;
      if (isOver(job.state)) return;
      await person.call('GET', '/api/trabalhos/agora?wait=1');
    }
  };

  const sent = await send();
  const at = `/importacoes/${sent.id}`;
  await api.ask(own, '/importacoes?path=/bancos', [200], {}, person);
  await api.ask(own, '/importacoes?rota=/bancos', [400], {}, person);
  await api.ask(one, at, [200], {}, person);
  await api.ask(one, `${at}?sheet=Outra`, [422], {}, person);
  await api.ask(one, none, [404], {}, person);
  await refuseBodies(api, check, `${at}/conferir`, person);
  await refuseBodies(api, apply, `${at}/aplicar`, person);
  await api.ask(check, `${none}/conferir`, [404], { body: sent.choices }, person);
  await api.ask(apply, `${none}/aplicar`, [404], { body: { seal: 'x' } }, person);
  await api.ask(apply, `${at}/aplicar`, [409], { body: { seal: 'x' } }, person);
  await api.ask(check, `${at}/conferir`, [422], { body: { ...sent.choices, key: ['nome'] } }, person);
  await over((await api.ask(check, `${at}/conferir`, [202], { body: sent.choices }, person)).json() as Import);
  const planned = (await api.ask(one, at, [200], {}, person)).json() as ImportDetail;
  await api.ask(apply, `${at}/aplicar`, [412], { body: { seal: 'x' } }, person);
  const problems = api.placed('/importacoes/{importacao}/problemas', 'get');
  await api.ask(problems, `${at}/problemas?only=refused`, [200], {}, person);
  await api.ask(problems, `${at}/problemas?only=tudo`, [400], {}, person);
  await api.ask(problems, `${none}/problemas`, [404], {}, person);
  await api.ask(problems, `/importacoes/${(await send()).id}/problemas`, [409], {}, person);
  const seal = { body: { seal: planned.batch?.seal } };
  // As many as one person may have, such as nobody runs.
  await stage.product.database.query({
    text: `insert into fichario.job (kind, title, usuario_id, login, origin, input, queue_id)
      select kind, 'espera', usuario_id, login, origin, input, gen_random_uuid() from fichario.job, generate_series(1, 20)
      where id = (select job_id from fichario.import where id = $1::text::uuid)`,
    values: [sent.id],
  });
  await api.ask(apply, `${at}/aplicar`, [422], seal, person);
  await stage.product.database.query({ text: "delete from fichario.job where title = 'espera'", values: [] });
  await over((await api.ask(apply, `${at}/aplicar`, [202], seal, person)).json() as Import);
  await api.ask(check, `${at}/conferir`, [409], { body: sent.choices }, person);
  // As if the job still went on.
  await stage.product.database.query({
    text: `update fichario.job set state = 'running', finished_at = null where id = (select job_id from fichario.import where id = $1::text::uuid);`,
    values: [sent.id],
  });
  await stage.product.database.query({
    text: `update fichario.import set batch_id = null where id = $1::text::uuid`,
    values: [sent.id],
  });
  await api.ask(drop, at, [409], {}, person);
  await stage.product.database.query({
    text: `update fichario.job set state = 'done', finished_at = now() where id = (select job_id from fichario.import where id = $1::text::uuid)`,
    values: [sent.id],
  });
  await api.ask(drop, at, [204], {}, person);
  await api.ask(drop, at, [404], {}, person);
};
