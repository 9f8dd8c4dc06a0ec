import { Refusal } from '../../core/errors.ts';
import type { ByteSource } from '../byte-source.ts';
import { streamBytes } from '../byte-source.ts';
import { encodeText } from '../encode-text.ts';
import type { FileLimits } from '../file-limits.ts';
import type { OutcomeCursor } from '../outcomes.ts';
import { problemsText } from '../outcomes.ts';
import type { RawRow } from '../table.ts';
import { problemsTitle } from '../table.ts';
import { headerOfRow, isEmptyRow } from '../tabulate.ts';
import { lastColumn } from './cell-reference.ts';
import type { Zip, ZipPart } from './open-zip.ts';
import { openZip } from './open-zip.ts';
import { readXlsx } from './read-xlsx.ts';
import type { RowSpan } from './sheet-rewriter.ts';
import { SheetRewriter } from './sheet-rewriter.ts';
import { chooseSheet, partOf, readWorkbook } from './workbook.ts';
import type { PartEncoding } from './xml.ts';
import { partText, XmlReader } from './xml.ts';
import { ZipWriter } from './zip-writer.ts';

interface Shape {
  readonly headerLine: number;
  /** The column of problems: ours of another time, or a new one behind the last that is used. */
  readonly column: number;
  readonly existing: boolean;
}

/** Reads the sheet once. Raises FILE_HEADER_MISSING, FILE_HEADER_REPEATED, FILE_COLUMNS and what reading raises. */
const shapeOf = async (source: ByteSource, sheet: string | undefined, limits: FileLimits): Promise<Shape> => {
  const { rows, close } = await readXlsx(source, sheet, limits);
  let header: RawRow | undefined;
  let width = 0;
  try {
    for await (const piece of rows) {
      for (const row of piece) {
        header ??= isEmptyRow(row, undefined) ? undefined : row;
        width = Math.max(width, row.cells.length);
      }
    }
  } finally {
    close();
  }
  const { own } = headerOfRow(header);
  const column = own ?? width;
  if (column >= lastColumn) throw new Refusal('FILE_COLUMNS', { line: header?.line ?? 1, maximum: lastColumn - 1 });
  return { headerLine: header?.line ?? 0, column, existing: own !== undefined };
};

async function* sheetBytes(
  zip: Zip,
  part: ZipPart,
  shape: Shape,
  outcomes: OutcomeCursor,
  only: boolean,
  limits: FileLimits,
): AsyncGenerator<Uint8Array> {
  const rewriter = new SheetRewriter(shape.column, limits);
  const rewrite = async (row: RowSpan): Promise<string> => {
    if (row.line < shape.headerLine) return rewriter.slice(row.start, row.end);
    if (row.line === shape.headerLine)
      return shape.existing ? rewriter.slice(row.start, row.end) : rewriter.withText(row, problemsTitle, only);
    const problems = await outcomes.problemsOf(row.line);
    if (only && problems.length === 0) return rewriter.hidden(row);
    return rewriter.withText(row, problemsText(problems), only);
  };
  const name = part.entry.fileName;
  const xml = new XmlReader(name, rewriter, limits);
  let encoding: PartEncoding | undefined;
  let lead = '';
  const tell = (found: PartEncoding): void => {
    encoding = found;
    // A mark is a letter to whoever encodes.
    if (found.mark.length > 0) lead = '\ufeff';
  };
  const encode = (text: string): Uint8Array => encodeText(text, encoding?.label ?? 'utf-8');
  for await (const text of partText(name, zip.unpack(part, limits.part), tell)) {
    rewriter.add(text);
    xml.write(text);
    const ready = await rewriter.take(rewrite, false);
    if (ready !== '') yield encode(lead + ready);
    if (ready !== '') lead = '';
  }
  xml.close();
  yield encode(lead + (await rewriter.take(rewrite, true)));
}

const chain = /calcChain\.xml$/i;
/** The order of calculation names cells whose formulas are gone: it goes as well, with what refers to it. */
const references =
  /<(?:\w+:)?(?:Relationship|Override)\b[^>]*calcChain\.xml[^>]*?(?:\/>|>\s*<\/(?:\w+:)?(?:Relationship|Override)>)/gi;

async function* withoutChain(zip: Zip, part: ZipPart, limits: FileLimits): AsyncGenerator<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const bytes of zip.unpack(part, limits.smallPart)) chunks.push(bytes);
  yield Buffer.from(Buffer.concat(chunks).toString('utf8').replace(references, ''), 'utf8');
}

/**
 * The same workbook with a column `Problemas` in the sheet that was read; the packed bytes of every other part are those
 * of the user. `only`: rows without problems are emptied and hidden, so that the others keep their numbers, and formulas
 * of the sheet become their values, for what they refer to may be gone.
 */
export async function* writeXlsxBack(
  source: ByteSource,
  sheet: string | undefined,
  outcomes: OutcomeCursor,
  only: boolean,
  limits: FileLimits,
): AsyncGenerator<Uint8Array> {
  const shape = await shapeOf(source, sheet, limits);
  const zip = await openZip(source, limits);
  const chosen = await partOf(zip, chooseSheet(await readWorkbook(zip, limits), sheet).part);
  const cutsChain = only && zip.entries.some(({ fileName }) => chain.test(fileName));
  const writer = new ZipWriter();
  for (const entry of zip.entries) {
    const { fileName } = entry;
    if (cutsChain && chain.test(fileName)) continue;
    const part = await partOf(zip, fileName);
    if (entry === chosen.entry) yield* writer.replace(entry, sheetBytes(zip, part, shape, outcomes, only, limits));
    else if (cutsChain && /workbook\.xml\.rels$|\[Content_Types\]\.xml$/i.test(fileName))
      yield* writer.replace(entry, withoutChain(zip, part, limits));
    else yield* writer.copy(entry, streamBytes(source, part.start, part.end));
  }
  yield* writer.end();
}
