import { closeSync, readSync, writeSync } from 'node:fs';
import { LRUCache } from 'lru-cache';
import { Refusal } from '../../core/errors.ts';
import type { FileLimits } from '../file-limits.ts';
import { openNamelessFile } from '../nameless-file.ts';

/** Bytes of texts that are kept in memory; a workbook that has more is the exception and pays for it. */
const inMemory = 4 * 1024 * 1024;
const pageSize = 32 * 1024;
const pages = 32;
const blockSize = 64 * 1024;

/**
 * The texts of a workbook, by number. Beyond 4 MB they lie in a temporary file, of which 1 MB of pages is kept: cells
 * name texts nearly in the order in which they stand. In memory remain 8 bytes a text.
 */
export class SharedTexts {
  readonly #limits: FileLimits;
  readonly #part: string;
  readonly #starts: Float64Array[] = [];
  #count = 0;
  #size = 0;
  /** What is not in the file yet, its first `#held` bytes. */
  #buffer = Buffer.allocUnsafe(pageSize);
  #held = 0;
  /** Its descriptor. */
  #file: number | undefined;
  readonly #pages = new LRUCache<number, Buffer>({ max: pages });

  constructor(part: string, limits: FileLimits) {
    this.#part = part;
    this.#limits = limits;
  }

  /** Raises FILE_TEXTS. */
  add(text: string): void {
    if (this.#count >= this.#limits.texts)
      throw new Refusal('FILE_TEXTS', { part: this.#part, maximum: this.#limits.texts });
    if (this.#count % blockSize === 0) this.#starts.push(new Float64Array(blockSize));
    (this.#starts.at(-1) as Float64Array)[this.#count % blockSize] = this.#size;
    this.#count += 1;
    const length = text.length * 2;
    this.#makeRoom(length);
    this.#buffer.write(text, this.#held, 'utf16le');
    this.#held += length;
    this.#size += length;
  }

  /** After the last text. */
  seal(): void {
    if (this.#file !== undefined) this.#spill();
  }

  /** undefined where there is none of that number. */
  get(index: number): string | undefined {
    if (!(index >= 0 && index < this.#count)) return undefined;
    const start = this.#startOf(index);
    const end = index + 1 < this.#count ? this.#startOf(index + 1) : this.#size;
    if (this.#file === undefined) return this.#buffer.toString('utf16le', start, end);
    const first = Math.floor(start / pageSize);
    const page = this.#page(first);
    const from = start - first * pageSize;
    if (end <= (first + 1) * pageSize) return page.toString('utf16le', from, from + end - start);
    const bytes = Buffer.allocUnsafe(end - start);
    this.#read(bytes, start);
    return bytes.toString('utf16le');
  }

  close(): void {
    if (this.#file === undefined) return;
    closeSync(this.#file);
    this.#file = undefined;
  }

  #startOf(index: number): number {
    return (this.#starts[Math.floor(index / blockSize)] as Float64Array)[index % blockSize] as number;
  }

  #makeRoom(length: number): void {
    if (this.#held + length <= this.#buffer.length) return;
    if (this.#held + length <= inMemory && this.#file === undefined) {
      const larger = Buffer.allocUnsafe(Math.min(inMemory, Math.max(this.#buffer.length * 2, this.#held + length)));
      this.#buffer.copy(larger, 0, 0, this.#held);
      this.#buffer = larger;
      return;
    }
    this.#spill();
    if (length > this.#buffer.length) this.#buffer = Buffer.allocUnsafe(length);
  }

  #spill(): void {
    this.#file ??= openNamelessFile();
    const start = this.#size - this.#held;
    let written = 0;
    while (written < this.#held)
      written += writeSync(this.#file, this.#buffer, written, this.#held - written, start + written);
    this.#held = 0;
  }

  #page(number: number): Buffer {
    const kept = this.#pages.get(number);
    if (kept !== undefined) return kept;
    const page = Buffer.allocUnsafe(Math.min(pageSize, this.#size - number * pageSize));
    this.#read(page, number * pageSize);
    this.#pages.set(number, page);
    return page;
  }

  #read(bytes: Buffer, position: number): void {
    if (this.#file === undefined) throw new Error('the texts of the workbook are closed');
    let filled = 0;
    while (filled < bytes.length) {
      const count = readSync(this.#file, bytes, filled, bytes.length - filled, position + filled);
      if (count === 0) throw new Error('the temporary file of texts was cut off');
      filled += count;
    }
  }
}
