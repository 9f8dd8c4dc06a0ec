import type { FormContext } from './form-context.ts';
import { fieldId } from './form-ids.ts';

type Notes = Pick<FormContext, 'notes' | 'rowNotes'>;

/** What the form does with a column of a list, whatever the row. */
export const rowNote = ({ rowNotes }: Notes, list: string, column: string): string | undefined =>
  rowNotes?.[list]?.[column];

const noteOf = (context: Notes, id: string): string | undefined => {
  const list = Object.keys(context.rowNotes ?? {}).find((name) => id.startsWith(`${fieldId(name)}_`));
  const column = list === undefined ? undefined : /^\d+_(.+)$/.exec(id.slice(fieldId(list).length + 1))?.[1];
  return (
    context.notes?.[id] ?? (list === undefined || column === undefined ? undefined : rowNote(context, list, column))
  );
};

/** The line under a control: what the files say of the field, and what the form does with it. */
export const helpOf = (said: unknown, context: Notes, id: string): string | undefined => {
  const parts = [said, noteOf(context, id)].filter((part) => typeof part === 'string');
  return parts.length === 0 ? undefined : parts.join(' ');
};
