/** What `validate` says of the drafts, a moment after each key. */
import { useEffect, useState } from 'react';
import type { Checked, Drafts } from '../../workbench/workbench.ts';
import { useCheckDraftsMutation } from './workbench-api.ts';

/** Milliseconds without a key. */
const rest = 250;

export interface CheckedDrafts extends Checked {
  /** The drafts that it is said of; undefined before the first answer. */
  readonly of: Drafts | undefined;
}

/** Nothing is asked before it is `allowed`. */
export const useChecked = (drafts: Drafts, allowed: boolean): CheckedDrafts => {
  const [check] = useCheckDraftsMutation();
  const [checked, setChecked] = useState<CheckedDrafts>({ issues: [], screens: [], of: undefined });
  useEffect(() => {
    if (!allowed) return;
    let call: ReturnType<typeof check> | undefined;
    const timer = setTimeout(() => {
      call = check(drafts);
      call.unwrap().then(
        (answer) => setChecked({ ...answer, of: drafts }),
        () => undefined,
      );
    }, rest);
    return () => {
      clearTimeout(timer);
      call?.abort();
    };
  }, [check, drafts, allowed]);
  return checked;
};
