/** Rows as `copy ... from stdin` takes them. In: columns, rows. Out: text of many lines at a time. */
import type { Row } from '../given-rows.ts';

/** A value as the text format of COPY has it. */
const copied = (value: unknown): string => {
  if (value === null || value === undefined) return '\\N';
  if (typeof value !== 'string') return String(value);
  return /[\\\n\r\t]/.test(value)
    ? value.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\t', '\\t')
    : value;
};

/** A line of its own for each row would be a packet of its own. */
const linesTogether = 500;

/** The rows are asked for as the text is taken, so that they are drawn while the server works on those before. */
export function* copyText(rows: Iterable<Row>, columns: readonly string[]): Generator<string> {
  let text = '';
  let lines = 0;
  for (const row of rows) {
    for (let place = 0; place < columns.length; place += 1)
      text += (place === 0 ? '' : '\t') + copied(row[columns[place] ?? '']);
    text += '\n';
    lines += 1;
    if (lines % linesTogether !== 0) continue;
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}
