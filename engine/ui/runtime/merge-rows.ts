/**
 * Three versions of the rows that a record owns into one: those that both sides read, mine, and those that are stored
 * now. Row by row, by id, and field by field inside a row. A row without id is one that I added; one that both added
 * with the same values is one row, for it may be my own, saved by an answer that got lost.
 */
import { isEmptyValue, isSameValue } from './same-value.ts';

export type OwnedRow = Readonly<Record<string, unknown>>;
export type MergeSide = 'mine' | 'theirs';
/** Which side counts at a place where both did something else: `17.nome`, `17` of a row that one side took out, `order`. */
export type ChooseSide = (place: string) => MergeSide;

export interface RowVersions {
  readonly base: readonly OwnedRow[];
  readonly mine: readonly OwnedRow[];
  readonly theirs: readonly OwnedRow[];
}

export type RowConflict = { readonly place: string } & (
  | {
      /** Both changed the same field of the same row. */
      readonly kind: 'cell';
      readonly name: string;
      readonly base: OwnedRow;
      readonly mine: OwnedRow;
      readonly theirs: OwnedRow;
    }
  | {
      /** One side took the row out, which is undefined there, and the other changed it. */
      readonly kind: 'row';
      readonly base: OwnedRow;
      readonly mine: OwnedRow | undefined;
      readonly theirs: OwnedRow | undefined;
    }
  /** Both put the rows in another order; each order of those that neither took out. */
  | { readonly kind: 'order'; readonly mine: readonly OwnedRow[]; readonly theirs: readonly OwnedRow[] }
);

export interface MergedRows {
  readonly rows: readonly OwnedRow[];
  readonly conflicts: readonly RowConflict[];
}

const isSameRow = (names: readonly string[], a: OwnedRow, b: OwnedRow): boolean =>
  names.every((name) => isSameValue(a[name], b[name]));

const cellsOf = (names: readonly string[], row: OwnedRow): OwnedRow =>
  Object.fromEntries(names.flatMap((name) => (isEmptyValue(row[name]) ? [] : [[name, row[name]]])));

const mergeCells = (
  names: readonly string[],
  base: OwnedRow,
  mine: OwnedRow,
  theirs: OwnedRow,
  choose: ChooseSide,
): { readonly row: OwnedRow; readonly conflicts: readonly RowConflict[] } => {
  const conflicts: RowConflict[] = [];
  const merged = names.map((name): [string, unknown] => {
    if (isSameValue(base[name], mine[name])) return [name, theirs[name]];
    if (isSameValue(base[name], theirs[name]) || isSameValue(mine[name], theirs[name])) return [name, mine[name]];
    const place = `${theirs['id']}.${name}`;
    conflicts.push({ kind: 'cell', place, name, base, mine, theirs });
    return [name, (choose(place) === 'mine' ? mine : theirs)[name]];
  });
  return { row: { id: theirs['id'], ...cellsOf(names, Object.fromEntries(merged)) }, conflicts };
};

type Outcome = { readonly row: OwnedRow | undefined; readonly conflicts: readonly RowConflict[] };

/** What becomes of a row that both sides read. */
const mergeRow = (
  names: readonly string[],
  base: OwnedRow,
  mine: OwnedRow | undefined,
  theirs: OwnedRow | undefined,
  choose: ChooseSide,
): Outcome => {
  if (mine && theirs) return mergeCells(names, base, mine, theirs, choose);
  const left = mine ?? theirs;
  if (left === undefined || isSameRow(names, base, left)) return { row: undefined, conflicts: [] };
  const place = `${base['id']}`;
  const chosen = choose(place) === 'mine' ? mine : theirs;
  return {
    // Its id is gone with the stored row: it comes back as a new one.
    row: chosen && (chosen === theirs ? chosen : cellsOf(names, chosen)),
    conflicts: [{ kind: 'row', place, base, mine, theirs }],
  };
};

/** The rows that a side added, by the id of the row before them that both sides read; undefined at the top. */
const addedAfter = (
  rows: readonly OwnedRow[],
  isBase: (row: OwnedRow) => boolean,
): ReadonlyMap<unknown, readonly OwnedRow[]> => {
  const added = new Map<unknown, OwnedRow[]>();
  let anchor: unknown;
  for (const row of rows) {
    if (isBase(row)) anchor = row['id'];
    else added.set(anchor, [...(added.get(anchor) ?? []), row]);
  }
  return added;
};

