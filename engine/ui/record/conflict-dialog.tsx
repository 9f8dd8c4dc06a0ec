import { Button, Group, Modal, Radio } from '@mantine/core';
import { useState } from 'react';
import type { Child, Field } from '../../model/types.ts';
import { FieldValue } from '../list/column-value.tsx';
import { relationTarget, rowLabels } from '../runtime/column-text.ts';
import type { RecordValues } from '../runtime/record-values.ts';
import { recordValues } from '../runtime/record-values.ts';
import { useScreenModel } from '../runtime/screen-context.ts';
import { useTexts } from '../runtime/texts.ts';
import type { Conflict } from '../runtime/use-record-form.ts';
import { useRelationRows } from '../runtime/use-relation-options.ts';
import classes from './conflict-dialog.module.css';

interface Props {
  readonly conflict: Conflict;
  readonly onCancel: () => void;
  readonly onResolve: (values: RecordValues) => void;
}

const RelatedValue = ({ field, id }: { readonly field: Field; readonly id: number }) => {
  const target = relationTarget(useScreenModel(), field);
  const [row] = useRelationRows(target ?? { path: null, select: '' }, [id]);
  return row ? <FieldValue field={field} value={row} /> : String(id);
};

const Value = ({ field, value }: { readonly field: Field; readonly value: unknown }) => {
  const texts = useTexts();
  if (value === undefined || value === null) return <em>{texts('value.empty')}</em>;
  if (field.type === 'boolean') return texts(value === true ? 'value.yes' : 'value.no');
  if (field.type === 'relation') return <RelatedValue field={field} id={Number(value)} />;
  return <FieldValue field={field} value={value} />;
};

/** A list of rows counts as one value: which rows, by their labels, in their order. */
const Rows = ({ child, rows }: { readonly child: Child; readonly rows: unknown }) => {
  const texts = useTexts();
  const labels = rowLabels(useScreenModel(), child, rows);
  if (labels.length === 0) return <em>{texts('rows.none')}</em>;
  return (
    <ol className={classes.rows}>
      {labels.map((label, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name, and the list does not change
        <li key={index}>{label}</li>
      ))}
    </ol>
  );
};

/** Somebody saved the record meanwhile: for each field that both changed, mine or theirs. */
export const ConflictDialog = ({ conflict, onCancel, onResolve }: Props) => {
  const texts = useTexts();
  const model = useScreenModel();
  const theirs = recordValues(model, conflict.theirs.row);
  const [choices, setChoices] = useState<Readonly<Record<string, 'mine' | 'theirs'>>>({});
  const undecided = conflict.fields.filter((name) => choices[name] === undefined);

  const resolve = () => {
    const values: Record<string, unknown> = { ...conflict.merged };
    for (const name of conflict.fields) if (choices[name] === 'theirs') values[name] = theirs[name];
    onResolve(values);
  };

  return (
    <Modal opened onClose={onCancel} title={texts('merge.title')} size="lg">
      <p className={classes.text}>{texts('merge.text')}</p>
      {conflict.fields.map((name, index) => {
        const field = model.entity.fields.find(({ column }) => column === name);
        const child = model.entity.children.find((one) => one.name === name);
        const title = field?.title ?? child?.title;
        if (title === undefined) return null;
        return (
          <Radio.Group
            key={name}
            className={classes.field}
            label={title}
            value={choices[name] ?? null}
            onChange={(choice) => setChoices({ ...choices, [name]: choice as 'mine' | 'theirs' })}
          >
            <div className={classes.pair}>
              {(['mine', 'theirs'] as const).map((side) => (
                <Radio.Card
                  key={side}
                  value={side}
                  className={classes.card ?? ''}
                  data-autofocus={(index === 0 && side === 'mine') || undefined}
                >
                  <Radio.Indicator />
                  <span className={classes.side}>{texts(`merge.${side}`)}</span>
                  <span className={classes.value}>
                    {field && <Value field={field} value={(side === 'mine' ? conflict.mine : theirs)[name]} />}
                    {child && <Rows child={child} rows={(side === 'mine' ? conflict.mine : theirs)[name]} />}
                  </span>
                </Radio.Card>
              ))}
            </div>
          </Radio.Group>
        );
      })}
      <Group justify="flex-end" gap="sm" mt="lg">
        <Button variant="default" onClick={onCancel}>
          {texts('merge.back')}
        </Button>
        <Button onClick={resolve} disabled={undecided.length > 0}>
          {texts(conflict.saves ? 'merge.save' : 'merge.use')}
        </Button>
      </Group>
    </Modal>
  );
};
