/**
 * Records that a running product takes, of any registry: made from the model, offered without being kept, and changed
 * where they are refused until they are not. What rules and conditions ask for is found out so, and written nowhere.
 */

import { writableChildren, writableFields } from '../../engine/fields/record-schema.ts';
import type { Child, Entity, Field, Model } from '../../engine/model/types.ts';
import { leastNumbers, otherValues, temporal, textOf } from './many-values.ts';
import { sampleValue } from './sample-record.ts';

export type Row = Readonly<Record<string, unknown>>;

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

interface RefusedField {
  readonly field: string;
  readonly message: string;
}

const tried = { prefer: 'tx=rollback' };
const kept = { prefer: 'return=representation' };
const mostTurns = 240;
/** Numbers that repeat late in any base. */
const stride = 997;
/** Of owned rows: the first of them has the first of any short list of codes. */
const rowStride = 2520;

type Random = (below: number) => number;

/** The same numbers for the same seed. */
const createRandom = (seed: number): Random => {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
};

const subjects = ['banco', 'cbos', 'cid', 'feriado', 'declaracao', 'especialidade'];
const actions = ['list', 'view', 'insert', 'update', 'delete', 'audit'];

/** What code of the product checks, and no file tells: a rule is about a right that there is. */
const known: Readonly<Record<string, (seed: number) => Row>> = {
  regra: (seed) => ({
    assunto: subjects[Math.floor(seed / actions.length) % subjects.length],
    acao: actions[seed % actions.length],
  }),
  // Born before the day from which a target is said to be valid.
  beneficiario: () => ({ data_nascimento: '1899-12-31' }),
};

/** No file is made here: where one must be there, the record becomes one of another kind. */
const withoutFiles = (entity: Entity, values: Row, refused: string): readonly string[] => {
  const fields = writableFields(entity);
  return fields.some(({ column, type }) => column === refused && type === 'attachment')
    ? fields.flatMap(({ column, codes }) => (codes !== undefined && column in values ? [column] : []))
    : [refused];
};

const refusedFields = (body: unknown): readonly RefusedField[] => {
  const { fields, at, message } = body as {
    readonly fields?: readonly RefusedField[];
    readonly at?: { readonly field?: string };
    readonly message?: string;
  };
  return fields ?? (at?.field === undefined ? [] : [{ field: at.field, message: message ?? '' }]);
};

export interface Wanted {
  /** Whether an optional field gets a value from the beginning; default none. */
  readonly field?: (field: Field) => boolean;
  /** Whether an array gets a row that need not be there; default none. */
  readonly rows?: (child: Child) => boolean;
  /** Values that are not to be changed. */
  readonly given?: Row;
}

type Chosen = Required<Pick<Wanted, 'field' | 'rows'>>;

/** Wire names of what is not always shown and open. */
const conditioned = ({ expressions }: Entity): ReadonlySet<string> =>
  new Set(expressions?.conditions.flatMap(({ key, kind }) => (kind === 'required' ? [] : [key])));

/** Wire names of the last days of what may not overlap. */
const periodEnds = ({ noOverlap = [] }: Entity): ReadonlySet<string> =>
  new Set(noOverlap.flatMap(({ ranges }) => ranges.map(({ last }) => last)));

export class RecordMaker {
  private readonly model: Pick<Model, 'entities'>;
  private readonly ask: Ask;
  private readonly targets = new Map<string, Promise<number>>();
  private made = 0;

  constructor(model: Pick<Model, 'entities'>, ask: Ask) {
    this.model = model;
    this.ask = ask;
  }

  /** The id of a record to point at, inserted when first asked for. */
  target(name: string, given: Row = {}): Promise<number> {
    const key = `${name} ${JSON.stringify(given)}`;
    let target = this.targets.get(key);
    if (target === undefined) {
      target = this.makeTarget(name, given);
      this.targets.set(key, target);
    }
    return target;
  }

