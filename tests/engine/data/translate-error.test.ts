/** What a caller is told of a database that cannot answer now, and of one that fails. */
import { expect, test } from 'vitest';
import { Refusal } from '../../../engine/core/errors.ts';
import { DatabaseError } from '../../../engine/data/database.ts';
import { heldName } from '../../../engine/data/ddl/take-parts.ts';
import { translateError, translateFailure } from '../../../engine/data/translate-error.ts';
import { cidade, smallModel } from '../../support/small-model.ts';
import { context } from './readings.ts';

test.each([
  ['40001', 'DATABASE_BUSY', 503],
  ['40P01', 'DATABASE_BUSY', 503],
  ['55P03', 'DATABASE_BUSY', 503],
  ['57014', 'DATABASE_TIMEOUT', 504],
])('the SQLSTATE %s is %s, in a write too', (code, refusal, status) => {
  const error = new DatabaseError('said by the server', { code });
  for (const told of [translateFailure(error), translateError(error, context, cidade, 'update', [])]) {
    expect(told).toBeInstanceOf(Refusal);
    expect(told).toMatchObject({ code: refusal, status, cause: error });
  }
});

test('what a change asks of a field already is told at that field, though the files that are served do not ask it yet', () => {
  const told = (constraint: string) =>
    translateError(
      new DatabaseError('violates', { code: '23514', constraint }),
      { ...context, model: smallModel },
      cidade,
      'insert',
      [],
    );
  expect(told(heldName('cidade', 'nome'))).toMatchObject({
    code: 'RECORD_INVALID',
    params: { title: cidade.title, count: 1 },
    failures: [{ code: 'VALIDATION_REQUIRED', params: { field: 'nome' }, at: { entity: 'cidade', field: 'nome' } }],
  });
  expect(told('cidade_nome_max_length_check')).toBeInstanceOf(DatabaseError);
});

test('anything else is given back as it is', () => {
  for (const error of [new DatabaseError('no such table', { code: '42P01' }), new Error('a fault'), undefined]) {
    expect(translateFailure(error)).toBe(error);
    expect(translateError(error, context, cidade, 'insert', [])).toBe(error);
  }
});
