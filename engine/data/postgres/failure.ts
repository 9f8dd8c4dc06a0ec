import { Refusal } from '../../core/errors.ts';
import { DatabaseError } from '../database.ts';

/** The parts of an error message of the PostgreSQL protocol that the engine reads; also what the worker sends over. */
export interface Failure {
  readonly message: string;
  readonly code: string;
  readonly constraint?: string | undefined;
  readonly table?: string | undefined;
  readonly column?: string | undefined;
  readonly detail?: string | undefined;
}

const sqlState = /^[0-9A-Z]{5}$/;

/** SQLSTATEs that mean «no database now»: connection exceptions, bad login, too many connections, shutting down. */
const unavailable = /^(08|28)|^(3D000|53300|57P01|57P02|57P03)$/;

/** pg-pool has no code for «no free connection in time». */
const poolExhausted = 'timeout exceeded when trying to connect';

/**
 * What is thrown for `error`, raised by a driver: `DatabaseError` where the database answered with a SQLSTATE, the
 * refusals DATABASE_UNAVAILABLE or DATABASE_BUSY where there was no connection to answer.
 */
export const toDatabaseFailure = (error: unknown): Error => {
  if (error instanceof DatabaseError || error instanceof Refusal) return error;
  const failure = error as Failure;
  if (typeof failure.code === 'string' && sqlState.test(failure.code) && !unavailable.test(failure.code))
    return new DatabaseError(failure.message, failure);
  if (failure.message === poolExhausted) return new Refusal('DATABASE_BUSY', {}, { cause: error });
  return new Refusal('DATABASE_UNAVAILABLE', {}, { cause: error });
};
