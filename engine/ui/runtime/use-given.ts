import { skipToken } from '@reduxjs/toolkit/query';
import { useEffect, useState } from 'react';
import type { ApiFailure } from '../store/api.ts';
import { useRecordQuery, useScreenQuery } from '../store/api.ts';
import { describeFailure } from './describe-failure.ts';
import { startingSelect, startingValues } from './list-action.ts';
import { parseSource, sourceParameter } from './record-address.ts';
import { showAlert } from './show-alert.tsx';
import { useTexts } from './texts.ts';

type Found = URLSearchParams | ApiFailure | 'gone' | undefined;

const nothing = new URLSearchParams();

/** Values of the record and the action that an address names; 'gone': there is no such action for this person. */
const useSource = (params: URLSearchParams): Found => {
  const source = parseSource(params.get(sourceParameter));
  const screen = useScreenQuery(source?.path ?? skipToken);
  const effect = screen.currentData?.actions.find(({ name }) => name === source?.action)?.effect;
  const opens = effect?.kind === 'open' ? effect : undefined;
  const record = useRecordQuery(
    source && opens ? { path: source.path, id: source.id, select: startingSelect(opens) } : skipToken,
    { refetchOnMountOrArgChange: true },
  );
  if (source === undefined) return params;
  const failure = screen.error ?? record.error;
  if (failure !== undefined) return failure as ApiFailure;
  if (screen.currentData === undefined) return undefined;
  if (opens === undefined) return 'gone';
  return record.currentData === undefined || record.isFetching
    ? undefined
    : startingValues(opens, record.currentData.row);
};

/**
 * What the address gives a new record, as `_values` says it; undefined while it is being read. Either it stands there, or
 * it names the action of a record, which is read once, with the caller's rights. Where that fails the person is told, and
 * the new record begins without.
 */
export const useGiven = (params: URLSearchParams): URLSearchParams | undefined => {
  const texts = useTexts();
  const found = useSource(params);
  const [first, setFirst] = useState<Found>(found instanceof URLSearchParams ? found : undefined);
  useEffect(() => {
    if (first !== undefined || found === undefined) return;
    // What is being filled in goes on, whatever becomes of the other record.
    setFirst(found);
    if (found === 'gone') showAlert({ type: 'warning', value: texts('form.given.gone') });
    else if (!(found instanceof URLSearchParams)) describeFailure(texts, found);
  }, [first, found, texts]);
  if (first === undefined) return undefined;
  return first instanceof URLSearchParams ? first : nothing;
};
