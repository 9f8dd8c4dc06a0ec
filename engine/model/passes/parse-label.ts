import type { LabelPart } from '../types.ts';

/** Takes `{nome} - {uf}` apart into texts and fields, in order. A brace that closes nothing is text. */
export const parseLabel = (label: string): readonly LabelPart[] =>
  label
    .split(/(\{[^{}]*\})/)
    .filter((part) => part !== '')
    .map((part) => (part.startsWith('{') && part.endsWith('}') ? { field: part.slice(1, -1).trim() } : { text: part }));

/** The same of a label of records, in which `[{codigo} - ]` is spare. A bracket that closes nothing is text. */
export const parseRecordLabel = (label: string): readonly LabelPart[] =>
  label
    .split(/(\[[^[\]]*\])/)
    .flatMap((part) =>
      part.startsWith('[') && part.endsWith(']')
        ? parseLabel(part.slice(1, -1)).map((one) => ({ ...one, spare: true as const }))
        : parseLabel(part),
    );

/** The label as a file says it. */
export const writeLabelParts = (parts: readonly LabelPart[]): string =>
  parts
    .map((part) => {
      const text = 'field' in part ? `{${part.field}}` : part.text;
      return part.spare ? `[${text}]` : text;
    })
    .join('')
    .replaceAll('][', '');

/** Whether something is left of it where there is no room for what is spare, and no bracket stands alone. */
export const isSparing = (parts: readonly LabelPart[]): boolean =>
  parts.every((part) => 'field' in part || !/[[\]]/.test(part.text)) &&
  parts.some((part) => 'field' in part && !part.spare);

/** A parenthesis that lost the other one goes with it. */
const withoutLoneParentheses = (parts: readonly LabelPart[]): readonly LabelPart[] => {
  const text = parts.map((part) => ('text' in part ? part.text : '')).join('');
  if (text.split('(').length === text.split(')').length) return parts;
  return parts.flatMap((part): LabelPart[] => {
    if (!('text' in part)) return [part];
    const rest = part.text.replace(/[()]/g, '');
    return rest === '' ? [] : [{ ...part, text: rest }];
  });
};

/**
 * The label with only the fields that are `kept`. Between two of them stands the text that preceded the second; text
 * before the first or after the last stays where that end of the label stays.
 */
export const keepFields = (parts: readonly LabelPart[], kept: (field: string) => boolean): readonly LabelPart[] => {
  const fieldAt = parts.flatMap((part, index) => ('field' in part ? [index] : []));
  const keptAt = fieldAt.filter((index) => {
    const part = parts[index];
    return part !== undefined && 'field' in part && kept(part.field);
  });
  if (keptAt.length === fieldAt.length) return parts;
  const textBefore = (index: number): readonly LabelPart[] => {
    const previous = parts[index - 1];
    return previous !== undefined && 'text' in previous ? [previous] : [];
  };
  const left = keptAt.flatMap((index, position) => {
    const leads = position > 0 || index === fieldAt[0];
    const ends = position === keptAt.length - 1 && index === fieldAt.at(-1);
    return [...(leads ? textBefore(index) : []), ...parts.slice(index, ends ? undefined : index + 1)];
  });
  return withoutLoneParentheses(left);
};
