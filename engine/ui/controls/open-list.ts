import type { KeyboardEvent } from 'react';
import type { ControlProps } from './control-props.ts';

/** Whether the list of options of the control that is typed in is open. */
export const isListOpen = ({ currentTarget }: KeyboardEvent): boolean =>
  currentTarget.getAttribute('aria-expanded') === 'true';

/** Enter in an open list chooses what is marked there; it never sends the form around off. */
export const keepEnter = (event: KeyboardEvent): void => {
  if (event.key === 'Enter' && isListOpen(event)) event.preventDefault();
};

/** The keys that empty a control whose list is closed: its text is the name of what is chosen, not something to correct. */
export const isEmptying = ({ key }: KeyboardEvent): boolean => key === 'Delete' || key === 'Backspace';

/** The option that Enter would choose. */
export const markedOption = ({ currentTarget }: KeyboardEvent): HTMLElement | null =>
  document
    .getElementById(currentTarget.getAttribute('aria-controls') ?? '')
    ?.querySelector<HTMLElement>('[data-combobox-selected]') ?? null;

/**
 * Whether the list opens as the control gets the focus: not over the fields below one that is only passed, nor over what
 * is said to be wrong with it. A click, an arrow and typing open it in any case.
 */
export const opensOnFocus = ({ value, invalid }: Pick<ControlProps<unknown>, 'value' | 'invalid'>): boolean =>
  value === undefined && invalid !== true;
