/**
 * Jobs that are asked for again and again. In: rows of `fichario.job_schedule`. Out: what is due, asked for with the rights
 * that its owner has by then, once whatever the number of processes. A turn that nobody was there for is made up for, once.
 */
import { randomUUID } from 'node:crypto';
import { Check } from 'typebox/value';
import type { Access } from '../access/access.ts';
import type { JobSchedule, NewSchedule, Rhythm } from '../contract/job-schedule.ts';
import { mostSchedules } from '../contract/job-schedule.ts';
import { dayInZone } from '../core/day-in-zone.ts';
import { Refusal } from '../core/errors.ts';
import type { Database, Queryable } from '../data/database.ts';
import { translateFailure } from '../data/translate-error.ts';
import type { AnyJobKind } from './job-kind.ts';
import { isUuid, noteAttended, utc } from './job-rows.ts';
import { nextTurn } from './next-turn.ts';

/** A job that is to be put into the queue. */
export interface AskedJob {
  readonly kind: string;
  readonly title: string;
  readonly input: unknown;
  readonly userId: number;
  readonly login: string;
  /** `writeOrigin`. */
  readonly origin: string;
}

interface ScheduleParts {
  readonly database: Database;
  readonly kinds: ReadonlyMap<string, AnyJobKind>;
  readonly timeZone: string;
  readonly accessOf: (userId: number) => Promise<Access | undefined>;
  readonly tell: (refusal: Refusal) => string;
  /** Told of what is no refusal, or one that the owner is not to blame for. */
  readonly fail: (error: unknown) => void;
  /** Raises JOB_LIMIT. */
  readonly refuseMore: (userId: number) => Promise<void>;
  /** The queue takes jobs: it cannot be waited for within a transaction. */
  readonly ready: () => Promise<unknown>;
  readonly insert: (transaction: Queryable, job: AskedJob) => Promise<void>;
}

export interface Schedules {
  /** Raises JOB_KIND_UNKNOWN, SCHEDULE_KIND, REQUEST_BODY_INVALID, SCHEDULE_LIMIT and what the kind refuses. */
  readonly add: (
    asked: NewSchedule,
    caller: { readonly access: Access; readonly origin: string },
  ) => Promise<JobSchedule>;
  readonly list: (userId: number) => Promise<readonly JobSchedule[]>;
  /** Raises SCHEDULE_MISSING, also of one of somebody else. */
  readonly remove: (userId: number, id: string) => Promise<void>;
  /** Each minute, by one of those who run jobs: says that somebody is there, and asks for all that is due by now. */
  readonly turn: () => Promise<void>;
}

const columns = `id::text as id, kind, title, input::text as input, rhythm::text as rhythm, ${utc('next_at')} as "nextAt", ${utc('last_at')} as "lastAt", problem`;

type ScheduleRow = Omit<JobSchedule, 'rhythm' | 'place'> & { readonly rhythm: string; readonly input: string };

interface DueRow extends Omit<AskedJob, 'input'> {
  readonly id: string;
  readonly input: string;
  readonly rhythm: string;
  /** `title` is the name that its owner gave it. */
  readonly named: boolean;
  /** As it was found, to the microsecond. */
  readonly seen: string;
}

/** The kind, where it takes the input. Raises JOB_KIND_UNKNOWN, REQUEST_BODY_INVALID. */
export const kindFor = (kinds: ReadonlyMap<string, AnyJobKind>, name: string, input: unknown): AnyJobKind => {
  const kind = kinds.get(name);
  if (kind === undefined) throw new Refusal('JOB_KIND_UNKNOWN', { kind: name });
  if (!Check(kind.schema, input)) throw new Refusal('REQUEST_BODY_INVALID', { problem: "'input' não é a do tipo" });
  return kind;
};

