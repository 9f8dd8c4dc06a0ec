import type { FormContext } from '../form/form-context.ts';
import { fieldId } from '../form/form-ids.ts';
import type { BegunFields } from './begun-fields.ts';
import type { Texts } from './texts.ts';

type Notes = Pick<FormContext, 'notes' | 'rowNotes'>;

/** What stands at the controls of fields that begin with a value, or get one where they are left empty. `one`: of one record. */
export const begunNotes = ({ values, rows, later }: BegunFields, one: boolean, texts: Texts): Notes => {
  const told = new Map([
    ...[...later].map((path) => [path, texts(one ? 'transition.begun.later' : 'transition.begun.each')] as const),
    ...Object.keys(values).map((column) => [column, texts('transition.begun')] as const),
    ...Object.entries(rows).flatMap(([list, row]) =>
      Object.keys(row).map((column) => [`${list}.0.${column}`, texts('transition.begun')] as const),
    ),
  ]);
  if (told.size === 0) return {};
  return { notes: Object.fromEntries([...told].map(([path, note]) => [fieldId(path), note])) };
};
