/** Where a declared action leads from a row: addresses of this product, and of other sites. */
import type { NavigateOptions } from 'react-router';
import type { ListQuery } from '../../contract/list-query.ts';
import type { ListAction, OpenEffect, ScreenModel } from '../../contract/screen-model.ts';
import { writeSelect } from '../../contract/write-select.ts';
import { dayInZone } from '../../core/day-in-zone.ts';
import { filledFields } from '../../model/filled-fields.ts';
import type { LabelPart } from '../../model/types.ts';
import type { Row } from '../store/api.ts';
import type { ActionSource } from './record-address.ts';
import { recordParameter, sourceParameter, valuesParameter, writeSource } from './record-address.ts';
import type { RecordValues } from './record-values.ts';
import { wayBackOfRecord } from './screen-address.tsx';

type Effect = ListAction['effect'];

const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

/** Of a field of the row, or of one behind its relations: `prestador.fornecedor_id`. */
const valueAt = (row: Row | undefined, field: string): unknown =>
  field.split('.').reduce<unknown>((found, name) => (found as Readonly<Record<string, unknown>> | null)?.[name], row);

const fill = (parts: readonly LabelPart[], row: Row | undefined, write: (text: string) => string): string =>
  parts.map((part) => ('text' in part ? part.text : write(textOf(valueAt(row, part.field))))).join('');

/** The address of the page outside; values of the row cannot leave their place in it. */
export const linkAddress = (effect: Extract<Effect, { kind: 'link' }>, row: Row | undefined): string =>
  fill(effect.href, row, encodeURIComponent);

/** A value alone keeps its emptiness: what is equal to nothing is what is empty. */
const condition = (parts: readonly LabelPart[], row: Row | undefined): string => {
  const text = fill(parts, row, (value) => value);
  return text === '' ? 'is.null' : `eq.${text}`;
};

/** What a new record begins with, as an address says it: values are given as texts. */
export const startingValues = ({ values }: OpenEffect, row: Row | undefined): URLSearchParams =>
  new URLSearchParams({
    [valuesParameter]: JSON.stringify(
      Object.fromEntries(values.map(({ column, value }) => [column, fill(value, row, (text) => text)])),
    ),
  });

/** `select` of what a new record begins with. */
export const startingSelect = ({ values }: OpenEffect): string =>
  writeSelect([['id'], ...filledFields(values.map(({ value }) => value)).map((field) => field.split('.'))]);

/**
 * `from`: the action of a record. What is read of that is not in the address, where others could see it: the form asks
 * for it as it is then.
 */
export const openAddress = (effect: OpenEffect, row: Row | undefined, from?: ActionSource): string => {
  const params = new URLSearchParams();
  for (const { column, value } of effect.filter) params.append(column, condition(value, row));
  if (effect.values.length > 0) {
    params.set(recordParameter, 'new');
    if (from === undefined) for (const [name, text] of startingValues(effect, row)) params.set(name, text);
    else params.set(sourceParameter, writeSource(from));
  }
  const search = params.toString();
  return search === '' ? effect.path : `${effect.path}?${search}`;
};

interface Property {
  readonly type?: string | readonly string[];
  readonly format?: string;
}

/** A moment that is given to a day is the day on which it falls in the zone; anything else stays as it is. */
const asDay = (text: string, timeZone: string): string => {
  const instant = new Date(text);
  return text.includes('T') && !Number.isNaN(instant.getTime()) ? dayInZone(timeZone, instant) : text;
};

const readValue = ({ type, format }: Property, text: string, timeZone: string | undefined): unknown => {
  const types = typeof type === 'string' ? [type] : (type ?? []);
  if (types.includes('boolean')) return text === 'true';
  if (types.includes('integer') || types.includes('number')) {
    const number = Number(text);
    return Number.isFinite(number) ? number : undefined;
  }
  return format === 'date' && timeZone !== undefined ? asDay(text, timeZone) : text;
};

/** Texts of an address as the values of a form: of fields that it has; the form checks them as if typed. */
const formValues = (
  model: ScreenModel,
  texts: Iterable<readonly [column: string, text: unknown]>,
  timeZone?: string,
): RecordValues => {
  const properties = (model.form.schema['properties'] ?? {}) as Readonly<Record<string, Property>>;
  return Object.fromEntries(
    [...texts].flatMap(([column, text]): [string, unknown][] => {
      const property = Object.hasOwn(properties, column) ? properties[column] : undefined;
      if (property === undefined || typeof text !== 'string' || text === '') return [];
      const value = readValue(property, text, timeZone);
      return value === undefined ? [] : [[column, value]];
    }),
  );
};

/** The values that the address gives a new record. */
export const givenValues = (model: ScreenModel, params: URLSearchParams, timeZone: string): RecordValues => {
  let given: unknown;
  try {
    given = JSON.parse(params.get(valuesParameter) ?? '{}');
  } catch {
    return {};
  }
  return typeof given !== 'object' || given === null ? {} : formValues(model, Object.entries(given), timeZone);
};

/** How one goes there: who is done with a new record is led back to where it was asked for. */
export const openOptions = ({ values }: OpenEffect): NavigateOptions =>
  values.length > 0 ? { state: wayBackOfRecord } : {};

/**
 * What a list that is narrowed to one value of a field gives a record that is made from it: the record will stand in the
 * list, and whoever came from a member does not choose the member again.
 */
export const narrowedValues = (model: ScreenModel, { conditions }: ListQuery): RecordValues =>
  formValues(
    model,
    [...Map.groupBy(conditions, ({ key }) => key)].flatMap(([key, [first, ...more]]) =>
      more.length === 0 && first?.values.length === 1 && (first.operator === 'eq' || first.operator === 'in')
        ? [[key, first.values[0]] as const]
        : [],
    ),
  );
