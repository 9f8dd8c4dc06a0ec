/** Values for a record, each good by itself: whether they go together nobody has asked. */
import { Chance } from '../../../engine/data/samples/chance.ts';
import type { ArrayShape, FieldShape, RecordShape, Row } from './record-shape.ts';
import { sampleValue } from './sample-value.ts';

/** What is there from the beginning of what need not be; default none. */
export interface Extent {
  readonly field?: ((field: FieldShape) => boolean) | undefined;
  readonly rows?: ((array: ArrayShape) => boolean) | undefined;
}

export const whole: Extent = { field: () => true, rows: () => true };

export interface Made {
  readonly id: number;
  /** As it was sent. */
  readonly row: Row;
}

export interface DrawSources {
  /** A record to point at; undefined where there is none for a field that can do without. */
  readonly target: (field: FieldShape, given: Row) => Promise<Made | undefined>;
  /** A value of files that were sent; undefined where none are. */
  readonly file: (field: FieldShape) => Promise<unknown>;
}

/** Numbers that repeat late in any base. */
const stride = 997;
/** Of owned rows: the first of them has the first of any short list of codes. */
const rowStride = 2520;
/** Of two months each, nineteen years long. */
const daysOf = (number: number): number => (number * 61) % 7000;
/** What code checks, and no file tells: a rule is about a right that there is. Of six and five there are thirty pairs. */
const rights: Readonly<Record<string, readonly string[]>> = {
  assunto: ['banco', 'cbos', 'cid', 'feriado', 'declaracao', 'especialidade'],
  acao: ['list', 'view', 'insert', 'update', 'delete'],
};

/** What is chosen by another relation comes after it, and what a record has as what it points at comes last. */
const rankOf = ({ target }: FieldShape): number =>
  target === undefined ? 2 : Number(target.terms.some((term) => 'from' in term));

/** What a record must have that the field may point at, as far as the values beside it say. */
export const givenBy = ({ target }: FieldShape, values: Row, owner: Row): Row =>
  Object.fromEntries(
    (target?.terms ?? []).flatMap((term): [string, unknown][] => {
      const value = 'value' in term ? term.value : 'from' in term ? values[term.from] : owner[term.fromOwner];
      return value === undefined || value === null ? [] : [[term.key, value]];
    }),
  );

interface Drawing {
  readonly shape: RecordShape;
  readonly extent: Extent;
  /** Of owned rows: the record that owns them. */
  readonly owner: Row;
}

export class RecordDrawer {
  private readonly sources: DrawSources;
  /** Number of the last record, by registry. */
  private readonly numbers = new Map<string, number>();

  constructor(sources: DrawSources) {
    this.sources = sources;
  }

  /** Another one with every call. */
  draw(shape: RecordShape, extent: Extent, given: Row = {}): Promise<Record<string, unknown>> {
    const number = this.next(shape);
    return this.drawBy({ shape, extent, owner: {} }, given, number * stride, daysOf(number));
  }

  /** Another value of a field that is drawn already. */
  redraw(values: Record<string, unknown>, shape: RecordShape, field: FieldShape, owner: Row): Promise<void> {
    const number = this.next(shape);
    return this.put(values, field, owner, number * stride, daysOf(number));
  }

  /** In the order of their codes, if they have any, and of their numbers. */
  async drawRows({ row: shape }: ArrayShape, owner: Row, count: number, extent: Extent): Promise<Row[]> {
    const number = this.next(shape);
    const rows: Row[] = [];
    // One after the other: of two that want one target the second finds it.
    for (let at = 0; at < count; at += 1)
      rows.push(await this.drawBy({ shape, extent, owner }, {}, number * rowStride + at, daysOf(number) + 20 * at));
    return rows;
  }

  /** Where each registry begins is its own: one that is added changes no record of another. */
  private next({ name }: RecordShape): number {
    const number = (this.numbers.get(name) ?? new Chance(name).whole(0, 999)) + 1;
    this.numbers.set(name, number);
    return number;
  }

  private async drawBy(
    { shape, extent, owner }: Drawing,
    given: Row,
    seed: number,
    days: number,
  ): Promise<Record<string, unknown>> {
    const values: Record<string, unknown> = { ...given };
    const ordered = [...shape.fields.entries()].toSorted(([, one], [, other]) => rankOf(one) - rankOf(other));
    for (const [index, field] of ordered) {
      const { key, preset, required, conditioned } = field;
      if (key in values) continue;
      if (preset !== undefined) values[key] = preset;
      // A period without an end would leave no room for the next.
      else if (required || (shape.ends.has(key) && !conditioned) || extent.field?.(field))
        await this.put(values, field, owner, seed + index, days + index);
    }
    for (const array of shape.arrays)
      if (!(array.key in given) && (array.least > 0 || extent.rows?.(array)))
        values[array.key] = await this.drawRows(array, values, Math.max(1, array.least), extent);
    return values;
  }

  private async put(
    values: Record<string, unknown>,
    field: FieldShape,
    owner: Row,
    seed: number,
    days: number,
  ): Promise<void> {
    const { key, schema, target, isFile } = field;
    if (target) return this.point(values, field, owner);
    const known = rights[key];
    const value = isFile
      ? await this.sources.file(field)
      : (known?.[seed % known.length] ?? sampleValue(schema, seed, days));
    if (value !== undefined) values[key] = value;
  }

  /** What must be as in the record that is pointed at, and is not drawn yet, becomes so. */
  private async point(values: Record<string, unknown>, field: FieldShape, owner: Row): Promise<void> {
    const target = await this.sources.target(field, givenBy(field, values, owner));
    if (target === undefined) return;
    values[field.key] = target.id;
    for (const term of field.target?.terms ?? [])
      if ('from' in term && values[term.from] === undefined && target.row[term.key] !== undefined)
        values[term.from] = target.row[term.key];
  }
}
