/** A column of a file: of a list one of its columns, of groups what they are put together by, their number or a sum. */
import { columnReader, relationLabel, valueAtPath } from '../../engine/contract/column-text.ts';
import { fieldOf } from '../../engine/contract/field-of.ts';
import { countKey, groupKey, groupText } from '../../engine/contract/grouping.ts';
import { reportLevels } from '../../engine/contract/report.ts';
import type { GridColumn, ScreenModel } from '../../engine/contract/screen-model.ts';
import { fieldTypes } from '../../engine/fields/index.ts';
import type { SheetCell } from '../../engine/files/xlsx-sheet.ts';
import { plainField } from '../../engine/model/plain-field.ts';
import type { Field } from '../../engine/model/types.ts';
import type { ListRow } from './row-writer.ts';

/** Words of the product, by key. */
export type Texts = (key: string, params?: Readonly<Record<string, unknown>>) => string;

export interface FileColumn {
  readonly title: string;
  /** Pixels. */
  readonly width: number;
  /** It stands on the right: a number. */
  readonly right: boolean;
  readonly personal?: GridColumn['personal'];
  /** As people read it. */
  readonly text: (row: ListRow) => string;
  /** Number format of a spreadsheet, and what stands in its cell. */
  readonly format: string | undefined;
  readonly cell: (row: ListRow) => SheetCell;
  /** Its member in JSON, and the value there. */
  readonly key: string;
  readonly value: (row: ListRow) => unknown;
}

export interface ColumnContext {
  readonly model: ScreenModel;
  readonly timeZone: string;
  readonly texts: Texts;
}

/** A number, a day or a moment as spreadsheets hold it; the text where that is none. */
const cellOf = (
  field: Field | undefined,
  timeZone: string,
  read: (row: ListRow) => unknown,
  text: (row: ListRow) => string,
): Pick<FileColumn, 'format' | 'cell'> => {
  const sheet = field && fieldTypes[field.type].sheet;
  if (field === undefined || sheet === undefined) return { format: undefined, cell: text };
  return {
    format: sheet.format(field),
    cell: (row) => {
      const value = read(row);
      return (value === null ? undefined : sheet.value(value, field, { timeZone })) ?? text(row);
    },
  };
};

/** `{ "id": 12, "label": "Belém - PA" }`: the one to join by, the other as the list names it. */
const jsonValue = (model: ScreenModel, field: Field | undefined, value: unknown): unknown =>
  field?.relation === undefined || typeof value !== 'object' || value === null
    ? value
    : { id: (value as ListRow)['id'] ?? null, label: relationLabel(model, field.relation, value as ListRow) };

/** Of a list. */
export const listColumn = (context: ColumnContext, column: GridColumn): FileColumn => {
  const { model, timeZone } = context;
  const { key, path, title, width, personal } = column;
  const field = fieldOf(model, key);
  const text = columnReader(model, column, timeZone);
  const read = (row: ListRow): unknown => valueAtPath(row, path);
  return {
    title,
    width,
    right: column.cell === 'number',
    ...(personal && { personal }),
    text,
    ...cellOf(field, timeZone, read, text),
    key,
    value: (row) => jsonValue(model, field, read(row)),
  };
};

/** A month and a year as such, whatever they are the part of. */
const partField = (by: 'month' | 'year'): Field =>
  plainField({ name: by, type: by, title: '', required: true, readOnly: true });

/** The columns whose sums the groups have. */
export const totalColumns = ({ columns, moreColumns, totals }: ScreenModel): readonly GridColumn[] =>
  (totals?.columns ?? []).flatMap(
    (name) => [...columns, ...moreColumns].find(({ path }) => path.length === 1 && path[0] === name) ?? [],
  );

/** What a group is called by one of its levels. */
export const levelText = ({ model, timeZone, texts }: ColumnContext, index: number, value: unknown): string => {
  const level = reportLevels(model)[index];
  return (level && groupText(model, level, value, timeZone)) || texts('summary.none');
};

/**
 * Of the groups of a report: a column for each level, the number of rows, and the sums. In JSON they are called as `select`
 * asks for them: `data::month`, `count()`, `valor.sum()`.
 */
export const groupColumns = (context: ColumnContext): readonly FileColumn[] => {
  const { model, timeZone, texts } = context;
  const levels = reportLevels(model).map(({ column, by }, index): FileColumn => {
    const { key, title, width, personal } = column;
    const field = fieldOf(model, key);
    const read = (row: ListRow): unknown => row[groupKey(index)] ?? null;
    const text = (row: ListRow): string => levelText(context, index, read(row));
    const part = (row: ListRow): unknown => (by === 'year' && read(row) !== null ? Number(read(row)) : read(row));
    return {
      title,
      width,
      right: false,
      ...(personal && { personal }),
      text,
      ...(by === undefined ? cellOf(field, timeZone, read, text) : cellOf(partField(by), timeZone, part, text)),
      key: by === undefined ? key : `${key}::${by}`,
      value: (row) => jsonValue(model, field, read(row)),
    };
  });
  const sums = totalColumns(model).map(
    (column): FileColumn => ({
      ...listColumn(context, column),
      right: true,
      key: `${column.key}.sum()`,
    }),
  );
  return [...levels, countColumn(texts), ...sums];
};

const numbers = new Intl.NumberFormat('pt-BR');
export const countText = (count: number): string => numbers.format(count);

const countColumn = (texts: Texts): FileColumn => ({
  title: texts('report.file.count'),
  width: 110,
  right: true,
  text: (row) => countText(Number(row[countKey])),
  format: '#,##0',
  cell: (row) => Number(row[countKey]),
  key: 'count()',
  value: (row) => row[countKey],
});
