import { useId } from 'react';
import { isPeriodEnd } from '../../contract/date-periods.ts';
import { ChoiceControl, ManyChoicesControl } from '../controls/choice-control.tsx';
import { DateControl } from '../controls/date-control.tsx';
import { ManyTextsControl } from '../controls/many-texts-control.tsx';
import { MaskedControl } from '../controls/masked-control.tsx';
import { fixedMask, formatMask } from '../controls/masks.ts';
import { NumberControl } from '../controls/number-control.tsx';
import { ManyRelationsControl } from '../controls/relation-control.tsx';
import { TextControl } from '../controls/text-control.tsx';
import { TypedTimeControl } from '../controls/typed-time-control.tsx';
import type { FilterField, FilterValue } from '../runtime/filter-value.ts';
import type { Beside } from '../runtime/offered-only.ts';
import { useScreenModel } from '../runtime/screen-context.ts';
import { useTexts } from '../runtime/texts.ts';
import classes from './filter-control.module.css';
import { PeriodChoice } from './period-choice.tsx';

interface OneProps {
  readonly field: FilterField;
  readonly id: string;
  readonly label?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly invalid: boolean;
  readonly describedBy: string | undefined;
  readonly autoFocus?: boolean | undefined;
}

/** A text that is no number stays as it was typed, to be told of. */
const typedNumber = (text: string): number | undefined => {
  const number: unknown = Number.isNaN(Number(text)) ? text : Number(text);
  return text === '' ? undefined : (number as number);
};

const numeric: ReadonlySet<string> = new Set(['integer', 'decimal', 'money', 'percent']);

/** One value of the field's type, kept as the wire text. */
const OneValue = ({ field, value, onChange, ...rest }: OneProps) => {
  const texts = useTexts();
  const common = {
    ...rest,
    value: value === '' ? undefined : value,
    onChange: (next: string | undefined) => onChange(next ?? ''),
  };
  if (numeric.has(field.type))
    return (
      <NumberControl
        {...rest}
        scale={field.type === 'integer' ? 0 : (field.scale ?? 2)}
        fixed={false}
        value={typedNumber(value)}
        onChange={(next) => onChange(next === undefined ? '' : String(next))}
      />
    );
  if (field.type === 'date') return <DateControl {...common} />;
  if (field.type === 'month' || field.type === 'year' || field.type === 'time')
    return <TypedTimeControl kind={field.type} {...common} />;
  if (field.type === 'date-time')
    return <TypedTimeControl kind={field.seconds ? 'momentSeconds' : 'moment'} {...common} />;
  if (field.type === 'boolean')
    return (
      <ChoiceControl
        {...common}
        options={[
          { value: 'true', label: texts('value.yes') },
          { value: 'false', label: texts('value.no') },
        ]}
      />
    );
  if (field.options !== undefined) return <ChoiceControl {...common} options={field.options} />;
  if (field.mask !== undefined) return <MaskedControl {...common} mask={fixedMask(field.mask)} />;
  const form = formatMask(field.format);
  if (form !== undefined) return <MaskedControl {...common} mask={form} />;
  return <TextControl {...common} />;
};

interface Props {
  readonly field: FilterField;
  readonly id: string;
  readonly value: FilterValue;
  readonly onChange: (value: FilterValue) => void;
  /** What the other filters ask for: a relation offers what fits it. */
  readonly beside?: Beside | undefined;
  /** Its value was refused, and the element that says why. */
  readonly invalid?: boolean | undefined;
  readonly describedBy?: string | undefined;
  readonly autoFocus?: boolean | undefined;
}

/** The control of a filter, by how it matches: a text, one value, a range or several values. */
export const FilterControl = ({
  field,
  id,
  value,
  onChange,
  beside,
  invalid = false,
  describedBy,
  autoFocus,
}: Props) => {
  const texts = useTexts();
  const model = useScreenModel();
  const second = useId();
  const told = { invalid, describedBy };
  switch (value.match) {
    case 'contains':
    case 'starts':
      return (
        <TextControl
          id={id}
          autoFocus={autoFocus}
          value={value.text}
          onChange={(text) => onChange({ ...value, text: text ?? '' })}
        />
      );
    case 'empty':
    case 'filled':
      return null;
    case 'equals':
      return (
        <OneValue
          {...told}
          autoFocus={autoFocus}
          field={field}
          id={id}
          value={value.value}
          onChange={(one) => onChange({ ...value, value: one })}
        />
      );
    case 'range':
      return (
        <div className={classes.ranges}>
          {isPeriodEnd(value.from) ? null : (
            <div className={classes.range}>
              <OneValue
                {...told}
                autoFocus={autoFocus}
                field={field}
                id={id}
                label={texts('filter.range.from', { title: field.label })}
                value={value.from}
                onChange={(from) => onChange({ ...value, from })}
              />
              <span className={classes.to}>{texts('filter.range.to')}</span>
              <OneValue
                {...told}
                field={field}
                id={second}
                label={texts('filter.range.until', { title: field.label })}
                value={value.to}
                onChange={(to) => onChange({ ...value, to })}
              />
            </div>
          )}
          {(field.type === 'date' || field.type === 'date-time') && (
            <PeriodChoice
              label={field.label}
              from={value.from}
              to={value.to}
              onChange={(from, to) => onChange({ match: 'range', from, to })}
            />
          )}
        </div>
      );
    case 'any': {
      const change = (values: readonly string[] | undefined) => onChange({ ...value, values: values ?? [] });
      const target = model.relations.find(({ column }) => column === field.relation);
      if (target)
        return <ManyRelationsControl id={id} target={target} beside={beside} value={value.values} onChange={change} />;
      return field.options ? (
        <ManyChoicesControl id={id} options={field.options} value={value.values} onChange={change} />
      ) : (
        <ManyTextsControl {...told} id={id} value={value.values} onChange={change} />
      );
    }
  }
};
