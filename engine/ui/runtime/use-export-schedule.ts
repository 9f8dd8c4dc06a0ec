/** The same file again and again, by the clock of the installation. */
import { useState } from 'react';
import type { ExportFormat } from '../../contract/export.ts';
import { exportKind } from '../../contract/export.ts';
import type { Rhythm } from '../../contract/job-schedule.ts';
import type { ApiFailure } from '../store/api.ts';
import { useAddScheduleMutation } from '../store/jobs-api.ts';
import { rhythmWords } from './rhythm-words.ts';
import { showAlert } from './show-alert.tsx';
import { useTexts } from './texts.ts';
import type { ExportedRows } from './use-export-job.ts';
import { useListAsked } from './use-export-job.ts';

export const useExportSchedule = (list: ExportedRows, format: ExportFormat, onAdded: () => void) => {
  const texts = useTexts();
  const listAsked = useListAsked(list);
  const [add, { isLoading, error }] = useAddScheduleMutation();
  /** undefined: nobody wants one. */
  const [rhythm, setRhythm] = useState<Rhythm>();
  const confirm = async (wanted: Rhythm): Promise<void> => {
    const { data } = await add({ kind: exportKind(format), input: listAsked(), rhythm: wanted });
    if (data === undefined) return;
    showAlert({ type: 'success', value: texts('export.schedule.added', { rhythm: rhythmWords(texts, data.rhythm) }) });
    onAdded();
  };
  return {
    rhythm,
    setRhythm,
    begin: () => setRhythm({ every: 'day', at: '07:00' }),
    confirm: () => void (rhythm && confirm(rhythm)),
    adding: isLoading,
    failure: error as ApiFailure | undefined,
  };
};
