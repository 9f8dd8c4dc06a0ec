/** Whether a key belongs elsewhere: to what has the focus wherever it takes text, and to a dialog while one is open. */
export const keysElsewhere = (event: KeyboardEvent): boolean => {
  const { target } = event;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  const takesText =
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
    !(target instanceof HTMLInputElement && target.type === 'checkbox');
  // The whole page is looked through for a dialog: not at every key that is typed.
  return takesText || document.querySelector('[role="dialog"],[data-record-page]') !== null;
};
