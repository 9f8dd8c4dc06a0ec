/** A text that a regular expression accepts, a different one for each number. */
import { fittingText } from '../../../engine/data/samples/fitting-text.ts';

/** Gives one choice after another, as the digits of a number in whatever base is asked. */
export class Choices {
  private rest: number;
  constructor(seed: number) {
    this.rest = seed;
  }
  of<T>(items: readonly T[]): T {
    const item = items[this.rest % items.length];
    this.rest = Math.floor(this.rest / items.length);
    if (item === undefined) throw new Error('nothing to choose from');
    return item;
  }
  digits(length: number): string {
    return Array.from({ length }, () => this.of([...'0123456789'])).join('');
  }
}

/** Throws where the pattern is beyond it, so that a gap is seen. */
export const sampleText = (pattern: string, seed: number): string => {
  const choices = new Choices(seed);
  return fittingText(pattern, { of: (items) => choices.of(items), times: (least) => least });
};
