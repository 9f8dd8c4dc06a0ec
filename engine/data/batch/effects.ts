/** What a rehearsal came to: counts by value, and some of the records. In: records before and after. Out: what a plan tells. */
import type { BatchField, BatchList, BatchOwnedRow, BatchPair, BatchSampleRow } from '../../contract/batch.ts';
import type { Child, Field } from '../../model/types.ts';
import { ListCounts, sampleList } from './owned-effects.ts';
import type { ReadableRow } from './read-readable.ts';

/** Of a plan: pairs of values of one field, and records told one by one of those that come, that change and that go. */
const told = { pairs: 20, rows: 20 } as const;
/** Pairs that are counted apart; those beyond are counted together. */
const countedPairs = 2000;

type Pair = { readonly before: unknown; readonly after: unknown; rows: number };

interface FieldCount {
  readonly pairs: Map<string, Pair>;
  beyond: number;
}

/** What was counted so far, as JSON. */
export interface EffectsState {
  readonly fields: readonly (readonly [column: string, pairs: readonly Pair[], beyond: number])[];
  readonly sample: readonly BatchSampleRow[];
  /** Absent: of a look that began before they were counted. */
  readonly lists?: ReturnType<ListCounts['state']>;
}

/** What becomes of the rows of a list of one record. */
export interface OwnedChange {
  readonly name: string;
  readonly rows: readonly BatchOwnedRow[];
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** The fields that differ, of those that the caller may read. */
const changesOf = (fields: readonly Field[], before: ReadableRow, after: ReadableRow): readonly Field[] =>
  fields.filter(({ column }) => !same(before.stored[column], after.stored[column]));

/** Whether none of the columns, all of them readable, has another value afterwards. */
export const isSame = (
  fields: readonly Field[],
  columns: readonly string[],
  before: ReadableRow | undefined,
  after: ReadableRow | undefined,
): boolean => {
  if (before === undefined || after === undefined || columns.length === 0) return false;
  const readable = new Set(fields.map(({ column }) => column));
  return columns.every((column) => readable.has(column) && same(before.stored[column], after.stored[column]));
};

const keyOf = ({ before, after }: Pick<Pair, 'before' | 'after'>): string => JSON.stringify([before, after]);

export class Effects {
  private readonly fields: readonly Field[];
  private readonly counts = new Map<string, FieldCount>();
  readonly sample: BatchSampleRow[] = [];
  readonly lists: ListCounts;

  /** `state`: goes on where another ended. */
  constructor(fields: readonly Field[], state?: EffectsState) {
    this.fields = fields;
    this.lists = new ListCounts(state?.lists);
    this.sample.push(...(state?.sample ?? []));
    for (const [column, pairs, beyond] of state?.fields ?? [])
      this.counts.set(column, { pairs: new Map(pairs.map((pair) => [keyOf(pair), { ...pair }])), beyond });
  }

  /** Of `row` and its like, those that may still be told one by one. */
  private left(row: Pick<BatchSampleRow, 'id' | 'gone'>): number {
    const alike = this.sample.filter(({ id, gone }) => (id === null) === (row.id === null) && gone === row.gone);
    return told.rows - alike.length;
  }

  /** New records that may still be told one by one. */
  get freshLeft(): number {
    return this.left({ id: null });
  }

  state(): EffectsState {
    return {
      fields: [...this.counts].map(([column, { pairs, beyond }]) => [column, [...pairs.values()], beyond]),
      sample: this.sample,
      lists: this.lists.state(),
    };
  }

  /** A record that will be written; without `after` it goes, without `before` it comes. */
  add(
    id: number | null,
    before: ReadableRow | undefined,
    after: ReadableRow | undefined,
    owned: readonly OwnedChange[] = [],
  ): void {
    const label = (after ?? before)?.label ?? '';
    const changed = before && after ? changesOf(this.fields, before, after) : [];
    const pairOf = (field: Field) => ({
      field: field.column,
      before: before?.values[field.column] ?? null,
      after: after?.values[field.column] ?? null,
    });
    for (const field of changed) this.count(field, pairOf(field));
    const row: Pick<BatchSampleRow, 'id' | 'gone'> = { id, ...(id !== null && !after ? { gone: true } : {}) };
    if (this.left(row) <= 0) return;
    const shown = before || !after ? changed : this.fields.filter(({ column }) => !same(after.values[column], null));
    const lists = owned.flatMap(({ name, rows }) => sampleList(name, rows) ?? []);
    this.sample.push({ ...row, label, changes: shown.map(pairOf), ...(lists.length > 0 && { lists }) });
  }

  private count(field: Field, pair: Pick<BatchPair, 'before' | 'after'>): void {
    const known: FieldCount = this.counts.get(field.column) ?? { pairs: new Map(), beyond: 0 };
    this.counts.set(field.column, known);
    const key = keyOf(pair);
    const found = known.pairs.get(key);
    if (found) found.rows += 1;
    else if (known.pairs.size < countedPairs) known.pairs.set(key, { before: pair.before, after: pair.after, rows: 1 });
    else known.beyond += 1;
  }

  /** Rows that are written with the records. */
  toldLists(children: readonly Child[]): readonly BatchList[] {
    return this.lists.told(children);
  }

  /** In the order of the entity's fields. */
  told(): readonly BatchField[] {
    return this.fields.flatMap(({ column, title }): BatchField[] => {
      const count = this.counts.get(column);
      if (count === undefined) return [];
      const pairs = [...count.pairs.values()].sort((a, b) => b.rows - a.rows);
      const rest = pairs.slice(told.pairs).reduce((sum, { rows }) => sum + rows, count.beyond);
      return [{ field: column, title, pairs: pairs.slice(0, told.pairs), others: rest }];
    });
  }
}
