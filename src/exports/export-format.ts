/** The kinds of files that a list is written to. A further one is a line here and its writer. */
import type { ExportFormat } from '../../engine/contract/export.ts';
import type { GridColumn, ScreenModel } from '../../engine/contract/screen-model.ts';
import { dayInZone } from '../../engine/core/day-in-zone.ts';
import { csvWriter } from './csv-writer.ts';
import type { FileMark, Maker } from './file-mark.ts';
import { fileMark } from './file-mark.ts';
import { jsonWriter } from './json-writer.ts';
import type { OpenList } from './open-list.ts';
import type { AnyRowWriter } from './row-writer.ts';
import { xlsxWriter } from './xlsx-writer.ts';

/** What a file is made of, beside its rows. */
export interface ExportedList {
  readonly model: ScreenModel;
  readonly columns: readonly GridColumn[];
  readonly timeZone: string;
  readonly maker: Maker;
  readonly mark: FileMark | undefined;
}

/** The list as its file tells of it. */
export const exportedList = ({ model, columns }: OpenList, timeZone: string, maker: Maker): ExportedList => ({
  model,
  columns,
  timeZone,
  maker,
  mark: fileMark(model, columns, maker, timeZone),
});

interface FormatParts {
  readonly label: string;
  /** Media type. */
  readonly type: string;
  readonly writer: (list: ExportedList) => AnyRowWriter;
}

export const exportWriters: Readonly<Record<ExportFormat, FormatParts>> = {
  csv: { label: 'CSV', type: 'text/csv; charset=utf-8', writer: csvWriter },
  xlsx: {
    label: 'XLSX',
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    writer: (list) => xlsxWriter(list),
  },
  json: { label: 'JSON', type: 'application/json; charset=utf-8', writer: jsonWriter },
};

/** `bancos-2026-02-28.csv`, `beneficiarios-2026-02-28-dados-pessoais-ana.xlsx`: letters that every file system takes. */
export const exportName = ({ model, timeZone, maker, mark }: ExportedList, format: ExportFormat): string => {
  const route = model.screen.path.split('/').at(-1) ?? '';
  const parts = [route, dayInZone(timeZone, new Date(maker.at)), ...(mark === undefined ? [] : [mark.inName])];
  return `${parts.join('-')}.${format}`;
};
