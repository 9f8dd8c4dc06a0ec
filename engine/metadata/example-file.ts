/** A metadata file as a person writes it: lists of plain values on one line. */
export const exampleFile = (value: unknown): string => {
  const text = JSON.stringify(value, null, 2);
  return `${text.replace(/\[\s+([^[\]{}]*?)\s+\]/g, (_, items: string) => `[${items.replace(/\s*\n\s*/g, ' ')}]`)}\n`;
};
