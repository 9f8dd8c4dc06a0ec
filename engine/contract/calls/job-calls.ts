/** Jobs: the own ones of whoever calls, and those of all for who administers them. */
import Type from 'typebox';
import type { Job, JobDetail, JobFile, JobLogLine, JobsNow } from '../job.ts';
import { jobStates, jobsRight } from '../job.ts';
import type { JobSchedule } from '../job-schedule.ts';
import { hourPattern, longestScheduleName, rhythmKinds, schedulesPath } from '../job-schedule.ts';
import { longestWait } from '../longest-wait.ts';
import type { ApiCall } from '../openapi/api-call.ts';
import { schemaOf } from '../openapi/api-call.ts';
import {
  bodied,
  closed,
  expiredToo,
  flag,
  inPath,
  inQuery,
  list,
  moment,
  orNull,
  signedIn,
  text,
  uuid,
  whole,
} from '../openapi/call-parts.ts';

import { fileName, fileSize } from '../openapi/describe-attachments.ts';

const tag = 'Trabalhos';

const file = schemaOf<JobFile>()(
  closed(
    {
      name: text(),
      size: whole('Em bytes.'),
      expiresAt: moment('Quando o arquivo é apagado.'),
      gone: flag('Já expirou.'),
    },
    { $id: 'ArquivoDeTrabalho', description: 'O arquivo que um trabalho fez.' },
  ),
);

const members = {
  id: uuid(),
  kind: text('Nome do tipo.'),
  title: text(),
  owner: text('Login de quem o pediu.'),
  state: Type.Enum([...jobStates]),
  done: whole('Unidades feitas, como linhas de um arquivo.'),
  total: orNull(whole(), 'Nulo: ainda não se sabe.'),
  rate: orNull(Type.Number(), 'Unidades por segundo da execução em curso.'),
  remaining: orNull(Type.Number(), 'Segundos que faltam, nesse ritmo.'),
  attempts: whole('Execuções desde que foi pedido, ou pedido de novo.'),
  createdAt: moment(),
  startedAt: orNull(moment()),
  finishedAt: orNull(moment()),
  problem: orNull(
    text(),
    'Por que falhou, por que a última execução vai ser repetida, ou por que espera sem ninguém que o faça.',
  ),
  file: orNull(file, 'Nulo: não faz arquivo, ou ainda não terminou.'),
};

export const jobSchema = schemaOf<Job>()(
  closed(members, { $id: 'Trabalho', description: 'Um trabalho longo, que ninguém espera.' }),
);

const line = schemaOf<JobLogLine>()(closed({ at: moment(), text: text() }));

const detail = schemaOf<JobDetail>()(
  closed(
    { ...members, log: list(line) },
    { $id: 'TrabalhoComRegistro', description: 'Um trabalho e o que ele escreveu enquanto andava.' },
  ),
);

const jobId = inPath('id', 'O trabalho.', { type: 'string', format: 'uuid' }, '0b6f5a0e-3f0f-4f6c-9a3e-2f8f1a2b3c4d');

const paging = [
  inQuery('state', 'Só os deste estado.', { type: 'string', enum: [...jobStates] }, { example: 'done' }),
  inQuery('kind', 'Só os deste tipo.', { type: 'string' }, { example: 'exportar-csv' }),
  inQuery('before', 'Só os pedidos antes deste.', { type: 'string', format: 'uuid' }),
  inQuery('limit', 'Quantos; 50 se não se diz.', { type: 'integer', minimum: 1, maximum: 200 }, { example: 10 }),
];

const jobs = { 200: { description: 'Os trabalhos, os mais novos primeiro.', schema: list(jobSchema) } };

export const tooManyJobs = 'Quem chama começou 120 trabalhos no último minuto; Retry-After diz quando voltar.';

/** Body of `POST /trabalhos`. */
const NewJob = Type.Object(
  {
    kind: Type.String({ maxLength: 60, description: 'Nome do tipo.' }),
    input: Type.Unknown({ description: 'O que o tipo pede.' }),
  },
  { additionalProperties: false },
);

export const askJob = {
  method: 'POST',
  path: '/trabalhos',
  tag,
  id: 'ask_job',
  summary: 'Pedir um trabalho',
  description: 'Fica na fila e é feito por trás, com os direitos que quem o pediu tiver quando ele andar.',
  body: {
    schema: NewJob,
    example: { kind: 'exportar-csv', input: { path: '/bancos', search: '', columns: ['codigo', 'nome'] } },
  },
  answers: { 202: { description: 'O trabalho, na fila.', schema: jobSchema } },
  refusals: [...signedIn, ...bodied, 404, 422, 429],
  meanings: { 422: 'Quem chama já tem 20 trabalhos em andamento.', 429: tooManyJobs },
} as const satisfies ApiCall;

