import { useMemo } from 'react';
import classes from './marked-text.module.css';
import { markWords } from './matches-words.ts';

/** A text with the words that were looked for marked. */
export const MarkedText = ({ text, words }: { readonly text: string; readonly words: string }) => {
  const parts = useMemo(() => (words === '' ? undefined : markWords(text, words)), [text, words]);
  if (parts === undefined) return text;
  let at = 0;
  return parts.map((part) => {
    const key = at;
    at += part.text.length;
    return part.found ? (
      <mark key={key} className={classes.mark}>
        {part.text}
      </mark>
    ) : (
      <span key={key}>{part.text}</span>
    );
  });
};
