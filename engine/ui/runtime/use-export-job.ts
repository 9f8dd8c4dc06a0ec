/** The same file made on the server, behind whatever else one does: for long lists. */
import type { ExportFormat, ListAsked } from '../../contract/export.ts';
import { exportKind } from '../../contract/export.ts';
import { writeListQuery, writeSort } from '../../contract/list-query.ts';
import type { GridColumn } from '../../contract/screen-model.ts';
import type { ApiFailure } from '../store/api.ts';
import { useAppSelector } from '../store/hooks.ts';
import { useAskJobMutation } from '../store/jobs-api.ts';
import { workedFor } from '../store/provider-slice.ts';
import { useScreenModel } from './screen-context.ts';
import { showAlert } from './show-alert.tsx';
import { useTexts } from './texts.ts';
import type { RegistryList } from './use-registry-list.ts';

export type ExportedRows = Pick<RegistryList, 'query' | 'chosen' | 'sort'> & {
  readonly columns: readonly Pick<GridColumn, 'key'>[];
};

const useAsked = ({ columns }: ExportedRows): ((search: URLSearchParams) => ListAsked) => {
  const { screen } = useScreenModel();
  const provider = useAppSelector(workedFor);
  return (search) => ({
    path: screen.path,
    search: search.toString(),
    columns: columns.map(({ key }) => key),
    ...(provider === null ? {} : { provider }),
  });
};

/** What is asked of the server for a file of the list as it stands. */
export const useListAsked = (list: ExportedRows): (() => ListAsked) => {
  const asked = useAsked(list);
  return () => {
    const search = new URLSearchParams(list.chosen);
    // Groups come in the order of the report.
    if (list.sort.length > 0) search.set('order', writeSort(list.sort));
    return asked(search);
  };
};

/** What is kept of the list as its address says it, for files of other days. */
export const useListKept = (list: ExportedRows): (() => ListAsked) => {
  const asked = useAsked(list);
  return () => asked(writeListQuery({ ...list.query, sort: list.sort, limit: undefined }));
};

export const useExportJob = (list: ExportedRows, format: ExportFormat, onAsked: () => void) => {
  const texts = useTexts();
  const listAsked = useListAsked(list);
  const [ask, { isLoading, error }] = useAskJobMutation();
  const start = async (): Promise<void> => {
    const { data } = await ask({ kind: exportKind(format), input: listAsked() });
    if (data === undefined) return;
    showAlert({ type: 'info', value: texts('export.behind.asked') });
    onAsked();
  };
  return { ask: () => void start(), asking: isLoading, failure: error as ApiFailure | undefined };
};