export const ownJobs = {
  method: 'GET',
  path: '/trabalhos',
  tag,
  id: 'own_jobs',
  summary: 'Os próprios trabalhos',
  description: 'Os que quem chama pediu nos últimos 30 dias.',
  parameters: paging,
  answers: jobs,
  refusals: [400, ...signedIn],
} as const satisfies ApiCall;

export const allJobs = {
  method: 'GET',
  path: '/trabalhos/todos',
  tag,
  id: 'all_jobs',
  summary: 'Os trabalhos de todos',
  description: 'Os de todas as pessoas.',
  right: jobsRight,
  parameters: paging,
  answers: jobs,
  refusals: [400, ...signedIn],
} as const satisfies ApiCall;

export const jobKinds = {
  method: 'GET',
  path: '/trabalhos/tipos',
  tag,
  id: 'job_kinds',
  summary: 'Tipos de trabalho',
  description: 'Os tipos que há, com o nome que as telas mostram.',
  answers: {
    200: { description: 'Os tipos.', schema: list(closed({ name: text(), label: text() })) },
  },
  refusals: signedIn,
} as const satisfies ApiCall;

export const jobsOfNow = {
  method: 'GET',
  path: '/trabalhos/agora',
  tag,
  id: 'jobs_now',
  summary: 'Os próprios trabalhos de agora',
  description:
    'Os que não terminaram e os que terminaram há até cinco minutos. Perguntar não conta como uso da sessão.',
  parameters: [
    inQuery(
      'wait',
      'Segundos que a resposta pode esperar; vem antes se algum começa ou termina. Ausente: não espera.',
      { type: 'integer', minimum: 0, maximum: longestWait },
      { example: 0 },
    ),
  ],
  answers: {
    200: {
      description: 'Os trabalhos.',
      schema: schemaOf<JobsNow>()(
        closed({
          at: moment('Quando o servidor os leu.'),
          open: list(jobSchema),
          ended: list(jobSchema),
          filling: Type.Boolean({ description: 'Se dados de demonstração ainda estão chegando.' }),
        }),
      ),
    },
  },
  refusals: [400, ...expiredToo],
} as const satisfies ApiCall;

const others = { 404: 'O trabalho não existe, ou é de outra pessoa.' };

export const oneJob = {
  method: 'GET',
  path: '/trabalhos/{id}',
  tag,
  id: 'job',
  summary: 'Um trabalho',
  description: 'Com o que ele escreveu enquanto andava. Os dos outros, só para quem administra os trabalhos.',
  parameters: [jobId],
  answers: { 200: { description: 'O trabalho.', schema: detail } },
  refusals: [...signedIn, 404],
  meanings: others,
} as const satisfies ApiCall;

export const cancelJob = {
  method: 'POST',
  path: '/trabalhos/{id}/cancelar',
  tag,
  id: 'cancel_job',
  summary: 'Cancelar um trabalho',
  description: 'Também o que já está andando, em qualquer processo.',
  parameters: [jobId],
  answers: { 200: { description: 'O trabalho, cancelado.', schema: jobSchema } },
  refusals: [...signedIn, 404, 409],
  meanings: { ...others, 409: 'O trabalho já terminou.' },
} as const satisfies ApiCall;

export const tryJobAgain = {
  method: 'POST',
  path: '/trabalhos/{id}/repetir',
  tag,
  id: 'try_job_again',
  summary: 'Tentar um trabalho de novo',
  description: 'Um que falhou ou foi cancelado continua de onde parou.',
  parameters: [jobId],
  answers: { 200: { description: 'O trabalho, na fila.', schema: jobSchema } },
  refusals: [...signedIn, 404, 409, 422, 429],
  meanings: {
    ...others,
    409: 'O trabalho não falhou nem foi cancelado.',
    422: 'Quem o pediu já tem 20 trabalhos em andamento.',
    429: tooManyJobs,
  },
} as const satisfies ApiCall;

