/**
 * The plural of a Portuguese noun of one word: banco, bancos; situação, situações; pendência, pendências. undefined for
 * several words, where grammar decides which of them change.
 */
export const plural = (noun: string): string | undefined => {
  if (!/^\p{L}+$/u.test(noun)) return undefined;
  if (noun.endsWith('ão')) return `${noun.slice(0, -2)}ões`;
  if (noun.endsWith('m')) return `${noun.slice(0, -1)}ns`;
  if (/[rz]$/.test(noun)) return `${noun}es`;
  if (/[aou]l$/.test(noun)) return `${noun.slice(0, -1)}is`;
  if (noun.endsWith('el')) return `${noun.slice(0, -2)}éis`;
  return /[aeiouáéíóúâêôãõ]$/.test(noun) ? `${noun}s` : undefined;
};
