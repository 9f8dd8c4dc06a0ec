import { splitPair } from '../../engine/access/permission-pair.ts';

export interface SubjectRights {
  readonly subject: string;
  readonly actions: readonly string[];
}

/** 'subject:action' pairs put together by subject, in the order of the alphabet. */
export const rightsBySubject = (permissions: readonly string[]): readonly SubjectRights[] => {
  return [...Map.groupBy(permissions.map(splitPair), ({ subject }) => subject)]
    .map(([subject, held]) => ({ subject, actions: held.map(({ action }) => action).toSorted() }))
    .toSorted((a, b) => a.subject.localeCompare(b.subject, 'pt-BR'));
};
