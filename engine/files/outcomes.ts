/** What came of one row: nothing wrong where there are no problems. */
export interface RowOutcome {
  readonly line: number;
  /** Sentences for the user. */
  readonly problems: readonly string[];
}

const none: readonly string[] = [];

/** Looks outcomes up by lines that only grow, as they come themselves. A line that none is of has no problems. */
export class OutcomeCursor {
  readonly #outcomes: AsyncIterator<RowOutcome>;
  #next: RowOutcome | undefined;
  #over = false;

  constructor(outcomes: AsyncIterable<RowOutcome>) {
    this.#outcomes = outcomes[Symbol.asyncIterator]();
  }

  async problemsOf(line: number): Promise<readonly string[]> {
    while (!this.#over && (this.#next === undefined || this.#next.line < line)) {
      const { done, value } = await this.#outcomes.next();
      if (done) this.#over = true;
      else this.#next = value;
    }
    return this.#next?.line === line ? this.#next.problems : none;
  }

  async close(): Promise<void> {
    await this.#outcomes.return?.();
  }
}

/** What a cell of a spreadsheet holds at most. */
const longest = 32_767;

/** The problems of a row as one cell. A text that a spreadsheet would take for a formula is told as text. */
export const problemsText = (problems: readonly string[]): string => {
  const text = problems.join(' ');
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return plain.length > longest ? `${plain.slice(0, longest - 1)}…` : plain;
};
