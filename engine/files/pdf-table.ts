/**
 * A table as pages of A4. In: what it is, its columns, and lines in portions. Out: the bytes of a PDF as they come, of which
 * no more than the open page is held. Its text is text, in the fonts that every reader has.
 */
import PDFDocument from 'pdfkit';
import { fitText } from './fit-text.ts';
import { winAnsiText } from './win-ansi.ts';

export interface PdfColumn {
  readonly title: string;
  /** In proportion to the others. */
  readonly width: number;
  /** A number: on the right, and never cut. */
  readonly right: boolean;
}

/** Text from one column on, as wide as so many. */
export interface PdfCell {
  readonly text: string;
  readonly from: number;
  readonly columns: number;
  readonly right: boolean;
}

export interface PdfLine {
  /** `head` begins a group, and stays with the line that follows; `sum` ends one; `total` is of all. */
  readonly kind: 'row' | 'head' | 'sum' | 'total';
  /** Of groups inside one another, 0 the outermost. */
  readonly level: number;
  readonly cells: readonly PdfCell[];
}

export interface PdfDescription {
  readonly title: string;
  readonly author: string;
  readonly created: Date;
  readonly keywords: string | undefined;
  /** At the head of each page, on the right of the title. */
  readonly owner: string;
  /** Under the title, a line each. */
  readonly about: readonly string[];
  /** At the foot of each page; undefined: nothing. */
  readonly mark: string | undefined;
  /** Of a page, with `{page}` and `{pages}`: `Página {page} de {pages}`. */
  readonly page: string;
  /** Behind the head of a group that a new page goes on with. */
  readonly goesOn: string;
  readonly columns: readonly PdfColumn[];
}

type Style = 'plain' | 'bold';

const fonts = { plain: 'Helvetica', bold: 'Helvetica-Bold' } as const satisfies Record<Style, string>;
const margin = 36;
const gap = 6;
const size = 8;
/** From one line of text to the next. */
const leading = 10;
/** Over and under the text of a line. */
const padding = 1.75;
const indent = 10;
/** Lines of a text in a cell, and of what is said under the title. */
const cellLines = 2;
const aboutLines = 2;
const smallest = 4;
/** More columns than these lie on a page that is broader than high. */
const uprightColumns = 6;
/** Of a number, so that sums have room. */
const narrowest = 56;

const ink = '#1a1a1a';
const pale = '#666666';
const ruled = '#999999';

interface Box {
  readonly x: number;
  readonly width: number;
}

/** The widths, in proportion, but of numbers no less than they need. */
const boxesOf = (columns: readonly PdfColumn[], room: number): readonly Box[] => {
  const free = room - gap * (columns.length - 1);
  const all = columns.reduce((sum, { width }) => sum + width, 0);
  const wanted = columns.map(({ width, right }) => Math.max((width / all) * free, right ? narrowest : 0));
  const scale = free / wanted.reduce((sum, width) => sum + width, 0);
  let x = margin;
  return wanted.map((width) => {
    const box = { x, width: width * scale };
    x += box.width + gap;
    return box;
  });
};

interface Placed {
  readonly cell: PdfCell;
  readonly box: Box;
  readonly lines: readonly string[];
}

export class PdfTable {
  readonly #document: PDFKit.PDFDocument;
  readonly #description: PdfDescription;
  readonly #boxes: readonly Box[];
  readonly #width: number;
  readonly #bottom: number;
  /** The number of pages, which is known at the end: each page shows the same drawing. */
  readonly #pages: PDFKit.PDFKitReference;
  /** Of each letter at a size of 1. */
  readonly #widths: Readonly<Record<Style, Map<string, number>>> = { plain: new Map(), bold: new Map() };
  #y = 0;
  #page = 0;
  /** Heads that wait for the line that they stay with. */
  #waiting: PdfLine[] = [];
  /** Heads of the groups that are open, outermost first. */
  #open: PdfLine[] = [];

