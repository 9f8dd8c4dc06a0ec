/** GET and HEAD of a registry resource: pages, single records, counts. */
import type { FastifyReply } from 'fastify';
import type { SelectItem } from '../contract/request.ts';
import { Refusal } from '../core/errors.ts';
import { checkReach } from '../data/plan/plan-read.ts';
import { countRows, readRows } from '../data/read-rows.ts';
import type { Call } from './call.ts';
import { jsonType, objectType, onlyRow } from './call.ts';
import type { Runtime } from './runtime.ts';

const contentRange = (offset: number, rows: number, total: string): string =>
  `${rows === 0 ? '*' : `${offset}-${offset + rows - 1}`}/${total}`;

/** Whether the answer holds the record's own version, under its own name. */
const showsVersion = (item: SelectItem): boolean =>
  item.kind === 'all' || (item.kind === 'column' && item.name === 'versao' && (item.alias ?? 'versao') === 'versao');

export const read = async (runtime: Runtime, call: Call, reply: FastifyReply, head: boolean): Promise<unknown> => {
  const { context, request, prefer, singular } = call;
  checkReach(context, request);
  const offset = request.offset ?? 0;
  const count = prefer.count && (await countRows(runtime.database, context, request, prefer.count === 'exact'));
  if (count) reply.header('preference-applied', `count=${count.exact ? 'exact' : 'estimated'}`);
  if (count?.exact && offset > 0 && offset >= count.total)
    throw new Refusal('REQUEST_RANGE_INVALID', { total: count.total });
  if (head && count) {
    const limit = request.limit ?? context.screen.pageSize;
    const rows = Math.max(0, Math.min(limit, count.total - offset));
    return reply
      .header('content-range', contentRange(offset, rows, String(count.total)))
      .type(jsonType)
      .send();
  }
  const page = await readRows(runtime.database, runtime.current.plans, runtime.secrets.cursor, context, request);
  if (page.next !== undefined) reply.header('fichario-next-cursor', page.next);
  reply.header('content-range', contentRange(offset, page.rows, count ? String(count.total) : '*'));
  if (!singular) {
    const partial = count !== undefined && page.rows < count.total;
    return reply
      .status(partial ? 206 : 200)
      .type(jsonType)
      .send(head ? undefined : page.body);
  }
  const body = onlyRow(page.body, page.rows);
  if (request.select.some(showsVersion)) reply.header('etag', `"${(JSON.parse(body) as { versao: number }).versao}"`);
  return reply.type(`${objectType}; charset=utf-8`).send(head ? undefined : body);
};
