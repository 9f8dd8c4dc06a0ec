/**
 * The unique keys that were met in a file, each with its first line: of a million rows some 32 MB. A key is known by 96 bits
 * of a digest, of which two that are equal do not come in files that anybody sends.
 */
import { hash } from 'node:crypto';

/** Three words of the digest, and the line; a line of 0 is an empty slot. */
const width = 4;
const wordBytes = 4;
const fullness = 0.7;

export class SeenKeys {
  #slots = new Uint32Array(1024 * width);
  #count = 0;
  #fresh: number[] = [];

  /** The line on which the key was met first: the given one where it is met now. `line`: from 1 on. */
  first(key: string, line: number): number {
    const digest = hash('sha256', key, 'buffer');
    const words = [digest.readUInt32LE(0), digest.readUInt32LE(4), digest.readUInt32LE(8), line] as const;
    const found = this.#put(words);
    if (found === line) this.#fresh.push(...words);
    return found;
  }

  /** What was met since it was asked last, as `load` takes it. */
  take(): Buffer {
    const bytes = Buffer.allocUnsafe(this.#fresh.length * wordBytes);
    for (const [index, word] of this.#fresh.entries()) bytes.writeUInt32LE(word, index * wordBytes);
    this.#fresh = [];
    return bytes;
  }

  load(bytes: Uint8Array): void {
    const words = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const at = (index: number): number => words.readUInt32LE(index * wordBytes);
    for (let index = 0; index + width <= words.length / wordBytes; index += width)
      this.#put([at(index), at(index + 1), at(index + 2), at(index + 3)]);
  }

  #put(words: readonly [number, number, number, number]): number {
    if (this.#count >= (this.#slots.length / width) * fullness) this.#grow();
    const [a, b, c, line] = words;
    const slots = this.#slots;
    const mask = slots.length / width - 1;
    for (let place = a & mask; ; place = (place + 1) & mask) {
      const at = place * width;
      const there = slots[at + 3] ?? 0;
      if (there === 0) {
        slots.set(words, at);
        this.#count += 1;
        return line;
      }
      if (slots[at] === a && slots[at + 1] === b && slots[at + 2] === c) return there;
    }
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new Uint32Array(old.length * 2);
    this.#count = 0;
    for (let at = 0; at < old.length; at += width)
      if (old[at + 3] !== 0) this.#put([old[at] ?? 0, old[at + 1] ?? 0, old[at + 2] ?? 0, old[at + 3] ?? 0]);
  }
}
