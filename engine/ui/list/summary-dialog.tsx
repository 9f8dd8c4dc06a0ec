import { Loader, Modal, NativeSelect, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { columnText } from '../../contract/column-text.ts';
import type { GroupValues } from '../../contract/grouping.ts';
import { countOf } from '../../contract/report.ts';
import type { GridColumn } from '../../contract/screen-model.ts';
import { Note } from '../controls/note.tsx';
import { failureText } from '../runtime/describe-failure.ts';
import type { FilterValue } from '../runtime/filter-value.ts';
import { filterOfColumn } from '../runtime/filter-value.ts';
import { useScreenModel } from '../runtime/screen-context.ts';
import {
  groupableColumns,
  groupFilter,
  isByMonth,
  mostGroups,
  summarySearch,
  summaryText,
} from '../runtime/summary.ts';
import { formatCount, useTexts } from '../runtime/texts.ts';
import { useTimeZone } from '../runtime/time-zone.ts';
import { useFocusReturn } from '../runtime/use-focus-return.ts';
import type { RegistryList } from '../runtime/use-registry-list.ts';
import type { ApiFailure } from '../store/base-query.ts';
import { useSummaryQuery } from '../store/summary-api.ts';
import classes from './summary-dialog.module.css';

interface Props {
  readonly list: RegistryList;
  readonly onClose: () => void;
}

interface GroupsProps extends Props {
  readonly column: GridColumn;
  readonly groups: readonly GroupValues[];
}

const Groups = ({ list, column, groups, onClose }: GroupsProps) => {
  const texts = useTexts();
  const timeZone = useTimeZone();
  const model = useScreenModel();
  const own = filterOfColumn(model, column);
  const filter = own && (list.filters.get(own.key) ?? own);
  const sums = [...model.columns, ...model.moreColumns].filter(
    ({ path }) => path.length === 1 && model.totals?.columns.includes(path[0] ?? ''),
  );
  // Of groups that are not all there nothing says which part of the whole they are.
  const all = groups.length > mostGroups ? undefined : groups.reduce((sum, group) => sum + countOf(group), 0);
  const choose = (value: FilterValue): void => {
    if (filter !== undefined) list.setFilters(new Map([[filter, value]]));
    onClose();
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard.
    <section className={classes.frame} tabIndex={0} aria-label={texts('summary.groups', { title: column.title })}>
      <table className={classes.table}>
        <caption>
          <VisuallyHidden>{texts('summary.groups', { title: column.title })}</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            <th scope="col">{column.title}</th>
            <th scope="col" className={classes.number}>
              {texts('summary.count')}
            </th>
            {all !== undefined && (
              <th scope="col" className={classes.share}>
                {texts('summary.share')}
              </th>
            )}
            {sums.map(({ key, title }) => (
              <th key={key} scope="col" className={classes.number}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groups.slice(0, mostGroups).map((group) => {
            const label = summaryText(model, column, group, timeZone) || texts('summary.none');
            const value = filter && groupFilter(model, column, group, filter);
            const share = all === undefined ? undefined : countOf(group) / all;
            return (
              <tr key={JSON.stringify(group)}>
                <th scope="row">
                  {value === undefined ? (
                    label
                  ) : (
                    <button type="button" className={classes.group} onClick={() => choose(value)}>
                      {label}
                    </button>
                  )}
                </th>
                <td className={classes.number}>{formatCount(countOf(group))}</td>
                {share !== undefined && (
                  <td className={classes.share}>
                    <span className={classes.bar}>
                      <span style={{ inlineSize: `${(share * 100).toFixed(1)}%` }} />
                    </span>
                    {texts('summary.percent', { share: Math.round(share * 100) })}
                  </td>
                )}
                {sums.map((one) => (
                  <td key={one.key} className={classes.number}>
                    {columnText(model, one, group, timeZone)}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
};

/** The rows of the list put together by one of its columns: how many each value has, and the way to those. */
const SummaryDialog = ({ list, onClose }: Props) => {
  const texts = useTexts();
  const model = useScreenModel();
  useFocusReturn();
  const [columns] = useState(() => groupableColumns(model, list.columns));
  const [key, setKey] = useState(columns[0]?.key);
  const column = columns.find((one) => one.key === key);
  const { currentData, error } = useSummaryQuery(
    { path: model.screen.path, search: column === undefined ? '' : summarySearch(model, column, list.chosen) },
    { skip: column === undefined, refetchOnMountOrArgChange: true },
  );
  return (
    <Modal opened onClose={onClose} title={texts('summary.title', { title: model.screen.title })} size={760}>
      {column === undefined && <p className={classes.among}>{texts('summary.nothing')}</p>}
      {column !== undefined && (
        <NativeSelect
          label={texts('summary.by')}
          data-autofocus
          className={classes.by ?? ''}
          value={key ?? ''}
          onChange={(event) => setKey(event.currentTarget.value)}
          data={columns.map((one) => ({
            value: one.key,
            label: isByMonth(model, one) ? texts('summary.byMonth', { title: one.title }) : one.title,
          }))}
        />
      )}
      {column !== undefined && (
        <p className={classes.among} role="status">
          {texts(list.filtered ? 'summary.filtered' : 'summary.whole')}
          {currentData !== undefined && currentData.length > mostGroups && (
            <> {texts('summary.more', { count: formatCount(mostGroups) })}</>
          )}
        </p>
      )}
      {error !== undefined && <Note kind="failure">{failureText(texts, error as ApiFailure)}</Note>}
      {column !== undefined && currentData === undefined && error === undefined && <Loader size="xs" />}
      {column !== undefined && currentData !== undefined && currentData.length > 0 && (
        <Groups list={list} column={column} groups={currentData} onClose={onClose} />
      )}
      {currentData?.length === 0 && <p className={classes.among}>{texts('summary.empty')}</p>}
    </Modal>
  );
};

export default SummaryDialog;
