import type { RJSFSchema, WidgetProps } from '@rjsf/utils';
import type { ControlProps } from '../controls/control-props.ts';
import { helpOf } from './field-help.ts';
import type { FormContext } from './form-context.ts';
import { errorId, helpId } from './form-ids.ts';
import type { FormValues } from './validator.ts';

export type FormWidgetProps = WidgetProps<FormValues, RJSFSchema, FormContext>;

/** What a control takes, out of what RJSF gives a widget. An empty value is `undefined` here, and null or nothing there. */
export const controlProps = <Value>(props: FormWidgetProps): ControlProps<Value> => {
  const invalid = (props.rawErrors?.length ?? 0) > 0;
  const helped = helpOf(props.options['help'], props.registry.formContext, props.id) !== undefined;
  const described = invalid ? errorId(props.id) : helped ? helpId(props.id) : undefined;
  return {
    id: props.id,
    value: (props.value ?? undefined) as Value | undefined,
    onChange: props.onChange,
    required: props.required,
    readOnly: props.readonly || props.disabled,
    invalid,
    describedBy: described,
  };
};
