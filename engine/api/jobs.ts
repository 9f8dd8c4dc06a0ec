/** /trabalhos: the own jobs of whoever calls, their files, and the jobs of all for who administers them. */
import { Readable } from 'node:stream';
import { create as writeDisposition } from 'content-disposition';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Check } from 'typebox/value';
import type { Access } from '../access/access.ts';
import { readsLogins } from '../access/keeps.ts';
import {
  addSchedule,
  allJobs,
  askJob,
  cancelJob,
  dropSchedule,
  jobFile,
  jobKinds,
  oneJob,
  ownJobs,
  ownSchedules,
  tryJobAgain,
} from '../contract/calls/job-calls.ts';
import type { Job, JobState } from '../contract/job.ts';
import { jobStates, jobsRight } from '../contract/job.ts';
import { Refusal } from '../core/errors.ts';
import type { JobsWanted, KnownJob, OwnedJob } from '../jobs/job-rows.ts';
import { addCall, requireRight } from './add-call.ts';
import { plainFileName } from './attachment-file.ts';
import { authenticate } from './authenticate.ts';
import { originOf } from './request-origin.ts';
import type { Runtime } from './runtime.ts';

/** Jobs of one answer. */
const page = { usual: 50, most: 200 } as const;

const invalid = (parameter: string, problem: string): Refusal =>
  new Refusal('REQUEST_QUERY_INVALID', { parameter, problem });

/** Raises REQUEST_QUERY_INVALID, REQUEST_PARAMETER_UNSUPPORTED. */
const wantedOf = (query: unknown): Omit<JobsWanted, 'userId'> => {
  const { state, kind, before, limit = String(page.usual), ...more } = query as Record<string, unknown>;
  const [unknown] = Object.keys(more);
  if (unknown !== undefined) throw new Refusal('REQUEST_PARAMETER_UNSUPPORTED', { parameter: unknown });
  for (const [name, value] of Object.entries({ state, kind, before, limit }))
    if (value !== undefined && typeof value !== 'string') throw invalid(name, 'aparece mais de uma vez');
  const given = { state, kind, before, limit } as { state?: string; kind?: string; before?: string; limit: string };
  if (given.state !== undefined && !jobStates.some((known) => known === given.state))
    throw invalid('state', `espera ${jobStates.join(', ')}`);
  if (given.kind !== undefined && !/^[a-z0-9-]{1,60}$/.test(given.kind)) throw invalid('kind', 'não é nome de um tipo');
  if (given.before !== undefined && !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(given.before))
    throw invalid('before', 'espera o id de um trabalho');
  if (!/^\d{1,3}$/.test(given.limit) || Number(given.limit) < 1 || Number(given.limit) > page.most)
    throw invalid('limit', `espera um número de 1 a ${page.most}`);
  return {
    state: given.state as JobState | undefined,
    kind: given.kind,
    before: given.before,
    limit: Number(given.limit),
  };
};

/** One of the caller, or of anybody for who administers them. Raises JOB_MISSING, the same for one of somebody else. */
const known = async ({ jobs }: Runtime, access: Access, id: string): Promise<KnownJob> => {
  const found = await jobs.read(id);
  if (found === undefined || (found.userId !== access.userId && !access.can(jobsRight.action, jobsRight.subject)))
    throw new Refusal('JOB_MISSING', {});
  return found;
};

/** As the caller hears of it: whose login is kept or covered in the records of the users is an id here too. */
const told = <Told extends Job>({ current }: Runtime, access: Access, { userId, job }: OwnedJob<Told>): Told =>
  userId === access.userId || readsLogins(current.model, access) ? job : { ...job, owner: String(userId) };

export const jobRoutes = (app: FastifyInstance, runtime: Runtime): void => {
  const { jobs } = runtime;

  addCall(app, askJob, async (request, reply) => {
    const { access } = await authenticate(runtime, request);
    const { body } = request;
    if (!Check(askJob.body.schema, body))
      throw new Refusal('REQUEST_BODY_INVALID', { problem: "esperados 'kind' e 'input'" });
    return reply.status(202).send(await jobs.ask(body.kind, body.input, { access, origin: originOf(request) }));
  });

  const listed = async (request: FastifyRequest, access: Access, userId: number | undefined) =>
    (await jobs.list({ ...wantedOf(request.query), userId })).map((owned) => told(runtime, access, owned));

  addCall(app, ownJobs, async (request, reply) => {
    const { access } = await authenticate(runtime, request);
    return reply.header('cache-control', 'no-store').send(await listed(request, access, access.userId));
  });

  addCall(app, allJobs, async (request, reply) => {
    const { access } = await authenticate(runtime, request);
    requireRight(access, allJobs);
    return reply.header('cache-control', 'no-store').send(await listed(request, access, undefined));
  });

  addCall(app, jobKinds, async (request) => {
    await authenticate(runtime, request);
    return jobs.kinds.map(({ name, label }) => ({ name, label }));
  });

  addCall(app, ownSchedules, async (request, reply) => {
    const { access } = await authenticate(runtime, request);
    return reply.header('cache-control', 'no-store').send(await jobs.schedules.list(access.userId));
  });

  addCall(app, addSchedule, async (request, reply) => {
    const { access } = await authenticate(runtime, request);
    const { body } = request;
    if (!Check(addSchedule.body.schema, body) || ((body.rhythm.on ?? 1) > 7 && body.rhythm.every === 'week'))
      throw new Refusal('REQUEST_BODY_INVALID', { problem: "esperados 'kind', 'input' e 'rhythm'" });
    return reply.status(201).send(await jobs.schedules.add(body, { access, origin: originOf(request) }));
  });

  addCall(app, dropSchedule, async (request, reply) => {
    const { access } = await authenticate(runtime, request);
    await jobs.schedules.remove(access.userId, request.params.id);
    return reply.status(204).send();
  });

  addCall(app, oneJob, async (request, reply) => {
    const { access } = await authenticate(runtime, request);
    const found = await known(runtime, access, request.params.id);
    return reply.header('cache-control', 'no-store').send(told(runtime, access, found));
  });

  addCall(app, cancelJob, async (request) => {
    const { access } = await authenticate(runtime, request);
    const { userId, job } = await known(runtime, access, request.params.id);
    return told(runtime, access, { userId, job: await jobs.cancel(job.id) });
  });

  addCall(app, tryJobAgain, async (request) => {
    const { access } = await authenticate(runtime, request);
    const { userId, job } = await known(runtime, access, request.params.id);
    return told(runtime, access, { userId, job: await jobs.again(job.id) });
  });

  addCall(
    app,
    jobFile,
    async (request, reply) => {
      const { access } = await authenticate(runtime, request);
      const { userId, job } = await known(runtime, access, request.params.id);
      // It holds what its owner may read, whatever anybody else may.
      if (userId !== access.userId) throw new Refusal('JOB_MISSING', {});
      const { id, title, file } = job;
      if (file === null) throw new Refusal('JOB_FILE_MISSING', { title });
      if (file.gone) throw new Refusal('JOB_FILE_EXPIRED', { title });
      reply.type('application/octet-stream').headers({
        'cache-control': 'no-store',
        'content-length': file.size,
        'content-disposition': writeDisposition(file.name, { fallback: plainFileName(file.name) }),
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      });
      // One piece waits while another is on its way, however slowly the caller takes them.
      return reply.send(Readable.from(jobs.content(id, file.size), { objectMode: false, highWaterMark: 1 }));
    },
    { compress: false },
  );
};
