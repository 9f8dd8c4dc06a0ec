import { Refusal } from '../../core/errors.ts';
import { formats } from '../../fields/formats.ts';
import { fieldTypes } from '../../fields/index.ts';
import type { SearchConfiguration } from '../../fields/operators.ts';
import { storedBegun, storedText } from '../../fields/stored-text.ts';
import { readWhole } from '../../fields/whole-number.ts';
import type { Field } from '../../model/types.ts';
import type { ColumnRef } from '../plan/refs.ts';
import type { Condition, Finds, Join, Rows, ValueSource } from '../plan/types.ts';
import { inZone } from './in-zone.ts';
import type { Parameter, Sql } from './sql.ts';
import { join, parameter, sql } from './sql.ts';
import { textArray } from './text-array.ts';
import { canonicalTextQuery } from './text-query.ts';

/** What PostgreSQL would cast, by type of the system columns. */
const systemParsers: Readonly<
  Record<string, { readonly takes: (text: string) => boolean; readonly expected: string }>
> = {
  bigint: { takes: (text) => /^\d{1,18}$/.test(text), expected: 'um número' },
  integer: { takes: (text) => /^\d{1,9}$/.test(text), expected: 'um número' },
  timestamptz: { takes: formats['date-time'], expected: fieldTypes['date-time'].expected },
};

/**
 * The text of a value, ready for the cast of its column; a day that is compared with a moment is its first one in the zone.
 * Raises REQUEST_VALUE_INVALID.
 */
const canonical = (ref: ColumnRef, text: string, timeZone: string): string => {
  if (ref.castType === 'timestamptz' && formats.date(text)) return inZone(text, timeZone);
  const type = ref.field && fieldTypes[ref.field.type];
  const system = systemParsers[ref.castType];
  const parsed = text.includes('\u0000')
    ? undefined
    : ref.field && type
      ? type.parse(text, ref.field)
      : system?.takes(text)
        ? text
        : undefined;
  if (parsed !== undefined) return parsed;
  throw new Refusal('REQUEST_VALUE_INVALID', {
    value: text.replaceAll('\u0000', ''),
    column: ref.column,
    expected: type?.expected ?? system?.expected ?? '',
  });
};

/** Makes the text of a parameter of what the request says. */
type Converter = (value: string | readonly string[], timeZone: string) => string;

const one =
  (ref: ColumnRef): Converter =>
  (value, timeZone) =>
    canonical(ref, String(value), timeZone);

/** Values that are each made fit on their own. */
const list =
  (convert: Converter): Converter =>
  (value, timeZone) =>
    textArray([...value].map((item) => convert(item, timeZone)));

const plain = (value: string | readonly string[], column: string): string => {
  const text = String(value);
  if (text.includes('\u0000'))
    throw new Refusal('REQUEST_VALUE_INVALID', { value: text.replaceAll('\u0000', ''), column, expected: 'um texto' });
  return text;
};
/** `*` may stand for `%`, which needs escaping in addresses. A backslash that escapes nothing is an error of LIKE's. */
const pattern =
  (ref: ColumnRef): Converter =>
  (value) => {
    const text = plain(value, ref.column).replaceAll('*', '%');
    if (/^(?:[^\\]|\\.)*$/su.test(text)) return text;
    throw new Refusal('REQUEST_VALUE_INVALID', {
      value: text,
      column: ref.column,
      expected: 'um padrão que não termine em barra invertida',
    });
  };
/** Text to be found as it is written; in a field that keeps no punctuation, without it. */
const literal =
  (column: string, field: Field | undefined): Converter =>
  (value) => {
    const text = plain(value, column);
    return field === undefined ? text : storedText(field, text);
  };
const word: Converter = (value) => plain(value, 'q');
/** A word of the quick search that has the punctuation of a field, whole or begun, as it is stored; any other as it is. */
const storedWord =
  (fields: readonly Field[]): Converter =>
  (value) => {
    const text = plain(value, 'q');
    for (const field of fields) {
      const stored = storedBegun(field, text);
      if (stored !== undefined) return stored;
    }
    return text;
  };
/** The number that a word of the quick search is, as people write it; null, which equals none, where it is no number. */
const typedNumber =
  (field: Field): NonNullable<Parameter['convert']> =>
  (value) =>
    readWhole(field, plain(value, 'q')) ?? null;

/**
 * A LIKE pattern of texts that contain the parameter's, without case and accents. Escaped after it is normalised, for
 * unaccent makes `%` of `％`. Of a constant all of it is folded before planning, so that the trigram index serves.
 */
