import { Button } from '@mantine/core';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useState } from 'react';
import type { BatchField, BatchList, BatchPlan, BatchRefusal } from '../../contract/batch.ts';
import type { Field } from '../../model/types.ts';
import { FieldValue } from '../list/column-value.tsx';
import { useScreenModel } from '../runtime/screen-context.ts';
import type { Texts } from '../runtime/texts.ts';
import { formatCount, useTexts } from '../runtime/texts.ts';
import classes from './batch-plan-view.module.css';
import type { Tally } from './tallies.tsx';
import { Tallies, tallyOf } from './tallies.tsx';

/** A value of a plan: of a relation the label of its record. */
export const PlanValue = ({ field, value }: { readonly field: Field | undefined; readonly value: unknown }) => {
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
              <PlanValue field={field} value={before} />
            </td>
            <td>
              <ArrowRight size={13} className={classes.arrow} aria-hidden /> <PlanValue field={field} value={after} />
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

/** Reasons that are told before the others are asked for. */
const mostReasons = 12;

interface RefusalsProps {
  readonly refusals: readonly BatchRefusal[];
  /** They are lines of a file, which no record may stand for. */
  readonly lines?: boolean;
}

/** Why records are not written, and which. */
export const BatchRefusals = ({ refusals, lines = false }: RefusalsProps) => {
  const texts = useTexts();
  const [all, setAll] = useState(false);
  const shown = all || refusals.length <= mostReasons ? refusals : refusals.slice(0, mostReasons);
  return (
    <div>
      <table className={classes.table}>
        <caption className={classes.caption}>
          {texts(lines ? 'batch.plan.refusedLines' : 'batch.plan.refusals')}
        </caption>
        <thead>
          <tr>
            <th scope="col">{texts('batch.results.reason')}</th>
            <th scope="col">{texts('batch.plan.which')}</th>
            <th scope="col" className={classes.number}>
              {texts(lines ? 'batch.plan.lines' : 'batch.plan.records')}
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ message, rows, records }) => (
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
      {shown.length < refusals.length && (
        <Button variant="subtle" size="compact-sm" className={classes.others ?? ''} onClick={() => setAll(true)}>
          {texts.count('batch.plan.otherReasons', refusals.length - shown.length)}
        </Button>
      )}
    </div>
  );
};

/** How many records are written, and how many go. */
const writtenWords = (texts: Texts, { changes, removed }: BatchPlan): readonly string[] => [
  ...(changes > removed || removed === 0 ? [texts.count('batch.plan.changes', changes - removed)] : []),
  ...(removed > 0 ? [texts.count('batch.plan.removed', removed)] : []),
];

/** `3 linhas incluídas, 1 alterada, 2 apagadas`; of nothing that there is nothing. */
const listWords = (texts: Texts, list: BatchList): string =>
  (['come', 'change', 'go'] as const)
    .flatMap((kind) => (list[kind] > 0 ? [texts.count(`batch.plan.list.${kind}`, list[kind])] : []))
    .join(', ');

/** What is told of other records, in order. */
const followedTexts = [
  ['moved', 'batch.plan.followed'],
  ['created', 'batch.plan.created'],
  ['removed', 'batch.plan.removed'],
  ['cleared', 'batch.plan.cleared'],
  ['pointed', 'batch.plan.pointed'],
] as const;

interface Props {
  readonly plan: BatchPlan;
  /** What is written, in lines of its own; absent: how many records are. */
  readonly written?: readonly string[];
  /** Told before what is refused. */
  readonly before?: ReactNode;
  /** Told after it. */
  readonly children?: ReactNode;
}

/** What a batch will do: how many records, from which values to which, what goes with them, and what stays as it is. */
export const BatchPlanView = ({ plan, written, before, children }: Props) => {
  const texts = useTexts();
  const { same, refused, fields, refusals, owned, lists, followed = [] } = plan;
  return (
    <div className={classes.plan}>
      <Tallies
        label={texts('batch.plan.label')}
        tallies={[
          ...(written ?? writtenWords(texts, plan)).map((words): Tally => ({ way: 'written', words })),
          ...tallyOf('same', same, (count) => texts.count('batch.plan.same', count)),
          ...tallyOf('refused', refused, (count) => texts.count('batch.plan.refused', count)),
        ]}
      />
      {owned.length > 0 && (
        <p className={classes.owned}>
          {texts('batch.plan.owned', {
            rows: owned.map(({ title, rows }) => `${title} (${formatCount(rows)})`).join(', '),
          })}
        </p>
      )}
      {followedTexts.flatMap(([what, key]) => {
        const some = followed.filter((one) => one.what === what);
        const rows = some.map(({ title, transition, rows: count }) => {
          const words = [transition, formatCount(count)].flatMap((one) => one ?? []);
          return `${title} (${words.join(', ')})`;
        });
        return some.length === 0
          ? []
          : [
              <p key={what} className={classes.owned}>
                {texts(key, { rows: rows.join(', ') })}
              </p>,
            ];
      })}
      {lists.length > 0 && (
        <ul className={classes.lists}>
          {lists.map((list) => (
            <li key={list.field}>
              <strong>{list.title}</strong> {listWords(texts, list)}
            </li>
          ))}
        </ul>
      )}
      {before}
      {refusals.length > 0 && <BatchRefusals refusals={refusals} lines={written !== undefined} />}
      {children}
      {fields.map((field) => (
        <Pairs key={field.field} field={field} />
      ))}
    </div>
  );
};
