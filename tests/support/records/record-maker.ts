/**
 * A record that the server takes, for any registry of any client, with what it points at: drawn from its shape, offered
 * without being kept, and changed where it is refused until it is not. What rules and conditions ask for is found out so,
 * and written nowhere.
 */
import { Chance } from '../../../engine/data/samples/chance.ts';
import type { Model } from '../../../engine/model/types.ts';
import type { Mending } from './mend-record.ts';
import { leaveOut, mendRecord } from './mend-record.ts';
import type { Extent, Made } from './record-drawer.ts';
import { RecordDrawer } from './record-drawer.ts';
import type { FieldShape, RecordShape, Row } from './record-shape.ts';
import { shapeOf } from './record-shape.ts';
import { alikeBeside } from './sample-value.ts';

export interface Answer {
  readonly status: number;
  /** Of a refusal, its JSON. */
  readonly body: unknown;
}

/** Asks below `/api` as somebody who may do everything. */
export type Ask = (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: Row,
  headers?: Readonly<Record<string, string>>,
) => Promise<Answer>;

/** A registry: where its records are sent, and what they are made from. */
export interface RecordPlace {
  readonly path: string;
  readonly shape: RecordShape;
}

export interface MakerSources {
  readonly ask: Ask;
  /** The registry of what a field points at; undefined where nobody can make its records. */
  readonly placeOf: (name: string) => RecordPlace | undefined;
  /** What records have that are made to be pointed at; default what they must have. */
  readonly targets?: Extent;
  /** Called where a target must have what no body brings with it, such as a state. */
  readonly settle?: (place: RecordPlace, id: number, lacking: Row) => Promise<void>;
  /** Sends a file for the field; without it no record has any. */
  readonly file?: (field: FieldShape) => Promise<unknown>;
}

export interface Wanted extends Extent {
  /** Values that are not to be changed. */
  readonly given?: Row | undefined;
}

interface RefusedField {
  readonly field: string;
  readonly message: string;
}

const tried = { prefer: 'tx=rollback' };
const kept = { prefer: 'return=representation' };
const mostTurns = 240;

const refusedFields = (body: unknown): readonly RefusedField[] => {
  const { fields, at, message } = body as {
    readonly fields?: readonly RefusedField[];
    readonly at?: { readonly field?: string };
    readonly message?: string;
  };
  return fields ?? (at?.field === undefined ? [] : [{ field: at.field, message: message ?? '' }]);
};

/**
 * What may be another where this was refused, by wire path: itself, or of what is given what stands beside it. A file is
 * sent or not, and no other one makes a difference.
 */
const mendedFor = (shape: RecordShape, values: Row, given: Row, path: string): readonly string[] => {
  const [key = ''] = path.split('.');
  const field = shape.fields.find((one) => one.key === key);
  if (field === undefined) return shape.arrays.some((one) => one.key === key) && !(key in given) ? [path] : [];
  const open = key in given ? alikeBeside(shape, values, field).filter((one) => !(one.key in given)) : [field];
  return open.flatMap((one) => (one.isFile ? [] : [one.key]));
};

/** What the other values of a record ask of its target may be what no record has: of an optional one that is none. */
const orNone = (given: Row, target: Promise<Made>): Promise<Made | undefined> =>
  target.catch((error: unknown) => {
    if (Object.keys(given).length > 0) return undefined;
    throw error;
  });

export class RecordMaker {
  private readonly sources: MakerSources;
  private readonly drawer: RecordDrawer;
  private readonly places = new Map<string, RecordPlace>();
  private readonly targets = new Map<string, Promise<Made>>();
  /** All records that were made to be pointed at, by registry. */
  private readonly pointedAt = new Map<string, Made[]>();
  /** Of the targets that are being made one within the other: nothing points at one of them that can do without. */
  private readonly making: string[] = [];
  private made = 0;

  constructor(sources: MakerSources) {
    this.sources = sources;
    this.drawer = new RecordDrawer({
      target: (field, given) => this.targetOf(field, given),
      file: async (field) => sources.file?.(field),
    });
  }

  /** Of the registries of a model. */
  static of(model: Pick<Model, 'entities'>, sources: Omit<MakerSources, 'placeOf'>): RecordMaker {
    return new RecordMaker({
      ...sources,
      placeOf: (name) => {
        const entity = model.entities[name];
        return entity?.path === undefined ? undefined : { path: entity.path, shape: shapeOf(model, entity) };
      },
    });
  }

  /** A record to point at, inserted when first asked for. */
  target(name: string, given: Row = {}): Promise<Made> {
    const key = `${name} ${JSON.stringify(given)}`;
    const target = this.targets.get(key) ?? this.findTarget(name, given);
    this.targets.set(key, target);
    return target;
  }

  /** Gives the record to point at values that no call would take beside the others. */
  async settleTarget(name: string, values: Row): Promise<void> {
    const place = this.placeOf(name);
    const made = await this.target(name);
    if (place === undefined) throw new Error(`nobody makes records of ${name}`);
    await this.sources.settle?.(place, made.id, values);
    const known = this.pointedAt.get(name) ?? [];
    this.pointedAt.set(
      name,
      known.map((one) => (one.id === made.id ? { ...one, row: { ...one.row, ...values } } : one)),
    );
  }

  /** Of all records of the registry that others may point at. */
  targetIds(name: string): readonly number[] {
    return this.pointedAt.get(name)?.map(({ id }) => id) ?? [];
  }

  private placeOf(name: string): RecordPlace | undefined {
    const place = this.places.get(name) ?? this.sources.placeOf(name);
    if (place) this.places.set(name, place);
    return place;
  }

