import { Portal } from '@mantine/core';
import { columnText } from '../../contract/column-text.ts';
import { formatMoment } from '../../fields/date-text.ts';
import { useScreenModel } from '../runtime/screen-context.ts';
import { formatCount, useTexts } from '../runtime/texts.ts';
import { useTimeZone } from '../runtime/time-zone.ts';
import { usePrinting } from '../runtime/use-printing.ts';
import type { RegistryList } from '../runtime/use-registry-list.ts';
import { ChipText } from './filter-chips.tsx';
import './print-sheet.css';

/** Words end lines; what has none to end one is broken where the line is full. */
const isEndless = (text: string): boolean => /\S{30}/u.test(text);

const Sheet = ({ list }: { readonly list: RegistryList }) => {
  const model = useScreenModel();
  const texts = useTexts();
  const timeZone = useTimeZone();
  const { range, count, chips, query } = list;
  return (
    <div className="fi-print">
      <h1>{model.screen.title}</h1>
      <p>
        {range &&
          texts(count ? (count.estimated ? 'print.rows.about' : 'print.rows.of') : 'print.rows', {
            first: formatCount(range.first),
            last: formatCount(range.last),
            count: formatCount(count?.total ?? 0),
          })}{' '}
        {texts('print.at', { moment: formatMoment(new Date().toISOString(), timeZone) })}
      </p>
      {query.q !== '' && <p>{texts('print.words', { words: query.q })}</p>}
      {chips.length > 0 && (
        <ul>
          {chips.map((chip) => (
            <li key={chip.id}>
              {chip.label}: <ChipText chip={chip} />
            </li>
          ))}
        </ul>
      )}
      <table>
        <thead>
          <tr>
            {list.columns.map(({ key, title, cell }) => (
              <th key={key} scope="col" data-cell={cell}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {list.rows.map((row) => (
            <tr key={row.id}>
              {list.columns.map((column) => {
                const text = columnText(model, column, row, timeZone);
                return (
                  <td key={column.key} data-cell={column.cell} data-endless={isEndless(text) || undefined}>
                    {text}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

/** The page of the list on paper: its title, its filters in words and all of its columns; nothing of the screen around. */
export const PrintSheet = ({ list }: { readonly list: RegistryList }) =>
  usePrinting() ? (
    <Portal reuseTargetNode={false}>
      <Sheet list={list} />
    </Portal>
  ) : null;