  /** What the record must have that a field may point at, as far as the values beside it say. */
  private givenBy({ relation }: Field, values: Row): Row {
    const target = this.model.entities[relation?.entity ?? ''];
    const { valid } = relation ?? {};
    const always = valid === undefined ? {} : { [valid.from]: '1900-01-01', [valid.until]: '2999-12-31' };
    const chosen = Object.fromEntries(
      (relation?.where ?? []).flatMap((one): [string, unknown][] => {
        const column = target?.fields.find(({ name }) => name === one.field)?.column ?? one.field;
        if ('values' in one) return [[column, one.values[0]]];
        const beside = values[`${one.from}_id`] ?? values[one.from];
        return beside === undefined ? [] : [[column, beside]];
      }),
    );
    return { ...always, ...chosen };
  }

  private async makeTarget(name: string, given: Row): Promise<number> {
    const entity = this.model.entities[name];
    if (entity?.path === undefined) throw new Error(`${name} has no screen: nothing can be made to point at`);
    const { id } = await this.insert(entity.path, entity, { given });
    return id;
  }

  /** Inserts a record and gives what was sent. */
  async insert(path: string, entity: Entity, wanted: Wanted = {}): Promise<{ readonly id: number; readonly row: Row }> {
    const row = await this.find(path, entity, wanted);
    const { status, body } = await this.ask('POST', `${path}?select=id`, row, kept);
    if (status !== 201) throw new Error(`${path}: ${JSON.stringify(body)}`);
    return { id: (body as readonly { readonly id: number }[])[0]?.id ?? 0, row };
  }

  /** Good values of the fields, each by itself: whether they go together nobody has asked. */
  sample(entity: Entity, field: (field: Field) => boolean): Promise<Row> {
    this.made += 1;
    return this.begin(entity, this.made * stride, this.made * 5, { field, rows: never });
  }

  /** A record that would be taken now, with a value in each field that must have one, and what is wanted beside. */
  async find(path: string, entity: Entity, wanted: Wanted = {}): Promise<Row> {
    this.made += 1;
    const random = createRandom(this.made);
    const given = { ...known[entity.name]?.(this.made), ...wanted.given };
    const chosen = { field: wanted.field ?? never, rows: wanted.rows ?? never };
    let values: Record<string, unknown> = {
      ...(await this.begin(entity, this.made * stride, this.made * 5, chosen)),
      ...given,
    };
    const said = new Set<string>();
    for (let turn = 1; turn <= mostTurns; turn += 1) {
      const { status, body } = await this.ask('POST', path, values, tried);
      if (status < 300) return this.withoutHidden(path, entity, values, given);
      const refused = refusedFields(body);
      said.add(refused.map((one) => one.message).join(' ') || JSON.stringify(body));
      // What rules weigh against each other need not all be there.
      if (turn % 8 === 0) this.leaveOut(entity, values, given, random);
      // Nor is it told of what else the records would have to differ in.
      const keys = status === 409 ? (entity.noOverlap ?? []).flatMap(({ key }) => key) : [];
      const asked = refused.flatMap(({ field }) => withoutFiles(entity, values, field));
      const mending = [...asked, ...keys].filter((field) => !(field in given));
      if (mending.length === 0) {
        // Nothing says where: everything anew.
        this.made += 1;
        values = { ...(await this.begin(entity, this.made * stride, this.made * 5, chosen)), ...given };
        continue;
      }
      // One of two that do not go together is enough, and nobody says which.
      for (const field of mending)
        if (mending.length === 1 || random(2) === 0) await this.mend(entity, values, field.split('.'), turn, random);
    }
    throw new Error(`no record is taken: ${[...said].slice(-3).join(' / ')} ${JSON.stringify(values).slice(0, 600)}`);
  }

  /** What a condition may hide or close is left out where the record does without it: a form would not take it. */
  private async withoutHidden(path: string, entity: Entity, values: Row, given: Row): Promise<Row> {
    let left = values;
    for (const column of conditioned(entity)) {
      if (!(column in left) || column in given) continue;
      const { [column]: _, ...rest } = left;
      const { status } = await this.ask('POST', path, rest, tried);
      if (status < 300) left = rest;
    }
    return left;
  }