const containing = (value: ValueSource, convert: Converter): Sql =>
  sql`'%' || regexp_replace(fichario.normalize(${parameter(value, 'text', convert)}), '([\\\\%_])', '\\\\\\1', 'g') || '%'`;

const longestSearch = 1000;
/** Text of a full text search: free, but for `fts`, which has a language of its own. */
const searched =
  (ref: ColumnRef, check: (text: string) => string | undefined, expected: string): Converter =>
  (value) => {
    const text = plain(value, ref.column);
    const query = text.length > longestSearch ? undefined : check(text);
    if (query !== undefined) return query;
    throw new Refusal('REQUEST_VALUE_INVALID', { value: text.slice(0, longestSearch), column: ref.column, expected });
  };
const freeText = `um texto de no máximo ${longestSearch} caracteres`;
const queryText = "palavras ligadas por & | ! ou <->, como 'casa & !rua'";

/** Among thousands of values: they are hashed, where `any` would look through all of them for each row without an index. */
export const printAmong = (ref: ColumnRef, values: ValueSource): Sql =>
  sql`${ref} in (select v from unnest(${parameter(values, `${ref.castType}[]`, list(one(ref)))}) v)`;

type Comparison = Extract<Condition, { kind: 'compare' }>;
const quantifiers = { any: sql`any`, all: sql`all` } as const;
/** `symbol` between the column and one value, or any or all of a list. */
const against = (node: Comparison, symbol: Sql, castType: string, convert: Converter): Sql =>
  node.quantifier
    ? sql`${node.ref} ${symbol} ${quantifiers[node.quantifier]}(${parameter(node.value, `${castType}[]`, list(convert))})`
    : sql`${node.ref} ${symbol} ${parameter(node.value, castType, convert)}`;
const compared = (symbol: Sql) => (node: Comparison) => against(node, symbol, node.ref.castType, one(node.ref));
const matched = (symbol: Sql) => (node: Comparison) => against(node, symbol, 'text', pattern(node.ref));

const configurations: Readonly<Record<SearchConfiguration, Sql>> = {
  portuguese: sql`'portuguese'::regconfig`,
  english: sql`'english'::regconfig`,
  simple: sql`'simple'::regconfig`,
};
const asItIs = (text: string): string => text;
/** A tsvector holds less than a text may: what is beyond is not searched. */
const searching =
  (query: Sql, check: (text: string) => string | undefined = asItIs, expected = freeText) =>
  (node: Comparison) => {
    const configuration = configurations[node.configuration ?? 'portuguese'];
    const value = parameter(node.value, 'text', searched(node.ref, check, expected));
    return sql`to_tsvector(${configuration}, left(${node.ref}, 200000)) @@ ${query}(${configuration}, ${value})`;
  };

/** How each operator is written. */
const operators: Readonly<Record<Comparison['operator'], (node: Comparison) => Sql>> = {
  eq: compared(sql`=`),
  neq: compared(sql`<>`),
  gt: compared(sql`>`),
  gte: compared(sql`>=`),
  lt: compared(sql`<`),
  lte: compared(sql`<=`),
  isdistinct: compared(sql`is distinct from`),
  like: matched(sql`like`),
  ilike: matched(sql`ilike`),
  in: (node) => sql`${node.ref} = any(${parameter(node.value, `${node.ref.castType}[]`, list(one(node.ref)))})`,
  has: (node) => {
    const part = (): Sql => containing(node.value, literal(node.ref.column, node.ref.field));
    const match = sql`fichario.normalize(${node.ref}) like ${part()}`;
    const stored = node.ref.stored;
    // What the stored search column holds narrows first, for it is indexed.
    return stored ? sql`(${stored} like ${part()} and ${match})` : match;
  },
  fts: searching(sql`to_tsquery`, canonicalTextQuery, queryText),
  plfts: searching(sql`plainto_tsquery`),
  phfts: searching(sql`phraseto_tsquery`),
  wfts: searching(sql`websearch_to_tsquery`),
};

const keywords = {
  null: sql`null`,
  not_null: sql`not null`,
  true: sql`true`,
  false: sql`false`,
  unknown: sql`unknown`,
} as const;

/**
 * Without the stored column, for what is negated around it: of an empty text it makes false what is unknown, and which of
 * the two is the other fields' doing, of which some may be kept from the user.
 */
const unnarrowed = (node: Comparison): Comparison => ({ ...node, ref: { ...node.ref, stored: undefined } });

/**
 * A comparison of a login: which users it holds for is found out once, not for each row. Where a row has none it is
 * unknown, which makes a difference only inside of what is negated around it.
 */
