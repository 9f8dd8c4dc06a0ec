import { createHash } from 'node:crypto';
import type { Access } from '../access/access.ts';
import type { FilterValue } from '../contract/request.ts';
import type { CursorKeys } from './cursor.ts';
import type { Statement } from './database.ts';
import type { InputName, PrintedSql } from './sql/sql.ts';
import { textArray } from './sql/text-array.ts';

/** Everything that a statement's parameters may draw from. */
export interface Values {
  readonly request: readonly FilterValue[];
  readonly words: readonly string[];
  readonly cursor: CursorKeys;
  readonly access: Access;
  /** IANA zone of the installation. */
  readonly timeZone: string;
  readonly inputs: Partial<Record<InputName, string | null>>;
}

/** A statement printed once and bound many times. */
export interface Prepared {
  readonly sql: PrintedSql;
  /** Name of the prepared statement; undefined where the planner should see the values. */
  readonly name: string | undefined;
}

/** `named`: keep it prepared on the connection. */
export const prepare = (printed: PrintedSql, named: boolean): Prepared => ({
  sql: printed,
  name: named ? createHash('sha1').update(printed.text).digest('base64url') : undefined,
});

/** Raises REQUEST_VALUE_INVALID where a value is not of its column's type. */
export const bind = (prepared: Prepared, values: Values): Statement => {
  const { timeZone } = values;
  const texts = prepared.sql.parameters.map(({ source, convert }): string | null => {
    switch (source.kind) {
      case 'request': {
        const value = values.request[source.slot] ?? '';
        return convert ? convert(value, timeZone) : String(value);
      }
      case 'word':
        return convert ? convert(values.words[source.index] ?? '', timeZone) : (values.words[source.index] ?? null);
      case 'cursor':
        return values.cursor[source.index] ?? null;
      case 'fixed':
        return convert ? convert(source.values, timeZone) : source.values.join();
      case 'own': {
        const own = values.access.own[source.role];
        return source.several ? textArray(own.map(String)) : String(own[0] ?? 0);
      }
      default:
        return values.inputs[source.name] ?? null;
    }
  });
  return { text: prepared.sql.text, values: texts, ...(prepared.name === undefined ? {} : { name: prepared.name }) };
};

/** What is asked once, by the rights of the context: what is not given is not asked for. */
export const bindOnce = (
  { access, timeZone }: Pick<Values, 'access' | 'timeZone'>,
  printed: PrintedSql,
  { request = [], words = [], cursor = [], inputs = {} }: Partial<Omit<Values, 'access' | 'timeZone'>>,
): Statement => bind(prepare(printed, false), { request, words, cursor, access, timeZone, inputs });

/** What no request is behind: it asks with inputs alone. */
export const bindInputs = (
  context: Pick<Values, 'access' | 'timeZone'>,
  printed: PrintedSql,
  inputs: Values['inputs'],
): Statement => bindOnce(context, printed, { inputs });
