import type { ComponentType } from 'react';
import { createContext } from 'react';
import type { ControlProps } from '../controls/control-props.ts';
import type { WaitingProps } from '../runtime/later.tsx';

export interface TextFieldProps extends ControlProps<string> {
  /** Most characters that are taken. */
  readonly limit?: number | undefined;
}

/** Controls of the product in place of the stock one of a text field, by 'entity.field'. */
export type FieldControls = Readonly<Record<string, ComponentType<TextFieldProps & WaitingProps>>>;

export const FieldControlContext = createContext<FieldControls>({});
