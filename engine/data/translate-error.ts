import { Refusal } from '../core/errors.ts';
import type { Entity, Model } from '../model/types.ts';
import { DatabaseError } from './database.ts';
import { constraintFields } from './ddl/constraint-fields.ts';

const titles = (entity: Entity | undefined, names: readonly string[]): string =>
  names.map((name) => entity?.fields.find((field) => field.name === name)?.title ?? name).join(', ');

/** What the database refused, as the person who wrote should read it; anything unknown is given back unchanged. */
export const translateError = (
  error: unknown,
  model: Model,
  entity: Entity,
  action: 'insert' | 'update' | 'delete',
): unknown => {
  if (!(error instanceof DatabaseError)) return error;
  const title = entity.title;
  const found = error.constraint === undefined ? undefined : constraintFields(model, error.constraint);
  const place = { entity: entity.name, ...(found?.fields[0] === undefined ? {} : { field: found.fields[0] }) };
  switch (error.code) {
    case '23505':
      return new Refusal(
        'RECORD_DUPLICATE',
        { title, fields: titles(entity, found?.fields ?? []), values: '' },
        { at: place, cause: error },
      );
    case '23503': {
      if (action === 'delete') {
        const by = model.entities[found?.entity ?? error.table ?? '']?.title ?? error.table ?? '';
        return new Refusal('RECORD_REFERENCED', { title, by }, { at: { entity: entity.name }, cause: error });
      }
      return new Refusal(
        'RECORD_RELATION_MISSING',
        { title, field: titles(entity, found?.fields ?? []) },
        { at: place, cause: error },
      );
    }
    case '40001':
    case '40P01':
    case '55P03':
      return new Refusal('DATABASE_BUSY', {}, { cause: error });
    case '57014':
      return new Refusal('DATABASE_TIMEOUT', {}, { cause: error });
    default:
      return error;
  }
};
