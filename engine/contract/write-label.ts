import type { LabelPart } from '../model/types.ts';

/** `{nome} - {uf}` filled from a row; an empty field leaves no dangling separator at the end. */
export const writeLabel = (label: readonly LabelPart[], row: Readonly<Record<string, unknown>>): string =>
  label
    .map((part) => ('text' in part ? part.text : String(row[part.field] ?? '')))
    .join('')
    .replace(/^[\s\-–·]+|[\s\-–·]+$/g, '');
