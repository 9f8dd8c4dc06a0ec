import { columnText } from '../../contract/column-text.ts';
import type { GridColumn } from '../../contract/screen-model.ts';
import { useScreenModel } from '../runtime/screen-context.ts';
import { useTexts } from '../runtime/texts.ts';
import { useTimeZone } from '../runtime/time-zone.ts';
import type { Totals } from '../runtime/use-totals.ts';
import type { Row } from '../store/api.ts';
import { useGridContext } from './grid-context.ts';

const refused = '_refused';

/** The row under the list: no record, so no id that one may have. */
export const totalRow = ({ values, refused: why }: Totals): Row => ({ ...values, [refused]: why, id: -1 });

/** A cell of the row under the list: a sum, or in the first column that has none what the row is. */
export const TotalCell = ({ column, row }: { readonly column: GridColumn; readonly row: Row }) => {
  const model = useScreenModel();
  const texts = useTexts();
  const timeZone = useTimeZone();
  const { list } = useGridContext();
  const summed = (one: GridColumn): boolean =>
    one.path.length === 1 && model.totals?.columns.includes(one.path[0] ?? '') === true;
  const why = row[refused];
  if (summed(column)) return typeof why === 'string' ? null : columnText(model, column, row, timeZone);
  if (list.columns.find((one) => !summed(one))?.key !== column.key) return null;
  if (typeof why !== 'string') return texts('totals.label');
  return (
    <span className="fi-refused" title={why}>
      {texts('totals.refused')}
    </span>
  );
};
