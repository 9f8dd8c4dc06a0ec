/** How a value of the model is compared, and what is said where it differs. */
import type { Effect, Said } from '../change.ts';

/** A value that is compared as a whole. */
export interface Leaf {
  readonly kind: 'leaf';
  readonly say: (before: unknown, after: unknown) => Said;
}

/** An object, key by key. */
export interface Group {
  readonly kind: 'group';
  readonly keys: Readonly<Record<string, Node>>;
  /** Said where only one side has the object. Default: its keys are, each by itself. */
  readonly whole?: Leaf['say'];
}

/** Items known by a key: those of a list, or the values of a map. */
export interface Items {
  readonly kind: 'items';
  /** Of a list; in a map the key is that of the map. */
  readonly keyOf: (item: never) => string;
  /** What one of them is called: `campo 'Código'`. */
  readonly label: (item: never, key: string) => string;
  readonly item: Node;
  readonly added: (item: never) => Said;
  readonly removed: (item: never) => Said;
  /** Said of those that both sides have, in another order. */
  readonly moved: Said;
}

/** Compared elsewhere, or what the path says already. */
export interface Elsewhere {
  readonly kind: 'elsewhere';
}

export type Node = Leaf | Group | Items | Elsewhere;

export const elsewhere: Elsewhere = { kind: 'elsewhere' };
export const said = (words: string, effect: Effect): Said => ({ words, effect });

const longest = 160;

/** A value as a person reads it: texts in quotes, lists by commas, expressions as they are written. */
export const show = (value: unknown): string => {
  const text = plain(value);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
};

const plain = (value: unknown): string => {
  if (value === undefined || value === null) return 'nada';
  if (typeof value === 'string') return `'${value}'`;
  if (typeof value === 'boolean') return value ? 'sim' : 'não';
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.length === 0 ? 'nada' : value.map(plain).join(', ');
  const { source, ...rest } = value as { readonly source?: unknown };
  if (typeof source === 'string') return `«${source}»`;
  return Object.entries(rest)
    .filter(([, inner]) => inner !== undefined)
    .map(([key, inner]) => `${key}: ${plain(inner)}`)
    .join('; ');
};

interface ValueEffects {
  /** Default: adds. */
  readonly gained?: Effect;
  /** Default: changes. */
  readonly lost?: Effect;
  /** Default: changes. */
  readonly changed?: Effect;
  readonly show?: (value: never) => string;
}

/** A value that may be there or not; `the` is its name with the article: `o rótulo`. */
export const value = (the: string, more: ValueEffects = {}): Leaf => ({
  kind: 'leaf',
  say: (before, after) => {
    const write = (more.show ?? show) as (value: unknown) => string;
    if (before === undefined) return said(`passa a ter ${the}: ${write(after)}`, more.gained ?? 'adds');
    if (after === undefined) return said(`deixa de ter ${the}, que era ${write(before)}`, more.lost ?? 'changes');
    return said(`muda ${the} de ${write(before)} para ${write(after)}`, more.changed ?? 'changes');
  },
});

/** A value that says nothing to a person: only that it differs. */
export const remark = (words: string): Leaf => ({ kind: 'leaf', say: () => said(words, 'changes') });

/** Yes or no, absent being no. */
export const yesNo = (
  on: readonly [words: string, effect: Effect],
  off: readonly [words: string, effect: Effect],
): Leaf => ({
  kind: 'leaf',
  say: (_before, after) => said(...(after === true ? on : off)),
});

/** A limit, absent being none. Loosened it accepts more, which takes nothing from anybody. */
export const limit = (the: string, kind: 'most' | 'least'): Leaf => ({
  kind: 'leaf',
  say: (before, after) => {
    if (before === undefined) return said(`passa a ter ${the}: ${show(after)}`, 'tightens');
    if (after === undefined) return said(`deixa de ter ${the}, que era ${show(before)}`, 'weakens');
    const tighter = kind === 'most' ? Number(after) < Number(before) : Number(after) > Number(before);
    return said(`muda ${the} de ${show(before)} para ${show(after)}`, tighter ? 'tightens' : 'changes');
  },
});

/** A list of names whose members are said one by one: `a alteração em lote` gains and loses `o campo`. */
export const members = (
  the: string,
  item: string,
  { added = 'adds', removed = 'loses' }: { added?: Effect; removed?: Effect } = {},
  write: (one: never) => string = show,
): Items => ({
  kind: 'items',
  keyOf: write,
  label: (one) => write(one),
  item: elsewhere,
  added: (one) => said(`${the} ganha ${item} ${write(one)}`, added),
  removed: (one) => said(`${the} perde ${item} ${write(one)}`, removed),
  moved: said(`${the} muda de ordem`, 'changes'),
});

/** What no table knows: the key itself, and both values. */
export const unnamed = (key: string): Leaf => value(`'${key}'`, { gained: 'changes' });
