import { VisuallyHidden } from '@mantine/core';
import { memo, useMemo } from 'react';
import { columnReader } from '../../contract/column-text.ts';
import type { GroupValues } from '../../contract/grouping.ts';
import { groupText } from '../../contract/grouping.ts';
import type { ReportLine } from '../../contract/report.ts';
import { countOf, ReportLayout, reportLevels } from '../../contract/report.ts';
import type { GridColumn, GroupColumn, ScreenModel } from '../../contract/screen-model.ts';
import { useScreenModel } from '../runtime/screen-context.ts';
import type { Texts } from '../runtime/texts.ts';
import { formatCount, useTexts } from '../runtime/texts.ts';
import { useTimeZone } from '../runtime/time-zone.ts';
import { reportColumns } from '../runtime/use-report.ts';
import type { ReportAnswer } from '../store/report-api.ts';

/** A column of the table, with what it says of a row and of the sums of a group. */
interface Column {
  readonly key: string;
  readonly title: string;
  readonly cell: string;
  readonly ofRow: (row: GroupValues) => string;
  /** undefined: it is not summed. */
  readonly ofGroup: ((sums: GroupValues) => string) | undefined;
}

const isSummed = (model: ScreenModel, { path }: GridColumn): boolean =>
  path.length === 1 && model.totals?.columns.includes(path[0] ?? '') === true;

const columnOf = (model: ScreenModel, column: GridColumn, timeZone: string): Column => {
  const read = columnReader(model, column, timeZone);
  const { key, title, cell } = column;
  return { key, title, cell, ofRow: read, ofGroup: isSummed(model, column) ? read : undefined };
};

const countColumn = (texts: Texts): Column => {
  const count = (group: GroupValues): string => formatCount(countOf(group));
  return { key: 'count', title: texts('report.count'), cell: 'number', ofRow: count, ofGroup: count };
};

/** Of rows their columns; of groups alone the innermost value, how many rows, and the sums. */
const tableColumns = (model: ScreenModel, texts: Texts, timeZone: string): readonly Column[] => {
  if (model.report?.rows === true) return reportColumns(model).map((column) => columnOf(model, column, timeZone));
  const inner = reportLevels(model).at(-1);
  const every = [...model.columns, ...model.moreColumns].filter((column) => isSummed(model, column));
  const name: Column = {
    key: 'group',
    title: inner?.column.title ?? '',
    cell: 'text',
    ofRow: () => '',
    ofGroup: undefined,
  };
  return [name, countColumn(texts), ...every.map((column) => columnOf(model, column, timeZone))];
};

interface SumsProps {
  readonly columns: readonly Column[];
  readonly label: string;
  readonly kind: 'group' | 'total' | 'grand';
  readonly level: number;
  readonly sums: GroupValues | undefined;
}

/** A line of sums: its name over the columns that are not summed, before the first that is. */
const Sums = ({ columns, label, kind, level, sums }: SumsProps) => {
  const first = columns.findIndex(({ ofGroup }) => ofGroup !== undefined);
  const span = first < 0 ? columns.length : Math.max(first, 1);
  // Where the very first column is summed, its sum stands beside the name.
  const beside = first === 0 && sums !== undefined ? ` ${columns[0]?.ofGroup?.(sums) ?? ''}` : '';
  return (
    <tr data-line={kind} data-level={level}>
      <th scope="row" colSpan={span}>
        {label}
        {beside}
      </th>
      {columns.slice(span).map(({ key, cell, ofGroup }) => (
        <td key={key} data-cell={cell}>
          {sums === undefined ? '' : ofGroup?.(sums)}
        </td>
      ))}
    </tr>
  );
};

interface LineProps {
  readonly columns: readonly Column[];
  readonly line: ReportLine;
  readonly level: GroupColumn | undefined;
  /** It is the innermost of groups that are told alone. */
  readonly alone: boolean;
}

const Line = ({ columns, line, level, alone }: LineProps) => {
  const texts = useTexts();
  const model = useScreenModel();
  const timeZone = useTimeZone();
  if (line.kind === 'row')
    return (
      <tr data-line="row">
        {columns.map(({ key, cell, ofRow }) => (
          <td key={key} data-cell={cell}>
            {ofRow(line.row)}
          </td>
        ))}
      </tr>
    );
  const name = (level && groupText(model, level, line.value, timeZone)) || texts('summary.none');
  if (line.kind === 'head')
    return (
      <tr data-line="head" data-level={line.level}>
        <th scope="colgroup" colSpan={columns.length}>
          <span>{texts('report.head', { title: level?.column.title ?? '', value: name })}</span>
        </th>
      </tr>
    );
  const counted = line.sums === undefined ? '' : ` · ${texts.count('report.rows', countOf(line.sums))}`;
  const told = model.report?.rows === true ? counted : '';
  return (
    <Sums
      columns={columns}
      kind={alone ? 'group' : 'total'}
      level={line.level}
      label={alone ? name : `${texts('report.subtotal', { name })}${told}`}
      sums={line.sums}
    />
  );
};

interface Laid {
  readonly lines: readonly ReportLine[];
  /** What ends after the last of them. */
  readonly ends: readonly ReportLine[];
}

const layOut = (model: ScreenModel, { groups, rows }: ReportAnswer): Laid => {
  const levels = groups.slice(1);
  const layout = new ReportLayout(model, levels);
  const lines = model.report?.rows === true ? layout.rows(rows) : layout.groups(levels.at(-1) ?? []);
  return { lines, ends: layout.end() };
};

interface Props {
  readonly answer: ReportAnswer;
  /** Rows, or groups told alone, that are not in the answer. */
  readonly left: number;
}

/** The lines of a report, with its sums as the API gave them. */
export const ReportTable = memo(({ answer, left }: Props) => {
  const texts = useTexts();
  const model = useScreenModel();
  const timeZone = useTimeZone();
  const columns = useMemo(() => tableColumns(model, texts, timeZone), [model, texts, timeZone]);
  const { lines, ends } = useMemo(() => layOut(model, answer), [model, answer]);
  const levels = reportLevels(model);
  const withRows = model.report?.rows === true;
  const [all] = answer.groups[0] ?? [];
  const draw = (line: ReportLine, index: number) => (
    <Line
      key={index}
      columns={columns}
      line={line}
      level={line.kind === 'row' ? undefined : levels[line.level]}
      alone={!withRows && line.kind === 'group' && line.level === levels.length - 1}
    />
  );
  const counted = all === undefined || !withRows ? '' : ` · ${texts.count('report.rows', countOf(all))}`;
  return (
    <table>
      <caption>
        <VisuallyHidden>{texts('report.table', { title: model.screen.title })}</VisuallyHidden>
      </caption>
      <thead>
        <tr>
          {columns.map(({ key, title, cell }) => (
            <th key={key} scope="col" data-cell={cell}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map(draw)}
        {left > 0 && (
          <tr data-line="cut">
            <td colSpan={columns.length}>{texts.count(withRows ? 'report.cut.rows' : 'report.cut.groups', left)}</td>
          </tr>
        )}
        {ends.map(draw)}
        {all !== undefined && (
          <Sums columns={columns} kind="grand" level={-1} label={`${texts('report.total')}${counted}`} sums={all} />
        )}
      </tbody>
    </table>
  );
});
