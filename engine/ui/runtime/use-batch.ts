/**
 * A batch over the chosen rows: its rows are those of the moment it was opened, it runs in chunks that can be stopped
 * between, and what was not written stays chosen.
 */
import { useEffect, useRef, useState } from 'react';
import type { RowOutcome } from '../../contract/row-outcome.ts';
import type { ScreenModel } from '../../contract/screen-model.ts';
import { api } from '../store/api.ts';
import type { ApiFailure } from '../store/base-query.ts';
import type { Dispatch } from '../store/create-store.ts';
import { useAppDispatch } from '../store/hooks.ts';
import type { BatchState } from './batch-run.ts';
import { afterChunk, beginBatch, chunkSizes, nextChunk, nextSize, remaining } from './batch-run.ts';
import { failureText } from './describe-failure.ts';
import { readRowNames } from './row-names.ts';
import { useSelectedIds } from './selected-ids.ts';
import { useTexts } from './texts.ts';
import type { RegistryList } from './use-registry-list.ts';
import { useTellWritten } from './use-tell-written.ts';

export interface BatchRows {
  readonly path: string;
  /** The filter beside the ids: a row that no longer meets it is told of and left alone. */
  readonly filter: string;
  readonly ids: readonly number[];
}

/** What a batch does to a chunk of rows. */
export type BatchCall = (dispatch: Dispatch, rows: BatchRows) => Promise<readonly RowOutcome[]>;

export type BatchPhase = 'ask' | 'running' | 'ended';

/** The rows that a batch is of: the selection of a list, which keeps afterwards what was not written. */
export interface BatchList extends Pick<RegistryList, 'chosen'> {
  readonly selection: Pick<RegistryList['selection'], 'state' | 'set'>;
}

export const useBatch = (
  model: ScreenModel,
  list: BatchList,
  /** Key of the text that says how many rows are done, with `.one` and `.many`. */
  done: string,
  onClose: () => void,
  /** Of rows that will be there no more: their names are read before. */
  keepsNames = false,
) => {
  const texts = useTexts();
  const dispatch = useAppDispatch();
  const { path } = model.screen;
  const tell = useTellWritten(path);
  const [chosen] = useState(() => ({ path, filter: list.chosen, selection: list.selection.state }));
  const selected = useSelectedIds(chosen);
  const [phase, setPhase] = useState<BatchPhase>('ask');
  const [run, setRun] = useState<BatchState>(beginBatch([]));
  const stopped = useRef(false);
  const names = useRef(new Map<number, string>());
  useEffect(
    () => () => {
      stopped.current = true;
    },
    [],
  );

  const filter = chosen.selection.kind === 'all' ? chosen.filter : '';
  const finish = (state: BatchState) => {
    dispatch(api.util.invalidateTags([{ type: 'Rows', id: path }]));
    list.selection.set({ kind: 'some', ids: remaining(state) });
    if (state.failures.length > 0 || state.left.length > 0) return setPhase('ended');
    tell(done, state.written.length, keepsNames ? noIds : state.written);
    onClose();
  };

  const start = async (call: BatchCall): Promise<void> => {
    if (selected.state !== 'read' || phase === 'running') return;
    let state = beginBatch(selected.ids);
    let size: number = chunkSizes.first;
    stopped.current = false;
    setPhase('running');
    setRun(state);
    while (state.left.length > 0 && !stopped.current) {
      const ids = nextChunk(state, size);
      const begun = performance.now();
      try {
        if (keepsNames) for (const named of await readRowNames(dispatch, model, ids)) names.current.set(...named);
        state = afterChunk(state, ids, await call(dispatch, { path, filter, ids }));
        size = nextSize(size, performance.now() - begun);
      } catch (failure) {
        state = { ...state, refused: failureText(texts, failure as ApiFailure) };
        break;
      } finally {
        setRun(state);
      }
    }
    setRun(state);
    finish(state);
  };

  return {
    selected,
    /** The rows, once they are known. */
    ids: selected.state === 'read' ? selected.ids : noIds,
    filter,
    /** Whether the filter picks these rows and no others. */
    whole: chosen.selection.kind === 'all' && chosen.selection.except.length === 0,
    phase,
    run,
    /** How rows were called that may be gone now. */
    names: names.current as ReadonlyMap<number, string>,
    start: (call: BatchCall) => void start(call),
    stop: () => {
      stopped.current = true;
    },
  };
};

const noIds: readonly number[] = [];

export type Batch = ReturnType<typeof useBatch>;
