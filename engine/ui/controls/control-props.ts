/** What every control takes, in form, search panel and dialogs. An empty control holds `undefined`. */
export interface ControlProps<Value> {
  readonly id: string;
  readonly value: Value | undefined;
  readonly onChange: (value: Value | undefined) => void;
  /** Name for screen readers where no visible label points at the control. */
  readonly label?: string | undefined;
  readonly describedBy?: string | undefined;
  readonly invalid?: boolean | undefined;
  readonly required?: boolean | undefined;
  readonly readOnly?: boolean | undefined;
  readonly autoFocus?: boolean | undefined;
}

/** The attributes that all native inputs share. */
export const inputAttributes = (props: Omit<ControlProps<never>, 'value' | 'onChange'>) => ({
  id: props.id,
  error: props.invalid === true,
  readOnly: props.readOnly === true,
  ...(props.readOnly === true ? { 'data-closed': true } : {}),
  ...(props.label === undefined ? {} : { 'aria-label': props.label }),
  // As an attribute of its own Mantine takes it away: it knows of no other line than those that it writes itself.
  ...(props.describedBy === undefined ? {} : { attributes: { input: { 'aria-describedby': props.describedBy } } }),
  ...(props.required === true ? { 'aria-required': true } : {}),
  ...(props.autoFocus === true ? { 'data-autofocus': true } : {}),
});
