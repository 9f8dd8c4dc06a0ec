/** Changes to a record where it was refused: what is missing comes; what is there goes, or becomes another. */
import type { Chance } from '../../../engine/data/samples/chance.ts';
import type { Extent, Made, RecordDrawer } from './record-drawer.ts';
import { givenBy, whole } from './record-drawer.ts';
import type { FieldShape, RecordShape, Row } from './record-shape.ts';
import { leastNumbers, otherValues } from './sample-value.ts';

type Values = Record<string, unknown>;

export interface Mending {
  readonly drawer: RecordDrawer;
  readonly chance: Chance;
  readonly turn: number;
  /** What the record shall have beside what it must. */
  readonly extent: Extent;
  /** A record to point at that nothing points at yet; undefined where there can be none such. */
  readonly fresh: (field: FieldShape, given: Row) => Promise<Made | undefined>;
}

/** What is wanted goes only where nothing else has helped. */
const maximumTurnsKept = 4;

const mendRows = async (
  mending: Mending,
  shape: RecordShape,
  values: Values,
  path: readonly string[],
): Promise<void> => {
  const [key = '', place, inner] = path;
  const array = shape.arrays.find((one) => one.key === key);
  if (array === undefined) return;
  const { drawer, chance, turn, extent } = mending;
  const rows = (values[key] ?? []) as readonly Values[];
  const row = rows[Number(place)];
  if (row !== undefined && inner !== undefined) return mendRecord(mending, array.row, row, [inner], values);
  const isKept = extent.rows?.(array) === true && turn <= maximumTurnsKept;
  if (array.least === 0 && !isKept && chance.holds(0.5)) return void delete values[key];
  const [least, most] = [Math.max(1, array.least), Math.min(array.most, 20)];
  const count = least + ((rows.length + 1 - least) % (most - least + 1));
  // A rule may ask for a field that need not be there.
  const next = await drawer.drawRows(array, values, count, turn % 3 === 0 ? whole : extent);
  values[key] = chance.holds(0.5) ? next : next.map((one) => ({ ...one, ...leastNumbers(array.row, one) }));
};

/** `path` is the wire path of what was refused, in parts. */
export const mendRecord = async (
  mending: Mending,
  shape: RecordShape,
  values: Values,
  path: readonly string[],
  owner: Row = {},
): Promise<void> => {
  const [key = ''] = path;
  const at = shape.fields.findIndex((one) => one.key === key);
  const field = shape.fields[at];
  if (field === undefined) return mendRows(mending, shape, values, path);
  const { drawer, chance, turn, fresh, extent } = mending;
  const isKept = extent.field?.(field) === true && turn <= maximumTurnsKept;
  const there = values[key];
  if (there !== undefined && !field.required && !isKept && !shape.ends.has(key) && chance.holds(1 / 3))
    delete values[key];
  else if (there !== undefined && field.target) {
    const target = await fresh(field, givenBy(field, values, owner));
    if (target === undefined) delete values[key];
    else values[key] = target.id;
  } else if (field.schema['type'] === 'boolean') values[key] = there !== true;
  else {
    await drawer.redraw(values, shape, field, owner);
    const others = there === undefined ? [] : otherValues(shape, values, field, turn * 31 + at);
    if (!chance.holds(1 / (others.length + 1))) values[key] = chance.of(others);
  }
};

/** What rules weigh against each other need not all be there. */
export const leaveOut = (shape: RecordShape, values: Values, given: Row, chance: Chance): void => {
  const optional = [
    ...shape.fields.flatMap((field) => (field.required || shape.ends.has(field.key) ? [] : [field.key])),
    ...shape.arrays.flatMap((array) => (array.least > 0 ? [] : [array.key])),
  ].filter((key) => key in values && !(key in given));
  if (optional.length > 0) delete values[chance.of(optional)];
};
