import { useState } from 'react';
import type { GridColumn, ScreenModel } from '../../contract/screen-model.ts';
import type { Row } from '../store/api.ts';
import type { ContentWidths } from './content-widths.ts';
import { contentWidths } from './content-widths.ts';

interface Measured {
  readonly model: ScreenModel;
  readonly columns: readonly GridColumn[];
  readonly rows: readonly Row[];
  readonly widths: ContentWidths;
}

/**
 * Of the first rows in which each column has something to show: columns that moved with every page would be looked for
 * anew on each.
 */
export const useContentWidths = (
  model: ScreenModel,
  columns: readonly GridColumn[],
  rows: readonly Row[],
  timeZone: string,
): ContentWidths => {
  const [last, measure] = useState<Measured>({ model, columns: [], rows: [], widths: new Map() });
  if (last.model === model && last.columns === columns && last.rows === rows) return last.widths;
  const known: ContentWidths = last.model === model ? last.widths : new Map();
  const unknown = columns.filter(({ key }) => !known.has(key));
  const found = contentWidths(model, unknown, rows, timeZone);
  const widths = found.size === 0 ? known : new Map([...known, ...found]);
  measure({ model, columns, rows, widths });
  return widths;
};
