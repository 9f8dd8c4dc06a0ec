/** A sheet as it stands in a file: no idea yet of what is a header. */
export interface Grid {
  /** Rows of cells as text, in pt-BR: `1234,5`, `28/02/2026`, `Sim`. Rows may be of different lengths. */
  readonly cells: readonly (readonly string[])[];
  /** Row of each in the sheet, or line in which it begins in a CSV, from 1. */
  readonly lines: readonly number[];
  /** How the file was read, in Portuguese: `CSV, Windows-1252, separado por ;`. */
  readonly format: string;
}
