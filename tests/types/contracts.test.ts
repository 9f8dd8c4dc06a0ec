/** Type tests of the contracts: what must not compile stands under `@ts-expect-error`, and `tsc` is the judge. */
import { expectTypeOf, test } from 'vitest';
import type { ErrorBody } from '../../engine/contract/error-body.ts';
import type { FilterNode, ReadRequest } from '../../engine/contract/request.ts';
import type { TokenIssued } from '../../engine/contract/session.ts';
import type { ErrorParams } from '../../engine/core/errors.ts';
import { Refusal } from '../../engine/core/errors.ts';
import type { Statement } from '../../engine/data/database.ts';
import type { ColumnRef, TableRef } from '../../engine/data/plan/refs.ts';
import type { Condition } from '../../engine/data/plan/types.ts';
import { sql } from '../../engine/data/sql/sql.ts';
import type { FieldType } from '../../engine/fields/contract.ts';
import type { OperatorName } from '../../engine/fields/operators.ts';
import type { FieldTypeName, Model } from '../../engine/model/types.ts';

test('a plain text cannot become part of a statement', () => {
  const name = 'nome; drop table banco';
  // @ts-expect-error only Sql, ColumnRef and TableRef may stand there
  const build = () => sql`select ${name}`;
  // @ts-expect-error nor a number
  const number = () => sql`limit ${5}`;
  expectTypeOf(build).toBeFunction();
  expectTypeOf(number).toBeFunction();
});

test('a name that may stand in SQL is made by the plan alone', () => {
  // @ts-expect-error the brand is missing
  const table: TableRef = { entity: {} as TableRef['entity'], table: 'banco', alias: 't' };
  // @ts-expect-error the brand is missing
  const column: ColumnRef = {
    table,
    column: 'nome',
    castType: 'text',
    nullable: false,
    field: undefined,
    stored: undefined,
  };
  expectTypeOf(column).toEqualTypeOf<ColumnRef>();
});

test('a refusal takes the parameters of its code, no more and no less', () => {
  expectTypeOf<ErrorParams<'REQUEST_SINGULAR'>>().toEqualTypeOf<{ count: number }>();
  const good = () => new Refusal('REQUEST_SINGULAR', { count: 2 });
  // @ts-expect-error a parameter is missing
  const missing = () => new Refusal('REQUEST_SINGULAR', {});
  // @ts-expect-error a parameter is of another type
  const wrong = () => new Refusal('REQUEST_SINGULAR', { count: 'dois' });
  // @ts-expect-error no such code
  const unknown = () => new Refusal('REQUEST_NOTHING', {});
  for (const make of [good, missing, wrong, unknown]) expectTypeOf(make).toBeFunction();
});

test('a comparison of the plan is none of the keywords, which have a condition of their own', () => {
  expectTypeOf<Extract<Condition, { kind: 'compare' }>['operator']>().toEqualTypeOf<Exclude<OperatorName, 'is'>>();
  expectTypeOf<Extract<FilterNode, { kind: 'compare' }>['operator']>().toEqualTypeOf<OperatorName>();
});

test('every value of a statement is a text or null', () => {
  expectTypeOf<Statement['values'][number]>().toEqualTypeOf<string | null>();
});

test('a model and a request are read, never changed', () => {
  const change = (model: Model, request: ReadRequest) => {
    // @ts-expect-error read-only
    model.entities = {};
    // @ts-expect-error read-only
    request.filters.push();
  };
  expectTypeOf(change).toBeFunction();
});

test('a field type is known by its name and says all that the contract asks', () => {
  expectTypeOf<FieldType['name']>().toEqualTypeOf<FieldTypeName>();
  // @ts-expect-error most of it is missing
  const half: FieldType = { name: 'text', matches: () => true };
  expectTypeOf(half).toEqualTypeOf<FieldType>();
});

test('a refusal has the four parts of the dialect', () => {
  expectTypeOf<ErrorBody>().toExtend<{ code: string; message: string; details: string | null; hint: string | null }>();
  expectTypeOf<keyof TokenIssued>().toEqualTypeOf<'token' | 'user' | 'client'>();
});
