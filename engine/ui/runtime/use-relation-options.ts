import { useDebouncedValue } from '@mantine/hooks';
import type { RelationTarget } from '../../contract/screen-model.ts';
import type { Row } from '../store/api.ts';
import { useRowsQuery } from '../store/api.ts';
import { durations } from '../theme/tokens.ts';
import { relationLabel } from './column-text.ts';
import { useScreenModel } from './screen-context.ts';

const minimumCharacters = 2;
const offered = 20;

export interface RelationOption {
  readonly value: string;
  readonly label: string;
}

/** Rows of the target by id, those in `known` without a call. */
export const useRelationRows = (
  target: RelationTarget,
  ids: readonly number[],
  known: readonly Row[] = [],
): readonly Row[] => {
  const missing = ids.filter((id) => !known.some((row) => row.id === id)).toSorted((a, b) => a - b);
  const search = new URLSearchParams({ id: `in.(${missing.join(',')})`, select: target.select }).toString();
  const { data } = useRowsQuery(
    { path: target.path ?? '', search },
    { skip: target.path === null || missing.length === 0 },
  );
  return [...known.filter((row) => ids.includes(row.id)), ...(data?.rows ?? [])].filter((row) => ids.includes(row.id));
};

/** What a relation offers for a typed text: two characters at least, half a second after the last key. */
export const useRelationOptions = (
  target: RelationTarget,
  typed: string,
  selected: readonly number[],
  known?: readonly Row[],
) => {
  const model = useScreenModel();
  const chosen = useRelationRows(target, selected, known).map((row) => ({
    value: String(row.id),
    label: relationLabel(model, target, row),
  }));
  // The text of the value that is chosen is no search.
  const term = chosen.some(({ label }) => label === typed) ? '' : typed.trim();
  const [settled] = useDebouncedValue(term, durations.autocomplete);
  const active = target.path !== null && settled.length >= minimumCharacters;
  const search = new URLSearchParams({ q: settled, select: target.select, limit: String(offered) }).toString();
  const { currentData, isFetching } = useRowsQuery({ path: target.path ?? '', search }, { skip: !active });

  const long = term.length >= minimumCharacters;
  const waiting = long && (settled !== term || isFetching);
  const found: readonly RelationOption[] =
    !long || waiting
      ? []
      : (currentData?.rows ?? []).map((row) => ({ value: String(row.id), label: relationLabel(model, target, row) }));
  const options = [...chosen.filter(({ value }) => !found.some((option) => option.value === value)), ...found];
  const state = long ? (waiting ? 'waiting' : 'done') : 'short';
  return { options, state } as const;
};
