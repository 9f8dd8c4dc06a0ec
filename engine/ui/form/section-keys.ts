import type { FormContext } from './form-context.ts';

type Section = FormContext['sections'][number];

export interface KeyedSection {
  readonly key: number;
  readonly section: Section;
}

const shared = (a: Section, b: Section): number => a.columns.filter((column) => b.columns.includes(column)).length;

/**
 * A key for each section, the one that it had before: by its title, else by the fields that it holds. So a section that
 * is called another name, or has others before it, is the same one, and what is typed in it stays as it stands.
 */
export const keySections = (before: readonly KeyedSection[], sections: readonly Section[]): readonly KeyedSection[] => {
  const left = new Set(before);
  const found = new Map<Section, KeyedSection>();
  const take = (section: Section, known: KeyedSection | undefined): void => {
    if (known === undefined) return;
    left.delete(known);
    found.set(section, known);
  };
  for (const section of sections)
    take(
      section,
      [...left].find((known) => known.section.title === section.title),
    );
  const pairs = sections
    .filter((section) => !found.has(section))
    .flatMap((section) => [...left].map((known) => ({ section, known, count: shared(known.section, section) })))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
  for (const { section, known } of pairs) if (left.has(known) && !found.has(section)) take(section, known);
  let next = Math.max(-1, ...before.map(({ key }) => key)) + 1;
  return sections.map((section) => {
    const known = found.get(section);
    return { key: known?.key ?? next++, section };
  });
};