const isSameOrder = (a: readonly unknown[], b: readonly unknown[]): boolean => a.every((id, index) => id === b[index]);

/** All ids that both sides read, in the order of `ids`; those that are missing there follow the one before them in `base`. */
const spineOf = (base: readonly unknown[], ids: readonly unknown[]): readonly unknown[] => {
  const spine = [...ids];
  const there = new Set(ids);
  for (const [index, id] of base.entries()) if (!there.has(id)) spine.splice(spine.indexOf(base[index - 1]) + 1, 0, id);
  return spine;
};

/** `names`: the fields of a row, without its id. */
export const mergeRows = (names: readonly string[], versions: RowVersions, choose: ChooseSide): MergedRows => {
  const { base, mine, theirs } = versions;
  const isSame = (a: readonly OwnedRow[], b: readonly OwnedRow[]): boolean =>
    a.length === b.length &&
    a.every((row, index) => row['id'] === b[index]?.['id'] && isSameRow(names, row, b[index] ?? {}));
  // Also what tells rows without ids apart, as those of a draft of a new record.
  if (isSame(base, theirs)) return { rows: mine, conflicts: [] };
  if (isSame(base, mine)) return { rows: theirs, conflicts: [] };
  return mergeChanged(names, versions, choose);
};

const mergeChanged = (
  names: readonly string[],
  { base, mine, theirs }: RowVersions,
  choose: ChooseSide,
): MergedRows => {
  const byId = (rows: readonly OwnedRow[]) => new Map(rows.map((row) => [row['id'], row]));
  const [ofBase, ofMine, ofTheirs] = [byId(base), byId(mine), byId(theirs)];
  const isBase = (row: OwnedRow): boolean => row['id'] !== undefined && ofBase.has(row['id']);
  const idsOf = (rows: readonly OwnedRow[]) => rows.filter(isBase).map((row) => row['id']);
  const baseIds = idsOf(base);

  const conflicts: RowConflict[] = [];
  const kept = new Map<unknown, OwnedRow>();
  for (const [id, read] of ofBase) {
    const outcome = mergeRow(names, read, ofMine.get(id), ofTheirs.get(id), choose);
    conflicts.push(...outcome.conflicts);
    if (outcome.row) kept.set(id, outcome.row);
  }

  const shared = (rows: readonly OwnedRow[]) => idsOf(rows).filter((id) => ofMine.has(id) && ofTheirs.has(id));
  const [before, my, their] = [shared(base), shared(mine), shared(theirs)];
  let leading: MergeSide = isSameOrder(before, their) ? 'mine' : 'theirs';
  if (leading === 'theirs' && !isSameOrder(before, my) && !isSameOrder(my, their)) {
    const inOrder = (ids: readonly unknown[]): readonly OwnedRow[] => ids.flatMap<OwnedRow>((id) => kept.get(id) ?? []);
    conflicts.push({ kind: 'order', place: 'order', mine: inOrder(my), theirs: inOrder(their) });
    leading = choose('order');
  }

  const unclaimed = theirs.filter((row) => !isBase(row));
  const isMineToAdd = (row: OwnedRow): boolean => {
    const index = unclaimed.findIndex((one) => isSameRow(names, one, row));
    if (index >= 0) unclaimed.splice(index, 1);
    return index < 0;
  };
  const mineLeft = mine.filter((row) => isBase(row) || isMineToAdd(row));
  const theirAdded = addedAfter(theirs, isBase);
  const myAdded = addedAfter(mineLeft, isBase);
  const added = (anchor: unknown): readonly OwnedRow[] => [
    ...(theirAdded.get(anchor) ?? []),
    ...(myAdded.get(anchor) ?? []).map((row) => cellsOf(names, row)),
  ];
  const spine = spineOf(baseIds, idsOf(leading === 'mine' ? mine : theirs));
  const withAdded = (id: unknown): readonly OwnedRow[] => {
    const row = kept.get(id);
    return row === undefined ? added(id) : [row, ...added(id)];
  };
  return { rows: [...added(undefined), ...spine.flatMap<OwnedRow>(withAdded)], conflicts };
};
