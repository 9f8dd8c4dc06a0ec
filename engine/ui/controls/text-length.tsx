import type { ReactNode } from 'react';
import { useTexts } from '../runtime/texts.ts';
import classes from './text-length.module.css';

/** From this share of the limit on it is told how much is there. */
const near = 0.8;

/** Characters as the validator counts them. */
const lengthOf = (text: string): number => [...text].length;

interface Props {
  readonly text: string;
  readonly limit: number;
}

/** How near a text is to its limit; nothing while there is room. Said aloud only when it is too long. */
const TextLength = ({ text, limit }: Props) => {
  const texts = useTexts();
  const length = lengthOf(text);
  if (length < limit * near) return null;
  const over = length > limit;
  return (
    <>
      <span className={classes.length} data-over={over || undefined} aria-hidden>
        {texts('field.length', { length, limit })}
      </span>
      <span className={classes.spoken} role="status">
        {over && texts('field.length.over', { limit })}
      </span>
    </>
  );
};

/** A control with the length of its text above it. */
export const LimitedText = ({
  text,
  limit,
  children,
}: {
  readonly text: string;
  readonly limit: number | undefined;
  readonly children: ReactNode;
}) => (
  <div className={classes.limited}>
    {children}
    {limit !== undefined && <TextLength text={text} limit={limit} />}
  </div>
);