  constructor(description: PdfDescription) {
    const { title, author, created, keywords, columns } = description;
    this.#description = description;
    this.#document = new PDFDocument({
      size: 'A4',
      layout: columns.length > uprightColumns ? 'landscape' : 'portrait',
      margin: 0,
      autoFirstPage: false,
      lang: 'pt-BR',
      displayTitle: true,
      info: {
        Title: title,
        Author: author,
        Creator: 'Fichário',
        Producer: 'Fichário',
        CreationDate: created,
        ...(keywords === undefined ? {} : { Keywords: keywords }),
      },
    });
    this.#pages = this.#document.ref({ Type: 'XObject', Subtype: 'Form', BBox: [0, -3, 60, 10] });
    this.#document.addPage();
    const { width, height } = this.#document.page;
    this.#width = width - 2 * margin;
    this.#bottom = height - margin - gap - leading * (description.mark === undefined ? 1 : 2);
    this.#boxes = boxesOf(columns, this.#width);
    this.#begin();
  }

  add(lines: readonly PdfLine[]): void {
    for (const line of lines) {
      if (line.kind === 'head') {
        this.#waiting.push(line);
        continue;
      }
      const heads = this.#waiting;
      const together = [...heads, line].map((one) => ({ line: one, placed: this.#place(one) }));
      const height = together.reduce((sum, one) => sum + heightOf(one.placed), 0);
      if (this.#y + height > this.#bottom) this.#turn();
      this.#waiting = [];
      for (const { line: one, placed } of together) this.#draw(one, placed);
      for (const head of heads) this.#open = [...this.#open.slice(0, head.level), head];
      if (line.kind === 'sum') this.#open = this.#open.slice(0, line.level);
    }
  }

  /** The bytes since it was asked last. */
  take(): Buffer {
    const parts: Buffer[] = [];
    for (let part: unknown = this.#document.read(); part !== null; part = this.#document.read())
      if (Buffer.isBuffer(part)) parts.push(part);
    return Buffer.concat(parts);
  }

  end(): void {
    const document = this.#document;
    // The foot is the first that a page writes: its font is the first of the page.
    const [font] = Object.keys(document.page.fonts);
    Object.assign(this.#pages.data, { Resources: { Font: document.page.fonts } });
    this.#pages.end(`BT /${font} ${size} Tf 0.4 g 0 0 Td (${this.#page}) Tj ET`);
    document.end();
  }

  #text(text: string, x: number, y: number, style: Style, points: number, color: string): void {
    this.#document.font(fonts[style]).fontSize(points).fillColor(color).text(text, x, y, { lineBreak: false });
  }

  /** As it is drawn: some pairs of letters stand closer. */
  #exact(text: string, style: Style): number {
    return this.#document.font(fonts[style]).fontSize(size).widthOfString(text);
  }

  /** No less than that, by the widths of its letters alone: quicker. */
  #measure(text: string, style: Style, points = size): number {
    const widths = this.#widths[style];
    let sum = 0;
    for (const letter of text) {
      let width = widths.get(letter);
      if (width === undefined) {
        width = this.#document.font(fonts[style]).fontSize(1).widthOfString(letter);
        widths.set(letter, width);
      }
      sum += width;
    }
    return sum * points;
  }

  #rule(y: number, width = 0.5): void {
    this.#document
      .moveTo(margin, y)
      .lineTo(margin + this.#width, y)
      .lineWidth(width)
      .strokeColor(ruled)
      .stroke();
  }

  #turn(): void {
    this.#document.addPage();
    this.#begin();
    for (const { cells, ...head } of this.#open) {
      const [first] = cells;
      if (first === undefined) continue;
      const line = { ...head, cells: [{ ...first, text: `${first.text} ${this.#description.goesOn}` }] };
      this.#draw(line, this.#place(line));
    }
  }

  /** Foot, head, and the titles of the columns. */
  #begin(): void {
    const { title, owner, about, columns } = this.#description;
    this.#page += 1;
    this.#foot();
    const name = winAnsiText(owner);
    const nameWidth = this.#measure(name, 'plain');
    const [line = ''] = fitText(winAnsiText(title), this.#width - nameWidth - gap, 1, (text) =>
      this.#measure(text, 'bold', 13),
    );
    this.#text(line, margin, margin, 'bold', 13, ink);
    this.#text(name, margin + this.#width - nameWidth, margin + 4, 'plain', size, pale);
    this.#y = margin + 18;
    for (const text of about)
      for (const part of fitText(winAnsiText(text), this.#width, aboutLines, (one) => this.#measure(one, 'plain'))) {
        this.#text(part, margin, this.#y, 'plain', size, pale);
        this.#y += leading;
      }
    this.#y += 4;
    this.#rule(this.#y, 1);
    const cells = columns.map(({ title: text, right }, from) => ({ text, from, columns: 1, right }));
    this.#draw({ kind: 'head', level: 0, cells }, this.#place({ kind: 'head', level: 0, cells }));
    this.#rule(this.#y);
    this.#y += 1;
  }

  #foot(): void {
    const { page, mark } = this.#description;
    const document = this.#document;
    const y = document.page.height - margin - leading;
    const [before = '', after = ''] = page.replace('{page}', String(this.#page)).split('{pages}');
    const width = this.#exact(before, 'plain');
    // Room for the digits of a number that is not known yet.
    const digits = this.#measure('0000', 'plain');
    const x = margin + this.#width - width - digits - this.#measure(after, 'plain');
    this.#text(before, x, y, 'plain', size, pale);
    document.page.xobjects['Pages'] = this.#pages;
    // The baseline of the text before; the page is drawn upside down.
    document.addContent(`q 1 0 0 -1 ${(x + width).toFixed(2)} ${(y + size * 0.718).toFixed(2)} cm /Pages Do Q`);
    if (after !== '') this.#text(after, x + width + digits, y, 'plain', size, pale);
    if (mark !== undefined) {
      const [line = ''] = fitText(winAnsiText(mark), this.#width, 1, (text) => this.#measure(text, 'bold'));
      this.#text(line, margin, y - leading, 'bold', size, ink);
    }
  }

  #place({ kind, level, cells }: PdfLine): readonly Placed[] {
    const style: Style = kind === 'row' ? 'plain' : 'bold';
    return cells.flatMap((cell): readonly Placed[] => {
      const first = this.#boxes[cell.from];
      const last = this.#boxes[cell.from + cell.columns - 1];
      if (first === undefined || last === undefined) return [];
      const inset = cell.from === 0 && !cell.right ? level * indent : 0;
      const x = first.x + inset;
      const box = { x, width: last.x + last.width - x };
      const text = winAnsiText(cell.text);
      const lines = cell.right ? [text] : fitText(text, box.width, cellLines, (one) => this.#measure(one, style));
      return [{ cell, box, lines }];
    });
  }

  #draw({ kind }: PdfLine, placed: readonly Placed[]): void {
    const style: Style = kind === 'row' ? 'plain' : 'bold';
    if (kind === 'sum' || kind === 'total') this.#rule(this.#y, kind === 'total' ? 1 : 0.5);
    for (const { cell, box, lines } of placed) {
      for (const [index, line] of lines.entries()) {
        if (line === '') continue;
        const y = this.#y + padding + index * leading;
        if (!cell.right) {
          this.#text(line, box.x, y, style, size, ink);
          continue;
        }
        // Of a number no digit is left out: one that is too wide is written smaller.
        const width = this.#exact(line, style);
        const points = width <= box.width ? size : Math.max((size * box.width) / width, smallest);
        const drawn = (width * points) / size;
        this.#text(line, box.x + box.width - drawn, y + (size - points) * 0.7, style, points, ink);
      }
    }
    this.#y += heightOf(placed);
  }
}

const heightOf = (placed: readonly Placed[]): number =>
  Math.max(1, ...placed.map(({ lines }) => lines.length)) * leading + 2 * padding;
