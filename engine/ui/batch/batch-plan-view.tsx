import { ArrowRight, CircleCheck, CircleEqual, TriangleAlert } from 'lucide-react';
import type { BatchField, BatchPlan, BatchRefusal } from '../../contract/batch.ts';
import type { Field } from '../../model/types.ts';
import { FieldValue } from '../list/column-value.tsx';
import { useScreenModel } from '../runtime/screen-context.ts';
import { formatCount, useTexts } from '../runtime/texts.ts';
import classes from './batch-plan-view.module.css';

/** A value of a plan: of a relation the label of its record. */
const Value = ({ field, value }: { readonly field: Field | undefined; readonly value: unknown }) => {
  const texts = useTexts();
  if (value === null || value === undefined || value === '')
    return <em className={classes.empty}>{texts('batch.sample.empty')}</em>;
  if (field === undefined || field.type === 'relation') return String(value);
  if (field.type === 'boolean') return texts(value === true ? 'value.yes' : 'value.no');
  return <FieldValue field={field} value={value} />;
};

/** How many records go from which value to which. */
const Pairs = ({ field: { field: column, title, pairs, others } }: { readonly field: BatchField }) => {
  const texts = useTexts();
  const { entity } = useScreenModel();
  const field = entity.fields.find((one) => one.column === column);
  return (
    <table className={classes.table}>
      <caption className={classes.caption}>{title}</caption>
      <thead>
        <tr>
          <th scope="col">{texts('batch.plan.before')}</th>
          <th scope="col">{texts('batch.plan.after')}</th>
          <th scope="col" className={classes.number}>
            {texts('batch.plan.records')}
          </th>
        </tr>
      </thead>
      <tbody>
        {pairs.map(({ before, after, rows }) => (
          <tr key={JSON.stringify([before, after])}>
            <td>
              <Value field={field} value={before} />
            </td>
            <td>
              <ArrowRight size={13} className={classes.arrow} aria-hidden /> <Value field={field} value={after} />
            </td>
            <td className={classes.number}>{formatCount(rows)}</td>
          </tr>
        ))}
        {others > 0 && (
          <tr>
            <td colSpan={2}>{texts('batch.plan.others')}</td>
            <td className={classes.number}>{formatCount(others)}</td>
          </tr>
        )}
      </tbody>
    </table>
  );
};

const Refusals = ({ refusals }: { readonly refusals: readonly BatchRefusal[] }) => {
  const texts = useTexts();
  return (
    <table className={classes.table}>
      <caption className={classes.caption}>{texts('batch.plan.refusals')}</caption>
      <thead>
        <tr>
          <th scope="col">{texts('batch.results.reason')}</th>
          <th scope="col">{texts('batch.plan.which')}</th>
          <th scope="col" className={classes.number}>
            {texts('batch.plan.records')}
          </th>
        </tr>
      </thead>
      <tbody>
        {refusals.map(({ message, rows, records }) => (
          <tr key={message}>
            <td>{message}</td>
            <td>
              {records.map(({ label }) => label).join('; ')}
              {rows > records.length && ` ${texts('batch.plan.more', { count: formatCount(rows - records.length) })}`}
            </td>
            <td className={classes.number}>{formatCount(rows)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};

const removes = ({ operation }: BatchPlan): boolean => operation === 'delete' || operation === 'remove';

/** What a batch will do: how many records, from which values to which, what goes with them, and what stays as it is. */
export const BatchPlanView = ({ plan }: { readonly plan: BatchPlan }) => {
  const texts = useTexts();
  const { changes, same, refused, fields, refusals, owned } = plan;
  return (
    <div className={classes.plan}>
      <div role="status" aria-label={texts('batch.plan.label')}>
        <ul className={classes.sums}>
          <li data-tone="success">
            <CircleCheck size={15} aria-hidden />{' '}
            {texts.count(removes(plan) ? 'batch.plan.removed' : 'batch.plan.changes', changes)}
          </li>
          {same > 0 && (
            <li>
              <CircleEqual size={15} aria-hidden /> {texts.count('batch.plan.same', same)}
            </li>
          )}
          {refused > 0 && (
            <li data-tone="danger">
              <TriangleAlert size={15} aria-hidden /> {texts.count('batch.plan.refused', refused)}
            </li>
          )}
        </ul>
      </div>
      {owned.length > 0 && (
        <p className={classes.owned}>
          {texts('batch.plan.owned', {
            rows: owned.map(({ title, rows }) => `${title} (${formatCount(rows)})`).join(', '),
          })}
        </p>
      )}
      {refusals.length > 0 && <Refusals refusals={refusals} />}
      {fields.map((field) => (
        <Pairs key={field.field} field={field} />
      ))}
    </div>
  );
};
