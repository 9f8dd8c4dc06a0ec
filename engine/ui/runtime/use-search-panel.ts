/**
 * What is typed into the search panel of a screen, until it is searched: kept while other screens are visited. Nothing is
 * searched with a value that means nothing.
 */
import { useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Condition } from '../../contract/list-query.ts';
import { createDraftScope } from '../controls/use-draft.ts';
import { useAppDispatch, useAppSelector } from '../store/hooks.ts';
import type { TypedSearch } from '../store/places-slice.ts';
import { searchTyped } from '../store/places-slice.ts';
import { filterProblem } from './filter-problem.ts';
import type { FilterField, FilterValue } from './filter-value.ts';
import { filterOfDescriptor, readFilter } from './filter-value.ts';
import { useScreenModel } from './screen-context.ts';
import { useTexts } from './texts.ts';
import type { RegistryList } from './use-registry-list.ts';

type Values = ReadonlyMap<FilterField, FilterValue>;

const readAll = (fields: readonly FilterField[], conditions: readonly Condition[]): Values =>
  new Map(fields.map((field) => [field, readFilter(field, conditions)]));

const withTyped = (values: Values, typed: TypedSearch | undefined, of: string): Values =>
  typed === undefined || typed.of !== of
    ? values
    : new Map([...values].map(([field, value]) => [field, typed.values[field.key] ?? value]));

const noProblems: ReadonlyMap<FilterField, string> = new Map();

/** What the panel searches. */
export type Searched = Pick<RegistryList, 'setFilters' | 'clearFilters'> & {
  readonly query: Pick<RegistryList['query'], 'conditions'>;
};

const noFurther = (): string | undefined => undefined;

/** `further`: what else is wrong with the value of a field, where it means something. */
export const useSearchPanel = (
  list: Searched,
  further: (field: FilterField, value: FilterValue) => string | undefined = noFurther,
) => {
  const model = useScreenModel();
  const texts = useTexts();
  const dispatch = useAppDispatch();
  const { path } = model.screen;
  const [drafts] = useState(createDraftScope);
  const fields = useMemo(() => model.search.map((descriptor) => filterOfDescriptor(model, descriptor)), [model]);
  const { conditions } = list.query;
  const of = JSON.stringify(conditions);
  const typed = useAppSelector((state) => state.places.typed[path]);
  const [values, setValues] = useState(() => withTyped(readAll(fields, conditions), typed, of));
  const [problems, setProblems] = useState(noProblems);
  const latest = useRef({ values, of });
  latest.current = { values, of };

  const shown = useRef(of);
  useEffect(() => {
    // Filters changed elsewhere are what the panel shows then.
    if (shown.current === of) return;
    shown.current = of;
    setValues(readAll(fields, conditions));
    setProblems(noProblems);
  }, [fields, conditions, of]);
  useEffect(
    () => () => {
      drafts.flush();
      const { values: left, of: under } = latest.current;
      const byKey = Object.fromEntries([...left].map(([field, value]) => [field.key, value]));
      dispatch(searchTyped({ path, of: under, values: byKey }));
    },
    [dispatch, path, drafts],
  );

  return {
    fields,
    values,
    problems,
    drafts,
    change: (field: FilterField, value: FilterValue) => {
      // At once: what is typed last may come while the panel is closed.
      latest.current = { ...latest.current, values: new Map(latest.current.values).set(field, value) };
      setValues(latest.current.values);
      setProblems((current) => (current.has(field) ? new Map([...current].filter(([one]) => one !== field)) : current));
    },
    /** Gives the first field that cannot be searched by; undefined where the search is on its way. */
    search: (): FilterField | undefined => {
      flushSync(drafts.flush);
      const found = new Map(
        [...latest.current.values].flatMap(([field, value]): [FilterField, string][] => {
          const problem = filterProblem(model, field, value, texts) ?? further(field, value);
          return problem === undefined ? [] : [[field, problem]];
        }),
      );
      flushSync(() => setProblems(found));
      const [first] = found.keys();
      if (first === undefined) list.setFilters(latest.current.values);
      return first;
    },
    clear: () => {
      setValues(readAll(fields, []));
      setProblems(noProblems);
      list.clearFilters();
    },
  };
};
