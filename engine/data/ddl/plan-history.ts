import { createHistoryFunction, createHistoryTable, createHistoryTriggers, historyName } from './history-table.ts';
import { quoteIdentifier } from './quote.ts';
import type { SchemaStep } from './schema-step.ts';
import { apply, tableName } from './schema-step.ts';
import type { TableSpec } from './table-spec.ts';
import { historyColumns } from './table-spec.ts';

/** The part of a change that is about the history. Function and triggers are renewed always: they hold every column. */
export const changeHistory = (old: TableSpec | undefined, table: TableSpec): SchemaStep[] => {
  const writing = [createHistoryFunction(table), createHistoryTriggers(table)];
  const structure = old === undefined ? [createHistoryTable(table)] : changeHistoryTable(old, table);
  return [...structure, ...writing].map((sql) => apply(table, '*', sql));
};

/**
 * A column added with a default has that value in every row there is, and so in every version; one that is no longer
 * secret has its values in the table, and the open versions take them; one that becomes secret leaves the history. The
 * catalog is not asked which columns the history has, hence `if exists`. `_origem` came after the first histories.
 */
const changeHistoryTable = (old: TableSpec, table: TableSpec): string[] => {
  const [known, wanted] = [historyColumns(old), historyColumns(table)];
  const alter = `alter table ${historyName(table)}`;
  const added = wanted.filter((column) => !known.some((other) => other.name === column.name));
  const secret = known.filter((column) => table.columns.some((other) => other.name === column.name && other.secret));
  return [
    `${alter} add column if not exists _origem text;`,
    ...added.flatMap((column) => {
      const name = quoteIdentifier(column.name);
      const add = `${alter} add column if not exists ${name} ${column.type}`;
      if (old.columns.some((other) => other.name === column.name))
        return [
          `${add};`,
          `update ${historyName(table)} h set ${name} = t.${name}
from ${tableName(table)} t where t.id = h.id and h._ate = 'infinity';`,
        ];
      if (column.default === undefined || column.numbered) return [`${add};`];
      return [`${add} default ${column.default};`, `${alter} alter column ${name} drop default;`];
    }),
    ...secret.map((column) => `${alter} drop column if exists ${quoteIdentifier(column.name)};`),
  ];
};
