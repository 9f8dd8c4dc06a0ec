/** What is read of a history table, with today's rights: the fields, what people read of them, and what of it is sensitive. */
import { isSensitive } from '../access/field-right.ts';
import { writeLabel } from '../contract/write-label.ts';
import type { Entity, Field } from '../model/types.ts';
import type { PlanContext } from './plan/context.ts';
import { planColumn } from './plan/plan-select.ts';
import { metBy, Scope } from './plan/refs.ts';
import { scopeConditions } from './plan/row-scope.ts';
import type { Join, Output } from './plan/types.ts';
import type { HistoryPart } from './sql/history.ts';

type Row = Readonly<Record<string, unknown>>;

/** What a person reads of a field's value: a relation as the label of its target, by today's name. */
export const readable = ({ model }: PlanContext, field: Field, row: Row | undefined): unknown => {
  const value = row?.[field.column] ?? null;
  if (row === undefined || value === null || !field.relation) return value;
  const target = row[field.name] as Row | null;
  if (!target) return `#${value}`;
  return writeLabel(field.relation.label, target, model.entities[field.relation.entity]?.fields ?? []);
};

/** The fields that the caller may read today, relations with what their labels need. */
export const partOf = ({ model, access }: PlanContext, scope: Scope): HistoryPart => {
  const joins: Join[] = [];
  const output: Output[] = scope.shown.flatMap((field): Output[] => {
    const column = planColumn(scope, field.column, field.column);
    const targetEntity = field.relation && model.entities[field.relation.entity];
    if (!field.relation || !targetEntity || column.kind === 'covered') return [column];
    const target = new Scope(model, access, targetEntity, `j${joins.length + 1}`, undefined, 'today', metBy(field));
    if (target.shown.length === 0) return [column];
    joins.push({
      key: scope.column(field.column),
      target: target.table,
      targetId: target.id,
      where: scopeConditions(access, target),
    });
    const items = field.relation.label.flatMap((part): Output[] => {
      const named = 'field' in part ? target.shown.find(({ column }) => column === part.field) : undefined;
      return named ? [planColumn(target, named.column, named.column)] : [];
    });
    return [column, { kind: 'embed', key: field.name, target: target.table, id: target.id, items }];
  });
  return { scope, joins, output };
};

/** The label of a row of a part, relations by their labels of today. */
export const labelOf = (context: PlanContext, { scope }: HistoryPart, row: Row): string =>
  writeLabel(
    scope.table.entity.label,
    Object.fromEntries(
      scope.shown.map((field) => [field.name, field.relation ? readable(context, field, row) : row[field.column]]),
    ),
    // A relation is a label already.
    scope.shown.filter((field) => !field.relation),
  );

/** The fields, uncovered, that a label holds values of. */
export const inLabel = (scope: Scope, label: Entity['label']): readonly Field[] =>
  scope.fields.filter(({ name }) => label.some((part) => 'field' in part && part.field === name));

const nameIfSensitive = ({ table: { entity } }: Scope, field: Field): readonly string[] =>
  isSensitive(entity, field) ? [`${entity.name}.${field.name}`] : [];

/** What is sensitive of a value told: the field itself, and of a relation what its label tells of the other record. */
export const sensitiveOf = (
  { model, access }: PlanContext,
  scope: Scope,
  field: Field,
  values: readonly unknown[],
): readonly string[] => {
  const target = field.relation && model.entities[field.relation.entity];
  // A record out of the caller's sight is told by its id alone.
  const isLabelled = values.some((value) => typeof value === 'string' && !/^#\d+$/.test(value));
  const behind = target && isLabelled ? new Scope(model, access, target, 'l') : undefined;
  return [
    ...nameIfSensitive(scope, field),
    ...(behind ? inLabel(behind, field.relation?.label ?? []).flatMap((one) => nameIfSensitive(behind, one)) : []),
  ];
};
