/**
 * What became of the rows of an array between two moments of their record. In: the rows then and now, in order. Out:
 * which came, went, changed and moved. Pure.
 */

/** A row of an array as it was at some moment. */
export interface PlacedRow<Value> {
  readonly id: string;
  readonly position: number;
  readonly value: Value;
}

/** A row then and now, with its place from 1 on. */
export interface RowPair<Value> {
  readonly before: Value | undefined;
  readonly after: Value | undefined;
  readonly from: number | null;
  readonly to: number | null;
  readonly moved: boolean;
}

/** As the engine reads an array: by position, then by id. */
export const inOrder = <Value>(rows: Iterable<PlacedRow<Value>>): readonly PlacedRow<Value>[] =>
  [...rows].sort((a, b) => a.position - b.position || Number(a.id) - Number(b.id));

/** The members of a longest ascending run of `numbers`, not necessarily side by side; no number comes twice. */
const longestAscending = (numbers: readonly number[]): ReadonlySet<number> => {
  /** By length, the least number that a run of that length ends in. */
  const ends: number[] = [];
  const previous = new Map<number, number | undefined>();
  for (const number of numbers) {
    const length = ends.findLastIndex((end) => end < number) + 1;
    previous.set(number, ends[length - 1]);
    ends[length] = number;
  }
  const members = new Set<number>();
  for (let last = ends.at(-1); last !== undefined; last = previous.get(last)) members.add(last);
  return members;
};

/**
 * Every row that is in one of the lists: those of `after` in their order, then those that are no more. Moved are as few
 * rows as explain the new order: what others push aside has not moved.
 */
export const pairRows = <Value>(
  before: readonly PlacedRow<Value>[],
  after: readonly PlacedRow<Value>[],
): readonly RowPair<Value>[] => {
  const old = new Map(before.map((row, index) => [row.id, { row, place: index + 1 }]));
  const kept = new Set(after.map(({ id }) => id));
  const still = longestAscending(after.flatMap(({ id }) => old.get(id)?.place ?? []));
  return [
    ...after.map((row, index): RowPair<Value> => {
      const was = old.get(row.id);
      return {
        before: was?.row.value,
        after: row.value,
        from: was?.place ?? null,
        to: index + 1,
        moved: was !== undefined && !still.has(was.place),
      };
    }),
    ...before.flatMap((row, index): RowPair<Value>[] =>
      kept.has(row.id) ? [] : [{ before: row.value, after: undefined, from: index + 1, to: null, moved: false }],
    ),
  ];
};
