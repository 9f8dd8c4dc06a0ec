/** Records on their way into a table by COPY. In: records as they are drawn. Out: text, drawn as it is taken or before that. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Row } from '../given-rows.ts';
import { copyText } from './copy-text.ts';

/** Nothing is drawn before it is asked for. */
export class Portion implements Iterable<string> {
  private readonly lines: Iterator<string>;
  private readonly ready: string[] = [];
  private over = false;

  /** The records name all the same columns. */
  constructor(rows: Iterable<Row>, columns: readonly string[]) {
    this.lines = copyText(rows, columns)[Symbol.iterator]();
  }

  /** Whether every record is drawn. */
  get isDrawn(): boolean {
    return this.over;
  }

  /** Draws some more, to be taken later. */
  drawSome(): void {
    const text = this.draw();
    if (text !== undefined) this.ready.push(text);
  }

  *[Symbol.iterator](): Generator<string> {
    for (let text = this.ready.shift() ?? this.draw(); text !== undefined; text = this.ready.shift() ?? this.draw())
      yield text;
  }

  private draw(): string | undefined {
    const { done, value } = this.lines.next();
    if (done === true) this.over = true;
    return value;
  }
}

/**
 * Draws of `next` while `writing` of `current` goes on: from when that is drawn, for the one builds on the other. Raises
 * what either raises, when the writing is over.
 */
export const drawMeanwhile = async (writing: Promise<void>, current: Portion, next: Portion): Promise<void> => {
  let written = false;
  const ended = writing.finally(() => {
    written = true;
  });
  const drawn = (async (): Promise<void> => {
    while (!written && !next.isDrawn) {
      if (current.isDrawn) next.drawSome();
      await nextTurn();
    }
  })();
  for (const { reason } of await Promise.allSettled([ended, drawn]).then((all) =>
    all.filter((one) => one.status === 'rejected'),
  ))
    throw reason;
};