export const jobFile = {
  method: 'GET',
  path: '/trabalhos/{id}/arquivo',
  tag,
  id: 'job_file',
  summary: 'Baixar o arquivo de um trabalho',
  description: 'Só para quem pediu o trabalho, até o arquivo expirar.',
  parameters: [jobId],
  answers: {
    200: {
      description: 'O arquivo.',
      headers: { 'Content-Disposition': fileName, 'Content-Length': fileSize },
      content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
    },
  },
  refusals: [...signedIn, 404, 410],
  meanings: { 404: 'O trabalho não existe, não tem arquivo, ou é de outra pessoa.', 410: 'O arquivo expirou.' },
} as const satisfies ApiCall;

const rhythm = Type.Object(
  {
    every: Type.Enum([...rhythmKinds], {
      description: 'day: todo dia; workday: de segunda a sexta; week: toda semana; month: todo mês.',
    }),
    at: Type.String({
      pattern: hourPattern,
      description: 'A hora, no fuso da instalação.',
    }),
    on: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 31,
        description:
          'De uma semana o dia, de 1 (segunda-feira) a 7; de um mês o dia: um mês mais curto o tem no último. 1 se não se diz.',
      }),
    ),
  },
  { additionalProperties: false },
);

const scheduleSchema = schemaOf<JobSchedule>()(
  closed(
    {
      id: uuid(),
      kind: text('Nome do tipo do trabalho.'),
      title: text('O nome que o dono lhe deu, ou o título dos trabalhos.'),
      place: orNull(text(), 'Onde se vê o que vai no arquivo; nulo: o tipo não existe mais.'),
      rhythm,
      nextAt: moment('Quando é a próxima vez.'),
      lastAt: orNull(moment(), 'Quando foi a última vez; nulo: ainda não houve.'),
      problem: orNull(text(), 'Por que o trabalho não foi pedido na última vez.'),
    },
    { $id: 'Agendamento', description: 'Um trabalho que é pedido de tempos em tempos.' },
  ),
);

const NewSchedule = Type.Object(
  {
    kind: Type.String({ maxLength: 60, description: 'Nome do tipo: os de exportação.' }),
    input: Type.Unknown({
      description:
        'O que o tipo pede; search é como o endereço da tela, em que @today-6 e @month-1.end são dias de cada vez.',
    }),
    rhythm,
    name: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: longestScheduleName,
        pattern: '\\S',
        description: 'O nome dos trabalhos; o do tipo se não se diz.',
      }),
    ),
  },
  { additionalProperties: false },
);

export const ownSchedules = {
  method: 'GET',
  path: schedulesPath,
  tag,
  id: 'own_schedules',
  summary: 'Os próprios agendamentos',
  description: 'Na ordem em que vão acontecer.',
  answers: { 200: { description: 'Os agendamentos.', schema: list(scheduleSchema) } },
  refusals: signedIn,
} as const satisfies ApiCall;

export const addSchedule = {
  method: 'POST',
  path: schedulesPath,
  tag,
  id: 'add_schedule',
  summary: 'Agendar um trabalho',
  description:
    'É pedido a cada vez com os direitos que o dono tiver nessa hora. Se o sistema estava parado, é pedido uma vez quando volta.',
  body: {
    schema: NewSchedule,
    example: {
      kind: 'exportar-xlsx',
      input: { path: '/feriados', search: 'data=gte.@month&data=lte.@month.end', columns: ['data', 'descricao'] },
      name: 'Feriados do mês',
      rhythm: { every: 'week', on: 1, at: '07:00' },
    },
  },
  answers: { 201: { description: 'O agendamento.', schema: scheduleSchema } },
  refusals: [...signedIn, ...bodied, 404, 422],
  meanings: {
    404: 'Não há tela nessa rota.',
    422: 'O tipo não se agenda, ou quem chama já tem agendamentos demais.',
  },
} as const satisfies ApiCall;

export const dropSchedule = {
  method: 'DELETE',
  path: `${schedulesPath}/{id}`,
  tag,
  id: 'drop_schedule',
  summary: 'Remover um agendamento',
  description: 'O que ele já gerou fica.',
  parameters: [
    inPath('id', 'O agendamento.', { type: 'string', format: 'uuid' }, '0b6f5a0e-3f0f-4f6c-9a3e-2f8f1a2b3c4d'),
  ],
  answers: { 204: { description: 'Removido.' } },
  refusals: [...signedIn, 404],
  meanings: { 404: 'O agendamento não existe, ou é de outra pessoa.' },
} as const satisfies ApiCall;

export const jobCalls: readonly ApiCall[] = [
  askJob,
  ownJobs,
  allJobs,
  jobKinds,
  jobsOfNow,
  ownSchedules,
  addSchedule,
  dropSchedule,
  oneJob,
  cancelJob,
  tryJobAgain,
  jobFile,
];
