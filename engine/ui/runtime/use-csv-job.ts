/** The same file made on the server, behind whatever else one does: for long lists. */
import type { ListAsked } from '../../contract/job.ts';
import { exportCsvKind } from '../../contract/job.ts';
import type { ApiFailure } from '../store/api.ts';
import { useAppSelector } from '../store/hooks.ts';
import { useAskJobMutation } from '../store/jobs-api.ts';
import { writeSort } from './list-query.ts';
import { useScreenModel } from './screen-context.ts';
import { showAlert } from './show-alert.tsx';
import { useTexts } from './texts.ts';
import type { RegistryList } from './use-registry-list.ts';

export const useCsvJob = (list: Pick<RegistryList, 'chosen' | 'sort' | 'columns'>, onAsked: () => void) => {
  const texts = useTexts();
  const { screen } = useScreenModel();
  const provider = useAppSelector((state) => state.provider.id);
  const [ask, { isLoading, error }] = useAskJobMutation();
  const start = async (): Promise<void> => {
    const search = new URLSearchParams(list.chosen);
    search.set('order', writeSort(list.sort));
    const input: ListAsked = {
      path: screen.path,
      search: search.toString(),
      columns: list.columns.map(({ key }) => key),
      ...(provider === null ? {} : { provider }),
    };
    const { data } = await ask({ kind: exportCsvKind, input });
    if (data === undefined) return;
    showAlert({ type: 'info', value: texts('csv.behind.asked') });
    onAsked();
  };
  return { ask: () => void start(), asking: isLoading, failure: error as ApiFailure | undefined };
};
