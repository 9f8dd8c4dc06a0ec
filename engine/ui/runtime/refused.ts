/**
 * Of a button whose action is not to be done now: it stays where it is and keeps the focus, looks disabled and says why.
 * Who presses it is told by the action itself.
 */
export const refused = (reason: string | undefined) =>
  reason === undefined ? {} : ({ 'aria-disabled': true, 'data-disabled': true, title: reason } as const);
