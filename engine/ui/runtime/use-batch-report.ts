/** What became of every row of a batch, as a table to be taken elsewhere: those at fault first, with the reason. */
import { useState } from 'react';
import type { TableText } from '../../contract/table-text.ts';
import { csvBegin, csvLine, htmlTable, tabText } from '../../contract/table-text.ts';
import { dayInZone } from '../../core/day-in-zone.ts';
import type { ApiFailure } from '../store/base-query.ts';
import { useAppDispatch } from '../store/hooks.ts';
import type { BatchState } from './batch-run.ts';
import { failureText } from './describe-failure.ts';
import { readRowNames } from './row-names.ts';
import { useScreenModel } from './screen-context.ts';
import { showAlert } from './show-alert.tsx';
import { storeCsv } from './store-csv.ts';
import type { Texts } from './texts.ts';
import { useTexts } from './texts.ts';
import { useTimeZone } from './time-zone.ts';
import type { Batch } from './use-batch.ts';
import { writeClipboard } from './use-copy-table.ts';

/** The lines of the report, its titles first: record, what became of it, why. */
export const reportTable = (
  texts: Texts,
  { failures, written }: BatchState,
  names: ReadonlyMap<number, string>,
): TableText => {
  const nameOf = (id: number, label?: string): string =>
    names.get(id) ?? label ?? texts('batch.results.unknown', { id });
  return [
    [texts('batch.results.record'), texts('batch.report.outcome'), texts('batch.results.reason')],
    ...failures.map(({ item, label, message }) => [nameOf(item, label), texts('batch.report.failed'), message]),
    ...written.map((id) => [nameOf(id), texts('batch.report.written'), '']),
  ];
};

export const useBatchReport = ({ run, names: kept }: Pick<Batch, 'run' | 'names'>) => {
  const model = useScreenModel();
  const texts = useTexts();
  const dispatch = useAppDispatch();
  const timeZone = useTimeZone();
  const [busy, setBusy] = useState(false);

  const make = async (take: (table: TableText) => Promise<void> | void): Promise<void> => {
    const { failures, written } = run;
    setBusy(true);
    try {
      const ids = [...failures.map(({ item }) => item), ...written].filter((id) => !kept.has(id));
      const read = await readRowNames(dispatch, model, ids);
      await take(reportTable(texts, run, new Map([...kept, ...read])));
    } catch (failure) {
      showAlert({ type: 'error', value: failureText(texts, failure as ApiFailure) });
    } finally {
      setBusy(false);
    }
  };
  return {
    busy,
    copy: () =>
      void make(async (table) => {
        await writeClipboard(tabText(table), htmlTable(table)).then(
          () => showAlert({ type: 'success', value: texts.count('copy.rows', table.length - 1) }),
          () => showAlert({ type: 'error', value: texts('copy.failed') }),
        );
      }),
    download: () =>
      void make((table) =>
        storeCsv(
          texts('batch.report.file', { name: model.screen.path.split('/').at(-1) ?? '', day: dayInZone(timeZone) }),
          [csvBegin, ...table.map(csvLine)],
        ),
      ),
  };
};
