import type { HistoryEntry } from '../contract/screen-model.ts';
import { Refusal } from '../core/errors.ts';
import type { Field, LabelPart } from '../model/types.ts';
import { bind, prepare } from './bind.ts';
import type { Queryable } from './database.ts';
import type { PlanContext } from './plan/plan-read.ts';
import { Scope } from './plan/refs.ts';
import { scopeConditions } from './plan/row-scope.ts';
import type { Join, Output } from './plan/types.ts';
import { historyLimit, printHistory } from './sql/history.ts';

type Row = Readonly<Record<string, unknown>>;

const operations = { I: 'insert', U: 'update', D: 'delete' } as const;

const writeLabel = (label: readonly LabelPart[], row: Row | null): string | null =>
  row && label.map((part) => ('text' in part ? part.text : String(row[part.field] ?? ''))).join('');

/** What a person reads of a field's value: a relation as the label of its target, by today's name. */
const readable = (field: Field, row: Row | undefined): unknown => {
  if (!row) return null;
  if (!field.relation || row[field.column] === null) return row[field.column] ?? null;
  return writeLabel(field.relation.label, row[field.name] as Row | null) ?? `#${row[field.column]}`;
};

/**
 * The history of one record, newest first, at most 500 entries: fields that the caller may read today, rows inside the
 * caller's scope. `logins` gives names of user ids. Raises ACCESS_DENIED without `audit`, RECORD_MISSING where there
 * is no history in sight.
 */
export const readHistory = async (
  database: Queryable,
  context: PlanContext,
  id: string,
  logins: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>,
): Promise<readonly HistoryEntry[]> => {
  const { model, access, screen } = context;
  const entity = model.entities[screen.entity];
  if (!entity || !access.can('audit', entity.subject))
    throw new Refusal('ACCESS_DENIED', { action: 'audit', title: screen.title });
  const scope = new Scope(model, access, entity, 't', screen);
  const joins: Join[] = [];
  const output: Output[] = scope.fields.flatMap((field): Output[] => {
    const column: Output = { kind: 'column', key: field.column, ref: scope.column(field.column) };
    const targetEntity = field.relation && model.entities[field.relation.entity];
    if (!field.relation || !targetEntity) return [column];
    const target = new Scope(model, access, targetEntity, `j${joins.length + 1}`);
    if (target.reach === 'none') return [column];
    joins.push({
      key: scope.column(field.column),
      target: target.table,
      targetId: target.id,
      where: scopeConditions(access, target),
    });
    const items = field.relation.label.flatMap((part): Output[] => {
      const ref = 'field' in part ? target.find(part.field) : undefined;
      return ref ? [{ kind: 'column', key: ref.column, ref }] : [];
    });
    return [column, { kind: 'embed', key: field.name, target: target.table, id: target.id, items }];
  });
  const statement = bind(prepare(printHistory(scope, joins, output, scopeConditions(access, scope)), false), {
    request: [],
    words: [],
    cursor: [],
    access,
    inputs: { id },
  });
  const { rows } = await database.query<{
    operation: keyof typeof operations;
    at: string;
    by: string | null;
    version: number;
    body: string;
  }>(statement);
  if (rows.length === 0) throw new Refusal('RECORD_MISSING', { title: entity.title });
  const names = await logins([...new Set(rows.flatMap((row) => (row.by === null ? [] : [row.by])))]);
  const bodies = rows.map((row) => JSON.parse(row.body) as Row);
  return rows.slice(0, historyLimit).map((row, index): HistoryEntry => {
    const operation = operations[row.operation];
    const after = operation === 'delete' ? undefined : bodies[index];
    const before = operation === 'insert' ? undefined : operation === 'delete' ? bodies[index] : bodies[index + 1];
    return {
      operation,
      at: row.at,
      by: row.by === null ? null : (names.get(row.by) ?? `#${row.by}`),
      version: row.version,
      changes: scope.fields.flatMap((field) => {
        const pair = { before: readable(field, before), after: readable(field, after) };
        return JSON.stringify(pair.before) === JSON.stringify(pair.after)
          ? []
          : [{ field: field.column, title: field.title, ...pair }];
      }),
    };
  });
};
