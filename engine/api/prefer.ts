import { Refusal } from '../core/errors.ts';

/** The `Prefer` header (RFC 7240), as PostgREST's clients send it. */
export interface Preferences {
  readonly count: 'exact' | 'planned' | 'estimated' | undefined;
  readonly representation: 'representation' | 'minimal' | 'headers-only';
  readonly maxAffected: number | undefined;
}

/** Raises REQUEST_QUERY_INVALID where the limit of a write cannot be read: better no write than one without limit. */
export const parsePrefer = (header: string | readonly string[] | undefined): Preferences => {
  const all = new Map(
    [header ?? []]
      .flat()
      .join(',')
      .split(',')
      .map((part) => part.trim().toLowerCase().split('='))
      .filter((pair): pair is [string, string] => pair.length === 2)
      .map(([name, value]) => [name.trim(), value.trim()]),
  );
  const count = all.get('count');
  const representation = all.get('return');
  const maximum = all.get('max-affected');
  if (maximum !== undefined && !/^\d{1,9}$/.test(maximum)) {
    throw new Refusal('REQUEST_QUERY_INVALID', {
      parameter: 'Prefer',
      problem: `'max-affected=${maximum}' não é um número`,
    });
  }
  return {
    count: count === 'exact' || count === 'planned' || count === 'estimated' ? count : undefined,
    representation:
      representation === 'representation' || representation === 'headers-only' ? representation : 'minimal',
    maxAffected: maximum === undefined ? undefined : Number(maximum),
  };
};
