import { keeps } from '../access/keeps.ts';
import { Refusal } from '../core/errors.ts';
import { phrases } from '../core/words.ts';
import { rowSuffix } from '../fields/describe-failure.ts';
import type { Child, Entity, Field } from '../model/types.ts';
import { DatabaseError } from './database.ts';
import { constraintFields } from './ddl/constraint-fields.ts';
import type { RowPlace } from './duplicate-row.ts';
import { duplicateRow } from './duplicate-row.ts';
import type { Row } from './given-rows.ts';
import { placeOf, referringOf } from './name-referring.ts';
import { apartOf, overlappingRow } from './overlapping-row.ts';
import type { PlanContext } from './plan/context.ts';

/** What the database refused whatever was asked of it; anything else is given back unchanged. */
export const translateFailure = (error: unknown): unknown => {
  if (!(error instanceof DatabaseError)) return error;
  switch (error.code) {
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

const titles = (fields: readonly Field[]): string =>
  // Where all of a constraint is kept from the user, its fields have no name.
  fields.length === 0 ? 'outro campo' : fields.map((field) => field.title).join(', ');

/** ` (linha 3)` of many records, ` (Perguntas, linha 2)` of an array, as people count. */
const suffixOf = (child: Child | undefined, at: RowPlace | undefined): string => {
  const record = at?.row === undefined ? '' : ` (${phrases.rowNumber(at.row + 1)})`;
  return `${child && at?.item !== undefined ? rowSuffix(child, at.item) : ''}${record}`;
};

/** What the database refused, as the person who wrote `rows` should read it; anything unknown is given back unchanged. */
export const translateError = (
  error: unknown,
  { model, access }: PlanContext,
  entity: Entity,
  action: 'insert' | 'update' | 'delete',
  rows: readonly Row[],
): unknown => {
  if (!(error instanceof DatabaseError)) return error;
  const found = error.constraint === undefined ? undefined : constraintFields(model, error.constraint);
  // The rows that the record owns are written with it: their array is the place.
  const child = entity.children.find((one) => one.entity.name === found?.entity);
  const { title } = entity;
  const table = child?.entity ?? entity;
  const fields = table.fields.filter(
    (field) => found?.fields.includes(field.name) && field.visible && !keeps(access, table, field),
  );
  const field = child?.name ?? fields[0]?.column;
  const place = { entity: entity.name, ...(field === undefined ? {} : { field }) };
  switch (error.code) {
    case '23505': {
      const at = duplicateRow(error.detail, table, child, rows);
      const index = at?.item;
      const item = child && index !== undefined && fields[0] ? `${child.name}.${index}.${fields[0].column}` : field;
      return new Refusal(
        'RECORD_DUPLICATE',
        { title: table.title, fields: `${titles(fields)}${suffixOf(child, at)}` },
        {
          at: {
            entity: entity.name,
            ...(item === undefined ? {} : { field: item }),
            ...(at?.row === undefined ? {} : { row: at.row }),
          },
          cause: error,
        },
      );
    }
    case '23P01': {
      const of = apartOf(table, found && error.constraint);
      if (of === undefined) return translateFailure(error);
      const at = overlappingRow(table, of, child, rows);
      const seen = (columns: readonly string[]): readonly Field[] =>
        columns.flatMap((column) => fields.filter((one) => one.column === column));
      const ranges = of.ranges.map(({ first, last }) => seen([first, last]));
      const ends = ranges.flat();
      const same = seen(of.key);
      const [begin] = ends;
      const own = child?.name ?? begin?.column;
      const name = child && at?.item !== undefined && begin ? `${child.name}.${at.item}.${begin.column}` : own;
      return new Refusal(
        'RECORD_OVERLAP',
        {
          title: table.title,
          same: same.length === 0 ? '' : phrases.sameIn(same.map((one) => one.title)),
          fields: `${phrases.meetsIn(ranges.map((some) => some.map((one) => one.title)))}${suffixOf(child, at)}`,
        },
        {
          at: {
            entity: entity.name,
            ...(name === undefined ? {} : { field: name }),
            ...(at?.row === undefined ? {} : { row: at.row }),
          },
          cause: error,
        },
      );
    }
    case '23001':
    case '23503': {
      if (action === 'delete' || (found && found.entity !== table.name)) {
        const referring = referringOf({ model, access }, found);
        const by = referring ? placeOf(referring) : 'outro cadastro';
        return new Refusal('RECORD_REFERENCED', { title, by }, { at: { entity: entity.name }, cause: error });
      }
      return new Refusal('RECORD_RELATION_MISSING', { title, field: titles(fields) }, { at: place, cause: error });
    }
    // A field without a longest length, of which an index holds only so much.
    case '54000':
      return new Refusal('RECORD_TEXT_TOO_LONG', { title }, { at: { entity: entity.name }, cause: error });
    // Raised by claim_attachments; the column is in the message alone where it is kept from the user.
    case 'FA001': {
      const files = table.fields.filter((one) => one.attachment && one.visible && !keeps(access, table, one));
      const column = files.find((one) => one.column === error.column)?.column;
      return new Refusal(
        'RECORD_ATTACHMENT',
        { field: files.find((one) => one.column === error.column)?.title ?? title },
        { at: { entity: entity.name, ...(column === undefined ? {} : { field: column }) }, cause: error },
      );
    }
    // A change asks it of who writes already; the files that are served here do not know of it yet.
    case '23514': {
      if (found?.kind !== 'held') return translateFailure(error);
      const failure = { code: 'VALIDATION_REQUIRED', params: { field: titles(fields) }, at: place } as const;
      return new Refusal('RECORD_INVALID', { title, count: 1 }, { failures: [failure], cause: error });
    }
    // Validation has seen all that the user may write: what is missing is kept from the user.
    case '23502': {
      const of = entity.children.find((one) => one.entity.name === error.table)?.entity ?? entity;
      const missing = of.fields.find((one) => one.column === error.column && one.visible && !keeps(access, of, one));
      return new Refusal(
        'RECORD_FIELD_CLOSED',
        { title: of.title, field: missing ? `'${missing.title}'` : 'um campo obrigatório que você não vê' },
        { at: { entity: entity.name }, cause: error },
      );
    }
    default:
      return translateFailure(error);
  }
};
