import { useLayoutEffect, useRef, useState } from 'react';

interface Still<T> {
  /** What was given last before the pointer came. */
  readonly value: T;
  readonly onPointerEnter: () => void;
  readonly onPointerLeave: () => void;
}

/** Keeps what is drawn as it is while the pointer is over it; what changed meanwhile shows once it is gone. */
export const useStill = <T>(given: T): Still<T> => {
  const [value, setValue] = useState(given);
  const over = useRef(false);
  useLayoutEffect(() => {
    if (!over.current) setValue(given);
  }, [given]);
  return {
    value,
    onPointerEnter: () => {
      over.current = true;
    },
    onPointerLeave: () => {
      over.current = false;
      setValue(given);
    },
  };
};
