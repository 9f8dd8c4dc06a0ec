import { stepWords } from '../../core/change-words.ts';
import { oncePer } from '../../core/once-per.ts';
import {
  createHistoryFunction,
  createHistoryTable,
  createHistoryTriggers,
  historyName,
  indexDeletions,
  rememberBeginning,
} from './history-table.ts';
import { quoteIdentifier } from './quote.ts';
import type { SchemaStep } from './schema-step.ts';
import { apply, safe, tableName } from './schema-step.ts';
import type { ColumnSpec, TableSpec } from './table-spec.ts';
import { historyColumns } from './table-spec.ts';

/** The part of a change that is about the history. Function and triggers are renewed always: they hold every column. */
export const changeHistory = (old: TableSpec | undefined, table: TableSpec): SchemaStep[] => [
  ...(old === undefined
    ? [apply(table, '*', createHistoryTable(table), safe(stepWords.createHistory, 'none'))]
    : changeHistoryTable(old, table)),
  ...renewHistory(table),
];

const renewHistory = oncePer((table: TableSpec) =>
  [createHistoryFunction(table), createHistoryTriggers(table)].map((sql) => renewal(table, sql)),
);

const renewHistoryTable = oncePer((table: TableSpec) =>
  renewal(
    table,
    `alter table ${historyName(table)} add column if not exists _origem text;\n${rememberBeginning(table)}\n${indexDeletions(table)}`,
  ),
);

/** What is renewed of the history of a table that is there. */
export const historyRenewals = (table: TableSpec): readonly SchemaStep[] => [
  renewHistoryTable(table),
  ...renewHistory(table),
];

const renewal = (table: TableSpec, sql: string): SchemaStep =>
  apply(table, '*', sql, { ...safe(stepWords.renewHistory, 'SHARE ROW EXCLUSIVE'), renewal: true });

/**
 * A column added with a default has that value in every row there is, and so in every version; one that is no longer
 * secret has its values in the table, and the open versions take them; one that becomes secret leaves the history. The
 * catalog is not asked which columns the history has, hence `if exists`. `_origem` came after the first histories.
 */
const changeHistoryTable = (old: TableSpec, table: TableSpec): SchemaStep[] => {
  const [known, wanted] = [historyColumns(old), historyColumns(table)];
  const added = wanted.filter((column) => !known.some((other) => other.name === column.name));
  const secret = known.filter((column) => table.columns.some((other) => other.name === column.name && other.secret));
  return [
    renewHistoryTable(table),
    ...added.flatMap((column) => addHistoryColumn(old, table, column)),
    ...secret.map((column) => hideColumn(table, column)),
  ];
};

const addHistoryColumn = (old: TableSpec, table: TableSpec, column: ColumnSpec): SchemaStep[] => {
  const alter = `alter table ${historyName(table)}`;
  const name = quoteIdentifier(column.name);
  const field = column.field ?? column.name;
  const add = `${alter} add column if not exists ${name} ${column.type}`;
  const step = (sql: string): SchemaStep => apply(table, field, sql, safe(stepWords.addHistory(column.name)));
  if (old.columns.some((other) => other.name === column.name))
    return [
      step(`${add};`),
      apply(
        table,
        field,
        `update ${historyName(table)} h set ${name} = t.${name}
from ${tableName(table)} t where t.id = h.id and h._ate = 'infinity';`,
        { class: 'needs-backfill', lock: 'ROW EXCLUSIVE', what: stepWords.fillHistory(column.name) },
      ),
    ];
  if (column.default === undefined || column.numbered) return [step(`${add};`)];
  return [step(`${add} default ${column.default};`), step(`${alter} alter column ${name} drop default;`)];
};

/** The files ask for it where they call the field a secret, so that a start does it too. */
const hideColumn = (table: TableSpec, { name, field }: ColumnSpec): SchemaStep =>
  apply(table, field ?? name, `alter table ${historyName(table)} drop column if exists ${quoteIdentifier(name)};`, {
    class: 'lossy',
    lock: 'ACCESS EXCLUSIVE',
    what: stepWords.hideHistory(name),
    affected: `select count(${quoteIdentifier(name)}) from ${historyName(table)}`,
  });
