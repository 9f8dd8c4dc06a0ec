import type { ByteSource } from '../byte-source.ts';
import type { FileLimits } from '../file-limits.ts';
import type { FileNotice, RawRow, SheetName } from '../table.ts';
import type { CellContext } from './cell-value.ts';
import type { Zip } from './open-zip.ts';
import { openZip } from './open-zip.ts';
import { readSharedTexts } from './read-shared-texts.ts';
import { SheetReader } from './sheet-reader.ts';
import { readStyles } from './styles.ts';
import type { Workbook, WorkbookSheet } from './workbook.ts';
import { chooseSheet, partOf, readWorkbook } from './workbook.ts';
import { partText, XmlReader } from './xml.ts';

export interface XlsxRows {
  readonly format: string;
  readonly sheets: readonly SheetName[];
  readonly sheet: string;
  readonly rows: AsyncGenerator<readonly RawRow[]>;
  readonly notices: readonly FileNotice[];
  readonly close: () => void;
}

const openContext = async (
  zip: Zip,
  { styles, texts, from1904 }: Workbook,
  limits: FileLimits,
): Promise<CellContext & { readonly close: () => void }> => {
  const styled = styles === undefined ? undefined : await zip.find(styles);
  const kinds =
    styles === undefined || styled === undefined
      ? []
      : await readStyles(styles, zip.unpack(styled, limits.smallPart), limits);
  const shared =
    texts === undefined
      ? undefined
      : await readSharedTexts(texts, zip.unpack(await partOf(zip, texts), limits.part), limits);
  return { kinds, from1904, text: (index) => shared?.get(index), close: () => shared?.close() };
};

async function* sheetRows(
  zip: Zip,
  { part }: WorkbookSheet,
  reader: SheetReader,
  limits: FileLimits,
): AsyncGenerator<readonly RawRow[]> {
  const xml = new XmlReader(part, reader, limits);
  for await (const text of partText(part, zip.unpack(await partOf(zip, part), limits.part))) {
    xml.write(text);
    yield reader.take();
  }
  xml.close();
}

/**
 * The rows of a sheet of an XLSX: the named one, else the first that is not hidden.
 *
 * Raises FILE_SHEET_UNKNOWN, FILE_SHEET_NONE, FILE_PART_MISSING, FILE_FORMAT, FILE_PASSWORD, FILE_TEXTS,
 * FILE_TEXT_LONG and what `openZip`, `XmlReader` and `SheetReader` raise.
 */
export const readXlsx = async (
  source: ByteSource,
  sheet: string | undefined,
  limits: FileLimits,
): Promise<XlsxRows> => {
  const zip = await openZip(source, limits);
  const workbook = await readWorkbook(zip, limits);
  const chosen = chooseSheet(workbook, sheet);
  await partOf(zip, chosen.part);
  const context = await openContext(zip, workbook, limits);
  const reader = new SheetReader(chosen.part, context, limits);
  return {
    format: 'XLSX',
    sheets: workbook.sheets.map(({ name, hidden }) => ({ name, hidden })),
    sheet: chosen.name,
    rows: sheetRows(zip, chosen, reader, limits),
    notices: reader.notices,
    close: context.close,
  };
};
