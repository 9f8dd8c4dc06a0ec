/** Names that point at others, each after those that it points at; a circle is broken where it is met. */
export const targetsFirst = (
  names: Iterable<string>,
  targetsOf: (name: string) => Iterable<string>,
): readonly string[] => {
  const ordered: string[] = [];
  const visited = new Set<string>();
  const visit = (name: string): void => {
    if (visited.has(name)) return;
    visited.add(name);
    for (const target of targetsOf(name)) visit(target);
    ordered.push(name);
  };
  for (const name of names) visit(name);
  return ordered;
};
