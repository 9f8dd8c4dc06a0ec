import type { KeyboardEvent } from 'react';

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
