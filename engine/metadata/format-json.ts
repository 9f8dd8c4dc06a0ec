/** JSON as the files of the project are formatted: two spaces, objects one key a line, short lists on one line. */
const lineWidth = 120;

const inline = (value: unknown): string =>
  Array.isArray(value) ? `[${value.map(inline).join(', ')}]` : JSON.stringify(value);

const holdsObject = (value: unknown): boolean =>
  Array.isArray(value) ? value.some(holdsObject) : typeof value === 'object' && value !== null;

/** A value that begins `taken` characters into its line, in a place indented by `indent`. */
export const writeJson = (value: unknown, indent: string, taken: number): string => {
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const short = inline(value);
    // A comma may follow.
    if (!holdsObject(value) && taken + short.length < lineWidth) return short;
    return `[\n${value.map((item) => `${inner}${writeJson(item, inner, inner.length)}`).join(',\n')}\n${indent}]`;
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  if (entries.length === 0) return '{}';
  const lines = entries.map(([key, item]) => {
    const start = `${inner}${JSON.stringify(key)}: `;
    return `${start}${writeJson(item, inner, start.length)}`;
  });
  return `{\n${lines.join(',\n')}\n${indent}}`;
};

export const formatJson = (value: unknown): string => `${writeJson(value, '', 0)}\n`;
