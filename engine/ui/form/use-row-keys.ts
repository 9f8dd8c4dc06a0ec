import { useRef } from 'react';

export type RowValues = Readonly<Record<string, unknown>>;

/** A key for each row that stays with it wherever it moves, so that its controls keep what they hold. */
export const useRowKeys = (rows: readonly RowValues[]) => {
  const next = useRef(0);
  const keys = useRef<number[]>([]);
  const fresh = (): number => {
    next.current += 1;
    return next.current;
  };
  // Rows that came or went by another way than the buttons: at the end.
  while (keys.current.length < rows.length) keys.current.push(fresh());
  keys.current.length = rows.length;
  return {
    at: (index: number): number => keys.current[index] ?? 0,
    insert: (index: number): void => {
      keys.current.splice(index, 0, fresh());
    },
    move: (index: number, to: number): void => {
      const [key] = keys.current.splice(index, 1);
      if (key !== undefined) keys.current.splice(to, 0, key);
    },
    remove: (index: number): void => {
      keys.current.splice(index, 1);
    },
  };
};
