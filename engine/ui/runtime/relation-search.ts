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
  /** An empty term asks for the first of all. */
  readonly ask: (term: string) => SearchCall<Row>;
  readonly tell: (state: SearchState<Row>) => void;
  readonly choose: (row: Row) => void;
  /** Told of a text that was settled upon and names no one record: what became of it. */
  readonly unsettled?: (term: string, state: SearchState<Row>) => void;
}

/** `options` is read anew with each text. */
export const createRelationSearch = <Row>(options: () => Options<Row>) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: SearchCall<Row> | undefined;
  let state: SearchState<Row> = { phase: 'short', rows: [] };
  let typed = '';
  /** Whether the person is done with the text, and waits for what it finds. */
  let settling = false;
  const stop = (): void => {
    clearTimeout(timer);
    running?.abort();
    running = undefined;
    settling = false;
  };
  const tell = (next: SearchState<Row>): void => {
    state = next;
    options().tell(next);
  };
  const conclude = (): void => {
    const [first, ...others] = state.rows;
    const { choose, unsettled } = options();
    if (first !== undefined && others.length === 0) choose(first);
    else unsettled?.(typed, state);
  };
  const run = async (term: string): Promise<void> => {
    const call = options().ask(term);
    running = call;
    const rows = await call.answer;
    if (running !== call) return;
    running = undefined;
    tell({ phase: rows === undefined ? 'failed' : 'done', rows: rows ?? [] });
    const settled = settling;
    settling = false;
    if (settled || (options().single && term !== '' && rows?.length === 1)) conclude();
  };
  return {
    type: (text: string): void => {
      const term = text.trim();
      // A control that is left takes its text away; what was settled upon is still found.
      if (settling && term === '') return;
      stop();
      typed = term;
      const { minimum } = options();
      const long = term.length >= minimum;
      tell({ phase: long ? 'waiting' : 'short', rows: [] });
      if (long) timer = setTimeout(() => void run(term), durations.autocomplete);
    },
    /** Nothing is typed, and the person looks at what there is. */
    browse: (): void => {
      stop();
      typed = '';
      tell({ phase: 'waiting', rows: [] });
      void run('');
    },
    /** The text stands as it is: the one record that it names is chosen, as soon as that is known; else it is told. */
    settle: (): void => {
      if (typed === '') return;
      settling = state.phase === 'waiting';
      if (!settling) conclude();
      clearTimeout(timer);
      if (settling && running === undefined) void run(typed);
    },
    stop,
  };
};
