/** Whether the focus is being led somewhere, and nobody went there to choose. */
let quiet = false;

/** A list closes as its control is left, and stays open where the focus is led to the control that has it. */
const closeList = (): void => {
  const { activeElement: control } = document;
  if (control instanceof HTMLInputElement && control.getAttribute('aria-expanded') === 'true') control.blur();
};

/** Runs what leads the focus to a control for what stands beside it: an open list would lie over that. */
export const quietly = (lead: () => void): void => {
  closeList();
  quiet = true;
  try {
    lead();
  } finally {
    quiet = false;
  }
};

export const isQuiet = (): boolean => quiet;
