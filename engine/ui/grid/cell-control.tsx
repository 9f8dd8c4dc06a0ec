/** The controls of the form, as they stand in a cell of the list: by the names that field types give their widgets. */
import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import type { RelationTarget } from '../../contract/screen-model.ts';
import type { ChoiceOption } from '../controls/choice-control.tsx';
import { ChoiceControl } from '../controls/choice-control.tsx';
import type { ControlProps } from '../controls/control-props.ts';
import { DateControl } from '../controls/date-control.tsx';
import { MaskedControl } from '../controls/masked-control.tsx';
import { fixedMask, formatMask } from '../controls/masks.ts';
import { NumberControl } from '../controls/number-control.tsx';
import { RelationControl } from '../controls/relation-control.tsx';
import { TextControl } from '../controls/text-control.tsx';
import { TypedTimeControl } from '../controls/typed-time-control.tsx';
import type { Row } from '../store/api.ts';

/** What `ui:options` of a field may say. */
interface Options {
  readonly mask?: string;
  readonly format?: string;
  readonly capitals?: boolean;
  readonly scale?: number;
  readonly seconds?: boolean;
  readonly options?: readonly ChoiceOption[];
  readonly target?: RelationTarget;
}

interface Props {
  readonly widget: string;
  readonly options: Options;
  readonly integer: boolean;
  /** Of a relation: the row that is there. */
  readonly known: readonly Row[];
  /** The value of another field of the record, by its wire name. */
  readonly beside: (column: string) => unknown;
  readonly control: Omit<ControlProps<never>, 'value' | 'onChange'>;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

const asText = ({ control, value, onChange }: Props): ControlProps<string> => ({
  ...control,
  value: value === undefined || value === null ? undefined : String(value),
  onChange,
});
const asNumber = ({ control, value, onChange }: Props): ControlProps<number> => ({
  ...control,
  value: typeof value === 'number' ? value : undefined,
  onChange,
});

const controls: Readonly<Record<string, (props: Props) => ReactNode>> = {
  text: (props) => <TextControl {...asText(props)} capitals={props.options.capitals} />,
  number: (props) => <NumberControl {...asNumber(props)} scale={props.integer ? 0 : (props.options.scale ?? 2)} />,
  money: (props) => <NumberControl {...asNumber(props)} scale={2} prefix="R$" />,
  percent: (props) => <NumberControl {...asNumber(props)} scale={props.options.scale ?? 4} fixed={false} suffix="%" />,
  checkbox: ({ control, value, onChange }) => (
    <Checkbox
      id={control.id}
      size="xs"
      checked={value === true}
      error={control.invalid === true}
      aria-label={control.label}
      aria-describedby={control.describedBy}
      aria-readonly={control.readOnly}
      onChange={(event) => control.readOnly !== true && onChange(event.currentTarget.checked)}
    />
  ),
  date: (props) => <DateControl {...asText(props)} />,
  dateTime: (props) => (
    <TypedTimeControl {...asText(props)} kind={props.options.seconds === true ? 'momentSeconds' : 'moment'} />
  ),
  time: (props) => <TypedTimeControl {...asText(props)} kind="time" />,
  month: (props) => <TypedTimeControl {...asText(props)} kind="month" />,
  year: (props) => (
    <TypedTimeControl
      {...asText(props)}
      kind="year"
      onChange={(text) => props.onChange(text === undefined ? undefined : Number(text))}
    />
  ),
  select: (props) => <ChoiceControl {...asText(props)} options={props.options.options ?? []} />,
  relation: (props) =>
    props.options.target && (
      <RelationControl
        {...asNumber(props)}
        target={props.options.target}
        known={props.known}
        beside={(column) => props.beside(column)}
      />
    ),
  masked: (props) => <MaskedControl {...asText(props)} mask={fixedMask(props.options.mask ?? '')} />,
  formatted: (props) => {
    const mask = formatMask(props.options.format ?? '');
    return mask && <MaskedControl {...asText(props)} mask={mask} />;
  },
};

export const CellControl = (props: Props) => controls[props.widget]?.(props) ?? null;
