/** What the fields of a transition begin with in its dialog: values that stand there to be changed, or a word on what comes. */
import { embeddedRows } from '../../contract/request-limits.ts';
import type { AskedBegin, ScreenModel, TransitionModel } from '../../contract/screen-model.ts';
import type { Reading, Values } from '../../expressions/evaluate.ts';
import type { Moment } from '../../expressions/functions.ts';
import { isBeyond } from '../../expressions/keys-in.ts';
import { isEmpty } from '../../fields/record-expressions.ts';
import { begunValues } from '../../fields/record-transition.ts';
import type { BegunField } from '../../model/state-types.ts';
import type { Entity } from '../../model/types.ts';
import type { Row } from '../store/api.ts';
import { storedValues } from './change-problems.ts';
import { wireValues } from './fitting.ts';

type ByList<T> = Readonly<Record<string, T>>;

export interface BegunFields {
  /** Of one record, by wire name: what stands in its fields. */
  readonly values: Values;
  /** Of the row that comes to each list. */
  readonly rows: ByList<Values>;
  /** Paths of what the server works out where it is left empty: `valor`, `itens.0.valor`. */
  readonly later: ReadonlySet<string>;
}

/** A list may go on beyond what one read brings of it. */
const isWhole = (value: unknown): boolean => !Array.isArray(value) || value.length < embeddedRows;

/** What the expression reads of others is there; of what is kept from the user nothing is known. */
const isKnown = ({ value }: BegunField, record: Values): boolean =>
  value.reads.every((key) => (isBeyond(key) ? Object.hasOwn(record, key) : isWhole(record[key])));

const known = (begins: readonly AskedBegin[]): readonly BegunField[] =>
  begins.flatMap(({ column, value }) => (value === undefined ? [] : [{ key: column, value }]));

const workedOut = (entity: Entity, begins: readonly AskedBegin[], reading: Reading): Values =>
  begunValues(
    entity,
    known(begins).filter((one) => isKnown(one, reading.record)),
    reading,
  );

const pathsOf = (begins: readonly AskedBegin[], before: string): readonly string[] =>
  begins.map(({ column }) => `${before}${column}`);

/** `row`: the record; undefined where there are several, of which each begins by itself. `moment`: when the dialog opens. */
export const beginFields = (
  { entity, ...model }: ScreenModel,
  { form }: Pick<TransitionModel, 'form'>,
  row: Row | undefined,
  moment: Moment,
): BegunFields => {
  const { begins = [], rowBegins = {} } = form ?? {};
  const lists = Object.entries(rowBegins);
  if (row === undefined)
    return {
      values: {},
      rows: {},
      later: new Set([...pathsOf(begins, ''), ...lists.flatMap(([list, some]) => pathsOf(some, `${list}.0.`))]),
    };
  const whole = { ...model, entity };
  const record = { ...wireValues(whole, row), ...storedValues(whole, row) };
  const reading: Reading = { record, ...moment };
  const open = begins.filter(({ column }) => isEmpty(record[column]));
  const unknown = (some: readonly AskedBegin[]) =>
    some.filter(({ value }) => value === undefined || !value.reads.every((key) => isWhole(record[key])));
  const rows = lists.map(([list, some]) => {
    const owned = entity.children.find(({ name }) => name === list)?.entity ?? entity;
    return [list, workedOut(owned, some, reading)] as const;
  });
  return {
    values: workedOut(entity, open, reading),
    rows: Object.fromEntries(rows),
    later: new Set([
      ...pathsOf(unknown(open), ''),
      ...lists.flatMap(([list, some]) => pathsOf(unknown(some), `${list}.0.`)),
    ]),
  };
};
