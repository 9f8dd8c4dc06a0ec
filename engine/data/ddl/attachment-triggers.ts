/**
 * What keeps attachments true, whoever writes: before a row is stored, what is told of its files is replaced by what was
 * found at their upload; afterwards the files belong to the record, and one of another record refuses the write. In: the
 * table. Out: SQL; empty for a table without attachments.
 */
import { objectName } from './object-name.ts';
import { quoteIdentifier, quoteLiteral } from './quote.ts';
import type { TableSpec } from './table-spec.ts';

const trigger = (table: TableSpec, column: string, when: 'before' | 'after'): string => {
  const on = `public.${quoteIdentifier(table.entity)}`;
  const name = quoteIdentifier(column);
  const action = when === 'before' ? 'describe_attachments' : 'claim_attachments';
  const write = (operation: 'insert' | 'update', condition: string): string =>
    `create or replace trigger ${quoteIdentifier(objectName([column, action], operation))} ${when} ${operation} on ${on}
  for each row when (${condition}) execute function fichario.${action}(${quoteLiteral(table.entity)}, ${quoteLiteral(column)});`;
  return [
    write('insert', `new.${name} is not null`),
    write('update', `new.${name} is not null and new.${name} is distinct from old.${name}`),
  ].join('\n');
};

export const createAttachmentTriggers = (table: TableSpec): readonly string[] =>
  table.columns
    .filter(({ type }) => type === 'jsonb')
    .map(({ name }) => `${trigger(table, name, 'before')}\n${trigger(table, name, 'after')}`);