  private async targetOf(field: FieldShape, given: Row): Promise<Made | undefined> {
    const name = field.target?.name ?? '';
    if (field.required) return this.target(name, given);
    if (!this.canBe(name, given) || this.waitsFor(name)) return undefined;
    return orNone(given, this.target(name, given));
  }

  /** Whether a record may have these values. */
  private canBe(name: string, given: Row): boolean {
    const place = this.placeOf(name);
    return (
      place?.shape.fields.every(
        ({ key, schema: { enum: codes } }) => !(key in given) || !Array.isArray(codes) || codes.includes(given[key]),
      ) ?? false
    );
  }

  /** Whether the target cannot be before one that is being made. */
  private waitsFor(name: string): boolean {
    if (this.making.length === 0) return false;
    const needed = new Set([name]);
    for (const one of needed) for (const other of this.neededBy(one)) needed.add(other);
    return this.making.some((one) => needed.has(one));
  }

  private neededBy(name: string): readonly string[] {
    const { fields = [], arrays = [] } = this.placeOf(name)?.shape ?? {};
    const owned = arrays.filter(({ least }) => least > 0).flatMap(({ row }) => row.fields);
    return [...fields, ...owned].flatMap(({ required, target }) => (required && target ? [target.name] : []));
  }

  /** One that is there already, if it is as it must be: of some there may be no two. */
  private async findTarget(name: string, given: Row): Promise<Made> {
    const wanted = Object.entries(given);
    const isFit = ({ row }: Made): boolean => wanted.every(([key, value]) => row[key] === value);
    return this.pointedAt.get(name)?.find(isFit) ?? this.makeTarget(name, given);
  }

  private async makeTarget(name: string, given: Row): Promise<Made> {
    const place = this.placeOf(name);
    if (place === undefined) throw new Error(`nobody makes records of ${name} to point at`);
    const written = new Set(place.shape.fields.map(({ key }) => key));
    const [own, lacking] = [true, false].map((is) =>
      Object.fromEntries(Object.entries(given).filter(([key]) => written.has(key) === is)),
    ) as [Row, Row];
    this.making.push(name);
    try {
      const { always } = place.shape;
      const made = await this.insert(place, { ...this.sources.targets, given: { ...always, ...own } });
      if (Object.keys(lacking).length > 0) await this.sources.settle?.(place, made.id, lacking);
      const target = { id: made.id, row: { ...made.row, ...lacking } };
      this.pointedAt.set(name, [...(this.pointedAt.get(name) ?? []), target]);
      return target;
    } finally {
      this.making.splice(this.making.lastIndexOf(name), 1);
    }
  }

  async insert(place: RecordPlace, wanted: Wanted = {}): Promise<Made> {
    let id = 0;
    const row = await this.find(place, wanted, async (offered) => {
      const answer = await this.sources.ask('POST', `${place.path}?select=id`, offered, kept);
      if (answer.status === 201) [{ id }] = answer.body as readonly [{ readonly id: number }];
      return answer;
    });
    return { id, row };
  }

  /** Good values, each by itself: whether they go together nobody has asked. */
  draw(shape: RecordShape, extent: Extent): Promise<Row> {
    return this.drawer.draw(shape, extent);
  }

  /**
   * A record that is taken, with a value in each field that must have one, and what is wanted beside as far as it is
   * taken. Default: it would be as a new one, and is not kept.
   */
  async find(
    { path, shape }: RecordPlace,
    { given = {}, ...extent }: Wanted = {},
    offer: (row: Row) => Promise<Answer> = (row) => this.sources.ask('POST', path, row, tried),
  ): Promise<Row> {
    this.made += 1;
    const chance = new Chance(this.made);
    const fresh: Mending['fresh'] = (field, own) => this.fresh(field, own);
    let values = await this.drawer.draw(shape, extent, given);
    const said = new Set<string>();
    for (let turn = 1; turn <= mostTurns; turn += 1) {
      const { status, body } = await offer(values);
      if (status < 300) return values;
      const refused = refusedFields(body);
      said.add(refused.map((one) => one.message).join(' ') || JSON.stringify(body));
      if (turn % 8 === 0) leaveOut(shape, values, given, chance);
      // Nor is it told of what else the records would have to differ in.
      const keys = status === 409 ? shape.apart : [];
      const mending = [...refused.map(({ field }) => field), ...keys].flatMap((key) =>
        mendedFor(shape, values, given, key),
      );
      const before = JSON.stringify(values);
      // One of two that do not go together is enough, and nobody says which.
      for (const key of mending)
        if (mending.length === 1 || chance.holds(0.5))
          await mendRecord({ drawer: this.drawer, chance, turn, extent, fresh }, shape, values, key.split('.'));
      // Nothing says where, or there can be nothing else there: everything anew.
      if (mending.length === 0 || (mending.length === 1 && JSON.stringify(values) === before))
        values = await this.drawer.draw(shape, extent, given);
    }
    throw new Error(
      `no record of ${path} is taken: ${[...said].slice(-3).join(' / ')} ${JSON.stringify(values).slice(0, 600)}`,
    );
  }

  private async fresh({ target, required }: FieldShape, given: Row): Promise<Made | undefined> {
    const name = target?.name ?? '';
    if (!this.canBe(name, given)) return undefined;
    const made = this.makeTarget(name, given);
    return required ? made : orNone(given, made);
  }

  /** The record without what a condition may hide or close, as far as it does without it: a form would not take that. */
  async asTyped({ path, shape }: RecordPlace, record: Row, given: Row = {}): Promise<Row> {
    let left = record;
    for (const { key, conditioned } of shape.fields) {
      if (!conditioned || !(key in left) || key in given) continue;
      const { [key]: _, ...rest } = left;
      const { status } = await this.sources.ask('POST', path, rest, tried);
      if (status < 300) left = rest;
    }
    return left;
  }
}
