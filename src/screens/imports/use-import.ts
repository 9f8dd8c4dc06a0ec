/** One import as it is now. */
import { useEffect, useState } from 'react';
import type { ApiFailure } from '../../../engine/ui/store/base-query.ts';
import { useAppSelector } from '../../../engine/ui/store/hooks.ts';
import { useImportDetailQuery } from './imports-api.ts';
import { keepSheet, keptSheet } from './kept-choices.ts';

/** Milliseconds between two looks at an import whose job the frame does not follow: it ended a moment ago, or elsewhere. */
const again = 2_000;

export const useImport = (id: string) => {
  const [sheet, setSheet] = useState(() => keptSheet(sessionStorage, id));
  const [busy, setBusy] = useState(false);
  const { data, error } = useImportDetailQuery(
    { id, sheet },
    { refetchOnMountOrArgChange: true, pollingInterval: busy ? again : 0 },
  );
  const followed = useAppSelector((state) => state.jobs.open.some((job) => job.id === data?.job?.id));
  const going = data?.state === 'checking' || data?.state === 'applying';
  useEffect(() => setBusy(going && !followed), [going, followed]);
  return {
    detail: data?.id === id ? data : undefined,
    failure: error as ApiFailure | undefined,
    setSheet: (name: string) => {
      keepSheet(sessionStorage, id, name);
      setSheet(name);
    },
  };
};
