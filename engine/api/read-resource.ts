/** GET and HEAD of a registry resource: pages, single records, counts. */
import type { FastifyReply } from 'fastify';
import { asksAggregates } from '../contract/aggregate.ts';
import type { SelectItem } from '../contract/request.ts';
import { Refusal } from '../core/errors.ts';
import { aggregateRows } from '../data/aggregate-rows.ts';
import { fromKept, resolveMoment } from '../data/as-of.ts';
import { countFully } from '../data/count-fully.ts';
import type { Count } from '../data/count-rows.ts';
import { countRows } from '../data/count-rows.ts';
import { checkReach } from '../data/plan/plan-read.ts';
import { readRows } from '../data/read-rows.ts';
import type { Call } from './call.ts';
import { onlyRow, writeRows } from './media.ts';
import type { Preferences } from './prefer.ts';
import type { Runtime } from './runtime.ts';
import { tagOf } from './send-tagged.ts';

const contentRange = (offset: number, rows: number, total: string): string =>
  `${rows === 0 ? '*' : `${offset}-${offset + rows - 1}`}/${total}`;

/** Whether an item of `select` is the record's own version, under its own name. */
const isVersion = (item: SelectItem): boolean =>
  item.kind === 'all' ||
  (item.kind === 'column' &&
    item.name === 'versao' &&
    (item.alias ?? 'versao') === 'versao' &&
    (item.cast === undefined || item.cast === 'integer'));

/** Whether the answer holds the record's own version, and nothing else by that name. */
const showsVersion = (select: readonly SelectItem[], keys: readonly string[]): boolean =>
  select.some(isVersion) && keys.filter((key) => key === 'versao').length === 1;

/** Seconds that a count may take for a caller who waits. */
const longestWait = 10;
const waitOf = ({ wait }: Preferences): number => Math.min(wait ?? 0, longestWait);

/** The count that was asked for; of many rows exact for who waits, where the time is enough. */
const countFor = async (runtime: Runtime, call: Call, reply: FastifyReply): Promise<Count | undefined> => {
  const { context, request, prefer } = call;
  if (prefer.count === undefined) return undefined;
  const count = await countRows(runtime.database, context, request, prefer.count);
  const seconds = waitOf(prefer);
  if (count.exact || prefer.count !== 'exact' || seconds === 0) return count;
  const patience = { milliseconds: seconds * 1000, isGivenUp: () => reply.raw.destroyed };
  const total = await countFully(runtime.database, context, request, patience);
  return total === undefined ? count : { total, exact: true };
};

/** What the count says of the answer. Raises REQUEST_RANGE_INVALID where the page is beyond the end of the list. */
const sayCount = (call: Call, reply: FastifyReply, count: Count, offset: number): void => {
  const { count: asked } = call.prefer;
  const applied = asked === 'exact' && !count.exact ? 'estimated' : asked;
  const waited = asked === 'exact' && call.prefer.wait !== undefined ? `, wait=${waitOf(call.prefer)}` : '';
  reply.header('preference-applied', `count=${applied}${waited}`);
  if (count.exact && offset > count.total) throw new Refusal('REQUEST_RANGE_INVALID', { total: count.total });
};

/** The headers of a page: rows, and the total where it is known; then some rows less than all are 206. */
const sayPage = (reply: FastifyReply, offset: number, rows: number, count: Count | undefined): void => {
  // An estimate is never less than what is there to be seen.
  const total = count && (count.exact || rows === 0 ? count.total : Math.max(count.total, offset + rows));
  reply.header('content-range', contentRange(offset, rows, String(total ?? '*')));
  if (total !== undefined && rows < total) reply.status(206);
};

const readThen = async (runtime: Runtime, asked: Call, reply: FastifyReply, head: boolean): Promise<unknown> => {
  const { context, prefer, media } = asked;
  checkReach(context, asked.request);
  const { database, current, secrets, timeZone } = runtime;
  const request = await resolveMoment(database, context, asked.request, timeZone);
  const call = { ...asked, request };
  const offset = request.offset ?? 0;
  if (asksAggregates(request.select)) {
    const page = await aggregateRows(database, context, request);
    sayPage(reply, offset, page.rows, page.total === undefined ? undefined : { total: page.total, exact: true });
    const body = writeRows(media, page.body, page.rows, page.keys);
    return reply.type(media.type).send(head ? undefined : body);
  }
  const counting = countFor(runtime, call, reply);
  if (head && prefer.count && media.form !== 'object') {
    const count = await counting;
    if (!count) throw new Error('a count that was asked for is there');
    sayCount(call, reply, count, offset);
    const limit = request.limit ?? context.screen.pageSize;
    sayPage(reply, offset, Math.max(0, Math.min(limit, count.total - offset)), count);
    return reply.type(media.type).send();
  }
  // Together: neither waits for the other.
  const [page, count] = await Promise.all([
    readRows(database, current.plans, secrets.cursor, context, request),
    counting,
  ]);
  if (count) sayCount(call, reply, count, offset);
  if (page.next !== undefined) reply.header('fichario-next-cursor', page.next);
  sayPage(reply, offset, page.rows, count);
  if (media.form === 'object') {
    // One record is all of what was asked for, whatever else the list holds.
    reply.status(200);
    const record = onlyRow(page.body, page.rows);
    if (context.entity.view !== undefined) reply.header('etag', tagOf(record));
    else if (showsVersion(request.select, page.keys))
      reply.header('etag', `"${(JSON.parse(record) as { versao: number }).versao}"`);
  }
  const body = writeRows(media, page.body, page.rows, page.keys);
  return reply.type(media.type).send(head ? undefined : body);
};

export const read = (runtime: Runtime, asked: Call, reply: FastifyReply, head: boolean): Promise<unknown> =>
  fromKept(asked.context, readThen(runtime, asked, reply, head));
