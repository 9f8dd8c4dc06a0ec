import { use } from 'react';
import { TextControl } from '../controls/text-control.tsx';
import type { FormWidgetProps } from './control-props.ts';
import { controlProps } from './control-props.ts';
import { FieldControlContext } from './field-control-context.ts';

const inputTypes: Readonly<Record<string, 'email' | 'url'>> = { email: 'email', uri: 'url' };

/** One line of text, by the control that the product has for the field, or by the stock one. */
export const TextWidget = (props: FormWidgetProps) => {
  const { entity } = props.registry.formContext;
  const Own = use(FieldControlContext)[`${entity}.${props.name}`];
  const stock = (
    <TextControl
      {...controlProps<string>(props)}
      type={inputTypes[String(props.options['format'] ?? '')]}
      limit={props.schema.maxLength}
      capitals={props.options['capitals'] === true}
    />
  );
  if (Own === undefined) return stock;
  return <Own {...controlProps<string>(props)} limit={props.schema.maxLength} waiting={stock} />;
};
