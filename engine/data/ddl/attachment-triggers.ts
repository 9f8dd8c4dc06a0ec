/**
 * What keeps attachments true, whoever writes: before a row is stored, what is told of its files is replaced by what was
 * found at their upload; afterwards the files belong to the record, and one of another record refuses the write. In: the
 * table. Out: SQL; empty for a table without attachments.
 */
import { objectName } from './object-name.ts';
import { quoteIdentifier, quoteLiteral } from './quote.ts';
import type { TableSpec } from './table-spec.ts';

const actions = { before: 'describe_attachments', after: 'claim_attachments' } as const;

/** Names of the functions of schema `fichario` that the triggers call. */
export const attachmentFunctions: readonly string[] = Object.values(actions);

const triggerName = (column: string, when: 'before' | 'after', operation: 'insert' | 'update'): string =>
  quoteIdentifier(objectName([column, actions[when]], operation));

const trigger = (table: TableSpec, column: string, when: 'before' | 'after'): string => {
  const on = `public.${quoteIdentifier(table.entity)}`;
  const name = quoteIdentifier(column);
  const write = (operation: 'insert' | 'update', condition: string): string =>
    `create or replace trigger ${triggerName(column, when, operation)} ${when} ${operation} on ${on}
  for each row when (${condition}) execute function fichario.${actions[when]}(${quoteLiteral(table.entity)}, ${quoteLiteral(column)});`;
  return [
    write('insert', `new.${name} is not null`),
    write('update', `new.${name} is not null and new.${name} is distinct from old.${name}`),
  ].join('\n');
};

export const createAttachmentTriggers = (table: TableSpec): readonly string[] =>
  table.columns
    .filter(({ type }) => type === 'jsonb')
    .map(({ name }) => `${trigger(table, name, 'before')}\n${trigger(table, name, 'after')}`);

/** Before the column goes or has another name. */
export const dropAttachmentTriggers = (table: TableSpec, column: string): string =>
  (['before', 'after'] as const)
    .flatMap((when) => (['insert', 'update'] as const).map((operation) => triggerName(column, when, operation)))
    .map((name) => `drop trigger if exists ${name} on public.${quoteIdentifier(table.entity)};`)
    .join('\n');
