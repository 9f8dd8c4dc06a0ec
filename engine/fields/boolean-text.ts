const truths: ReadonlySet<string> = new Set(['sim', 's', 'x', '1', 'verdadeiro', 'true']);
const untruths: ReadonlySet<string> = new Set(['não', 'nao', 'n', '0', 'falso', 'false']);

/** `Sim`, `x` or `1` is true, `não` or `0` false, as spreadsheets have them; undefined where the text is neither. */
export const parseBoolean = (text: string): boolean | undefined => {
  const word = text.toLowerCase();
  return truths.has(word) ? true : untruths.has(word) ? false : undefined;
};
