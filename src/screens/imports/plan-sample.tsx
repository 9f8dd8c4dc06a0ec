import { ArrowRight } from 'lucide-react';
import type { BatchSampleRow } from '../../../engine/contract/batch.ts';
import { PlanValue } from '../../../engine/ui/batch/batch-plan-view.tsx';
import { useScreenModel } from '../../../engine/ui/runtime/screen-context.ts';
import { useTexts } from '../../../engine/ui/runtime/texts.ts';
import classes from './plan-sample.module.css';

/** New records, by what people call them. */
const NewRows = ({ rows }: { readonly rows: readonly BatchSampleRow[] }) => {
  const texts = useTexts();
  return (
    <section className={classes.sample} aria-labelledby="fi-import-new-rows">
      <h3 id="fi-import-new-rows">{texts('imports.sample.new')}</h3>
      <ul className={classes.labels}>
        {rows.map(({ label }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a new record has nothing else to be told by
          <li key={`${index} ${label}`}>{label}</li>
        ))}
      </ul>
    </section>
  );
};

/** Records that are there, each with the fields that change. */
const ChangedRows = ({ rows }: { readonly rows: readonly BatchSampleRow[] }) => {
  const texts = useTexts();
  const { entity } = useScreenModel();
  const fieldOf = (column: string) => entity.fields.find((one) => one.column === column);
  return (
    <section className={classes.sample} aria-labelledby="fi-import-changed-rows">
      <h3 id="fi-import-changed-rows">{texts('imports.sample.changed')}</h3>
      <dl className={classes.changed}>
        {rows.map(({ id, label, changes }) => (
          <div key={id}>
            <dt>{label}</dt>
            {changes.map(({ field, before, after }) => (
              <dd key={field}>
                <span className={classes.field}>{fieldOf(field)?.title ?? field}</span>{' '}
                <span className={classes.before}>
                  <PlanValue field={fieldOf(field)} value={before} />
                </span>
                <ArrowRight size={13} className={classes.arrow} role="img" aria-label={texts('batch.sample.to')} />
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
      {fresh.length > 0 && <NewRows rows={fresh} />}
      {changed.length > 0 && <ChangedRows rows={changed} />}
    </>
  );
};
