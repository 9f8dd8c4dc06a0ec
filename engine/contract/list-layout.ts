/** How a person has arranged a list: which columns, in which order, how wide, how dense. What is absent is as the screen says. */

export const densities = ['compact', 'normal', 'comfortable'] as const;
export type Density = (typeof densities)[number];

/** Pixels that a person may give a column. */
export const columnWidths = { minimum: 48, maximum: 1600 } as const;

/** Columns by `GridColumn.key`. */
export interface ListLayout {
  /** The columns shown, in their order. */
  readonly shown?: readonly string[];
  readonly widths?: Readonly<Record<string, number>>;
  /** Those of them that stay at the left edge. */
  readonly pinned?: readonly string[];
  readonly density?: Density;
}
