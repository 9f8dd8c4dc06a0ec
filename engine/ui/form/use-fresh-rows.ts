import type { FocusEvent } from 'react';
import { useEffect, useState } from 'react';

const none: ReadonlySet<number> = new Set();

/** Rows that were just added, by key: nothing is wrong with them until they are left, or the record is sent once more. */
export const useFreshRows = (tries: number) => {
  const [fresh, setFresh] = useState(none);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try counts
  useEffect(() => setFresh(none), [tries]);
  return {
    has: (key: number): boolean => fresh.has(key),
    add: (key: number): void => setFresh((before) => new Set([...before, key])),
    left: (key: number, { currentTarget, relatedTarget }: FocusEvent): void => {
      if (!fresh.has(key) || (relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) return;
      setFresh((before) => new Set([...before].filter((one) => one !== key)));
    },
  };
};
