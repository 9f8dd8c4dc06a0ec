import type { SaxesTagPlain } from 'saxes';
import { SaxesParser } from 'saxes';
import { Refusal } from '../../core/errors.ts';
import type { FileLimits } from '../file-limits.ts';
import { decodeBytes } from '../text-encoding.ts';

export type Attributes = Readonly<Record<string, string>>;

/** What is told of a part, names without their prefix (`x:row` is `row`). Positions count letters of the part. */
export interface XmlHandler {
  /** `start` and `end` of the tag; an element without content, `<c/>`, is told as opened and closed at one place. */
  readonly open?: (name: string, attributes: Attributes, end: number, selfClosing: boolean) => void;
  readonly close?: (name: string, end: number) => void;
  readonly text?: (text: string) => void;
}

export const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** An attribute by its name without prefix, `id` of `r:id`: prefixes are the writer's to choose. */
export const prefixed = (attributes: Attributes, name: string): string | undefined => {
  const key = Object.keys(attributes).find((one) => one.includes(':') && localName(one) === name);
  return key === undefined ? undefined : attributes[key];
};

/**
 * A parser of one part, fed by `write`, ended by `close`. Entities are the five of XML: none can be declared. How deep
 * elements lie and how long one tag or text is has limits, so that what it holds at a time has one too.
 *
 * Raises FILE_XML_DECLARATIONS (a DTD), FILE_XML_BROKEN with line and column.
 */
export class XmlReader {
  readonly #parser: SaxesParser<{ xmlns: false; position: true }>;
  readonly #limits: FileLimits;
  readonly #part: string;
  #depth = 0;
  /** Where the last tag ended. */
  #told = { position: 0, line: 1, column: 0 };

  constructor(part: string, handler: XmlHandler, limits: FileLimits) {
    this.#part = part;
    this.#limits = limits;
    const parser = new SaxesParser({ xmlns: false, position: true });
    this.#parser = parser;
    const { open, close, text } = handler;
    parser.on('error', (cause) => {
      throw this.#broken('o texto não é XML bem formado', cause);
    });
    parser.on('doctype', () => {
      throw new Refusal('FILE_XML_DECLARATIONS', { part });
    });
    parser.on('opentag', ({ name, attributes, isSelfClosing }: SaxesTagPlain) => {
      this.#tell();
      if (!isSelfClosing) this.#depth += 1;
      if (this.#depth > limits.depth) throw this.#broken(`mais de ${limits.depth} níveis`);
      open?.(localName(name), attributes, parser.position, isSelfClosing);
    });
    parser.on('closetag', ({ name, isSelfClosing }: SaxesTagPlain) => {
      this.#tell();
      if (!isSelfClosing) this.#depth -= 1;
      close?.(localName(name), parser.position);
    });
    if (text !== undefined) {
      parser.on('text', text);
      parser.on('cdata', text);
    }
  }

  write(chunk: string): void {
    this.#parser.write(chunk);
    if (this.#parser.position - this.#told.position > this.#limits.row + chunk.length) {
      const { line, column } = this.#told;
      const problem = `um texto com mais de ${this.#limits.row} caracteres`;
      throw new Refusal('FILE_XML_BROKEN', { part: this.#part, line, column, problem });
    }
  }

  close(): void {
    this.#parser.close();
  }

  #tell(): void {
    const told = this.#told;
    ({ position: told.position, line: told.line, column: told.column } = this.#parser);
  }

  #broken(problem: string, cause?: unknown): Refusal {
    const { line, column } = this.#parser;
    return new Refusal('FILE_XML_BROKEN', { part: this.#part, line, column, problem }, { cause });
  }
}

/** How the text of a part is written: UTF-16 where the mark says so, else UTF-8. */
export interface PartEncoding {
  readonly name: 'UTF-8' | 'UTF-16';
  readonly label: 'utf-8' | 'utf-16le' | 'utf-16be';
  readonly mark: Uint8Array;
}

const partEncoding = (head: Uint8Array): PartEncoding => {
  const [a, b, c] = head;
  if (a === 0xff && b === 0xfe) return { name: 'UTF-16', label: 'utf-16le', mark: head.slice(0, 2) };
  if (a === 0xfe && b === 0xff) return { name: 'UTF-16', label: 'utf-16be', mark: head.slice(0, 2) };
  return { name: 'UTF-8', label: 'utf-8', mark: head.slice(0, a === 0xef && b === 0xbb && c === 0xbf ? 3 : 0) };
};

/** Raises FILE_ENCODING. */
async function* decodePart(
  chunks: AsyncGenerator<Uint8Array>,
  tell?: (encoding: PartEncoding) => void,
): AsyncGenerator<string> {
  const first = await chunks.next();
  if (first.done) return;
  const head = first.value;
  const encoding = partEncoding(head);
  tell?.(encoding);
  async function* all(): AsyncGenerator<Uint8Array> {
    yield head.subarray(encoding.mark.length);
    yield* chunks;
  }
  yield* decodeBytes(all(), encoding);
}

/** The text of a part; `tell` is told how it is written before the first of it. Raises FILE_XML_BROKEN where its bytes are none. */
export async function* partText(
  part: string,
  chunks: AsyncGenerator<Uint8Array>,
  tell?: (encoding: PartEncoding) => void,
): AsyncGenerator<string> {
  try {
    yield* decodePart(chunks, tell);
  } catch (thrown) {
    if (!(thrown instanceof Refusal) || thrown.code !== 'FILE_ENCODING') throw thrown;
    const { line } = thrown.params as { readonly line: number };
    throw new Refusal(
      'FILE_XML_BROKEN',
      { part, line, column: 1, problem: 'os bytes não são de UTF-8' },
      { cause: thrown },
    );
  }
}

/** Reads a whole part by a handler. Raises what `XmlReader` raises. */
export const readXml = async (
  part: string,
  chunks: AsyncGenerator<Uint8Array>,
  handler: XmlHandler,
  limits: FileLimits,
): Promise<void> => {
  const reader = new XmlReader(part, handler, limits);
  for await (const text of partText(part, chunks)) reader.write(text);
  reader.close();
};
