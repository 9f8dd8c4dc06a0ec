/**
 * What is offered while one types into a relation: nothing before so many characters, then one call, half a second after
 * the last key. A call that is no longer wanted is given up; its answer would be of another text.
 */
import { durations } from '../theme/tokens.ts';

export type SearchPhase = 'short' | 'waiting' | 'done' | 'failed';

export interface SearchState<Row> {
  readonly phase: SearchPhase;
  readonly rows: readonly Row[];
}

export interface SearchCall<Row> {
  /** undefined where the call failed. */
  readonly answer: Promise<readonly Row[] | undefined>;
  readonly abort: () => void;
}

interface Options<Row> {
  /** Characters before anything is asked. */
  readonly minimum: number;
  /** Whether a row that is found alone is chosen at once. */
  readonly single: boolean;
  readonly ask: (term: string) => SearchCall<Row>;
  readonly tell: (state: SearchState<Row>) => void;
  readonly choose: (row: Row) => void;
}

/** `options` is read anew with each text. */
export const createRelationSearch = <Row>(options: () => Options<Row>) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: SearchCall<Row> | undefined;
  const stop = (): void => {
    clearTimeout(timer);
    running?.abort();
    running = undefined;
  };
  const run = async (term: string): Promise<void> => {
    const call = options().ask(term);
    running = call;
    const rows = await call.answer;
    if (running !== call) return;
    running = undefined;
    const { tell, single, choose } = options();
    tell({ phase: rows === undefined ? 'failed' : 'done', rows: rows ?? [] });
    const [first, ...others] = rows ?? [];
    if (single && first !== undefined && others.length === 0) choose(first);
  };
  return {
    type: (text: string): void => {
      stop();
      const term = text.trim();
      const { minimum, tell } = options();
      const long = term.length >= minimum;
      tell({ phase: long ? 'waiting' : 'short', rows: [] });
      if (long) timer = setTimeout(() => void run(term), durations.autocomplete);
    },
    stop,
  };
};
