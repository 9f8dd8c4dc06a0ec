/** The part of a change that cuts texts to a shorter limit, where a change of the files says so. */
import { stepWords } from '../../core/change-words.ts';
import type { Change } from '../../metadata/changes.ts';
import { quoteIdentifier } from './quote.ts';
import type { SchemaStep } from './schema-step.ts';
import { apply, tableName } from './schema-step.ts';
import type { TableSpec } from './table-spec.ts';

interface Cut {
  readonly column: string;
  readonly field: string;
  readonly limit: number;
  /** Name of the constraint that asks for it. */
  readonly constraint: string;
}

const cutsOf = (table: TableSpec, changes: readonly Change[]): readonly Cut[] =>
  table.constraints.flatMap(({ name, definition, columns: [column = ''], fields: [field = ''] }) => {
    const [, limit] = /^check \(char_length\("[^"]+"\) <= (\d+)\)$/.exec(definition) ?? [];
    const named = changes.some((one) => one.what === 'shrink' && one.entity === table.entity && one.field === field);
    return limit === undefined || !named ? [] : [{ column, field, limit: Number(limit), constraint: name }];
  });

const isNew = (old: TableSpec, table: TableSpec, { constraint }: Cut): boolean =>
  old.constraints.find(({ name }) => name === constraint)?.definition !==
  table.constraints.find(({ name }) => name === constraint)?.definition;

/** Before all else: what writes the history still fits the table. A text that was cut is a new version of its record. */
export const cutTexts = (old: TableSpec, table: TableSpec, changes: readonly Change[]): SchemaStep[] =>
  cutsOf(table, changes)
    .filter((cut) => isNew(old, table, cut) && old.columns.some(({ name }) => name === cut.column))
    .map(({ column, field, limit }) => {
      const name = quoteIdentifier(column);
      const longer = `where char_length(${name}) > ${limit}`;
      return apply(
        table,
        field,
        `update ${tableName(table)} set ${name} = left(${name}, ${limit}), versao = versao + 1 ${longer};`,
        {
          class: 'lossy',
          lock: 'ROW EXCLUSIVE',
          what: stepWords.cut(column, limit),
          affected: `select count(*) from ${tableName(table)} ${longer}`,
          deliberate: true,
        },
      );
    });

/** What was cut speaks against nothing any more: the rows are not counted against the rule. */
export const letCut = (steps: readonly SchemaStep[], table: TableSpec, changes: readonly Change[]): SchemaStep[] => {
  const rules = cutsOf(table, changes).map(({ constraint }) => quoteIdentifier(constraint));
  return steps.map((step) =>
    step.kind === 'check' && rules.some((name) => step.sql.includes(`add constraint ${name} `))
      ? apply(table, step.field, step.sql, { class: step.class, lock: step.lock, what: step.what, deliberate: true })
      : step,
  );
};
