import { useLayoutEffect, useRef, useState } from 'react';

// biome-ignore lint/suspicious/noExplicitAny: of any arguments
type Doings = Readonly<Record<string, (...given: any[]) => void>>;

/** The same functions at every drawing, each of which does what the last drawing gave: what they are handed to rests. */
export const useStable = <T extends Doings>(doings: T): T => {
  const latest = useRef(doings);
  useLayoutEffect(() => {
    latest.current = doings;
  });
  const [stable] = useState(
    () =>
      Object.fromEntries(
        Object.keys(doings).map((name) => [name, (...given: unknown[]) => latest.current[name]?.(...given)]),
      ) as T,
  );
  return stable;
};
