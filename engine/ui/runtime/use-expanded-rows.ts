import { useCallback, useMemo, useState } from 'react';

export interface ExpandedRows {
  readonly has: (id: number) => boolean;
  readonly toggle: (id: number) => void;
}

/** The rows of one list that are opened: kept over its pages and its order, as long as the list is shown. */
export const useExpandedRows = (path: string): ExpandedRows => {
  const [{ of, ids }, setOpened] = useState<{ readonly of: string; readonly ids: ReadonlySet<number> }>({
    of: path,
    ids: new Set(),
  });
  const toggle = useCallback(
    (id: number) =>
      setOpened((current) => {
        const next = new Set(current.of === path ? current.ids : []);
        if (!next.delete(id)) next.add(id);
        return { of: path, ids: next };
      }),
    [path],
  );
  return useMemo(() => ({ has: (id: number) => of === path && ids.has(id), toggle }), [of, ids, path, toggle]);
};
