import { useCallback, useEffect, useRef, useState } from 'react';
import { relationLabel } from '../../contract/column-text.ts';
import type { MenuCaller, RelationTarget } from '../../contract/screen-model.ts';
import type { Row } from '../store/api.ts';
import { useLazyAutocompleteQuery, useLazyFirstRowsQuery, useRowsQuery } from '../store/api.ts';
import type { Beside } from './offered-only.ts';
import { fitting, isNarrowed, offered } from './offered-only.ts';
import type { SearchPhase, SearchState } from './relation-search.ts';
import { createRelationSearch } from './relation-search.ts';
import { useScreenModel } from './screen-context.ts';
import { useCaller } from './use-moment.ts';

export interface RelationOption {
  readonly value: string;
  readonly label: string;
}

/** Rows of the target by id, those in `known` without a call. */
export const useRelationRows = (
  target: Pick<RelationTarget, 'path' | 'select'>,
  ids: readonly number[],
  known: readonly Row[] = [],
): readonly Row[] => {
  const missing = ids.filter((id) => !known.some((row) => row.id === id)).toSorted((a, b) => a - b);
  const search = new URLSearchParams({ id: `in.(${missing.join(',')})`, select: target.select }).toString();
  const { data } = useRowsQuery(
    { path: target.path ?? '', search },
    { skip: target.path === null || missing.length === 0 },
  );
  return rowsOf(ids, [...known, ...(data?.rows ?? [])]);
};

/** Those of the ids, each once: one that was chosen here may stand in the record by now as well. */
export const rowsOf = (ids: readonly number[], rows: readonly Row[]): readonly Row[] =>
  [...new Map(rows.map((row) => [row.id, row] as const)).values()].filter(({ id }) => ids.includes(id));

/** The label as the relation has it; the answer's own where that names fields which it does not bring. */
const labelOf = (write: (row: Row) => string, target: RelationTarget, row: Row): string => {
  const whole = target.label.every((part) => 'text' in part || Object.hasOwn(row, part.field));
  return whole || typeof row['label'] !== 'string' ? write(row) : row['label'];
};

/** How many are offered before anything is typed. */
const first = 10;
/** A file that asks for more characters than usual has so many records that the first ones help nobody. */
export const usualMinimum = 2;

/** What offers the first records; undefined where they are too many. */
const browsing = (target: RelationTarget, beside: Beside | undefined): string | undefined => {
  const only = fitting(target, beside);
  const many = target.minimum > usualMinimum && !isNarrowed(target, beside);
  if (target.path === null || many) return undefined;
  const search = new URLSearchParams({ select: target.select, limit: String(first) }).toString();
  return only === '' ? search : `${search}&${only}`;
};

/** A person is called by name where it is chosen, also by whoever reads no users. */
const withOneself = (
  chosen: readonly RelationOption[],
  { entity }: RelationTarget,
  selected: readonly number[],
  caller: MenuCaller | undefined,
): readonly RelationOption[] => {
  if (caller?.entity !== entity || !selected.includes(caller.id)) return chosen;
  const value = String(caller.id);
  const named = chosen.filter((option) => option.label !== '' || option.value !== value);
  return named.some((option) => option.value === value) ? named : [...named, { value, label: caller.label }];
};

const nothing: SearchState<Row> = { phase: 'short', rows: [] };

interface Options {
  readonly target: RelationTarget;
  readonly selected: readonly number[];
  readonly known?: readonly Row[] | undefined;
  /** The values that what is offered rests on; asked when the call is made. */
  readonly beside?: Beside | undefined;
  readonly choose: (id: number, label: string) => void;
}

/** A text that was left though it names no one record: it is told, for it is gone from the control. */
export interface Unsettled {
  readonly term: string;
  readonly phase: SearchPhase;
  /** How many records it finds, as far as they are offered. */
  readonly found: number;
}

/** What a relation offers for a typed text, and how what is chosen is called. */
export const useRelationOptions = ({ target, selected, known = [], beside, choose }: Options) => {
  const model = useScreenModel();
  const [ask] = useLazyAutocompleteQuery();
  const [askFirst] = useLazyFirstRowsQuery();
  const [state, setState] = useState(nothing);
  const [unsettled, setUnsettled] = useState<Unsettled>();
  /** Rows that were chosen here: their label is known without another call. */
  const [picked, setPicked] = useState<readonly Row[]>([]);
  const write = (row: Row): string => labelOf((one) => relationLabel(model, target, one), target, row);
  const caller = useCaller();
  const chosen = useRelationRows(target, selected, [...known, ...picked]).map((row) => ({
    value: String(row.id),
    label: write(row),
  }));
  const named = withOneself(chosen, target, selected, caller);

  const latest = useRef({ target, beside, choose, write });
  latest.current = { target, beside, choose, write };
  const keep = useCallback((row: Row) => setPicked((rows) => [...rows.filter(({ id }) => id !== row.id), row]), []);
  /** What was asked last: what is offered rests on values that may have changed since. */
  const asked = useRef<{ readonly term: string; readonly only: string }>(undefined);
  const [search] = useState(() =>
    createRelationSearch<Row>(() => {
      const now = latest.current;
      return {
        minimum: now.target.minimum,
        single: now.target.single,
        tell: setState,
        choose: (row) => {
          keep(row);
          now.choose(row.id, now.write(row));
        },
        unsettled: (term, { phase, rows }) => setUnsettled({ term, phase, found: rows.length }),
        ask: (term) => {
          const only = offered(now.target, now.beside);
          asked.current = { term, only };
          const call =
            term === ''
              ? askFirst({ path: now.target.path ?? '', search: browsing(now.target, now.beside) ?? '' }, true)
              : ask({ path: now.target.call ?? '', term, only }, true);
          return { abort: call.abort, answer: call.then(({ data }) => data) };
        },
      };
    }),
  );
  useEffect(() => search.stop, [search]);

  const found: readonly RelationOption[] = state.rows.map((row) => ({ value: String(row.id), label: write(row) }));
  return {
    options: [...named.filter(({ value }) => !found.some((option) => option.value === value)), ...found],
    /** Those of them that the typed text finds. */
    found,
    phase: state.phase,
    unsettled,
    type: (text: string): void => {
      if (target.call === null) return;
      // The text of the value that is chosen is no search.
      const term = named.some(({ label }) => label === text) ? '' : text;
      if (term !== '') setUnsettled(undefined);
      search.type(term);
    },
    /** Told that the person is done typing: takes the one record that is found, or says in `unsettled` why there is none. */
    settle: search.settle,
    /** Told that the person looks for something to choose, and has typed nothing. */
    browse: (): void => {
      if (state.phase === 'short' && browsing(target, beside) !== undefined) search.browse();
    },
    /** Told that the list is opened: it is asked for anew where what it rests on has changed. */
    reopen: (): void => {
      const last = asked.current;
      if (last === undefined || state.rows.length === 0 || last.only === offered(target, beside)) return;
      if (last.term !== '' || browsing(target, beside) === undefined) search.type(last.term);
      else search.browse();
    },
    /** Told of a value that was picked from the list. */
    pick: (value: string): void => {
      setUnsettled(undefined);
      const row = state.rows.find(({ id }) => String(id) === value);
      if (row) keep(row);
    },
  };
};
