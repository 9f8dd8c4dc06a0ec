import type { ColumnRef, Scope } from './plan/refs.ts';

/** What the history holds of a record: of secrets it has nothing, so they do not come back. */
export const keptColumns = (scope: Scope): readonly ColumnRef[] =>
  scope.table.entity.fields.filter(({ writeOnly }) => !writeOnly).map(({ name }) => scope.own(name));
