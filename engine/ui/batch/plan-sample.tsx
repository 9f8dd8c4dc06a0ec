import { ArrowRight } from 'lucide-react';
import { useId } from 'react';
import type { BatchSampleRow } from '../../contract/batch.ts';
import { useScreenModel } from '../runtime/screen-context.ts';
import { useTexts } from '../runtime/texts.ts';
import { PlanValue } from './batch-plan-view.tsx';
import classes from './plan-sample.module.css';
import { SampleLists } from './sample-lists.tsx';

interface RowsProps {
  readonly title: string;
  readonly rows: readonly BatchSampleRow[];
  /** They were not there before. */
  readonly fresh: boolean;
}

/** Records with the fields that change; of new ones, those that have a value; of those that go, the names. */
const Rows = ({ title, rows, fresh }: RowsProps) => {
  const texts = useTexts();
  const titleId = useId();
  const { entity } = useScreenModel();
  const fieldOf = (column: string) => entity.fields.find((one) => one.column === column);
  if (rows.length === 0) return null;
  return (
    <section className={classes.sample} aria-labelledby={titleId}>
      <h3 id={titleId}>{title}</h3>
      <dl className={classes.changed} data-fresh={fresh || undefined}>
        {rows.map(({ id, label, changes, lists = [] }, index) => (
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
            <SampleLists lists={lists} />
          </div>
        ))}
      </dl>
    </section>
  );
};

/** Headings of the records that come, that change and that go. */
export interface SampleTitles {
  readonly fresh: string;
  readonly changed: string;
  readonly gone: string;
}

interface Props {
  readonly sample: readonly BatchSampleRow[];
  readonly titles: SampleTitles;
}

/** Some of the records as they will be: those that come, then those that change, then those that go. */
export const PlanSample = ({ sample, titles }: Props) => (
  <>
    <Rows title={titles.fresh} rows={sample.filter(({ id }) => id === null)} fresh />
    <Rows title={titles.changed} rows={sample.filter(({ id, gone }) => id !== null && gone !== true)} fresh={false} />
    <Rows title={titles.gone} rows={sample.filter(({ gone }) => gone === true)} fresh={false} />
  </>
);
