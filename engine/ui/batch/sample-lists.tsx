import { ArrowRight } from 'lucide-react';
import type { BatchOwnedRow, BatchSampleList } from '../../contract/batch.ts';
import type { Field } from '../../model/types.ts';
import { useScreenModel } from '../runtime/screen-context.ts';
import { formatCount, useTexts } from '../runtime/texts.ts';
import { PlanValue } from './batch-plan-view.tsx';
import classes from './plan-sample.module.css';

interface RowProps {
  readonly row: BatchOwnedRow;
  readonly fields: readonly Field[];
}

/** A row that comes, changes or goes: its number, what becomes of it, and its values. */
const OwnedRow = ({ row: { kind, place, from, changes }, fields }: RowProps) => {
  const texts = useTexts();
  const fieldOf = (column: string) => fields.find((one) => one.column === column);
  return (
    <li data-kind={kind}>
      <span className={classes.place}>
        {from === undefined
          ? texts(`batch.sample.row.${kind}`, { place: formatCount(place) })
          : texts('batch.sample.row.moved', { place: formatCount(place), from: formatCount(from) })}
      </span>
      {changes.map(({ field, before, after }) => (
        <span key={field} className={classes.value}>
          <span className={classes.field}>{fieldOf(field)?.title ?? field}</span>{' '}
          {kind !== 'come' && (
            <span className={classes.before}>
              <PlanValue field={fieldOf(field)} value={before} />
            </span>
          )}
          {kind === 'change' && (
            <ArrowRight size={13} className={classes.arrow} role="img" aria-label={texts('batch.sample.to')} />
          )}
          {kind !== 'go' && (
            <span className={classes.after}>
              <PlanValue field={fieldOf(field)} value={after} />
            </span>
          )}
        </span>
      ))}
    </li>
  );
};

/** The rows of a record's lists that come, change and go. */
export const SampleLists = ({ lists }: { readonly lists: readonly BatchSampleList[] }) => {
  const texts = useTexts();
  const { entity } = useScreenModel();
  return lists.map(({ field, rows, others }) => {
    const child = entity.children.find(({ name }) => name === field);
    return (
      <dd key={field} className={classes.list}>
        <span className={classes.field}>{child?.title ?? field}</span>
        <ul>
          {rows.map((row) => (
            <OwnedRow key={`${row.kind} ${row.place}`} row={row} fields={child?.entity.fields ?? []} />
          ))}
          {others > 0 && <li>{texts.count('batch.sample.rows.others', others)}</li>}
        </ul>
      </dd>
    );
  });
};
