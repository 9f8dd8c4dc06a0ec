/** What the end of a job of an import changes here. */
import { applyImportKind, checkImportKind } from '../../../engine/contract/import-kinds.ts';
import type { Job } from '../../../engine/contract/job.ts';
import { api } from '../../../engine/ui/store/api.ts';
import type { Store } from '../../../engine/ui/store/create-store.ts';
import { readImports } from './imports-api.ts';

export const isOfImport = ({ kind }: Job): boolean => kind === checkImportKind || kind === applyImportKind;

/** Has everything read again that the job changed. Gives the address of its import; undefined where it is not to be found. */
export const takeImportEnd = async ({ dispatch }: Store, job: Job): Promise<string | undefined> => {
  const written = job.kind === applyImportKind ? (['Rows', 'Batches'] as const) : [];
  dispatch(api.util.invalidateTags(['Imports', ...written]));
  const { data } = await dispatch(readImports.initiate(undefined, { track: false }));
  const found = data?.find((one) => one.job?.id === job.id);
  return found && `/importacoes/${found.id}`;
};
