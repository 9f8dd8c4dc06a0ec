import { ArrowRight } from 'lucide-react';
import { useId } from 'react';
import type { BatchSampleRow } from '../../../engine/contract/batch.ts';
import { PlanValue } from '../../../engine/ui/batch/batch-plan-view.tsx';
import { useScreenModel } from '../../../engine/ui/runtime/screen-context.ts';
import { useTexts } from '../../../engine/ui/runtime/texts.ts';
import classes from './plan-sample.module.css';

interface RowsProps {
  readonly rows: readonly BatchSampleRow[];
  /** They were not there before. */
  readonly fresh: boolean;
}

/** Records with the fields that change; of new ones, those that have a value. */
const Rows = ({ rows, fresh }: RowsProps) => {
  const texts = useTexts();
  const titleId = useId();
  const { entity } = useScreenModel();
  const fieldOf = (column: string) => entity.fields.find((one) => one.column === column);
  return (
    <section className={classes.sample} aria-labelledby={titleId}>
      <h3 id={titleId}>{texts(fresh ? 'imports.sample.new' : 'imports.sample.changed')}</h3>
      <dl className={classes.changed} data-fresh={fresh || undefined}>
        {rows.map(({ id, label, changes }, index) => (
          <div key={id ?? `${index} ${label}`}>
            <dt>{label}</dt>
            {changes.map(({ field, before, after }) => (
              <dd key={field}>
                <span className={classes.field}>{fieldOf(field)?.title ?? field}</span>{' '}
                {!fresh && (
                  <>
                    <span className={classes.before}>
                      <PlanValue field={fieldOf(field)} value={before} />
                    </span>
                    <ArrowRight size={13} className={classes.arrow} role="img" aria-label={texts('batch.sample.to')} />
                  </>
                )}
                <span className={classes.after}>
                  <PlanValue field={fieldOf(field)} value={after} />
                </span>
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </section>
  );
};

/** Some of the records as they will be: the new ones, then those that change. */
export const PlanSample = ({ sample }: { readonly sample: readonly BatchSampleRow[] }) => {
  const [fresh, changed] = [sample.filter(({ id }) => id === null), sample.filter(({ id }) => id !== null)];
  return (
    <>
      {fresh.length > 0 && <Rows rows={fresh} fresh />}
      {changed.length > 0 && <Rows rows={changed} fresh={false} />}
    </>
  );
};
