/** What becomes of rows that records own under a batch. In: those of a record before and after. Out: what a plan tells. */
import type { BatchList, BatchOwnedRow, BatchSampleList } from '../../contract/batch.ts';
import type { Child } from '../../model/types.ts';
import type { ReadRow } from './read-by-ids.ts';

/** Rows of a list of one record that are told one by one. */
const toldRows = 20;

type Counts = Omit<BatchList, 'field' | 'title'>;

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** The rows of one list that come, change and go, in the order of the record. */
export const rowsBetween = (
  child: Pick<Child, 'entity'>,
  before: readonly ReadRow[],
  after: readonly ReadRow[],
): readonly BatchOwnedRow[] => {
  const was = new Map(before.map((row, index) => [row.id, { row, place: index + 1 }]));
  const is = new Set(after.map(({ id }) => id));
  const { fields } = child.entity;
  const told = (one: ReadRow | undefined, other: ReadRow | undefined): BatchOwnedRow['changes'] =>
    fields.flatMap(({ column }) => {
      const [a, b] = [one?.stored[column], other?.stored[column]];
      return same(a, b)
        ? []
        : [{ field: column, before: one?.values[column] ?? null, after: other?.values[column] ?? null }];
    });
  const gone = before.flatMap((row, index): BatchOwnedRow[] =>
    is.has(row.id) ? [] : [{ kind: 'go', place: index + 1, changes: told(row, undefined) }],
  );
  const come = after.flatMap((row, index): BatchOwnedRow[] => {
    const place = index + 1;
    const known = was.get(row.id);
    if (known === undefined) return [{ kind: 'come', place, changes: told(undefined, row) }];
    const changes = told(known.row, row);
    if (changes.length > 0) return [{ kind: 'change', place, changes }];
    // One that only moves because others come and go has not changed.
    return [];
  });
  const moved = gone.length + come.length === 0 && before.some(({ id }, index) => after[index]?.id !== id);
  if (!moved) return [...come, ...gone];
  return after.flatMap(({ id }, index): BatchOwnedRow[] =>
    before[index]?.id === id ? [] : [{ kind: 'change', place: index + 1, from: was.get(id)?.place ?? 0, changes: [] }],
  );
};

/** As it is told of one record; undefined: nothing. */
export const sampleList = (field: string, rows: readonly BatchOwnedRow[]): BatchSampleList | undefined =>
  rows.length === 0 ? undefined : { field, rows: rows.slice(0, toldRows), others: Math.max(0, rows.length - toldRows) };

/** Counts of rows of lists, by the names of these. */
export class ListCounts {
  readonly #counts: Map<string, Counts>;

  constructor(state: readonly (readonly [name: string, counts: Counts])[] = []) {
    this.#counts = new Map(state);
  }

  add(name: string, more: Partial<Counts>): void {
    const { come, change, go } = this.#counts.get(name) ?? { come: 0, change: 0, go: 0 };
    this.#counts.set(name, {
      come: come + (more.come ?? 0),
      change: change + (more.change ?? 0),
      go: go + (more.go ?? 0),
    });
  }

  addRows(name: string, rows: readonly BatchOwnedRow[]): void {
    const count = (kind: BatchOwnedRow['kind']): number => rows.filter((one) => one.kind === kind).length;
    this.add(name, { come: count('come'), change: count('change'), go: count('go') });
  }

  state(): readonly (readonly [name: string, counts: Counts])[] {
    return [...this.#counts];
  }

  /** Of lists of which something is written, in the order of the record. */
  told(children: readonly Child[]): readonly BatchList[] {
    return children.flatMap(({ name, title }) => {
      const counts = this.#counts.get(name);
      return counts === undefined || counts.come + counts.change + counts.go === 0
        ? []
        : [{ field: name, title, ...counts }];
    });
  }
}
