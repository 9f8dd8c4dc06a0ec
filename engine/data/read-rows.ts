/** request -> rows, through the plan. The one way in for lists, single records, relations' pickers and counts. */
import type { KeyObject } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { ReadRequest, SelectItem } from '../contract/request.ts';
import { Refusal } from '../core/errors.ts';
import type { Prepared, Values } from './bind.ts';
import { bind, prepare } from './bind.ts';
import type { CursorKeys } from './cursor.ts';
import { cursorBinding, openCursor, sealCursor } from './cursor.ts';
import type { Queryable } from './database.ts';
import type { ListContext } from './plan/context.ts';
import { planRead } from './plan/plan-read.ts';
import type { CursorShape } from './plan/types.ts';
import type { SensitivePlace } from './sensitive-reads.ts';
import { noteRows, sensitivePlaces } from './sensitive-reads.ts';
import { printRead } from './sql/read.ts';

export interface Page {
  /** JSON array, as PostgreSQL wrote it. */
  readonly body: string;
  /** Rows in `body`. */
  readonly rows: number;
  /** Keys of each row, in order. */
  readonly keys: readonly string[];
  /** Opens the next page; undefined on the last. */
  readonly next: string | undefined;
}

interface ReadShape {
  readonly prepared: Prepared;
  readonly limit: number;
  readonly keys: readonly string[];
  readonly sensitive: readonly SensitivePlace[];
  /** Asked for before: only what comes again is worth a prepared statement. */
  known: boolean;
}

/** Statements that are kept prepared: a connection never forgets one, and of shapes there is no end. */
const maximumPrepared = 1000;

/** Plans by shape of request. One for each compiled model, so that a new model starts empty. */
export class PlanCache {
  private readonly shapes = new LRUCache<string, ReadShape>({ max: 2000 });
  private readonly kept = new Set<string>();

  /** The shape's statement, to be kept prepared from its second time on and as long as there is room. */
  statementOf(shape: ReadShape): Prepared {
    const { name } = shape.prepared;
    if (name === undefined || this.kept.has(name)) return shape.prepared;
    if (shape.known && this.kept.size < maximumPrepared) this.kept.add(name);
    shape.known = true;
    return this.kept.has(name) ? shape.prepared : { ...shape.prepared, name: undefined };
  }

  get(context: ListContext, shape: string, make: () => ReadShape): ReadShape {
    const key = `${context.screen.folder} ${context.access.key} ${shape}`;
    let found = this.shapes.get(key);
    if (!found) {
      found = make();
      this.shapes.set(key, found);
    }
    return found;
  }
}

const shapeOf = ({ mostRows }: ListContext, request: ReadRequest, cursor: CursorShape | undefined): string =>
  JSON.stringify([
    // What one may ask for is planned for another to whom it is refused.
    mostRows ?? null,
    request.select,
    request.filters,
    request.order,
    request.limit,
    request.offset !== undefined && request.offset > 0,
    cursor,
    request.words.length,
    request.embeds,
    request.moment !== undefined,
    request.offeredFor ?? null,
  ]);

const choosesRows = (item: SelectItem): boolean =>
  item.kind === 'embed' && (item.inner || item.items.some(choosesRows));

const bindingOf = (context: ListContext, request: ReadRequest): Buffer =>
  cursorBinding([
    context.screen.path,
    context.access.key,
    context.access.own,
    request.filters,
    request.order.length > 0 ? request.order : context.screen.sort,
    request.values,
    request.words,
    // Embeds choose rows too, by `!inner`.
    request.select.filter(choosesRows),
    request.moment ?? null,
    request.offeredFor ?? null,
  ]);

/** What the statements of a request draw their parameters from. */
export const valuesOf = (context: ListContext, request: ReadRequest, cursor: CursorKeys): Values => ({
  request: request.values,
  words: request.words,
  cursor,
  access: context.access,
  timeZone: context.timeZone,
  inputs: { offset: String(request.offset ?? 0), moment: request.moment ?? null },
});

/** One page. Raises the REQUEST_* refusals. `secret` seals the cursors. */
export const readRows = async (
  database: Queryable,
  plans: PlanCache,
  secret: KeyObject,
  context: ListContext,
  request: ReadRequest,
): Promise<Page> => {
  const binding = bindingOf(context, request);
  const cursor = request.cursor === undefined ? undefined : openCursor(secret, binding, request.cursor);
  const cursorShape = cursor?.map((key) => (key === null ? 'null' : 'value'));
  const shape = plans.get(context, shapeOf(context, request, cursorShape), () => {
    const plan = planRead(context, request, cursorShape);
    if (cursorShape && cursorShape.length !== plan.order.length) throw new Refusal('REQUEST_CURSOR_INVALID', {});
    return {
      prepared: prepare(printRead(plan), !plan.volatile && plan.offset === 0),
      limit: plan.limit,
      keys: plan.output.map(({ key }) => key),
      sensitive: sensitivePlaces(plan.output),
      known: false,
    };
  });
  const statement = bind(plans.statementOf(shape), valuesOf(context, request, cursor ?? []));
  const { rows } = await database.query<{ n: number; body: string } & Record<`k${number}`, string | null>>(statement);
  const row = rows[0];
  if (!row) throw new Error('a read gives one row');
  noteRows(context, 'rows', shape.sensitive, request, row.body);
  const keys: (string | null)[] = [];
  for (let index = 1; `k${index}` in row; index += 1) keys.push(row[`k${index}`] ?? null);
  return {
    body: row.body,
    rows: Math.min(row.n, shape.limit),
    keys: shape.keys,
    next: shape.limit > 0 && row.n > shape.limit ? sealCursor(secret, binding, keys) : undefined,
  };
};
