import { CircleCheck, CircleEqual, TriangleAlert } from 'lucide-react';
import classes from './tallies.module.css';

const signs = { written: CircleCheck, same: CircleEqual, refused: TriangleAlert } as const;

export interface Tally {
  readonly way: keyof typeof signs;
  /** How many records, in words. */
  readonly words: string;
}

/** Which way the records of a batch go, or went, each told with its sign. */
export const Tallies = ({ tallies, label }: { readonly tallies: readonly Tally[]; readonly label?: string }) => (
  <div role="status" aria-label={label}>
    <ul className={classes.tallies}>
      {tallies.map(({ way, words }) => {
        const Sign = signs[way];
        return (
          <li key={words} data-way={way}>
            <Sign size={15} aria-hidden /> {words}
          </li>
        );
      })}
    </ul>
  </div>
);

/** The tally of these records; none of none. */
export const tallyOf = (way: Tally['way'], count: number, words: (count: number) => string): readonly Tally[] =>
  count > 0 ? [{ way, words: words(count) }] : [];
