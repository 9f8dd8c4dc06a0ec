import type { FormContext } from '../form/form-context.ts';
import { fieldId } from '../form/form-ids.ts';
import type { BegunFields } from './begun-fields.ts';
import type { Texts } from './texts.ts';

type Notes = Pick<FormContext, 'notes' | 'rowNotes'>;

/**
 * What stands at the controls of fields that begin with a value, or get one where they are left empty. `one`: of one
 * record. `closed`: paths of those in which the person can choose nothing, so that what stands there is no proposal.
 */
export const begunNotes = (
  { values, rows, later }: BegunFields,
  { one, closed, texts }: { readonly one: boolean; readonly closed: ReadonlySet<string>; readonly texts: Texts },
): Notes => {
  const stands = [
    ...Object.keys(values),
    ...Object.entries(rows).flatMap(([list, row]) => Object.keys(row).map((column) => `${list}.0.${column}`)),
  ].filter((path) => !closed.has(path));
  const told = new Map([
    ...[...later].map((path) => [path, texts(one ? 'transition.begun.later' : 'transition.begun.each')] as const),
    ...stands.map((path) => [path, texts('transition.begun')] as const),
  ]);
  if (told.size === 0) return {};
  return { notes: Object.fromEntries([...told].map(([path, note]) => [fieldId(path), note])) };
};
