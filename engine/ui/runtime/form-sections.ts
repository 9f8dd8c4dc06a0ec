import type { ScreenModel } from '../../contract/screen-model.ts';
import type { FormContext } from '../form/form-context.ts';

/** The sections of a screen by wire name, arrays of owned rows among the fields. Those that no section names come last, untitled; empty sections go. */
export const formSections = (model: ScreenModel, shown: (column: string) => boolean): FormContext['sections'] => {
  const own = [
    ...model.entity.fields.map(({ name, column }) => ({ name, column })),
    ...model.entity.children.map(({ name }) => ({ name, column: name })),
  ];
  const columnOf = new Map(own.map(({ name, column }) => [name, column]));
  const named = model.screen.sections.map(({ title, tab, fields }) => ({
    title: title as string | undefined,
    tab,
    columns: fields.flatMap((name) => columnOf.get(name) ?? []).filter(shown),
  }));
  const placed = new Set(named.flatMap(({ columns }) => columns));
  const rest = own.map(({ column }) => column).filter((column) => !placed.has(column) && shown(column));
  const all = [...named, { title: undefined, columns: rest }].filter(({ columns }) => columns.length > 0);
  // One section alone needs no heading: the drawer has one.
  return all.length === 1 ? all.map(({ columns }) => ({ title: undefined, columns })) : all;
};
