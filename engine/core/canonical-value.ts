/** The value of a canonical text, as JSON writes it. In: the text, the `type` of its JSON Schema. Out: the value. */
export const canonicalValue = (text: string, type: unknown): string | number | boolean => {
  if (type === 'boolean') return text === 'true';
  return type === 'integer' || type === 'number' ? Number(text) : text;
};
