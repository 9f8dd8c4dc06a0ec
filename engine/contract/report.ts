/**
 * What a report asks for, and its lines. A report is a screen whose rows are put together level by level: the same columns,
 * filters and rights as a list, with the number and the sums of each group under it.
 */
import type { GroupValues } from './grouping.ts';
import { countKey, groupIdentity, groupKey, groupQuestion, groupValue } from './grouping.ts';
import type { GroupColumn, ScreenModel } from './screen-model.ts';

type Row = Readonly<Record<string, unknown>>;

/** The levels of the report, outermost first, with their columns. Of a list of records there are none. */
export const reportLevels = (model: ScreenModel): readonly GroupColumn[] => model.report?.groups ?? [];

/** The question for the groups of the first `depth` levels; of none: one row about all. `chosen`: the part of the address that chooses rows. */
export const groupsSearch = (model: ScreenModel, chosen: string, depth: number): URLSearchParams => {
  const { select, order } = groupQuestion(model, reportLevels(model).slice(0, depth));
  const params = new URLSearchParams(chosen);
  params.set('select', select);
  if (order !== '') params.set('order', order);
  return params;
};

/** Where a group stands: the identities of its values, outermost first. */
const pathOf = (values: readonly unknown[]): string => values.map(groupIdentity).join();

export type ReportLine =
  | { readonly kind: 'row'; readonly row: Row }
  /** A group begins. `level` 0 is the outermost. */
  | { readonly kind: 'head'; readonly level: number; readonly value: unknown }
  /** A group has ended, or is told alone. `sums` is absent where it was not reckoned. */
  | { readonly kind: 'group'; readonly level: number; readonly value: unknown; readonly sums: GroupValues | undefined };

/** The groups of one depth by where they stand. */
const indexed = (groups: readonly GroupValues[], depth: number): ReadonlyMap<string, GroupValues> =>
  new Map(groups.map((group) => [pathOf(Array.from({ length: depth }, (_, at) => group[groupKey(at)])), group]));

/**
 * Lays rows and groups into lines. State that is kept between portions of rows: the values of the groups that are open.
 * `groups[depth - 1]`: those of the first `depth` levels.
 */
export class ReportLayout {
  readonly #levels: readonly GroupColumn[];
  readonly #sums: readonly ReadonlyMap<string, GroupValues>[];
  #open: readonly unknown[] = [];

  constructor(model: ScreenModel, groups: readonly (readonly GroupValues[])[]) {
    this.#levels = reportLevels(model);
    this.#sums = groups.map((some, index) => indexed(some, index + 1));
  }

  /** The next rows, in the order of the report, with the groups that end before them and begin with them. */
  rows(rows: readonly Row[]): readonly ReportLine[] {
    return rows.flatMap((row) => [
      ...this.#turn(this.#levels.map((level) => groupValue(level, row))),
      { kind: 'row', row },
    ]);
  }

  /** The innermost groups alone, in their order, each a line, with those around them. */
  groups(groups: readonly GroupValues[]): readonly ReportLine[] {
    const depth = this.#levels.length;
    return groups.flatMap((sums): ReportLine[] => {
      const values = this.#levels.map((_, index) => sums[groupKey(index)] ?? null);
      const around = this.#turn(values.slice(0, -1));
      return [...around, { kind: 'group', level: depth - 1, value: values.at(-1), sums }];
    });
  }

  /** What is open ends. */
  end(): readonly ReportLine[] {
    return this.#turn([]);
  }

  #turn(values: readonly unknown[]): readonly ReportLine[] {
    const open = this.#open;
    const same = open.findIndex(
      (value, at) => at >= values.length || groupIdentity(value) !== groupIdentity(values[at]),
    );
    const kept = same < 0 ? open.length : same;
    const ended = open.slice(kept).map((value, index): ReportLine => {
      const level = kept + index;
      return { kind: 'group', level, value, sums: this.#sums[level]?.get(pathOf(open.slice(0, level + 1))) };
    });
    const begun = values.slice(kept).map((value, index): ReportLine => ({ kind: 'head', level: kept + index, value }));
    this.#open = values;
    return [...ended.toReversed(), ...begun];
  }
}

/** How many rows a group has. */
export const countOf = (group: GroupValues): number => Number(group[countKey]);