  private leaveOut(entity: Entity, values: Record<string, unknown>, given: Row, random: Random): void {
    const optional = [
      ...writableFields(entity).flatMap((field) => (field.required ? [] : [field.column])),
      ...writableChildren(entity).flatMap((child) => (child.minItems > 0 ? [] : [child.name])),
    ].filter((name) => name in values && !(name in given) && !periodEnds(entity).has(name));
    delete values[optional[random(optional.length)] ?? ''];
  }

  private async begin(entity: Entity, seed: number, days: number, wanted: Chosen): Promise<Record<string, unknown>> {
    const values: Record<string, unknown> = {};
    // A period without an end would leave no room for the next.
    const bound = conditioned(entity);
    const ends = periodEnds(entity);
    for (const [index, field] of writableFields(entity).entries())
      if (field.default !== undefined) values[field.column] = field.default;
      else if (field.required || (ends.has(field.column) && !bound.has(field.column)) || wanted.field(field))
        await this.put(values, field, seed + index, days + index);
    for (const child of writableChildren(entity))
      if (child.minItems > 0 || wanted.rows(child))
        values[child.name] = await this.beginRows(child, Math.max(1, child.minItems), days, wanted);
    return values;
  }

  /** In the order of their codes, if they have any, and of their numbers. */
  private beginRows(child: Child, count: number, days: number, wanted: Chosen): Promise<Row[]> {
    const seed = this.made * rowStride;
    return Promise.all(
      Array.from({ length: count }, (_, row) => this.begin(child.entity, seed + row, days + 20 * row, wanted)),
    );
  }

  private async put(values: Record<string, unknown>, field: Field, seed: number, days: number): Promise<void> {
    const target = field.relation && (await this.target(field.relation.entity, this.givenBy(field, values)));
    const value = temporal[field.type]?.(days) ?? textOf(field, seed) ?? sampleValue(field, seed, () => target);
    if (value !== undefined) values[field.column] = value;
  }

  /** What is missing comes; what is there goes, or becomes another. */
  private async mend(
    entity: Entity,
    values: Record<string, unknown>,
    [first = '', row, column]: readonly string[],
    turn: number,
    random: Random,
  ): Promise<void> {
    const child = writableChildren(entity).find(({ name }) => name === first);
    if (child) {
      const rows = (values[first] ?? []) as readonly Record<string, unknown>[];
      const inner = rows[Number(row)];
      const [least, most] = [Math.max(1, child.minItems), Math.min(child.maxItems, 20)];
      if (inner !== undefined && column !== undefined) await this.mend(child.entity, inner, [column], turn, random);
      else if (child.minItems === 0 && random(2) === 0) delete values[first];
      else {
        const count = least + ((rows.length + 1 - least) % (most - least + 1));
        // A rule may ask for a field that need not be there.
        const next = await this.beginRows(child, count, this.made * 5, turn % 3 === 0 ? allChosen : noneChosen);
        values[first] = random(2) === 0 ? next : next.map((one) => ({ ...one, ...leastNumbers(child.entity, one) }));
      }
      return;
    }
    const at = writableFields(entity).findIndex((one) => one.column === first);
    const field = writableFields(entity)[at];
    if (!field) return;
    const there = values[first];
    if (there !== undefined && !field.required && !periodEnds(entity).has(first) && random(3) === 0) {
      delete values[first];
      return;
    }
    const seed = this.made * stride + turn * 31 + at;
    if (there !== undefined && field.relation)
      values[first] = await this.makeTarget(field.relation.entity, this.givenBy(field, values));
    else if (field.type === 'boolean') values[first] = there !== true;
    else {
      await this.put(values, field, seed, this.made * 5 + 40 * turn + at);
      const others = there === undefined ? [] : otherValues(entity, values, field, seed);
      const choice = random(others.length + 1);
      if (choice > 0) values[first] = others[choice - 1];
    }
  }
}

const never = (): boolean => false;
const noneChosen: Chosen = { field: never, rows: never };
const allChosen: Chosen = { field: ({ type }) => type !== 'attachment', rows: never };
