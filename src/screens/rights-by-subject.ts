export interface SubjectRights {
  readonly subject: string;
  readonly actions: readonly string[];
}

/** 'subject:action' pairs put together by subject, in the order of the alphabet. */
export const rightsBySubject = (permissions: readonly string[]): readonly SubjectRights[] => {
  const pairs = permissions.map((pair) => {
    const at = pair.lastIndexOf(':');
    return { subject: pair.slice(0, Math.max(0, at)), action: pair.slice(at + 1) };
  });
  return [...Map.groupBy(pairs, ({ subject }) => subject)]
    .map(([subject, held]) => ({ subject, actions: held.map(({ action }) => action).toSorted() }))
    .toSorted((a, b) => a.subject.localeCompare(b.subject, 'pt-BR'));
};
