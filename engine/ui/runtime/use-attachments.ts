/** The files of one field while they are chosen: what the record has, what is on its way, what went wrong. */
import { use, useCallback, useSyncExternalStore } from 'react';
import { attachmentsIn } from '../../fields/attachment.ts';
import { useTexts } from './texts.ts';
import type { AttachmentRule } from './uploads.ts';
import { isWaiting, UploadsContext } from './uploads.ts';
import { useCallerHeaders } from './use-caller-headers.ts';

export const useAttachments = (value: unknown, rule: AttachmentRule) => {
  const texts = useTexts();
  const headersOf = useCallerHeaders();
  const uploads = use(UploadsContext);
  const { field, url } = rule;
  const subscribe = useCallback((listener: () => void) => uploads.subscribe(field, listener), [uploads, field]);
  const { progress, failures } = useSyncExternalStore(subscribe, () => uploads.stateOf(field));
  return {
    files: attachmentsIn(value).map((file) => ({
      ...file,
      progress: isWaiting(file) ? (progress[file.id] ?? 0) : undefined,
    })),
    failures,
    add: (chosen: readonly File[]): void => uploads.add(chosen, rule, { texts, headers: headersOf(url) }),
    remove: (id: string): void => uploads.remove(field, id),
  };
};
