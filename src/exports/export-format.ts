/** The kinds of files that a list, or a report, is written to. A further one is a line here and its writer. */
import type { Runtime } from '../../engine/api/runtime.ts';
import type { ExportFormat } from '../../engine/contract/export.ts';
import { writesGroups } from '../../engine/contract/export.ts';
import type { ScreenModel } from '../../engine/contract/screen-model.ts';
import { dayInZone } from '../../engine/core/day-in-zone.ts';
import { csvWriter } from './csv-writer.ts';
import type { FileColumn, Texts } from './file-column.ts';
import { groupColumns, listColumn } from './file-column.ts';
import type { FileMark, Maker } from './file-mark.ts';
import { fileMark } from './file-mark.ts';
import { textsOf } from './file-texts.ts';
import { jsonWriter } from './json-writer.ts';
import type { OpenList } from './open-list.ts';
import type { AnyRowWriter } from './row-writer.ts';
import type { FilePortion, WrittenPart } from './write-list.ts';
import { writeList } from './write-list.ts';
import { checkReport, writeReport } from './write-report.ts';
import { xlsxWriter } from './xlsx-writer.ts';

/** What a file is made of, beside its rows. */
export interface ExportedList {
  readonly model: ScreenModel;
  readonly columns: readonly FileColumn[];
  readonly timeZone: string;
  readonly texts: Texts;
  /** Whose installation it is; empty without a client. */
  readonly client: string;
  readonly maker: Maker;
  readonly mark: FileMark | undefined;
}

/** The list as its file tells of it. */
export const exportedList = (list: OpenList, runtime: Runtime, maker: Maker): ExportedList => {
  const { model } = list;
  const { timeZone } = runtime;
  const context = { model, timeZone, texts: textsOf(runtime) };
  const columns = writesGroups(model)
    ? groupColumns(context)
    : list.columns.map((column) => listColumn(context, column));
  return {
    ...context,
    columns,
    client: runtime.current.model.client?.title ?? '',
    maker,
    mark: fileMark(model, columns, maker, timeZone),
  };
};

interface FormatParts {
  readonly label: string;
  /** Media type. */
  readonly type: string;
  /** The whole file, or what comes behind a part of it. */
  readonly write: (
    list: OpenList,
    file: ExportedList,
    from: WrittenPart | undefined,
  ) => AsyncGenerator<FilePortion, void, undefined>;
  /** Raises what is refused of such a file, beside what reading refuses; absent: nothing. */
  readonly check?: (list: OpenList) => Promise<void>;
  /** Nothing can be written behind a part of it: it begins anew. */
  readonly whole?: true;
}

const byRows =
  (writer: (file: ExportedList) => AnyRowWriter): FormatParts['write'] =>
  (list, file, from) =>
    writeList(list, writer(file), from);

export const exportWriters: Readonly<Record<ExportFormat, FormatParts>> = {
  csv: { label: 'CSV', type: 'text/csv; charset=utf-8', write: byRows(csvWriter) },
  xlsx: {
    label: 'XLSX',
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    write: byRows((file) => xlsxWriter(file)),
  },
  json: { label: 'JSON', type: 'application/json; charset=utf-8', write: byRows(jsonWriter) },
  pdf: {
    label: 'PDF',
    type: 'application/pdf',
    write: (list, file) => writeReport(list, file),
    check: (list) => checkReport(list),
    whole: true,
  },
};

/** `bancos-2026-02-28.csv`, `beneficiarios-2026-02-28-dados-pessoais-ana.xlsx`: letters that every file system takes. */
export const exportName = ({ model, timeZone, maker, mark }: ExportedList, format: ExportFormat): string => {
  const route = model.screen.path.split('/').at(-1) ?? '';
  const parts = [route, dayInZone(timeZone, new Date(maker.at)), ...(mark === undefined ? [] : [mark.inName])];
  return `${parts.join('-')}.${format}`;
};
