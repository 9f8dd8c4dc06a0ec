/** What the matrix draws and asks, whatever its cells stand for. */

/** `implied`: off by itself, and in force all the same; `absent`: nothing stands there. */
export type CellState = 'on' | 'off' | 'implied' | 'absent';

export interface MatrixColumn {
  readonly key: string;
  readonly title: string;
  /** What is behind the title, for those who know it by that. */
  readonly detail?: string;
}

export interface MatrixCell {
  readonly state: CellState;
  /** Not what is stored. */
  readonly changed: boolean;
  /** No screen asks for it: it may be given all the same, and stands back. */
  readonly quiet?: boolean;
}

export interface MatrixRow {
  readonly key: string;
  readonly title: string;
  readonly detail?: string | undefined;
  /** A heading of the rows below: it has no cells. */
  readonly heading?: boolean;
  /** What is wrong with the row, in words. */
  readonly warning?: string | undefined;
}

export interface Place {
  readonly row: number;
  readonly column: number;
}

const clamp = (value: number, most: number): number => Math.max(0, Math.min(most, value));

/** Where a key leads from a cell; undefined where it leads nowhere. `page`: rows in sight. */
export const placeAfter = (
  { row, column }: Place,
  { key, ctrlKey }: { readonly key: string; readonly ctrlKey: boolean },
  { rows, columns, page }: { readonly rows: number; readonly columns: number; readonly page: number },
): Place | undefined => {
  const at = (nextRow: number, nextColumn: number): Place => ({
    row: clamp(nextRow, rows - 1),
    column: clamp(nextColumn, columns - 1),
  });
  switch (key) {
    case 'ArrowUp':
      return at(row - 1, column);
    case 'ArrowDown':
      return at(row + 1, column);
    case 'ArrowLeft':
      return at(row, column - 1);
    case 'ArrowRight':
      return at(row, column + 1);
    case 'PageUp':
      return at(row - page, column);
    case 'PageDown':
      return at(row + page, column);
    case 'Home':
      return at(ctrlKey ? 0 : row, 0);
    case 'End':
      return at(ctrlKey ? rows - 1 : row, columns - 1);
    default:
      return undefined;
  }
};
