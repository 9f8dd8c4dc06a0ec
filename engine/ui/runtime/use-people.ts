/** The people who sign in, found while somebody types: each by the login. */
import { useEffect, useRef, useState } from 'react';
import type { Row } from '../store/api.ts';
import { useLazyAutocompleteQuery } from '../store/api.ts';
import type { SearchState } from './relation-search.ts';
import { createRelationSearch } from './relation-search.ts';

/** The registry of the people who sign in. */
const people = '/usuarios';

export interface PersonOption {
  readonly value: string;
  readonly label: string;
}

const nobody: SearchState<Row> = { phase: 'short', rows: [] };

export const usePeople = (chosen: PersonOption | undefined) => {
  const [ask] = useLazyAutocompleteQuery();
  const [state, setState] = useState(nobody);
  const latest = useRef(ask);
  latest.current = ask;
  const [search] = useState(() =>
    createRelationSearch<Row>(() => ({
      minimum: 2,
      single: false,
      tell: setState,
      choose: () => undefined,
      ask: (term) => {
        const call = latest.current({ path: people, term, only: '' }, true);
        return { abort: call.abort, answer: call.then(({ data }) => data) };
      },
    })),
  );
  useEffect(() => search.stop, [search]);
  const found = state.rows.map((row): PersonOption => ({ value: String(row['login']), label: String(row['label']) }));
  return {
    options: [...(chosen && !found.some(({ value }) => value === chosen.value) ? [chosen] : []), ...found],
    phase: state.phase,
    type: (text: string): void => search.type(text === chosen?.label ? '' : text),
  };
};
