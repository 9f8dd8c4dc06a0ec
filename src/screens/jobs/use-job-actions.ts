/** What may be done to a job: its file taken, itself cancelled or tried again. */
import type { Job } from '../../../engine/contract/job.ts';
import { useSaveFile } from '../../../engine/ui/runtime/file-content.ts';
import { storedFile } from '../../../engine/ui/runtime/send-file.ts';
import { useCallerHeaders } from '../../../engine/ui/runtime/use-caller-headers.ts';
import { useWaiting } from '../../../engine/ui/runtime/use-waiting.ts';
import { useMoveJobMutation } from '../../../engine/ui/store/jobs-api.ts';

export const useSaveJobFile = (): ((job: Job) => void) => {
  const headersOf = useCallerHeaders();
  const save = useSaveFile();
  return ({ id, file }) => {
    const url = `/trabalhos/${id}/arquivo`;
    if (file !== null) void save(storedFile(url, headersOf(url)), file.name);
  };
};

export const useJobActions = () => {
  const save = useSaveJobFile();
  const [move, moving] = useMoveJobMutation();
  useWaiting(moving.isLoading);
  return {
    save,
    cancel: ({ id }: Job): void => void move({ id, move: 'cancelar' }),
    again: ({ id }: Job): void => void move({ id, move: 'repetir' }),
  };
};
