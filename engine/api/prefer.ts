/** The `Prefer` header (RFC 7240), as PostgREST's clients send it: names and values in any case, the first one said counts. */
import { Refusal } from '../core/errors.ts';

export interface Preferences {
  readonly count: 'exact' | 'planned' | 'estimated' | undefined;
  readonly representation: 'representation' | 'minimal' | 'headers-only';
  /** Seconds that the caller is ready to wait for what takes long: a count of many rows. */
  readonly wait: number | undefined;
  readonly maxAffected: number | undefined;
  readonly resolution: 'merge-duplicates' | 'ignore-duplicates' | undefined;
  /** Everything is checked and answered as if it were done, and nothing is kept. */
  readonly rollback: boolean;
  /** Ours: each row is written or refused by itself, and the answer tells of each. */
  readonly each: boolean;
  /** What was said and understood, by name. */
  readonly said: ReadonlyMap<PreferenceName, string>;
}

/** In the order of `Preference-Applied`, which is PostgREST's; the last is ours. `missing=null` is none: what is missing has its default. */
const known = {
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['default'],
  return: ['representation', 'minimal', 'headers-only'],
  count: ['exact', 'planned', 'estimated'],
  wait: /^\d{1,4}$/,
  tx: ['commit', 'rollback'],
  handling: ['strict', 'lenient'],
  'max-affected': /^\d{1,9}$/,
  outcome: ['all', 'each'],
} as const satisfies Record<string, readonly string[] | RegExp>;

export type PreferenceName = keyof typeof known;
const names = Object.keys(known) as PreferenceName[];

const takes = (name: PreferenceName, value: string): boolean => {
  const values: readonly string[] | RegExp = known[name];
  return values instanceof RegExp ? values.test(value) : values.includes(value);
};

/** One of `values` that was said under `name`. */
const choice = <Value extends string>(
  said: Preferences['said'],
  name: PreferenceName,
  values: readonly Value[],
): Value | undefined => values.find((value) => value === said.get(name));

/**
 * Raises REQUEST_PREFERENCE_UNKNOWN with `handling=strict`, and REQUEST_QUERY_INVALID where the limit of a write cannot
 * be read: better no write than one without limit.
 */
export const parsePrefer = (header: string | readonly string[] | undefined): Preferences => {
  const said = new Map<PreferenceName, string>();
  const unknown: string[] = [];
  for (const part of [header ?? []].flat().join(',').split(',')) {
    const text = part.trim();
    const at = text.indexOf('=');
    const [left, value] =
      at < 0
        ? [text, '']
        : [
            text.slice(0, at),
            text
              .slice(at + 1)
              .trim()
              .toLowerCase(),
          ];
    const name = names.find((one) => one === left.trim().toLowerCase());
    if (name === 'max-affected' && !takes(name, value)) {
      throw new Refusal('REQUEST_QUERY_INVALID', { parameter: 'Prefer', problem: `'${text}' não é um número` });
    }
    if (name === undefined || !takes(name, value)) {
      if (text !== '') unknown.push(text);
    } else if (!said.has(name)) said.set(name, value);
  }
  if (unknown.length > 0 && said.get('handling') === 'strict') {
    throw new Refusal('REQUEST_PREFERENCE_UNKNOWN', { preferences: unknown });
  }
  const maximum = said.get('max-affected');
  const wait = said.get('wait');
  return {
    count: choice(said, 'count', known.count),
    representation: choice(said, 'return', known.return) ?? 'minimal',
    wait: wait === undefined ? undefined : Number(wait),
    maxAffected: maximum === undefined ? undefined : Number(maximum),
    resolution: choice(said, 'resolution', known.resolution),
    rollback: said.get('tx') === 'rollback',
    each: said.get('outcome') === 'each',
    said,
  };
};

/** The value of `Preference-Applied`: of what was said, that of `honoured`; undefined where there is none. */
export const preferencesApplied = ({ said }: Preferences, honoured: readonly PreferenceName[]): string | undefined =>
  names
    .filter((name) => honoured.includes(name) && said.has(name))
    .map((name) => `${name}=${said.get(name)}`)
    .join(', ') || undefined;
