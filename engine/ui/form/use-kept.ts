import { useRef } from 'react';

const isSame = (a: object, b: object): boolean => {
  const keys = Object.keys(a);
  const values = b as Readonly<Record<string, unknown>>;
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && Object.is((a as Readonly<Record<string, unknown>>)[key], values[key]))
  );
};

/** The object or list of the last drawing, as long as the new one holds the very same members: what is drawn from it rests. */
export const useKept = <T extends object>(next: T): T => {
  const kept = useRef(next);
  if (!isSame(kept.current, next)) kept.current = next;
  return kept.current;
};
