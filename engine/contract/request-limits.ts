/** How large one request may be. What the address of a browser or a server cannot carry is beyond them anyway. */
import { Refusal } from '../core/errors.ts';

/** Rows of an embed to many where the request says no less; more than these are never given. */
export const embeddedRows = 1000;

export const requestLimits = {
  /** Characters of the query string. */
  query: 30_000,
  /** Groups inside groups, relations inside relations. */
  depth: 8,
  /** Relations to many inside one another: each multiplies the rows of the one around it. See `Place.open`. */
  many: 2,
  /** Conditions, those inside groups counted. */
  filters: 100,
  /** Columns and relations of `select`, those inside relations counted. */
  items: 600,
  /** Relations of `select`. */
  embeds: 40,
  /** Values of `in`, `any` and `all`. */
  list: 2000,
  /** Terms of one `order`. */
  order: 16,
} as const;

const parts = {
  query: 'caracteres na consulta',
  depth: 'níveis de grupos ou relações',
  many: 'relações de vários registros, uma dentro da outra (a que volta por uma relação de um só conta duas)',
  filters: 'condições',
  items: "itens em 'select'",
  embeds: "relações em 'select'",
  list: 'valores em uma lista',
  order: "termos em 'order'",
} as const satisfies Record<keyof typeof requestLimits, string>;

/** Raises REQUEST_TOO_COMPLEX where there are more than may be. */
export const checkLimit = (what: keyof typeof requestLimits, count: number): void => {
  if (count > requestLimits[what])
    throw new Refusal('REQUEST_TOO_COMPLEX', { part: parts[what], maximum: requestLimits[what] });
};
