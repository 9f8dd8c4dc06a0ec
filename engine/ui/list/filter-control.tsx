import { useId } from 'react';
import { ChoiceControl, ManyChoicesControl } from '../controls/choice-control.tsx';
import { DateControl } from '../controls/date-control.tsx';
import { ManyTextsControl } from '../controls/many-texts-control.tsx';
import { MaskedControl } from '../controls/masked-control.tsx';
import { documentMask, fixedMask, phoneMask } from '../controls/masks.ts';
import { NumberControl } from '../controls/number-control.tsx';
import { ManyRelationsControl } from '../controls/relation-control.tsx';
import { TextControl } from '../controls/text-control.tsx';
import { TypedTimeControl } from '../controls/typed-time-control.tsx';
import type { FilterField, FilterValue } from '../runtime/filter-value.ts';
import { useScreenModel } from '../runtime/screen-context.ts';
import { useTexts } from '../runtime/texts.ts';
import classes from './filter-control.module.css';

interface OneProps {
  readonly field: FilterField;
  readonly id: string;
  readonly label?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

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
        value={value === '' ? undefined : Number(value)}
        onChange={(next) => onChange(next === undefined || typeof next !== 'number' ? '' : String(next))}
      />
    );
  if (field.type === 'date') return <DateControl {...common} />;
  if (field.type === 'month' || field.type === 'time') return <TypedTimeControl kind={field.type} {...common} />;
  if (field.type === 'date-time') return <TypedTimeControl kind="moment" {...common} />;
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
  if (field.format === 'phone') return <MaskedControl {...common} mask={phoneMask} />;
  if (field.format?.startsWith('c')) return <MaskedControl {...common} mask={documentMask(field.format)} />;
  return <TextControl {...common} />;
};

interface Props {
  readonly field: FilterField;
  readonly id: string;
  readonly value: FilterValue;
  readonly onChange: (value: FilterValue) => void;
}

/** The control of a filter, by how it matches: a text, one value, a range or several values. */
export const FilterControl = ({ field, id, value, onChange }: Props) => {
  const texts = useTexts();
  const model = useScreenModel();
  const second = useId();
  switch (value.match) {
    case 'contains':
      return <TextControl id={id} value={value.text} onChange={(text) => onChange({ ...value, text: text ?? '' })} />;
    case 'equals':
      return (
        <OneValue field={field} id={id} value={value.value} onChange={(one) => onChange({ ...value, value: one })} />
      );
    case 'range':
      return (
        <div className={classes.range}>
          <OneValue
            field={field}
            id={id}
            label={texts('filter.range.from', { title: field.label })}
            value={value.from}
            onChange={(from) => onChange({ ...value, from })}
          />
          <span className={classes.to}>{texts('filter.range.to')}</span>
          <OneValue
            field={field}
            id={second}
            label={texts('filter.range.until', { title: field.label })}
            value={value.to}
            onChange={(to) => onChange({ ...value, to })}
          />
        </div>
      );
    case 'any': {
      const change = (values: readonly string[] | undefined) => onChange({ ...value, values: values ?? [] });
      const target = model.relations.find(({ column }) => column === field.relation);
      if (target) return <ManyRelationsControl id={id} target={target} value={value.values} onChange={change} />;
      return field.options ? (
        <ManyChoicesControl id={id} options={field.options} value={value.values} onChange={change} />
      ) : (
        <ManyTextsControl id={id} value={value.values} onChange={change} />
      );
    }
  }
};
