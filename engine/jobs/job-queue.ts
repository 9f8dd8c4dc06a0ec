/**
 * The queue behind jobs: pg-boss, over the database of the product, in a schema of its own. It gives each entry to one
 * process, again where that one fails or is no longer heard of, and begins what is due by the clock. In: ids of jobs. Out:
 * calls of what runs them.
 */
import type { Db as IDatabase } from 'pg-boss';
import { PgBoss } from 'pg-boss';
import type { Database, Queryable } from '../data/database.ts';

const schema = 'fichario_fila';
const queues = {
  work: 'trabalhos',
  lost: 'trabalhos-perdidos',
  sweep: 'trabalhos-varredura',
  daily: 'trabalhos-do-dia',
  schedules: 'trabalhos-agendados',
} as const;

/** Seconds. */
export interface QueueTimes {
  /** A process that is not heard of for so long has lost its job; 10 at least. */
  readonly heartbeat: number;
  /** Between looks for such processes, and for entries that are due. */
  readonly look: number;
  /** Before the second run; twice as long each time, up to `longestPause`. */
  readonly pause: number;
  readonly longestPause: number;
  /** Runs after the first one. */
  readonly retries: number;
}

export const usualTimes: QueueTimes = { heartbeat: 20, look: 10, pause: 5, longestPause: 900, retries: 5 };

/** Seconds that one run may take. */
const longestRun = 12 * 60 * 60;
/** Seconds that an entry stays: unstarted, and when it is done with. */
const [waits, stays] = [14 * 86_400, 86_400];
/** Every quarter of an hour. */
const sweeping = '7,22,37,52 * * * *';
/** As often, for a process that runs at that hour alone; whether the day has had its turn is known where it is done. */
const dailyLooks = '11,26,41,56 * * * *';
/** What people have asked for is due to the minute. */
const everyMinute = '* * * * *';

export interface QueueEntry {
  readonly queueId: string;
  readonly jobId: string;
  readonly last: boolean;
  /** Aborted where the entry is somebody else's now, or the process stops. */
  readonly signal: AbortSignal;
}

export interface QueueParts {
  readonly database: Database;
  readonly times: QueueTimes;
  /** Jobs that this process runs at a time; 0: it asks for them alone, and others run them and what is due by the clock. */
  readonly width: number;
  /** Rejects where it is to be tried again. */
  readonly run: (entry: QueueEntry) => Promise<void>;
  /** Its last run ended with its process. */
  readonly lost: (jobId: string, queueId: string) => Promise<void>;
  readonly sweep: () => Promise<void>;
  /** In one process at a time, several times a day. Rejects where it is to be tried again. */
  readonly daily: (signal: AbortSignal) => Promise<void>;
  /** Asks for what is due by the schedules of people, every minute. */
  readonly schedules: () => Promise<void>;
  /** Before any entry is given to this process. */
  readonly begin: (queue: JobQueue) => Promise<void>;
  readonly fail: (error: unknown) => void;
}

