/** The own imports that jobs are of, each by the job that it had last: that one alone can be tried again. */
import type { Import } from '../../../engine/contract/import.ts';
import { applyImportKind, checkImportKind } from '../../../engine/contract/import-kinds.ts';
import type { Job } from '../../../engine/contract/job.ts';
import { useImportsQuery } from '../imports/imports-api.ts';

export const isImportJob = ({ kind }: Pick<Job, 'kind'>): boolean =>
  kind === checkImportKind || kind === applyImportKind;

export const useImportsByJob = (jobs: readonly Job[]): ReadonlyMap<string, Import> => {
  const { data } = useImportsQuery(undefined, { skip: !jobs.some(isImportJob), refetchOnMountOrArgChange: true });
  return new Map((data ?? []).flatMap((one) => (one.job === null ? [] : [[one.job.id, one] as const])));
};
