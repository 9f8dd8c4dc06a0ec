/** What may be asked of a column by its type, all of it: casts, operators, functions over rows. */
import { expect, test } from 'vitest';
import { aggregateFunctions } from '../../../../engine/contract/aggregate.ts';
import { keywords, operators } from '../../../../engine/fields/operators.ts';
import { entityOf, everything, planOf, refusalOf, sumOf } from './plan-stage.ts';

const columns = ['id', 'criado_em', 'criado_por', ...entityOf('amostra').fields.map(({ column }) => column)];

/** Of each column the choices that are not refused. */
const accepted = (
  choices: readonly string[],
  plan: typeof planOf,
  ask: (column: string, choice: string) => string,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    columns.map((column) => [
      column,
      choices
        .filter((choice) => refusalOf(() => plan(everything, `/amostras?${ask(column, choice)}`)) === undefined)
        .join(' '),
    ]),
  );

test('casts that no value of the type can fail', () => {
  const casts =
    'text varchar integer bigint numeric float8 boolean date time interval timestamp timestamptz jsonb regclass'.split(
      ' ',
    );
  expect(accepted(casts, planOf, (column, cast) => `select=${column}::${cast}`)).toEqual({
    id: 'text varchar bigint numeric float8',
    criado_em: 'text varchar date time timestamp timestamptz',
    criado_por: 'text varchar bigint numeric float8',
    texto: 'text varchar',
    inteiro: 'text varchar integer bigint numeric float8',
    valor: 'text varchar numeric float8',
    sim: 'text varchar integer boolean',
    dia: 'text varchar date timestamp timestamptz',
    hora: 'text varchar time interval',
    momento: 'text varchar date time timestamp timestamptz',
    arquivo: 'text varchar',
    dono_id: 'text varchar bigint numeric float8',
  });
});

test('other names of the same casts', () => {
  const castOf = (name: string): string | undefined =>
    columns
      .map((column) => `/amostras?select=${column}::${encodeURIComponent(name)}`)
      .filter((url) => refusalOf(() => planOf(everything, url)) === undefined)
      .map((url) => planOf(everything, url)[1]?.split('::')[1])[0];
  expect(
    [
      'character varying',
      'int',
      'int4',
      'int8',
      'decimal',
      'double precision',
      'bool',
      'timestamp without time zone',
      'timestamp with time zone',
      'constructor',
    ].map(castOf),
  ).toEqual([
    'varchar',
    'integer',
    'integer',
    'bigint',
    'numeric',
    'float8',
    'boolean',
    'timestamp',
    'timestamptz',
    undefined,
  ]);
});

test('operators that suit the type', () => {
  const range = 'eq neq gt gte lt lte isdistinct in is';
  const value = { one: '1', pattern: '1', text: '1', list: '(1)', keyword: 'null' };
  expect(
    accepted(Object.keys(operators), planOf, (column, operator) => {
      const of = operators[operator as keyof typeof operators].value;
      return `${column}=${operator}.${value[of]}`;
    }),
  ).toEqual({
    id: range,
    criado_em: range,
    criado_por: range,
    texto: 'eq neq gt gte lt lte isdistinct like ilike in is has fts plfts phfts wfts',
    inteiro: range,
    valor: range,
    sim: 'eq neq isdistinct in is',
    dia: range,
    hora: range,
    momento: range,
    arquivo: 'is',
    dono_id: 'eq neq isdistinct in is',
  });
  expect(accepted(keywords, planOf, (column, keyword) => `${column}=is.${keyword}`)).toEqual(
    Object.fromEntries(
      columns.map((column) => [column, column === 'sim' ? 'null not_null true false unknown' : 'null not_null']),
    ),
  );
});

test('functions over the rows that suit the type', () => {
  expect(accepted(aggregateFunctions, sumOf, (column, of) => `select=${column}.${of}()`)).toEqual({
    id: 'min max count',
    criado_em: 'min max count',
    criado_por: 'min max count',
    texto: 'min max count',
    inteiro: 'sum avg min max count',
    valor: 'sum avg min max count',
    sim: 'count',
    dia: 'min max count',
    hora: 'min max count',
    momento: 'min max count',
    arquivo: 'count',
    dono_id: 'min max count',
  });
});
