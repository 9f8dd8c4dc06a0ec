/** What is wrong with a record, by wire path: `nome`, `perguntas.1.enunciado`; empty where it is the record as a whole. */
import type { RJSFSchema } from '@rjsf/utils';
import type { FormContext } from './form-context.ts';

export interface FormFailure {
  readonly field: string;
  readonly message: string;
}

type Sections = FormContext['sections'];

/** Of a field inside owned rows, the name of their array. */
export const firstOf = (path: string): string => path.split('.', 1)[0] ?? '';

export const sectionOf = (sections: Sections, path: string): number =>
  sections.findIndex(({ columns }) => columns.includes(firstOf(path)));

const namesOf = (schema: unknown): readonly string[] =>
  Object.keys((schema as RJSFSchema | undefined)?.properties ?? {});

/** In the order in which one meets the fields: by section, by row, by cell. What has no field comes first. */
export const inOrder = (
  sections: Sections,
  schema: RJSFSchema,
  failures: readonly FormFailure[],
): readonly FormFailure[] => {
  const order = sections.flatMap(({ columns }) => columns);
  const placeOf = (path: string): readonly number[] => {
    const [first = '', row, cell = ''] = path.split('.');
    const rows = schema.properties?.[first] as RJSFSchema | undefined;
    return [order.indexOf(first), ...(row === undefined ? [] : [Number(row), namesOf(rows?.items).indexOf(cell)])];
  };
  const compare = (a: readonly number[], b: readonly number[]): number => {
    const at = a.findIndex((part, index) => part !== b[index]);
    return at < 0 ? a.length - b.length : (a[at] ?? 0) - (b[at] ?? -1);
  };
  return failures
    .map((failure) => ({ failure, place: placeOf(failure.field) }))
    .toSorted((a, b) => compare(a.place, b.place))
    .map(({ failure }) => failure);
};

/**
 * With the row that it is about, which the message of a rule does not say by itself: told apart from the row, one would
 * look for it. `rowText` names the row of a list: Paradas, linha 2.
 */
export const withRow = (
  { field, message }: FormFailure,
  schema: RJSFSchema,
  rowText: (place: { readonly list: string; readonly row: number }) => string,
): FormFailure => {
  const [list = '', index] = field.split('.');
  if (index === undefined) return { field, message };
  const title = (schema.properties?.[list] as RJSFSchema | undefined)?.title ?? list;
  const row = rowText({ list: title, row: Number(index) + 1 });
  return { field, message: message.includes(row) ? message : `${row}: ${message}` };
};

/** How many faults each section holds, in the order of the sections. */
export const countBySection = (sections: Sections, failures: readonly FormFailure[]): readonly number[] => {
  const counts = sections.map(() => 0);
  for (const { field } of failures) {
    const at = sectionOf(sections, field);
    if (at >= 0) counts[at] = (counts[at] ?? 0) + 1;
  }
  return counts;
};
