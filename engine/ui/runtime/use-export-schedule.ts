/** The same file again and again, by the clock of the installation. */
import { useState } from 'react';
import type { ExportFormat } from '../../contract/export.ts';
import { exportKind } from '../../contract/export.ts';
import type { Rhythm } from '../../contract/job-schedule.ts';
import { hourPattern } from '../../contract/job-schedule.ts';
import type { ApiFailure } from '../store/api.ts';
import { useAddScheduleMutation } from '../store/jobs-api.ts';
import { rhythmWords } from './rhythm-words.ts';
import { showAlert } from './show-alert.tsx';
import { useTexts } from './texts.ts';
import type { ExportedRows } from './use-export-job.ts';
import { useListKept } from './use-export-job.ts';

/** Why a rhythm is none. */
export interface RhythmProblem {
  readonly at: string;
}

const isHour = new RegExp(hourPattern);

export const useExportSchedule = (list: ExportedRows, format: ExportFormat, onAdded: () => void) => {
  const texts = useTexts();
  const listKept = useListKept(list);
  const [add, { isLoading, error }] = useAddScheduleMutation();
  /** undefined: nobody wants one. */
  const [rhythm, setRhythm] = useState<Rhythm>();
  const [name, setName] = useState('');
  /** A new one at each attempt, whose field is focused again. */
  const [problem, setProblem] = useState<RhythmProblem>();
  const confirm = async (wanted: Rhythm): Promise<void> => {
    if (!isHour.test(wanted.at)) return setProblem({ at: texts('rhythm.at.invalid') });
    const { data } = await add({
      kind: exportKind(format),
      input: listKept(),
      rhythm: wanted,
      ...(name.trim() === '' ? {} : { name: name.trim() }),
    });
    if (data === undefined) return;
    showAlert({ type: 'success', value: texts('export.schedule.added', { rhythm: rhythmWords(texts, data.rhythm) }) });
    onAdded();
  };
  return {
    rhythm,
    setRhythm: (next: Rhythm) => {
      setRhythm(next);
      setProblem(undefined);
    },
    problem,
    name,
    setName,
    begin: () => setRhythm({ every: 'day', at: '07:00' }),
    confirm: () => void (rhythm && confirm(rhythm)),
    adding: isLoading,
    failure: error as ApiFailure | undefined,
  };
};
