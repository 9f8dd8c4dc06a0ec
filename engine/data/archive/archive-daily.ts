/** Archives once a day, whoever asks and however often; a day that failed is tried again the next time. */
import { readState, writeState } from '../ddl/state.ts';
import type { ArchiveOptions } from './archive-history.ts';
import { archiveHistory } from './archive-history.ts';

const key = 'history.archived';

/** `today` is the day of the installation. */
export const archiveDaily = async (options: ArchiveOptions, today: string): Promise<void> => {
  if ((await readState(options.database, key)) === today) return;
  await archiveHistory(options);
  await writeState(options.database, key, today);
};
