/** What had the focus, and all that it stood in, from the inside out. */
interface Held {
  readonly element: HTMLElement;
  readonly around: readonly HTMLElement[];
  /** Of what stands in a dialog: what had the focus before it. */
  readonly before: Held | undefined;
}

/** What closes gives the focus back by itself, or the screen that opens takes it: that goes first. */
const settling = 150;

const tabbable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex]';

const portalOf = (element: HTMLElement): Element | null => element.closest('[data-portal]');

const isOpen = (element: HTMLElement): boolean =>
  element.isConnected && !element.matches(':disabled') && element.closest('[inert]') === null;

const standsIn = (element: HTMLElement): readonly HTMLElement[] => {
  const around: HTMLElement[] = [];
  for (let one = element.parentElement; one !== null && one !== document.body; one = one.parentElement)
    around.push(one);
  return around;
};

const hold = (element: HTMLElement, held: Held | undefined): Held => {
  const portal = portalOf(element);
  const same = held !== undefined && portal === portalOf(held.element);
  return { element, around: standsIn(element), before: portal === null ? undefined : same ? held.before : held };
};

const firstIn = (place: HTMLElement): HTMLElement | undefined => {
  if (place.tagName === 'MAIN') return place;
  const found = [...place.querySelectorAll<HTMLElement>(tabbable)];
  return found.find((one) => one.tabIndex >= 0 && one.checkVisibility() && one.closest('[inert]') === null);
};

/** The nearest that is still there: beside what is gone, else where the focus was before the dialog, else the screen. */
const nearest = (held: Held | undefined): HTMLElement | null | undefined => {
  if (held === undefined) return document.querySelector<HTMLElement>('main[tabindex]');
  if (isOpen(held.element)) return held.element;
  const main = document.querySelector('main');
  const left = held.around.filter((one) => one.isConnected && (main === null || !one.contains(main) || one === main));
  for (const place of left) {
    const found = firstIn(place);
    if (found !== undefined) return found;
  }
  return nearest(held.before);
};

const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body;

/**
 * Keeps the focus from falling out of the page where what had it is taken away or disabled by what it did: a button that
 * waits for its answer has it again when it is open again, and whoever works by keyboard goes on beside what is gone.
 * The rows of a grid see to their own focus. Returns what ends it.
 */
export const rescueFocus = (): (() => void) => {
  let held: Held | undefined;
  let byKeyboard = false;
  let waiting = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const rescue = (): void => {
    timer = undefined;
    if (held === undefined || !isLost() || held.element.isConnected) return;
    const inGrid = held.around.some((one) => one.matches('[role="grid"], [role="treegrid"]'));
    if (byKeyboard && !inGrid) nearest(held)?.focus({ preventScroll: true });
  };
  const look = (): void => {
    if (held === undefined) return;
    const { element } = held;
    if (element.isConnected && !isOpen(element)) waiting = true;
    else if (!isLost()) return;
    else if (!element.isConnected) timer ??= setTimeout(rescue, settling);
    else if (waiting) {
      waiting = false;
      element.focus({ preventScroll: true });
    }
  };
  /** Left for nothing else, by a press beside everything or by itself. */
  const leave = (): void => {
    if (held !== undefined && isLost() && !waiting && isOpen(held.element)) held = undefined;
  };
  const point = (): void => {
    byKeyboard = false;
    if (isLost()) waiting = false;
  };
  const press = (): void => {
    byKeyboard = true;
  };
  const take = ({ target }: FocusEvent): void => {
    waiting = false;
    if (target instanceof HTMLElement && target !== document.body) held = hold(target, held);
  };

  const ended = new AbortController();
  const options = { capture: true, signal: ended.signal };
  document.addEventListener('focusin', take, options);
  document.addEventListener('focusout', () => setTimeout(leave), options);
  document.addEventListener('keydown', press, options);
  document.addEventListener('pointerdown', point, options);
  const watched = new MutationObserver(look);
  watched.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['disabled'] });
  return () => {
    ended.abort();
    watched.disconnect();
    clearTimeout(timer);
  };
};
