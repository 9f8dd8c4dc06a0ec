/** The alert when an own job ends, with the way to its file. */
import type { Job } from '../../../engine/contract/job.ts';
import { showAlert } from '../../../engine/ui/runtime/show-alert.tsx';
import type { Texts } from '../../../engine/ui/runtime/texts.ts';

interface Ways {
  readonly save: (job: Job) => void;
  readonly open: () => void;
}

export const tellEnd = (texts: Texts, job: Job, { save, open }: Ways): void => {
  const { state, title, file, problem } = job;
  if (state === 'done' && file !== null)
    showAlert(
      { type: 'success', title: texts('jobs.alert.file'), value: texts('jobs.alert.file.text', { name: file.name }) },
      { label: texts('jobs.download'), run: () => save(job) },
    );
  else if (state === 'done') showAlert({ type: 'success', value: texts('jobs.alert.done', { title }) });
  else if (state === 'failed')
    showAlert(
      { type: 'error', title: texts('jobs.alert.failed', { title }), value: problem ?? '' },
      { label: texts('jobs.see'), run: open },
    );
};
