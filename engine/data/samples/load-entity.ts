/**
 * The demonstration records of one entity, in steps of one transaction each, or where a recipe gives them whole and a
 * server is there, all in one with what costs most set aside. In: what there is, what is wanted. Out: rows, and how far it is.
 */
import type { Entity } from '../../model/types.ts';
import type { Database, Queryable } from '../database.ts';
import { readState, writeState } from '../ddl/state.ts';
import type { Row } from '../given-rows.ts';
import type { DrawTools } from './draw-record.ts';
import type { RowsAsked } from './draw-rows.ts';
import { drawRows, Taken } from './draw-rows.ts';
import type { IdRuns } from './id-runs.ts';
import { insert, ownedRows, passNumbers, takeIds } from './insert-samples.ts';
import { setAside } from './set-aside.ts';
import { wholeStep, writeAhead, writeWhole } from './write-whole.ts';

export interface EntityLoadOptions {
  readonly seed: number;
  readonly today: string;
  /** Records that there shall be of those that are drawn. */
  readonly wanted: number;
  /** The recipe gives every value, and nothing that may not come twice. */
  readonly whole: boolean;
  /** Records of one transaction. */
  readonly step: number;
  /** The records that others are drawn from; new ones are added. */
  readonly own: Row[];
  /** What of a record is added to them: these fields beside its id, or all of it, up to that many records. */
  readonly keep: { readonly fields: readonly string[] } | { readonly most: number };
  /** The ids of all records; those of new ones are added. */
  readonly ids: IdRuns;
  /** The records there are of any entity. */
  readonly rows: RowsAsked['rows'];
  readonly idAt: RowsAsked['idAt'];
  /** Called after each step; false ends the load there. */
  readonly goOn: () => Promise<boolean>;
}

const stateKey = (entity: Entity): string => `samples.${entity.name}`;

const writeDrawn = async (transaction: Queryable, entity: Entity, rows: readonly Row[]): Promise<number> => {
  await insert(transaction, entity, rows);
  for (const child of entity.children) await insert(transaction, child.entity, ownedRows(child, rows));
  return rows.length;
};

export class EntityLoad {
  /** Records made so far. */
  made = 0;
  private readonly tools: DrawTools;
  private readonly entity: Entity;
  private readonly options: EntityLoadOptions;
  private readonly taken: Taken;

  constructor(tools: DrawTools, entity: Entity, options: EntityLoadOptions) {
    this.tools = tools;
    this.entity = entity;
    this.options = options;
    this.taken = new Taken(entity, options.whole ? [] : options.own);
  }

  /** Makes what is not there yet; false where `goOn` ended it. */
  async write(database: Database): Promise<boolean> {
    const done = Number((await readState(database, stateKey(this.entity))) ?? 0);
    const { whole, wanted } = this.options;
    if (done >= wanted) return true;
    return whole && database.kind === 'postgres'
      ? database.transaction((transaction) =>
          setAside(transaction, this.entity.name, () => this.writeAside(transaction, done)),
        )
      : this.writeSteps(database, done);
  }

  private async writeSteps(database: Database, done: number): Promise<boolean> {
    const { whole, wanted, step, goOn } = this.options;
    const together = whole ? wholeStep : step;
    for (let first = done; first < wanted; first += together) {
      const count = Math.min(together, wanted - first);
      await database.transaction((transaction) => this.writeStep(transaction, first, count));
      if (!(await goOn())) return false;
    }
    return true;
  }

  private async writeStep(transaction: Queryable, first: number, count: number): Promise<void> {
    const { tools, entity, taken } = this;
    const asked = await this.ask(transaction, first, count);
    if (this.options.whole) await writeWhole(transaction, tools, entity, asked);
    const drawn = this.options.whole
      ? count
      : await writeDrawn(transaction, entity, drawRows(tools, entity, taken, asked));
    await this.note(transaction, asked, drawn);
  }

  private writeAside(transaction: Queryable, done: number): Promise<boolean> {
    const { wanted, goOn } = this.options;
    let first = done;
    return writeAhead(transaction, this.tools, this.entity, {
      ask: async () => {
        if (first >= wanted) return;
        const asked = await this.ask(transaction, first, Math.min(wholeStep, wanted - first));
        first += asked.count;
        return asked;
      },
      written: async (asked) => {
        await this.note(transaction, asked, asked.count);
        return goOn();
      },
    });
  }

  private async ask(transaction: Queryable, first: number, count: number): Promise<RowsAsked> {
    const { seed, today, rows, idAt } = this.options;
    return {
      seed,
      first,
      count,
      today,
      rows,
      idAt,
      keep: this.keeping(await takeIds(transaction, this.entity, count)),
    };
  }

  private async note(transaction: Queryable, { first, count, today }: RowsAsked, drawn: number): Promise<void> {
    await passNumbers(transaction, this.entity, today, first + count);
    await writeState(transaction, stateKey(this.entity), String(first + count));
    this.made += drawn;
  }

  /** Gives the records their ids in turn, and keeps of them what others are drawn from. */
  private keeping(ids: readonly number[]): RowsAsked['keep'] {
    const { own, ids: all, keep } = this.options;
    let given = 0;
    return (row) => {
      const id = ids[given];
      const record: Row = { ...row, id };
      given += 1;
      if (id !== undefined) all.add(id);
      if ('most' in keep) {
        if (own.length < keep.most) own.push(record);
      } else if (keep.fields.length === 0) own.push({ id });
      else own.push(Object.fromEntries(['id', ...keep.fields].map((key) => [key, record[key]])));
      return record;
    };
  }
}
