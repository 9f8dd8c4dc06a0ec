/**
 * A list as a workbook: numbers, days and moments as such in the formats of the list, everything else as its text. Days
 * before March 1900, which spreadsheets do not count, are texts. More rows than a sheet holds go on in a further one.
 */
import type { BookSheet } from '../../engine/files/xlsx-book.ts';
import {
  bookRelations,
  contentTypes,
  coreProperties,
  packageRelations,
  sheetName,
  sheetPart,
  workbook,
} from '../../engine/files/xlsx-book.ts';
import type { SheetColumn } from '../../engine/files/xlsx-sheet.ts';
import { beginSheet, endSheet, sheetRange, sheetRows, sheetWriter, styleSheet } from '../../engine/files/xlsx-sheet.ts';
import { longestText } from '../../engine/files/xlsx-text.ts';
import type { ZipState, ZipStep } from '../../engine/files/zip-file.ts';
import { addContent, closeEntry, emptyZip, endZip, openEntry, wholeEntry } from '../../engine/files/zip-file.ts';
import type { ExportedList } from './export-format.ts';
import type { ListRow, RowWriter, Written } from './row-writer.ts';

interface XlsxState {
  readonly zip: ZipState;
  /** Lines of each sheet, the titles included; the last is open. */
  readonly lines: readonly number[];
  /** Texts that were cut. */
  readonly cut: number;
}

/** Bytes of a sheet's text, at most: below what an entry of the ZIP holds, with room for a portion. */
const fullSheet = 3.5 * 2 ** 30;

const aboutName = 'Sobre este arquivo';
const aboutColumns: readonly SheetColumn[] = [
  { title: aboutName, width: 200, format: undefined },
  { title: '', width: 700, format: undefined },
];

/** Several steps, one after another. */
class Steps {
  readonly #parts: Buffer[] = [];
  zip: ZipState;

  constructor(zip: ZipState) {
    this.zip = zip;
  }

  async add(...steps: readonly ((zip: ZipState) => ZipStep | Promise<ZipStep>)[]): Promise<void> {
    for (const step of steps) {
      const { state, bytes } = await step(this.zip);
      this.zip = state;
      this.#parts.push(bytes);
    }
  }

  bytes(...more: readonly Buffer[]): Buffer {
    return Buffer.concat([...this.#parts, ...more]);
  }
}

const entry = (name: string, content: string) => (zip: ZipState) => wholeEntry(zip, name, content);
const more = (content: string) => (zip: ZipState) => addContent(zip, content);

/** `capacity`: lines of a sheet, for tests that cannot write a million. */
export const xlsxWriter = (
  { model, columns, mark, maker }: ExportedList,
  capacity: number = sheetRows,
): RowWriter<XlsxState> => {
  const { title } = model.screen;
  const sheets: readonly SheetColumn[] = columns;
  const write = sheetWriter(sheets);

  const open = async (steps: Steps, index: number): Promise<void> =>
    steps.add((zip) => openEntry(zip, sheetPart(index)), more(beginSheet(sheets, index === 0)));
  const close = async (steps: Steps, lines: number): Promise<void> =>
    steps.add(more(endSheet(sheetRange(sheets, lines), mark?.line)), closeEntry);

  const rows = async (given: readonly ListRow[], state: XlsxState): Promise<Written<XlsxState>> => {
    const steps = new Steps(state.zip);
    const lines = [...state.lines];
    let { cut } = state;
    for (let at = 0; at < given.length; ) {
      const here = lines.at(-1) ?? 1;
      if (here >= capacity || (steps.zip.open?.size ?? 0) > fullSheet) {
        await close(steps, here);
        await open(steps, lines.length);
        lines.push(1);
        continue;
      }
      const taken = given.slice(at, at + capacity - here);
      const made = write(
        taken.map((row) => columns.map(({ cell }) => cell(row))),
        here + 1,
      );
      await steps.add(more(made.xml));
      cut += made.cut;
      at += taken.length;
      lines[lines.length - 1] = here + taken.length;
    }
    return { bytes: steps.bytes(), state: { zip: steps.zip, lines, cut } };
  };

  return {
    begin: async () => {
      const steps = new Steps(emptyZip);
      await steps.add(
        entry('[Content_Types].xml', contentTypes),
        entry('_rels/.rels', packageRelations),
        entry('xl/styles.xml', styleSheet(sheets)),
      );
      await open(steps, 0);
      return { bytes: steps.bytes(), state: { zip: steps.zip, lines: [1], cut: 0 } };
    },
    rows,
    end: async ({ zip, lines, cut }, { rows: total }) => {
      const steps = new Steps(zip);
      await close(steps, lines.at(-1) ?? 1);
      const told =
        cut === 0
          ? []
          : [
              `${cut.toLocaleString('pt-BR')} ${cut === 1 ? 'texto foi cortado' : 'textos foram cortados'}: uma célula guarda até ${longestText.toLocaleString('pt-BR')} caracteres.`,
            ];
      const about = [
        ...(mark === undefined ? [] : [...mark.facts, ['Linhas', total.toLocaleString('pt-BR')]]),
        ...told.map((text) => ['Atenção', text]),
      ];
      const named: BookSheet[] = [];
      for (const [index, count] of lines.entries())
        named.push({
          name: sheetName(title, index + 1, [aboutName, ...named.map(({ name }) => name)]),
          range: sheetRange(sheets, count),
        });
      if (about.length > 0) {
        const text = beginSheet(aboutColumns, false) + sheetWriter(aboutColumns)(about, 2).xml;
        await steps.add(entry(sheetPart(named.length), text + endSheet(undefined, mark?.line)));
        named.push({ name: aboutName, range: undefined });
      }
      await steps.add(
        entry('xl/workbook.xml', workbook(named)),
        entry('xl/_rels/workbook.xml.rels', bookRelations(named.length)),
        entry(
          'docProps/core.xml',
          coreProperties({
            title,
            creator: maker.login,
            created: maker.at,
            ...(mark === undefined ? {} : { description: mark.line, keywords: mark.keyword }),
          }),
        ),
      );
      return { bytes: steps.bytes(endZip(steps.zip)), told };
    },
  };
};
