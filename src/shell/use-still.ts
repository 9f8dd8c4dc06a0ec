import type { PointerEvent } from 'react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';

interface Still<T> {
  /** What was given last before the pointer came. */
  readonly value: T;
  readonly onPointerEnter: () => void;
  readonly onPointerLeave: (event: PointerEvent) => void;
}

const isWithin = (element: Element, { clientX, clientY }: Pick<MouseEvent, 'clientX' | 'clientY'>): boolean => {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return clientX >= left && clientX < right && clientY >= top && clientY < bottom;
};

/**
 * Keeps what is drawn as it is while the mouse is over it; what changed meanwhile shows once it is gone. What comes between,
 * as the loading indicator does, takes the mouse nowhere.
 */
export const useStill = <T>(given: T): Still<T> => {
  const [value, setValue] = useState(given);
  const latest = useRef(given);
  const over = useRef(false);
  const watch = useRef<AbortController>(undefined);
  useLayoutEffect(() => {
    latest.current = given;
    if (!over.current) setValue(given);
  }, [given]);
  useEffect(() => () => watch.current?.abort(), []);
  const release = (): void => {
    watch.current?.abort();
    over.current = false;
    setValue(latest.current);
  };
  return {
    value,
    onPointerEnter: () => {
      watch.current?.abort();
      over.current = true;
    },
    onPointerLeave: (event) => {
      const { currentTarget: element } = event;
      // A finger that is lifted was there last.
      if (event.pointerType !== 'mouse' || !isWithin(element, event)) return release();
      watch.current?.abort();
      watch.current = new AbortController();
      const { signal } = watch.current;
      document.addEventListener('pointermove', (moved) => isWithin(element, moved) || release(), { signal });
    },
  };
};
