/** The widgets of the form, by the names that field types give. */
import type { RegistryWidgetsType, RJSFSchema } from '@rjsf/utils';
import { createElement } from 'react';
import type { ChoiceOption } from '../controls/choice-control.tsx';
import { ChoiceControl } from '../controls/choice-control.tsx';
import { DateControl } from '../controls/date-control.tsx';
import { LongTextControl } from '../controls/long-text-control.tsx';
import { MaskedControl } from '../controls/masked-control.tsx';
import { fixedMask, formatMask } from '../controls/masks.ts';
import { NumberControl } from '../controls/number-control.tsx';
import { TypedTimeControl } from '../controls/typed-time-control.tsx';
import { BooleanWidget } from './boolean-widget.tsx';
import { controlProps } from './control-props.ts';
import type { FormContext } from './form-context.ts';
import { RelationWidget } from './relation-widget.tsx';
import { TextWidget } from './text-widget.tsx';
import type { FormValues } from './validator.ts';

type Widgets = RegistryWidgetsType<FormValues, RJSFSchema, FormContext>;

export const widgets: Widgets = {
  text: TextWidget,
  longText: (props) =>
    createElement(LongTextControl, { ...controlProps<string>(props), limit: props.schema.maxLength }),
  number: (props) =>
    createElement(NumberControl, {
      ...controlProps<number>(props),
      scale: props.schema.type === 'integer' || props.schema.type?.includes('integer') ? 0 : scaleOf(props.options, 2),
    }),
  money: (props) => createElement(NumberControl, { ...controlProps<number>(props), scale: 2, prefix: 'R$' }),
  percent: (props) =>
    createElement(NumberControl, {
      ...controlProps<number>(props),
      scale: scaleOf(props.options, 4),
      fixed: false,
      suffix: '%',
    }),
  checkbox: BooleanWidget,
  date: (props) => createElement(DateControl, controlProps<string>(props)),
  dateTime: (props) =>
    createElement(TypedTimeControl, {
      ...controlProps<string>(props),
      kind: props.options['seconds'] === true ? 'momentSeconds' : 'moment',
    }),
  time: (props) => createElement(TypedTimeControl, { ...controlProps<string>(props), kind: 'time' }),
  month: (props) => createElement(TypedTimeControl, { ...controlProps<string>(props), kind: 'month' }),
  year: (props) => {
    const { value, onChange, ...common } = controlProps<number>(props);
    return createElement(TypedTimeControl, {
      ...common,
      kind: 'year',
      value: value === undefined ? undefined : String(value),
      // Less than a year is a number too, for the validator to refuse.
      onChange: (text) => onChange(text === undefined ? undefined : Number(text)),
    });
  },
  select: (props) =>
    createElement(ChoiceControl, {
      ...controlProps<string>(props),
      options: (props.options['options'] ?? []) as readonly ChoiceOption[],
    }),
  relation: RelationWidget,
  masked: (props) =>
    createElement(MaskedControl, {
      ...controlProps<string>(props),
      mask: fixedMask(String(props.options['mask'] ?? '')),
      inputMode: /^[^XSAa]*$/.test(String(props.options['mask'] ?? '')) ? 'numeric' : 'text',
    }),
  formatted: (props) => {
    const format = String(props.options['format'] ?? '');
    const mask = formatMask(format);
    return mask === undefined
      ? null
      : createElement(MaskedControl, { ...controlProps<string>(props), mask, inputMode: inputModeOf(format) });
  },
};

/** Only a CNPJ has letters. */
const inputModeOf = (format: string): 'text' | 'tel' | 'numeric' =>
  format === 'cnpj' || format === 'cpf-cnpj' ? 'text' : format === 'phone' ? 'tel' : 'numeric';

const scaleOf = (options: Readonly<Record<string, unknown>>, otherwise: number): number =>
  typeof options['scale'] === 'number' ? options['scale'] : otherwise;
