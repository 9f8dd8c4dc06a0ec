import { useState } from 'react';
import type { GridColumn, ScreenModel } from '../../contract/screen-model.ts';
import type { Row } from '../store/api.ts';
import type { ContentWidths } from './content-widths.ts';
import { briefWidths, contentWidths } from './content-widths.ts';

/** What the texts of the columns need, whole and in brief. */
export interface MeasuredWidths {
  readonly content: ContentWidths;
  readonly briefContent: ContentWidths;
}

interface Measured {
  readonly model: ScreenModel;
  readonly columns: readonly GridColumn[];
  readonly rows: readonly Row[];
  readonly widths: MeasuredWidths;
}

const nothing: MeasuredWidths = { content: new Map(), briefContent: new Map() };

/**
 * Of the first rows in which each column has something to show: columns that moved with every page would be looked for
 * anew on each.
 */
export const useContentWidths = (
  model: ScreenModel,
  columns: readonly GridColumn[],
  rows: readonly Row[],
  timeZone: string,
): MeasuredWidths => {
  const [last, measure] = useState<Measured>({ model, columns: [], rows: [], widths: nothing });
  if (last.model === model && last.columns === columns && last.rows === rows) return last.widths;
  const known = last.model === model ? last.widths : nothing;
  const unknown = columns.filter(({ key }) => !known.content.has(key));
  const found = contentWidths(model, unknown, rows, timeZone);
  const widths =
    found.size === 0
      ? known
      : {
          content: new Map([...known.content, ...found]),
          briefContent: new Map([...known.briefContent, ...briefWidths(model, unknown, rows, timeZone)]),
        };
  measure({ model, columns, rows, widths });
  return widths;
};
