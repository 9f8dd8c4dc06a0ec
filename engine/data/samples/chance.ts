/**
 * Chance that repeats itself: equal parts give equal draws, on any machine and in any order of the draws beside it. In:
 * what the draw is for. Out: numbers, choices.
 */

/** FNV-1a over the text of the parts. */
const digestOf = (text: string): number => {
  let digest = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) digest = Math.imul(digest ^ text.charCodeAt(at), 0x01000193);
  return digest >>> 0;
};

export class Chance {
  private state: number;

  constructor(...parts: readonly (string | number)[]) {
    this.state = digestOf(parts.join('/'));
  }

  /** From 0 up to, but without, 1 (mulberry32). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  /** A whole number, both ends within. */
  whole(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  holds(share: number): boolean {
    return this.next() < share;
  }

  of<Item>(items: readonly Item[]): Item {
    const item = items[Math.floor(this.next() * items.length)];
    if (item === undefined) throw new Error('nothing to choose from');
    return item;
  }

  /** One of the names, each as often as its weight says. */
  weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name {
    const entries = Object.entries<number>(weights);
    let rest = this.next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    const found = entries.find(([, weight]) => {
      rest -= weight;
      return rest < 0;
    });
    return (found ?? entries[0])?.[0] as Name;
  }

  /** Around the mean, most of them within one deviation (the sum of three even draws). */
  around(mean: number, deviation: number): number {
    return mean + (this.next() + this.next() + this.next() - 1.5) * 2 * deviation;
  }

  digits(length: number): string {
    let text = '';
    for (let at = 0; at < length; at += 1) text += Math.floor(this.next() * 10);
    return text;
  }
}
