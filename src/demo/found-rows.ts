/** Records among those that are there, without a look at each of them time and again. */
import type { Row } from '../../engine/data/given-rows.ts';
import type { Draw } from '../../engine/data/samples/recipe.ts';

/** What is worked out of the rows at the time, once. */
export const onceOfRows = <Made>(make: (rows: readonly Row[]) => Made): ((rows: readonly Row[]) => Made) => {
  const made = new WeakMap<readonly Row[], { readonly value: Made }>();
  return (rows) => {
    const known = made.get(rows) ?? { value: make(rows) };
    made.set(rows, known);
    return known.value;
  };
};

/** Rows come in the order of their ids: its place; -1 where there is none. */
export const placeOfId = (rows: readonly Row[], id: unknown): number => {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (Number(rows[middle]?.['id']) < Number(id)) low = middle + 1;
    else high = middle;
  }
  return rows[low]?.['id'] === id ? low : -1;
};

/** The id of the one whose field says so; else of any. For tables of some dozens of rows. */
export const idWhere = (rows: readonly Row[], field: string, value: string): unknown =>
  (rows.find((row) => row[field] === value) ?? rows[0])?.['id'];

/** `{}` where there is none, so that it is drawn, or the record given up. */
export const pointing = (column: string, id: unknown): Row => (id === undefined ? {} : { [column]: id });

const reasons = onceOfRows((rows) => rows.filter((row) => row['ativo'] !== false));

/** A reason of that purpose; undefined where nobody has one. */
export const reasonFor = (rows: Draw['rows'], purpose: string): unknown =>
  reasons(rows('motivo')).find((row) => row['aplicacao'] === purpose)?.['id'];

const staff = onceOfRows((rows) =>
  rows.filter((row) => row['operadora'] === true && row['ativo'] !== false && row['bloqueado'] !== true),
);

/** The id of somebody of the operator who may come in: of that login, else of any. */
export const colleague = (rows: Draw['rows'], login = 'admin'): unknown =>
  idWhere(staff(rows('usuario')), 'login', login);

export const cents = (value: number): number => Math.round(value * 100) / 100;
