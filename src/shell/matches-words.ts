const bare = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Whether every word of `words` is found in `text`, whatever the case and the accents. */
export const matchesWords = (text: string, words: string): boolean => {
  const inside = bare(text);
  return bare(words)
    .split(/\s+/)
    .every((word) => inside.includes(word));
};
