/** Without accents and case, one character for each of the text, so that places in one are places in the other. */
export const bare = (text: string): string =>
  text
    .replace(
      /[\u0080-\uffff]/g,
      (letter) => letter.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().charAt(0) || letter,
    )
    .toLowerCase();

/** The words to look for, bare. */
export const wordsOf = (words: string): readonly string[] => bare(words.normalize('NFC')).split(/\s+/).filter(Boolean);

/** Whether every word of `words` is found in `text`, whatever the case and the accents. */
export const matchesWords = (text: string, words: string): boolean => {
  const inside = bare(text);
  return wordsOf(words).every((word) => inside.includes(word));
};

export interface TextPart {
  readonly text: string;
  /** One of the words was found here. */
  readonly found: boolean;
}

/** `text` in pieces, those that the words were found in marked. */
export const markWords = (text: string, words: string): readonly TextPart[] => {
  const letters = text.split('');
  const inside = bare(text);
  const found = letters.map(() => false);
  for (const word of wordsOf(words))
    for (let at = inside.indexOf(word); at >= 0; at = inside.indexOf(word, at + 1))
      found.fill(true, at, at + word.length);
  const parts: TextPart[] = [];
  for (const [index, letter] of letters.entries()) {
    const last = parts.at(-1);
    const marked = found[index] === true;
    if (last?.found === marked) parts[parts.length - 1] = { text: last.text + letter, found: marked };
    else parts.push({ text: letter, found: marked });
  }
  return parts;
};
