/** A text that a regular expression accepts, a different one for each number. */

/** Gives one choice after another, as the digits of a number in whatever base is asked. */
export class Choices {
  private rest: number;
  constructor(seed: number) {
    this.rest = seed;
  }
  of<T>(items: readonly T[]): T {
    const item = items[this.rest % items.length];
    this.rest = Math.floor(this.rest / items.length);
    if (item === undefined) throw new Error('nothing to choose from');
    return item;
  }
}

const between = (first: string, last: string): readonly string[] =>
  Array.from({ length: last.charCodeAt(0) - first.charCodeAt(0) + 1 }, (_, index) =>
    String.fromCharCode(first.charCodeAt(0) + index),
  );
const digits = between('0', '9');
const letters = between('a', 'z');
const escapes: Readonly<Record<string, readonly string[]>> = { d: digits, w: [...letters, ...digits], s: [' '] };

class Sampler {
  private at = 0;
  private readonly pattern: string;
  private readonly choices: Choices;
  constructor(pattern: string, choices: Choices) {
    this.pattern = pattern;
    this.choices = choices;
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
      const least = this.repeats();
      const end = this.at;
      if (least > 0) text += first;
      for (let turn = 1; turn < least; turn += 1) {
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
    if (character === '.') return this.choices.of(letters);
    if (character === '[') return this.choices.of(this.classOf());
    if (character === '\\') {
      const escaped = this.next();
      return escapes[escaped] ? this.choices.of(escapes[escaped]) : escaped;
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
    const found = /^(?:\{(\d+)(?:,(\d*))?\}|([?*+]))/.exec(this.pattern.slice(this.at));
    if (!found) return 1;
    this.at += found[0].length;
    if (found[3] !== undefined) return found[3] === '+' ? 1 : 0;
    return Number(found[1]);
  }
}

/** Throws where the pattern is beyond it, so that a gap is seen. */
export const sampleText = (pattern: string, seed: number): string => {
  const text = new Sampler(pattern, new Choices(seed)).alternatives();
  if (!new RegExp(pattern, 'u').test(text)) throw new Error(`'${text}' does not fit ${pattern}`);
  return text;
};
