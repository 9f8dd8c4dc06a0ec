import { fieldTypes } from '../fields/index.ts';
import type { Field, LabelPart } from '../model/types.ts';

/** A code stays as it is stored, which is short: Belo Horizonte - MG. All else is written as people read it. */
const writePart = (value: unknown, field: Field | undefined): string => {
  if (value === null || value === undefined) return '';
  return field === undefined || field.type === 'code'
    ? String(value)
    : fieldTypes[field.type].format(value, field, { timeZone: 'UTC' });
};

/**
 * `{codigo} - {descricao}` filled from a row: `2251-05 - Médico`, with the masks of `fields`, those of the label's entity;
 * an empty field leaves no dangling separator at either end.
 */
export const writeLabel = (
  label: readonly LabelPart[],
  row: Readonly<Record<string, unknown>>,
  fields: readonly Field[],
): string =>
  label
    .map((part) =>
      'text' in part
        ? part.text
        : writePart(
            row[part.field],
            fields.find(({ name }) => name === part.field),
          ),
    )
    .join('')
    .replace(/^[\s\-–·]+|[\s\-–·]+$/g, '');

/** The text that a record is asked for by, of the fields of its label: what is spare in it only where there is no other. */
export const namedBy = (label: readonly LabelPart[], fields: readonly Field[]): Field | undefined => {
  const texts = (parts: readonly LabelPart[]): readonly Field[] =>
    parts.flatMap((part) =>
      fields.filter(({ name, type }) => 'field' in part && part.field === name && type === 'text'),
    );
  return texts(label.filter(({ spare }) => spare === undefined))[0] ?? texts(label)[0];
};

/** What is left of a label where there is no room for what is spare in it; undefined where nothing is, or all of it. */
export const briefLabel = (label: readonly LabelPart[]): readonly LabelPart[] | undefined => {
  const left = label.filter(({ spare }) => spare === undefined);
  return left.length < label.length && left.some((part) => 'field' in part) ? left : undefined;
};