const ofPerson = (node: Comparison, person: NonNullable<ColumnRef['person']>, negated: boolean): Sql => {
  const key: ColumnRef = { ...node.ref, column: person.key, person: undefined };
  const id: ColumnRef = { ...node.ref, table: person.table, column: 'id', person: undefined, guard: undefined };
  const text = operators[node.operator]({ ...node, ref: { ...node.ref, person: { ...person, inside: true } } });
  const holds = sql`${key} in (select ${id} from ${person.table} where ${node.negated ? sql`not (${text})` : text})`;
  return negated ? sql`case when ${key} in (select ${id} from ${person.table}) then ${holds} end` : holds;
};

/** `negated`: by a group around it. */
export const printCondition = (condition: Condition, negated = false): Sql => {
  switch (condition.kind) {
    case 'never':
      return sql`false`;
    case 'is':
      return condition.negated
        ? sql`not (${condition.ref} is ${keywords[condition.keyword]})`
        : sql`${condition.ref} is ${keywords[condition.keyword]}`;
    case 'compare': {
      const { person } = condition.ref;
      // What is distinct from a login is so where there is none, too.
      if (person !== undefined && condition.operator !== 'isdistinct') return ofPerson(condition, person, negated);
      const node = negated || condition.negated ? unnarrowed(condition) : condition;
      const text = operators[condition.operator](node);
      return condition.negated ? sql`not (${text})` : text;
    }
    case 'exists':
      return sql`${condition.negated ? sql`not ` : sql``}exists (select 1${printRows(condition.rows)})`;
    case 'word': {
      const { value, punctuated, stored, refs, numbers } = condition;
      // Punctuation is written in free texts too, of which nobody takes it away.
      const converts = punctuated.length === 0 ? [word] : [word, storedWord(punctuated)];
      const within = (text: () => Sql): readonly Sql[] =>
        converts.map((convert) => sql`${text()} like ${containing(value, convert)}`);
      const own = refs.flatMap((ref) => within(() => sql`fichario.normalize(${ref})`));
      const parts = [...(stored ? [within(() => sql`${stored}`)] : []), ...(own.length > 0 ? [own] : [])].map((some) =>
        some.length === 1 ? join(some, sql``) : sql`(${join(some, sql` or `)})`,
      );
      const same = numbers.map(({ ref, field }) => sql`${ref} = ${parameter(value, ref.castType, typedNumber(field))}`);
      if (same.length === 0) return join(parts, sql` and `);
      return sql`(${join([...(parts.length > 0 ? [sql`(${join(parts, sql` and `)})`] : []), ...same], sql` or `)})`;
    }
    case 'found': {
      const finds = condition.places.map((place) => printFinds(condition.ref, place));
      return sql`${condition.ref} in (${join(finds, sql` union all `)})`;
    }
    default: {
      const items = condition.items.map((item) => printCondition(item, negated || condition.negated));
      const all =
        items.length === 0
          ? condition.kind === 'and'
            ? sql`true`
            : sql`false`
          : sql`(${join(items, condition.kind === 'and' ? sql` and ` : sql` or `)})`;
      return condition.negated ? sql`not ${all}` : all;
    }
  }
};

export const printWhere = (conditions: readonly Condition[], more: readonly Sql[] = []): Sql => {
  const all = [...conditions.map((one) => printCondition(one)), ...more];
  return all.length === 0 ? sql`` : sql` where ${join(all, sql` and `)}`;
};

export const printJoins = (joins: readonly Join[]): Sql =>
  join(
    joins.map(
      (one) =>
        sql` left join ${one.target} on ${join([sql`${one.targetId} = ${one.key}`, ...one.where.map((where) => printCondition(where))], sql` and `)}`,
    ),
    sql``,
  );

/** The ids of what a search finds in one place. */
export const printFinds = (id: ColumnRef, { join: joined, where }: Finds): Sql => {
  if (!joined) return sql`select ${id} as id from ${id.table}${printWhere(where)}`;
  const same = sql`${joined.targetId} = ${joined.key}`;
  return sql`select ${id} as id from ${id.table}, ${joined.target}${printWhere([...where, ...joined.where], [same])}`;
};

/** The rows that belong to one row of the statement around them, from their ` from` on. */
export const printRows = (rows: Rows): Sql => {
  const conditions = join(
    [sql`${rows.key} = ${rows.outer}`, ...rows.where.map((where) => printCondition(where))],
    sql` and `,
  );
  return sql` from ${rows.root}${printJoins(rows.joins)} where ${conditions}`;
};
