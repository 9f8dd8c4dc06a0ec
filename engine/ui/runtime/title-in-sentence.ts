/** Names that carry one capital and are no acronym. */
const properNames: ReadonlySet<string> = new Set([
  'Brasil',
  'Brasíndice',
  'Comprev',
  'Dirf',
  'Dmed',
  'Dmps',
  'Pix',
  'Receita',
  'Simples',
  'Simpro',
  'União',
  'Unimed',
]);

/** Two capitals or a digit make an acronym (CID, CBOs, CNAB240); a capital inside makes a name (eSocial). */
const isName = (word: string): boolean => properNames.has(word) || /\p{Lu}.*\p{Lu}|\p{Ll}\p{Lu}|\p{Lu}\d/u.test(word);

/**
 * A title as it stands inside a sentence: `Estado Civil` is `estado civil`, `CID` stays, `Tipo no SIB` is `tipo no SIB`.
 */
export const titleInSentence = (title: string): string =>
  title.replace(/[\p{L}\p{N}]+/gu, (word) => (isName(word) ? word : word.toLocaleLowerCase('pt-BR')));
