/** Files of whole lists: their formats, and what is asked for. */

export const exportFormats = ['csv', 'xlsx', 'json'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** The kind of job that writes all rows of a list into a file. */
export const exportKind = (format: ExportFormat): string => `exportar-${format}`;

/** Of a kind of job; undefined where it writes no list. */
export const formatOfKind = (kind: string): ExportFormat | undefined =>
  exportFormats.find((format) => exportKind(format) === kind);

export interface ListAsked {
  /** Route of the screen. */
  readonly path: string;
  /** What chooses and sorts the rows, in the dialect of the API. */
  readonly search: string;
  /** `GridColumn.key`, in the order of the file. */
  readonly columns: readonly string[];
  /** The provider that a person of the staff works for. */
  readonly provider?: number;
}
