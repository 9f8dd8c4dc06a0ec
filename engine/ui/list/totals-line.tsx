import { columnText } from '../../contract/column-text.ts';
import type { ScreenModel } from '../../contract/screen-model.ts';
import { useTexts } from '../runtime/texts.ts';
import { useTimeZone } from '../runtime/time-zone.ts';
import type { RegistryList } from '../runtime/use-registry-list.ts';
import { useTotals } from '../runtime/use-totals.ts';
import classes from './totals-line.module.css';

/** The sums of a list under its cards. */
export const TotalsLine = ({ model, list }: { readonly model: ScreenModel; readonly list: RegistryList }) => {
  const texts = useTexts();
  const timeZone = useTimeZone();
  const totals = useTotals(model, list);
  if (totals === undefined) return null;
  if (totals.refused !== undefined) return <p className={classes.line}>{totals.refused}</p>;
  const columns = [...model.columns, ...model.moreColumns].filter(
    ({ path }) => path.length === 1 && model.totals?.columns.includes(path[0] ?? ''),
  );
  return (
    <dl className={classes.line}>
      {columns.map((column) => (
        <div key={column.key}>
          <dt>{texts('totals.of', { title: column.title })}</dt>
          <dd>{columnText(model, column, totals.values, timeZone)}</dd>
        </div>
      ))}
    </dl>
  );
};
