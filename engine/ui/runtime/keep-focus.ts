import { flushSync } from 'react-dom';

type TextControl = HTMLInputElement | HTMLTextAreaElement;

const isTextControl = (element: Element): element is TextControl =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;

/** Numbers, dates and checks tell of no selection. */
const selectionOf = (element: Element): readonly [number, number] | undefined =>
  isTextControl(element) && element.selectionStart !== null && element.selectionEnd !== null
    ? [element.selectionStart, element.selectionEnd]
    : undefined;

/**
 * Draws at once what `change` asks for, and leaves focus and caret where they were: also where another control has taken
 * the place of the one that had them. Where none has, `otherwise` is asked for the nearest.
 */
export const keepFocus = (change: () => void, otherwise: () => HTMLElement | null | undefined): void => {
  const before = document.activeElement;
  const selection = before === null ? undefined : selectionOf(before);
  flushSync(change);
  if (before === null || before === document.body || before.isConnected) return;
  const after = before.id === '' ? null : document.getElementById(before.id);
  (after ?? otherwise())?.focus();
  if (after !== null && selection !== undefined && selectionOf(after) !== undefined)
    (after as TextControl).setSelectionRange(...selection);
};
