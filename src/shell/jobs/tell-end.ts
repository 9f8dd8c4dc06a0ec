/** The alert when an own job ends, with the way to its file. */
import { applyImportKind, checkImportKind } from '../../../engine/contract/import-kinds.ts';
import type { Job } from '../../../engine/contract/job.ts';
import { showAlert } from '../../../engine/ui/runtime/show-alert.tsx';
import type { Texts } from '../../../engine/ui/runtime/texts.ts';

interface Ways {
  readonly save: (job: Job) => void;
  readonly open: () => void;
  readonly openImport: () => void;
}

/** What is said when a job of an import is done. */
const importTitles: Readonly<Record<string, string>> = {
  [checkImportKind]: 'imports.alert.checked',
  [applyImportKind]: 'imports.alert.applied',
};

export const tellEnd = (texts: Texts, job: Job, { save, open, openImport }: Ways): void => {
  const { kind, state, title, file, problem } = job;
  const imported = importTitles[kind];
  if (state === 'done' && imported !== undefined)
    showAlert(
      { type: 'success', title: texts(imported), value: title },
      { label: texts('imports.alert.see'), run: openImport },
    );
  else if (state === 'done' && file !== null)
    showAlert(
      { type: 'success', title: texts('jobs.alert.file'), value: texts('jobs.alert.file.text', { name: file.name }) },
      { label: texts('jobs.download'), run: () => save(job) },
    );
  else if (state === 'done') showAlert({ type: 'success', value: texts('jobs.alert.done', { title }) });
  else if (state === 'failed')
    showAlert(
      { type: 'error', title: texts('jobs.alert.failed', { title }), value: problem ?? '' },
      imported === undefined
        ? { label: texts('jobs.see'), run: open }
        : { label: texts('imports.alert.see'), run: openImport },
    );
};
