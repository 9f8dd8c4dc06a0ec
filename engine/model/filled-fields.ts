import type { LabelPart } from './types.ts';

/** Wire names of the fields that texts such as `{nome} - {uf}` are filled from, besides the record's own number. */
export const filledFields = (templates: readonly (readonly LabelPart[])[]): readonly string[] => [
  ...new Set(templates.flat().flatMap((part) => ('field' in part && part.field !== 'id' ? [part.field] : []))),
];
