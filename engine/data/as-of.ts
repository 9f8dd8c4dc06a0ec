/** `as_of` of a request -> the moment, as the database has it: of the past, and within the history of what is asked for. */
import type { ReadRequest } from '../contract/request.ts';
import { Refusal } from '../core/errors.ts';
import { phrases } from '../core/words.ts';
import { formats } from '../fields/formats.ts';
import { dateTime } from '../fields/temporal.ts';
import { hasTable } from '../model/has-table.ts';
import { plainField } from '../model/plain-field.ts';
import type { Queryable } from './database.ts';
import { DatabaseError } from './database.ts';
import type { ListContext } from './plan/context.ts';
import { inZone } from './sql/in-zone.ts';

/** A date is what comes before its end. */
const readings = {
  end: "$1::text::timestamptz - interval '1 microsecond'",
  moment: '$1::text::timestamptz',
} as const;

/**
 * A date is its last microsecond in the zone; a time without an offset is of that zone. The `+` of an offset comes out of an
 * address as a blank.
 */
const read = (
  written: string,
  timeZone: string,
): { readonly text: string; readonly form: keyof typeof readings } | undefined => {
  if (formats.date(written)) return { text: inZone(`${written} 24:00`, timeZone), form: 'end' };
  const [, day, time, seconds = ':00', offset] =
    /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2}(?:\.\d{1,6})?)?(Z|[ +-]\d{2}:?\d{2})?$/.exec(written) ?? [];
  const text = `${day}T${time}${seconds}`;
  if (!formats['date-time'](`${text}${offset?.replace(' ', '+') ?? 'Z'}`)) return undefined;
  return {
    text: offset === undefined ? inZone(text, timeZone) : text + offset.replace(' ', '+'),
    form: 'moment',
  };
};

const momentField = plainField({
  name: 'as_of',
  type: 'date-time',
  title: '',
  required: true,
  readOnly: true,
  seconds: true,
});

const told = (since: string, timeZone: string): string => dateTime.format(since, momentField, { timeZone });

interface Found {
  readonly moment: string;
  readonly ahead: boolean;
  /** When the history began. */
  readonly since: string | null;
  /** From when on it is whole; null: from its beginning on. */
  readonly kept: string | null;
}

/**
 * The request with its `moment`; the same where none is asked for. Raises REQUEST_AS_OF where `as_of` is no moment, has
 * not passed, or is before the history began, and for what keeps no history.
 */
export const resolveMoment = async (
  database: Queryable,
  { entity }: ListContext,
  request: ReadRequest,
  timeZone: string,
): Promise<ReadRequest> => {
  const { asOf } = request;
  if (asOf === undefined) return request;
  if (!hasTable(entity)) throw new Refusal('REQUEST_AS_OF', { problem: phrases.viewThen(entity.title) });
  const reading = read(asOf, timeZone);
  if (!reading) throw new Refusal('REQUEST_AS_OF', { problem: phrases.momentForm(asOf.slice(0, 60)) });
  const { rows } = await database.query<Found>({
    text: `select to_json(m) #>> '{}' as moment, m > clock_timestamp() as ahead,
      substr(obj_description(to_regclass('historico.' || quote_ident($2::text)), 'pg_class'), 7) as since,
      to_json(fichario.kept_since($2::text)) #>> '{}' as kept from (select ${readings[reading.form]} as m) x`,
    values: [reading.text, entity.name],
  });
  const [found] = rows;
  if (!found) throw new Error('a moment is one row');
  if (found.ahead) throw new Refusal('REQUEST_AS_OF', { problem: phrases.momentAhead(asOf) });
  if (found.kept !== null && Date.parse(found.moment) < Date.parse(found.kept))
    throw new Refusal('REQUEST_AS_OF', { problem: phrases.momentArchived(entity.title, told(found.kept, timeZone)) });
  if (found.since !== null && Date.parse(found.moment) < Date.parse(found.since))
    throw new Refusal('REQUEST_AS_OF', { problem: phrases.momentBefore(entity.title, told(found.since, timeZone)) });
  return { ...request, moment: found.moment };
};

/**
 * What a reading comes to, which may be of other tables than the one that was asked for. Raises REQUEST_AS_OF where the
 * history of one of them begins after the moment: `check_kept` looks at the very rows that the statement sees.
 */
export const fromKept = async <Answer>({ model }: ListContext, reading: Promise<Answer>): Promise<Answer> => {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== 'FA002') throw error;
    const { table = '', detail = '' } = error;
    const title = model.entities[table]?.title ?? table;
    throw new Refusal('REQUEST_AS_OF', { problem: phrases.momentArchived(title, detail) }, { cause: error });
  }
};
