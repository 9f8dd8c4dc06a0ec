import { ArrowRight, TriangleAlert } from 'lucide-react';
import { Fragment } from 'react';
import { relationTarget } from '../../contract/column-text.ts';
import type { Field } from '../../model/types.ts';
import { FieldValue } from '../list/column-value.tsx';
import type { RecordValues } from '../runtime/record-values.ts';
import { useScreenModel } from '../runtime/screen-context.ts';
import { useTexts } from '../runtime/texts.ts';
import type { Batch } from '../runtime/use-batch.ts';
import { useBatchSample } from '../runtime/use-batch-sample.ts';
import { useRelationRows } from '../runtime/use-relation-options.ts';
import classes from './batch-sample.module.css';

/** A value before or after; what is empty is said, for here it is news. */
const Value = ({ field, value }: { readonly field: Field; readonly value: unknown }) => {
  const texts = useTexts();
  if (field.type === 'boolean') return texts(value === true ? 'value.yes' : 'value.no');
  if (value === null || value === undefined) return <em className={classes.empty}>{texts('batch.sample.empty')}</em>;
  return <FieldValue field={field} value={value} />;
};

/** The record that a relation is going to point to: so far only its id is known. */
const Related = ({ field, id }: { readonly field: Field; readonly id: number }) => {
  const target = relationTarget(useScreenModel(), field);
  return target === undefined ? id : <RelatedRow field={field} target={target} id={id} />;
};
const RelatedRow = (props: {
  readonly field: Field;
  readonly target: NonNullable<ReturnType<typeof relationTarget>>;
  readonly id: number;
}) => {
  const [row] = useRelationRows(props.target, [props.id]);
  return row === undefined ? '…' : <FieldValue field={props.field} value={row} />;
};

const After = ({ field, value }: { readonly field: Field; readonly value: unknown }) =>
  field.type === 'relation' && typeof value === 'number' ? (
    <Related field={field} id={value} />
  ) : (
    <Value field={field} value={value} />
  );

/** Some of the rows, each changed field as it is and as it will be; and how many rows are so already. */
export const BatchSample = ({ batch, values }: { readonly batch: Batch; readonly values: RecordValues }) => {
  const texts = useTexts();
  const { rows, fields, alike, total } = useBatchSample(batch, values);
  if (rows.length === 0) return null;
  if (fields.length === 0) return <p className={classes.none}>{texts('batch.sample.none')}</p>;
  return (
    <div className={classes.sample}>
      <table className={classes.table}>
        <caption className={classes.caption}>
          {rows.length === total
            ? texts.count('batch.sample.whole', total)
            : texts.count('batch.sample.title', total, { shown: rows.length })}
        </caption>
        <thead>
          <tr>
            <th scope="col">{texts('batch.results.record')}</th>
            {fields.map((field) => (
              <th key={field.column} scope="col">
                {field.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, label, cells, problems }) => (
            <Fragment key={id}>
              <tr data-refused={problems.length > 0 || undefined}>
                <th scope="row" title={label}>
                  {label}
                </th>
                {cells.map(({ field, before, same }) => (
                  <td key={field.column}>
                    <span className={same ? classes.same : classes.before}>
                      <Value field={field} value={before} />
                    </span>
                    {same ? (
                      <span className={classes.note}> {texts('batch.sample.same')}</span>
                    ) : (
                      <>
                        <ArrowRight
                          size={13}
                          className={classes.arrow}
                          role="img"
                          aria-label={texts('batch.sample.to')}
                        />
                        <span className={classes.after}>
                          <After field={field} value={values[field.column]} />
                        </span>
                      </>
                    )}
                  </td>
                ))}
              </tr>
              {problems.length > 0 && (
                <tr>
                  <td colSpan={1 + cells.length} className={classes.refused}>
                    <TriangleAlert size={13} aria-hidden />{' '}
                    {texts('batch.sample.refused', { reason: problems.join(' ') })}
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
      {rows.length < total && (
        <p className={classes.alike}>{texts.count('batch.sample.foretold', total, { shown: rows.length })}</p>
      )}
      {alike !== undefined && alike > 0 && (
        <p className={classes.alike} role="status">
          {texts.count('batch.sample.alike', alike)}
        </p>
      )}
    </div>
  );
};
