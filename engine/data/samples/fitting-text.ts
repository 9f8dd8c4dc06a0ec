/** A text that a regular expression accepts. In: the pattern, who chooses. Out: the text, or an error that tells the gap. */

export interface Chooser {
  readonly of: <Item>(items: readonly Item[]) => Item;
  /** How often a part that may repeat does; `most` is undefined where nothing bounds it. */
  readonly times: (least: number, most: number | undefined) => number;
}

const between = (first: string, last: string): readonly string[] =>
  Array.from({ length: last.charCodeAt(0) - first.charCodeAt(0) + 1 }, (_, index) =>
    String.fromCharCode(first.charCodeAt(0) + index),
  );
const digits = between('0', '9');
const letters = between('a', 'z');
const escapes: Readonly<Record<string, readonly string[]>> = { d: digits, w: [...letters, ...digits], s: [' '] };

class Reader {
  private at = 0;
  private readonly pattern: string;
  private readonly chooser: Chooser;
  constructor(pattern: string, chooser: Chooser) {
    this.pattern = pattern;
    this.chooser = chooser;
  }

  private next(): string {
    const character = this.pattern[this.at] ?? '';
    this.at += 1;
    return character;
  }

  /** Alternatives up to a closing parenthesis or the end: the first one is taken, the others are passed over. */
  alternatives(): string {
    const texts = [this.sequence()];
    while (this.pattern[this.at] === '|') {
      this.at += 1;
      texts.push(this.sequence());
    }
    return texts[0] ?? '';
  }

  private sequence(): string {
    let text = '';
    while (this.at < this.pattern.length && !'|)'.includes(this.pattern[this.at] ?? '')) {
      const start = this.at;
      const first = this.atom();
      const times = this.repeats();
      const end = this.at;
      if (times > 0) text += first;
      for (let turn = 1; turn < times; turn += 1) {
        this.at = start;
        text += this.atom();
      }
      this.at = end;
    }
    return text;
  }

  private atom(): string {
    const character = this.next();
    if (character === '^' || character === '$') return '';
    if (character === '.') return this.chooser.of(letters);
    if (character === '[') return this.chooser.of(this.classOf());
    if (character === '\\') {
      const escaped = this.next();
      return escapes[escaped] ? this.chooser.of(escapes[escaped]) : escaped;
    }
    if (character !== '(') return character;
    const opening = /^\?(:|!|=)/.exec(this.pattern.slice(this.at));
    this.at += opening?.[0].length ?? 0;
    const text = this.alternatives();
    this.at += 1;
    return opening?.[1] === '!' || opening?.[1] === '=' ? '' : text;
  }

  private classOf(): readonly string[] {
    const all: string[] = [];
    const negated = this.pattern[this.at] === '^';
    if (negated) this.at += 1;
    for (let one = this.next(); one !== ']'; one = this.next()) {
      if (one === '\\') {
        const escaped = this.next();
        all.push(...(escapes[escaped] ?? [escaped]));
      } else if (this.pattern[this.at] === '-' && this.pattern[this.at + 1] !== ']') {
        this.at += 1;
        all.push(...between(one, this.next()));
      } else all.push(one);
    }
    return negated ? [...letters, ...digits].filter((one) => !all.includes(one)) : all;
  }

  private repeats(): number {
    const found = /^(?:\{(\d+)(,(\d*))?\}|([?*+]))/.exec(this.pattern.slice(this.at));
    if (!found) return 1;
    this.at += found[0].length;
    const [, count, open, most, sign] = found;
    if (sign !== undefined) return this.chooser.times(sign === '+' ? 1 : 0, sign === '?' ? 1 : undefined);
    const least = Number(count);
    if (open === undefined) return least;
    return this.chooser.times(least, most ? Number(most) : undefined);
  }
}

/** Throws where the pattern is beyond it. */
export const fittingText = (pattern: string, chooser: Chooser): string => {
  const text = new Reader(pattern, chooser).alternatives();
  if (!new RegExp(pattern, 'u').test(text)) throw new Error(`'${text}' does not fit ${pattern}`);
  return text;
};
