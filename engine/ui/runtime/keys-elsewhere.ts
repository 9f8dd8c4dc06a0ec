/** Whether a key belongs elsewhere: to what has the focus wherever it takes text, and to a dialog while one is open. */
export const keysElsewhere = (event: KeyboardEvent): boolean => {
  const { target } = event;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  if (document.querySelector('[role="dialog"],[data-record-page]') !== null) return true;
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
    !(target instanceof HTMLInputElement && target.type === 'checkbox')
  );
};
