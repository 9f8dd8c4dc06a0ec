import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { Refusal } from '../../core/errors.ts';
import type { FileLimits } from '../file-limits.ts';

/** Bytes of texts that are kept in memory; a workbook that has more is the exception and pays for it. */
const inMemory = 8 * 1024 * 1024;
const pageSize = 64 * 1024;
const pages = 64;
const blockSize = 64 * 1024;

/**
 * The texts of a workbook, by number. Beyond 8 MB they lie in a temporary file, of which 4 MB of pages are kept: cells
 * name texts nearly in the order in which they stand. In memory remain 8 bytes a text.
 */
export class SharedTexts {
  readonly #limits: FileLimits;
  readonly #part: string;
  #blocks: Float64Array[] = [];
  #count = 0;
  #size = 0;
  #pending: Buffer[] = [];
  #pendingSize = 0;
  /** Bytes before `#pending`, in the temporary file. */
  #spilled = 0;
  #file: { readonly descriptor: number; readonly folder: string } | undefined;
  #whole: Buffer | undefined;
  readonly #pages = new LRUCache<number, Buffer>({ max: pages });

  constructor(part: string, limits: FileLimits) {
    this.#part = part;
    this.#limits = limits;
  }

  /** Raises FILE_TOO_LARGE. */
  add(text: string): void {
    if (this.#count >= this.#limits.texts)
      throw new Refusal('FILE_TEXTS', { part: this.#part, maximum: this.#limits.texts });
    if (this.#count % blockSize === 0) this.#blocks.push(new Float64Array(blockSize));
    (this.#blocks.at(-1) as Float64Array)[this.#count % blockSize] = this.#size;
    this.#count += 1;
    const bytes = Buffer.from(text, 'utf16le');
    this.#size += bytes.length;
    this.#pending.push(bytes);
    this.#pendingSize += bytes.length;
    if (this.#pendingSize >= (this.#file === undefined ? inMemory : pageSize * 16)) this.#spill();
  }

  /** After the last text. */
  seal(): void {
    if (this.#file !== undefined) this.#spill();
    else this.#whole = Buffer.concat(this.#pending);
    this.#pending = [];
  }

  /** undefined where there is none of that number. */
  get(index: number): string | undefined {
    if (!(index >= 0 && index < this.#count)) return undefined;
    const start = this.#startOf(index);
    const end = index + 1 < this.#count ? this.#startOf(index + 1) : this.#size;
    if (this.#whole !== undefined) return this.#whole.toString('utf16le', start, end);
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
    closeSync(this.#file.descriptor);
    rmSync(this.#file.folder, { recursive: true, force: true });
    this.#file = undefined;
  }

  #startOf(index: number): number {
    return (this.#blocks[Math.floor(index / blockSize)] as Float64Array)[index % blockSize] as number;
  }

  #spill(): void {
    if (this.#file === undefined) {
      const folder = mkdtempSync(join(tmpdir(), 'fichario-texts-'));
      this.#file = { descriptor: openSync(join(folder, 'texts'), 'wx+', 0o600), folder };
    }
    const bytes = Buffer.concat(this.#pending);
    let written = 0;
    while (written < bytes.length)
      written += writeSync(this.#file.descriptor, bytes, written, bytes.length - written, this.#spilled + written);
    this.#spilled += bytes.length;
    this.#pending = [];
    this.#pendingSize = 0;
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
      const count = readSync(this.#file.descriptor, bytes, filled, bytes.length - filled, position + filled);
      if (count === 0) throw new Error('the temporary file of texts was cut off');
      filled += count;
    }
  }
}
