/**
 * Which label is asked for: the one under the pointer while Alt is held, which Alt+click holds on to; by the keyboard
 * that of the control in focus, by Alt+O. Releasing Alt, Escape, or another key lets go of it.
 */
import { useCallback, useEffect, useRef, useState } from 'react';

export interface AskedLabel {
  readonly target: string;
  /** Where it stands, in the window. */
  readonly place: DOMRect;
  readonly pinned: boolean;
  /** What had the focus, which the card takes where it is held on to. */
  readonly from: Element | null;
}

const cardSelector = '[data-explanation]';

const isCard = (element: Element | null): boolean => element?.closest(cardSelector) != null;

const labelled = (element: Element | null): HTMLElement | null =>
  element?.closest<HTMLElement>('[data-explain]') ?? null;

/** The label of the control that has the focus, of its cell or its fieldset, or what it holds itself. */
const labelOfFocus = (): HTMLElement | null => {
  const { activeElement: control } = document;
  if (control === null) return null;
  const own = control.id === '' ? null : document.querySelector<HTMLElement>(`label[for="${CSS.escape(control.id)}"]`);
  const label = own ?? (control as Partial<HTMLInputElement>).labels?.[0] ?? null;
  return labelled(label) ?? labelled(control) ?? control.querySelector<HTMLElement>('[data-explain]');
};

const asked = (label: HTMLElement | null, pinned: boolean): AskedLabel | undefined =>
  label === null
    ? undefined
    : {
        target: label.dataset['explain'] ?? '',
        place: label.getBoundingClientRect(),
        pinned,
        from: document.activeElement,
      };

export const useAskedLabel = () => {
  const [label, setLabel] = useState<AskedLabel>();
  /** The same, as the next event finds it. */
  const now = useRef<AskedLabel>(undefined);
  const show = useCallback((next: AskedLabel | undefined): void => {
    now.current = next;
    setLabel(next);
  }, []);
  /** Focus goes back to where it was. */
  const close = useCallback((): void => {
    const { pinned, from } = now.current ?? {};
    show(undefined);
    if (pinned && from instanceof HTMLElement) from.focus();
  }, [show]);
  useEffect(() => {
    let under: Element | null = null;
    const lose = (): void => {
      if (now.current?.pinned === false) show(undefined);
    };
    // Also heard of every control that loses the focus.
    const leave = ({ target }: Event): void => {
      if (target === window) lose();
    };
    const over = ({ target, altKey }: PointerEvent): void => {
      under = target as Element | null;
      if (!altKey || now.current?.pinned || isCard(under)) return;
      const found = asked(labelled(under), false);
      if (found !== undefined) show(found);
    };
    const dismiss = (event: KeyboardEvent): void => {
      if (now.current === undefined) return;
      // Nothing below is closed by it.
      event.stopImmediatePropagation();
      event.preventDefault();
      close();
    };
    const askOfFocus = (event: KeyboardEvent): void => {
      const found = asked(labelOfFocus(), true);
      if (found === undefined) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      show(found);
    };
    const hold = (event: KeyboardEvent): void => {
      const found = now.current?.pinned ? undefined : asked(labelled(under), false);
      if (found === undefined) return;
      // Alone it would open the menu of the browser.
      event.preventDefault();
      show(found);
    };
    const press = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') dismiss(event);
      else if (event.altKey && event.code === 'KeyO') askOfFocus(event);
      else if (event.key === 'Alt') hold(event);
      else lose();
    };
    const release = ({ key }: KeyboardEvent): void => {
      if (key === 'Alt') lose();
    };
    const click = (event: MouseEvent): void => {
      const on = event.target as Element | null;
      if (isCard(on)) return;
      const found = event.altKey ? asked(labelled(on), true) : undefined;
      if (found === undefined) {
        if (now.current?.pinned && event.type === 'click') show(undefined);
        return;
      }
      // What the label does when it is clicked is not asked for.
      event.preventDefault();
      event.stopImmediatePropagation();
      if (event.type === 'click') show(found);
    };
    const listeners = {
      pointerover: over,
      keydown: press,
      keyup: release,
      pointerdown: click,
      mousedown: click,
      click,
      blur: leave,
    };
    for (const [name, listener] of Object.entries(listeners))
      window.addEventListener(name, listener as EventListener, { capture: true });
    return () => {
      for (const [name, listener] of Object.entries(listeners))
        window.removeEventListener(name, listener as EventListener, { capture: true });
    };
  }, [show, close]);
  return { label, close };
};
