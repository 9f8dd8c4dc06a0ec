import { ActionIcon } from '@mantine/core';
import type { FieldProps, RJSFSchema } from '@rjsf/utils';
import { toFieldPathId } from '@rjsf/utils';
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { memo, useCallback, useMemo } from 'react';
import type { FieldStates } from '../runtime/conditions.ts';
import { isEmptyValue } from '../runtime/same-value.ts';
import { useTexts } from '../runtime/texts.ts';
import { DrawnField } from './drawn-field.tsx';
import type { FormContext } from './form-context.ts';
import { RowCell } from './row-cell.tsx';
import classes from './rows-field.module.css';
import type { RowValues } from './use-row-keys.ts';
import type { FormValues } from './validator.ts';

type RowsProps = FieldProps<FormValues, RJSFSchema, FormContext>;

/** What rows do, by index; the same functions for as long as the list is drawn. */
export interface RowDoings {
  readonly setCell: (index: number, name: string, value: unknown) => void;
  /** By its button; the focus goes along. */
  readonly move: (index: number, way: 'up' | 'down') => void;
  readonly remove: (index: number) => void;
}

interface Props {
  readonly index: number;
  readonly count: number;
  readonly row: RowValues;
  /** By the name of the field. */
  readonly messages: Readonly<Record<string, string>> | undefined;
  readonly state: FieldStates | undefined;
  /** Title of the list of rows. */
  readonly array: string;
  readonly fields: readonly (readonly [string, RJSFSchema])[];
  readonly required: readonly string[];
  readonly itemUi: NonNullable<RowsProps['uiSchema']>;
  readonly registry: RowsProps['registry'];
  readonly fieldPathId: RowsProps['fieldPathId'];
  readonly onBlur: RowsProps['onBlur'];
  readonly onFocus: RowsProps['onFocus'];
  /** The whole list is closed by a condition. */
  readonly closed: boolean;
  readonly doings: RowDoings;
}

/** What is computed here stands above what was stored. */
const valueIn = (row: RowValues, state: FieldStates | undefined, name: string): unknown =>
  state !== undefined && Object.hasOwn(state.computed, name) ? (state.computed[name] ?? undefined) : row[name];

interface ButtonsProps extends Pick<Props, 'index' | 'count' | 'doings'> {
  /** It may not be taken away. */
  readonly kept: boolean;
}

/** Whether the row is stored with something that is closed now: the server lets none of these go. */
const isKept = (row: RowValues, state: FieldStates | undefined): boolean =>
  row['id'] !== undefined && [...(state?.readOnly ?? [])].some((name) => !isEmptyValue(row[name]));

/** Memoized: what is typed beside them is none of their business. */
const RowButtons = memo(({ index, count, kept, doings }: ButtonsProps) => {
  const texts = useTexts();
  const moveButton = (way: 'up' | 'down') => {
    const Icon = way === 'up' ? ArrowUp : ArrowDown;
    return (
      <ActionIcon
        variant="subtle"
        color="gray"
        data-move={way}
        disabled={way === 'up' ? index === 0 : index === count - 1}
        aria-label={texts(`rows.${way}`, { number: index + 1 })}
        title={texts(`rows.${way}`, { number: index + 1 })}
        onClick={() => doings.move(index, way)}
      >
        <Icon size={15} />
      </ActionIcon>
    );
  };
  return (
    <span className={classes.buttons}>
      {moveButton('up')}
      {moveButton('down')}
      {!kept && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={texts('rows.remove', { number: index + 1 })}
          title={texts('rows.remove', { number: index + 1 })}
          onClick={() => doings.remove(index)}
        >
          <Trash2 size={15} />
        </ActionIcon>
      )}
    </span>
  );
});

const DrawnLine = (props: Props) => {
  const { index, count, row, messages, state, itemUi, registry, fieldPathId, closed, doings } = props;
  const { globalFormOptions } = registry;
  const path = useMemo(
    () => toFieldPathId(index, globalFormOptions, fieldPathId),
    [index, globalFormOptions, fieldPathId],
  );
  const change = useCallback((name: string, value: unknown) => doings.setCell(index, name, value), [doings, index]);
  return (
    <>
      <span className={classes.number} aria-hidden>
        {index + 1}
      </span>
      {props.fields.map(([name, field]) => (
        <RowCell key={name} name={name} row={index + 1} array={props.array}>
          {state?.hidden.has(name) !== true && (
            <DrawnField
              name={name}
              schema={field}
              uiSchema={itemUi[name]}
              parentPath={path}
              value={valueIn(row, state, name)}
              message={messages?.[name]}
              required={props.required.includes(name) || state?.required.has(name) === true}
              closed={closed || state?.readOnly.has(name) === true}
              registry={registry}
              onBlur={props.onBlur}
              onFocus={props.onFocus}
              onChange={change}
            />
          )}
        </RowCell>
      ))}
      {closed ? <span /> : <RowButtons index={index} count={count} kept={isKept(row, state)} doings={doings} />}
    </>
  );
};

/** What stands in one row. Drawn anew only when something of the row itself changes. */
export const RowLine = memo(DrawnLine);