export interface JobQueue {
  /** In the transaction of what it is about. */
  readonly send: (transaction: Queryable, queueId: string, jobId: string) => Promise<void>;
  readonly cancel: (transaction: Queryable, queueId: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

const queryAsPg = (queryable: Queryable): IDatabase['executeSql'] => {
  if (queryable.queryAsPg === undefined) throw new Error('this connection takes no SQL of libraries');
  return queryable.queryAsPg.bind(queryable) as IDatabase['executeSql'];
};

const block = /^\s*begin\s*;([\s\S]*?);?\s*commit\s*;?\s*$/i;

/** The database as pg-boss knows one. A block of its own becomes a transaction, so that one that fails leaves no connection in it. */
const asBossDatabase = (database: Database): IDatabase => ({
  executeSql: async (text, values) => {
    const inside = values && values.length > 0 ? undefined : block.exec(text)?.[1];
    if (inside === undefined) return queryAsPg(database)(text, values);
    return database.transaction((transaction) => queryAsPg(transaction)(inside));
  },
  listen: async (channel, notified, again) => {
    let open = true;
    await database.listen(
      channel,
      (payload) => open && notified(payload),
      () => open && again(),
    );
    again();
    return {
      close: async () => {
        open = false;
      },
    };
  },
});

/** What an entry says, and what is left of it where it is lost. */
interface EntryData {
  readonly job: string;
  readonly queue: string;
}

export const openQueue = async (parts: QueueParts): Promise<JobQueue> => {
  const { database, times, fail } = parts;
  const within = (transaction: Queryable) => ({ db: { executeSql: queryAsPg(transaction) } });
  const boss = new PgBoss({
    db: asBossDatabase(database),
    schema,
    backend: database.kind === 'pglite' ? 'pglite' : 'postgres',
    useListenNotify: true,
    registerInstance: false,
    reindex: false,
    monitorVacuum: false,
    superviseIntervalSeconds: times.look,
    monitorIntervalSeconds: times.look,
    // Entries depend on none.
    flowIntervalSeconds: 3600,
  });
  boss.on('error', fail);
  await boss.start();
  const options = {
    notify: true,
    heartbeatSeconds: times.heartbeat,
    expireInSeconds: longestRun,
    retryLimit: times.retries,
    retryDelay: times.pause,
    retryBackoff: true,
    retryDelayMax: times.longestPause,
    retentionSeconds: waits,
    deleteAfterSeconds: stays,
    deadLetter: queues.lost,
  };
  const polling = { pollingIntervalSeconds: times.look, notifyPollingIntervalSeconds: times.look };
  await boss.createQueue(queues.lost, { notify: true });
  await boss.createQueue(queues.work, options);
  await boss.updateQueue(queues.work, options);
  await boss.createQueue(queues.sweep, { policy: 'singleton', notify: true });
  await boss.schedule(queues.sweep, sweeping);
  // No other try: what is due is looked for again anyway.
  const daily = {
    heartbeatSeconds: times.heartbeat,
    expireInSeconds: longestRun,
    retryLimit: 0,
    deleteAfterSeconds: stays,
  };
  await boss.createQueue(queues.daily, { ...daily, policy: 'singleton', notify: true });
  await boss.schedule(queues.daily, dailyLooks);
  // A minute that nobody was there for needs no entry of its own.
  await boss.createQueue(queues.schedules, {
    policy: 'singleton',
    notify: true,
    retryLimit: 0,
    deleteAfterSeconds: 60,
  });
  await boss.schedule(queues.schedules, everyMinute);
  const queue: JobQueue = {
    send: async (transaction, queueId, jobId) => {
      const data: EntryData = { job: jobId, queue: queueId };
      await boss.send(queues.work, data, { id: queueId, ...within(transaction) });
    },
    cancel: async (transaction, queueId) => {
      await boss.cancel(queues.work, queueId, within(transaction));
    },
    // The handlers have been told to end by then: what goes on all the same is taken from them.
    close: () => boss.stop({ timeout: 5_000 }),
  };
  if (parts.width === 0) return queue;
  await parts.begin(queue);
  // One by one, so that each can be told to look again.
  for (let count = 0; count < parts.width; count += 1) {
    const worker = await boss.work(
      queues.work,
      { ...polling, batchSize: 1, includeMetadata: true },
      async ([entry]) => {
        if (entry === undefined) return;
        const { id: queueId, data, retryCount, retryLimit, signal } = entry;
        // Others may wait behind it: looked for as soon as it is over, not with the next look.
        boss.notifyWorker(worker);
        await parts.run({ queueId, jobId: (data as EntryData).job, last: retryCount >= retryLimit, signal });
      },
    );
  }
  await boss.work<EntryData>(queues.lost, { ...polling, batchSize: 1 }, async ([entry]) => {
    if (entry) await parts.lost(entry.data.job, entry.data.queue);
  });
  await boss.work(queues.daily, { ...polling, batchSize: 1 }, async ([entry]) => {
    if (entry) await parts.daily(entry.signal);
  });
  await boss.work(queues.schedules, { ...polling, batchSize: 1 }, parts.schedules);
  await boss.work(queues.sweep, { pollingIntervalSeconds: 60, notifyPollingIntervalSeconds: 60 }, parts.sweep);
  return queue;
};
