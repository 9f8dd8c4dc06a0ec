import { Button, Group, Modal, Radio } from '@mantine/core';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { relationTarget } from '../../contract/column-text.ts';
import type { Child, Field } from '../../model/types.ts';
import { FieldValue } from '../list/column-value.tsx';
import { changedCells, conflictText, rowNames } from '../runtime/conflict-text.ts';
import type { MergeSide, OwnedRow } from '../runtime/merge-rows.ts';
import type { MergeChoices, MergeConflict } from '../runtime/merge-values.ts';
import { lastAuthorOf } from '../runtime/record-authors.ts';
import { isEmptyValue } from '../runtime/same-value.ts';
import { useScreenModel } from '../runtime/screen-context.ts';
import { useTexts } from '../runtime/texts.ts';
import { useTimeZone } from '../runtime/time-zone.ts';
import { useFocusReturn } from '../runtime/use-focus-return.ts';
import type { Conflict } from '../runtime/use-record-form.ts';
import { useRelationRows } from '../runtime/use-relation-options.ts';
import classes from './conflict-dialog.module.css';

interface Props {
  readonly conflict: Conflict;
  readonly onCancel: () => void;
  readonly onResolve: (choices: MergeChoices) => void;
}

const RelatedValue = ({ field, id }: { readonly field: Field; readonly id: number }) => {
  const target = relationTarget(useScreenModel(), field);
  const [row] = useRelationRows(target ?? { path: null, select: '' }, [id]);
  return row ? <FieldValue field={field} value={row} /> : String(id);
};

const Value = ({ field, value }: { readonly field: Field; readonly value: unknown }) => {
  const texts = useTexts();
  if (isEmptyValue(value)) return <em>{texts('value.empty')}</em>;
  if (field.type === 'boolean') return texts(value === true ? 'value.yes' : 'value.no');
  if (field.type === 'relation') return <RelatedValue field={field} id={Number(value)} />;
  return <FieldValue field={field} value={value} />;
};

/** A row that one side took out and the other changed: gone, or there with what is new in it. */
const RowSide = ({
  child,
  base,
  row,
}: {
  readonly child: Child;
  readonly base: OwnedRow;
  readonly row: OwnedRow | undefined;
}) => {
  const texts = useTexts();
  if (row === undefined) return texts('merge.row.removed');
  return (
    <>
      {texts('merge.row.changed')}
      <dl className={classes.cells}>
        {changedCells(child, base, row).map((field) => (
          <div key={field.column}>
            <dt>{field.title}</dt>
            <dd>
              <Value field={field} value={row[field.column]} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
};

const Order = ({ names }: { readonly names: readonly string[] }) => (
  <ol className={classes.rows}>
    {names.map((name, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name, and the list does not change
      <li key={index}>{name}</li>
    ))}
  </ol>
);

const sides = ['mine', 'theirs'] as const satisfies readonly MergeSide[];

/** Somebody saved the record meanwhile: for each place that both changed, mine or theirs. */
export const ConflictDialog = ({ conflict, onCancel, onResolve }: Props) => {
  const texts = useTexts();
  useFocusReturn();
  const model = useScreenModel();
  const last = lastAuthorOf(conflict.theirs.row, texts, useTimeZone());
  const [choices, setChoices] = useState<MergeChoices>({});
  const undecided = conflict.conflicts.filter(({ place }) => choices[place] === undefined);

  const drawSide = (found: MergeConflict, side: MergeSide): ReactNode => {
    const fields = found.kind === 'field' ? model.entity : childOf(found.list)?.entity;
    if (found.kind === 'field' || found.kind === 'cell') {
      const field = fields?.fields.find(({ column }) => column === found.name);
      return field && <Value field={field} value={found.kind === 'cell' ? found[side][found.name] : found[side]} />;
    }
    const child = childOf(found.list);
    if (child === undefined) return null;
    if (found.kind === 'order') return <Order names={rowNames(texts, model, conflict, found.list, found[side])} />;
    return <RowSide child={child} base={found.base} row={found[side]} />;
  };
  const childOf = (name: string): Child | undefined => model.entity.children.find((one) => one.name === name);

  return (
    <Modal opened onClose={onCancel} title={texts('merge.title')} size="lg">
      <p className={classes.text}>{texts('merge.text')}</p>
      {last !== '' && <p className={classes.text}>{last}</p>}
      {conflict.conflicts.map((found, index) => (
        <Radio.Group
          key={found.place}
          className={classes.field}
          label={conflictText(texts, model, conflict, found)}
          value={choices[found.place] ?? null}
          onChange={(choice) => setChoices({ ...choices, [found.place]: choice as MergeSide })}
        >
          <div className={classes.pair}>
            {sides.map((side) => (
              <Radio.Card
                key={side}
                value={side}
                className={classes.card ?? ''}
                data-autofocus={(index === 0 && side === 'mine') || undefined}
              >
                <Radio.Indicator />
                <span className={classes.side}>{texts(`merge.${side}`)}</span>
                <div className={classes.value}>{drawSide(found, side)}</div>
              </Radio.Card>
            ))}
          </div>
        </Radio.Group>
      ))}
      <Group justify="flex-end" gap="sm" mt="lg">
        <Button variant="default" onClick={onCancel}>
          {texts('merge.back')}
        </Button>
        <Button onClick={() => onResolve(choices)} disabled={undecided.length > 0}>
          {texts(conflict.saves ? 'merge.save' : 'merge.use')}
        </Button>
      </Group>
    </Modal>
  );
};
