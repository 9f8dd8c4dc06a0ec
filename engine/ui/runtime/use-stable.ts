import { useLayoutEffect, useRef, useState } from 'react';

/** The same functions at every drawing, each of which does what the last drawing gave: what they are handed to rests. */
export const useStable = <T extends { readonly [Name in keyof T]: (...given: never[]) => void }>(doings: T): T => {
  const latest = useRef(doings);
  useLayoutEffect(() => {
    latest.current = doings;
  });
  const [stable] = useState(
    () =>
      Object.fromEntries(
        Object.keys(doings).map((name) => [name, (...given: never[]) => latest.current[name as keyof T](...given)]),
      ) as T,
  );
  return stable;
};
