/** Files of whole lists and of reports: their formats, and what is asked for. */
import type { ScreenModel } from './screen-model.ts';

/** Those of any list. */
export const listFormats = ['csv', 'xlsx', 'json'] as const;
export const exportFormats = [...listFormats, 'pdf'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** What a screen is written to: pages for paper are of reports alone. */
export const formatsOf = ({ report }: Pick<ScreenModel, 'report'>): readonly ExportFormat[] =>
  report === undefined ? listFormats : exportFormats;

/** Whether a file of the screen has its groups alone; then it has no columns to choose. */
export const writesGroups = ({ report }: Pick<ScreenModel, 'report'>): boolean => report?.rows === false;

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
  /** `GridColumn.key`, in the order of the file; of a report of groups alone none. */
  readonly columns: readonly string[];
  /** The provider that a person of the staff works for. */
  readonly provider?: number;
}