export const createSchedules = (parts: ScheduleParts): Schedules => {
  const { database, kinds, timeZone, tell } = parts;

  const scheduleOf = ({ input, rhythm, ...row }: ScheduleRow): JobSchedule => ({
    ...row,
    place: kinds.get(row.kind)?.repeats?.place(JSON.parse(input)) ?? null,
    rhythm: JSON.parse(rhythm) as Rhythm,
  });

  /** The job of today's turn. Raises JOB_KIND_UNKNOWN, SCHEDULE_KIND, REQUEST_BODY_INVALID and what the kind refuses. */
  const turnOf = async (name: string, kept: unknown, access: Access) => {
    const kind = kindFor(kinds, name, kept);
    if (kind.repeats === undefined) throw new Refusal('SCHEDULE_KIND', { kind: kind.label });
    const input: unknown = await kind.repeats.turn(kept, access, dayInZone(timeZone));
    return { input, title: await kind.title(input, access) };
  };

  const read = async (queryable: Queryable, id: string): Promise<JobSchedule | undefined> => {
    const { rows } = await queryable.query<ScheduleRow>({
      text: `select ${columns} from fichario.job_schedule where id = $1::text::uuid`,
      values: [id],
    });
    return rows[0] && scheduleOf(rows[0]);
  };

  /** The job that is due, by the rights of today; or why there is none, also where it failed: it waits for its next turn. */
  const prepare = async (due: DueRow): Promise<AskedJob | Refusal> => {
    try {
      const access = await parts.accessOf(due.userId);
      if (access === undefined) return new Refusal('JOB_OWNER_CLOSED', { login: due.login });
      const { input, title } = await turnOf(due.kind, JSON.parse(due.input), access);
      await parts.refuseMore(due.userId);
      return { ...due, login: access.login, input, title: due.named ? due.title : title };
    } catch (thrown) {
      const error = translateFailure(thrown);
      const refusal = error instanceof Refusal ? error : new Refusal('JOB_CRASHED', {});
      if (refusal.status >= 500) parts.fail(thrown);
      return refusal;
    }
  };

  /** Whoever moves it on asks for it: another process that saw it too finds it moved. */
  const take = async (due: DueRow): Promise<void> => {
    const found = await prepare(due);
    const problem = found instanceof Refusal ? tell(found) : null;
    await database.transaction(async (transaction) => {
      const { affected } = await transaction.query({
        text: `update fichario.job_schedule set next_at = $3::text::timestamptz, last_at = now(), problem = $4::text
          where id = $1::text::uuid and next_at = $2::text::timestamptz`,
        values: [
          due.id,
          due.seen,
          nextTurn(JSON.parse(due.rhythm) as Rhythm, new Date(), timeZone).toISOString(),
          problem,
        ],
      });
      if (affected > 0 && !(found instanceof Refusal)) await parts.insert(transaction, found);
    });
  };

  return {
    add: async ({ kind, input, rhythm, name }, { access, origin }) => {
      // What would be refused then is refused now.
      const { title } = await turnOf(kind, input, access);
      const id = randomUUID();
      return database.transaction(async (transaction) => {
        // Of two at once the second one counts the first.
        await transaction.query({
          text: `select pg_advisory_xact_lock(hashtext('fichario.job_schedule'), $1::text::integer)`,
          values: [String(access.userId % 2 ** 31)],
        });
        const { rows } = await transaction.query<{ n: number }>({
          text: 'select count(*)::integer as n from fichario.job_schedule where usuario_id = $1::text::bigint',
          values: [String(access.userId)],
        });
        if ((rows[0]?.n ?? 0) >= mostSchedules) throw new Refusal('SCHEDULE_LIMIT', { maximum: mostSchedules });
        await transaction.query({
          text: `insert into fichario.job_schedule (id, kind, title, named, usuario_id, login, origin, input, rhythm, next_at)
            values ($1::text::uuid, $2::text, $3::text, $4::text::boolean, $5::text::bigint, $6::text, $7::text, $8::text::jsonb, $9::text::jsonb, $10::text::timestamptz)`,
          values: [
            id,
            kind,
            name ?? title,
            String(name !== undefined),
            String(access.userId),
            access.login,
            origin,
            JSON.stringify(input),
            JSON.stringify(rhythm),
            nextTurn(rhythm, new Date(), timeZone).toISOString(),
          ],
        });
        const added = await read(transaction, id);
        if (added === undefined) throw new Error('the schedule was written just now');
        return added;
      });
    },
    list: async (userId) => {
      const { rows } = await database.query<ScheduleRow>({
        text: `select ${columns} from fichario.job_schedule where usuario_id = $1::text::bigint order by next_at, id`,
        values: [String(userId)],
      });
      return rows.map(scheduleOf);
    },
    remove: async (userId, id) => {
      const { affected } = isUuid(id)
        ? await database.query({
            text: 'delete from fichario.job_schedule where id = $1::text::uuid and usuario_id = $2::text::bigint',
            values: [id, String(userId)],
          })
        : { affected: 0 };
      if (affected === 0) throw new Refusal('SCHEDULE_MISSING', {});
    },
    turn: async () => {
      await noteAttended(database);
      await parts.ready();
      const { rows } = await database.query<DueRow>({
        text: `select id::text as id, kind, title, named, usuario_id as "userId", login, origin, input::text as input, rhythm::text as rhythm, next_at::text as seen
          from fichario.job_schedule where next_at <= now() order by next_at`,
        values: [],
      });
      // What fails with one is that one's alone: those behind it belong to others.
      for (const due of rows) await take(due).catch(parts.fail);
    },
  };
};
