/** The preview follows the drafts that have no errors, the client, the person and the screen. */
import { useEffect, useState } from 'react';
import type { ApiFailure } from '../../../engine/ui/store/api.ts';
import type { Preview } from '../../workbench/workbench.ts';
import type { CheckedDrafts } from './use-checked.ts';
import { usePreviewMutation } from './workbench-api.ts';

interface Wanted {
  readonly shown: boolean;
  readonly checked: CheckedDrafts;
  readonly client: string;
  readonly login: string | null;
  readonly path: string | undefined;
}

export interface ShownPreview {
  readonly preview: Preview | undefined;
  /** The screen that `preview` was made for. */
  readonly path: string | undefined;
  readonly busy: boolean;
  readonly failure: ApiFailure | undefined;
  /** What is shown is older than the files: they have errors. */
  readonly stale: boolean;
}

export const usePreview = ({ shown, checked, client, login, path }: Wanted): ShownPreview => {
  const [ask] = usePreviewMutation();
  const [answer, setAnswer] = useState<Pick<ShownPreview, 'preview' | 'path' | 'failure'>>({
    preview: undefined,
    path: undefined,
    failure: undefined,
  });
  const [busy, setBusy] = useState(false);
  const faulty = checked.issues.some(({ severity }) => severity === 'error');
  const { of } = checked;
  useEffect(() => {
    if (!shown || faulty || of === undefined || client === '') return;
    // An answer that nobody waits for any more still makes the next one quick: it is not given up.
    let current = true;
    setBusy(true);
    ask({ drafts: of, client, login, path: path ?? null }).then(({ data, error }) => {
      if (!current) return;
      setBusy(false);
      setAnswer((now) => ({
        preview: data ?? now.preview,
        path: data === undefined ? now.path : path,
        failure: error as ApiFailure | undefined,
      }));
    });
    return () => {
      current = false;
    };
  }, [ask, shown, faulty, of, client, login, path]);
  return { ...answer, busy, stale: faulty };
};
