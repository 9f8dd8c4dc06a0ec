/**
 * A batch over the chosen rows: its rows are those of the moment it was opened. It is planned by the server; where that
 * refuses some of them, or there are many, what it will do is shown and asked for again. What was refused stays chosen.
 */
import { useRef, useState } from 'react';
import type { BatchPlan, WantedBatch } from '../../contract/batch.ts';
import type { ScreenModel } from '../../contract/screen-model.ts';
import type { ApiFailure } from '../store/base-query.ts';
import { applyBatch, batchOutcomes, planBatch } from '../store/batch-api.ts';
import { useAppDispatch } from '../store/hooks.ts';
import type { BatchState } from './batch-run.ts';
import { noOutcome, remaining, stateOf } from './batch-run.ts';
import { failureText } from './describe-failure.ts';
import { readRowNames } from './row-names.ts';
import { useSelectedIds } from './selected-ids.ts';
import { showAlert } from './show-alert.tsx';
import { useTexts } from './texts.ts';
import { usePlanning } from './use-planning.ts';
import type { RegistryList } from './use-registry-list.ts';
import { useTellBatch } from './use-tell-batch.ts';

/** What a batch does to its rows. */
export type BatchChange = Pick<WantedBatch, 'operation' | 'values' | 'transition'>;

/**
 * `ask`: what is to be done; `planning` and `running`: the server works; `plan`: what it will do, to be confirmed; `ended`:
 * what became of the rows.
 */
export type BatchPhase = 'ask' | 'planning' | 'plan' | 'running' | 'ended';

/** The rows that a batch is of: the selection of a list, which keeps afterwards what was not written. */
export interface BatchList extends Pick<RegistryList, 'chosen'> {
  readonly selection: Pick<RegistryList['selection'], 'state' | 'set'>;
}

/** Above so many rows what the batch will do is shown before it is done, whatever it is. */
const confirmedAbove = 100;
/** Rows whose names are read before they are gone. */
const mostNamed = 1000;

const noIds: readonly number[] = [];

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
  const { tell, tellLeft } = useTellBatch(path);
  const [chosen] = useState(() => ({ path, filter: list.chosen, selection: list.selection.state }));
  const selected = useSelectedIds(chosen);
  const [phase, setPhase] = useState<BatchPhase>('ask');
  const planning = usePlanning();
  const [plan, setPlan] = useState<BatchPlan>();
  const [run, setRun] = useState<BatchState>(noOutcome);
  const [refused, setRefused] = useState<string>();
  const left = useRef(false);
  const [names, setNames] = useState<ReadonlyMap<number, string>>(new Map());

  const filter = chosen.selection.kind === 'all' ? chosen.filter : '';
  /** Nothing was written: what was asked is there to be asked again. */
  const fail = (failure: unknown) => {
    if (left.current) return showAlert({ type: 'error', value: failureText(texts, failure as ApiFailure) });
    setRefused(failureText(texts, failure as ApiFailure));
    setPhase('ask');
  };

  const end = (state: BatchState, planned: BatchPlan, kept: readonly number[]) => {
    // Nobody waits for it any more, and other rows may be chosen by now.
    if (left.current) return tellLeft(done, planned.id, state);
    list.selection.set({ kind: 'some', ids: kept });
    if (state.failures.length > 0) {
      setRun(state);
      return setPhase('ended');
    }
    if (state.written.length > 0) tell(done, planned.id, state.written.length, keepsNames ? noIds : state.written);
    else showAlert({ type: 'info', value: texts.count('batch.allSame', planned.same) });
    onClose();
  };

  const apply = async (planned: BatchPlan): Promise<void> => {
    setPhase('running');
    try {
      const ids = selected.state === 'read' ? selected.ids : noIds;
      if (keepsNames) setNames(await readRowNames(dispatch, model, ids.slice(0, mostNamed)));
      await dispatch(applyBatch.initiate({ id: planned.id, seal: planned.seal }, { track: false })).unwrap();
      const outcomes = await dispatch(batchOutcomes.initiate(planned.id, { track: false })).unwrap();
      const state = stateOf(outcomes);
      end(state, planned, remaining(state));
    } catch (failure) {
      fail(failure);
    }
  };

  const start = async (change: BatchChange): Promise<void> => {
    if (selected.state !== 'read' || (phase !== 'ask' && phase !== 'plan')) return;
    setPhase('planning');
    setRefused(undefined);
    try {
      const wanted: WantedBatch = { path, ids: [...selected.ids], ...(filter === '' ? {} : { filter }), ...change };
      const planned = await planning.ask((key) => dispatch(planBatch.initiate({ wanted, key }, { track: false })));
      if (planned === undefined) return setPhase('ask');
      setPlan(planned);
      if (planned.refused > 0 || planned.changes > confirmedAbove) return setPhase('plan');
      if (planned.changes === 0) return end(noOutcome, planned, noIds);
      await apply(planned);
    } catch (failure) {
      fail(failure);
    }
  };

  return {
    selected,
    /** The rows, once they are known. */
    ids: selected.state === 'read' ? selected.ids : noIds,
    filter,
    /** Whether the filter picks these rows and no others. */
    whole: chosen.selection.kind === 'all' && chosen.selection.except.length === 0,
    phase,
    /** By what the plan is followed while it is made. */
    followed: planning.key,
    /** While it is planned: ends that, and what was asked is there to be asked again. */
    stop: planning.stop,
    /** What the server says it will do. */
    plan,
    run,
    /** Why nothing was done. */
    refused,
    /** How rows were called that may be gone now. */
    names,
    start: (change: BatchChange) => void start(change),
    confirm: () => {
      if (plan !== undefined) void apply(plan);
    },
    back: () => setPhase('ask'),
    /** While it runs: it goes on, and an alert says how it ended. */
    leave: () => {
      left.current = true;
      onClose();
    },
  };
};

export type Batch = ReturnType<typeof useBatch>;
