/** Which sections of a form are open, and which tab is shown. What is closed is not drawn at all. */
import { startTransition, useEffect, useRef, useState } from 'react';
import type { FormContext } from './form-context.ts';
import type { KeyedSection } from './section-keys.ts';
import { keySections } from './section-keys.ts';

/** Fields that are drawn before anybody asks: as many as a slow machine draws at once. */
const drawnAtFirst = 40;
/** Up to here all sections are in sight, and closing one serves nobody. */
export const fewSections = 3;

type Sections = FormContext['sections'];

/** The first section of each tab, then the next ones while few fields are drawn. */
export const openAtFirst = (sections: Sections): ReadonlySet<number> => {
  if (sections.length <= fewSections) return new Set(sections.keys());
  const open = new Set<number>();
  const drawn = new Map<string | undefined, number>();
  for (const [index, { tab, columns }] of sections.entries()) {
    const before = drawn.get(tab) ?? 0;
    const after = before + columns.length;
    if (before > 0 && after > drawnAtFirst) {
      drawn.set(tab, Number.POSITIVE_INFINITY);
      continue;
    }
    drawn.set(tab, after);
    open.add(index);
  }
  return open;
};

/** Fields of a section in the first frame; the others follow once it is painted, below them. */
const inFirstFrame = 12;

export const useFormSections = (sections: Sections) => {
  const [painted, setPainted] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setPainted(true)));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, []);
  const keyed = useRef<readonly KeyedSection[]>([]);
  keyed.current = keySections(keyed.current, sections);
  const keyOf = (index: number): number => keyed.current[index]?.key ?? -1;
  const [open, setOpen] = useState<ReadonlySet<number>>(() => new Set([...openAtFirst(sections)].map(keyOf)));
  const tabs = [...new Set(sections.map((section) => section.tab))];
  const [chosen, setTab] = useState(sections[0]?.tab);
  // A tab that has another name now is found by its place.
  const place = useRef(0);
  const tab = tabs.includes(chosen) ? chosen : (tabs[place.current] ?? tabs[0]);
  place.current = tabs.indexOf(tab);
  return {
    /** The same for the same section, whatever it is called and wherever it stands. */
    keyOf,
    collapsible: sections.length > fewSections,
    isOpen: (index: number): boolean => sections.length <= fewSections || open.has(keyOf(index)),
    toggle: (index: number): void =>
      setOpen((current) => {
        const next = new Set(current);
        if (!next.delete(keyOf(index))) next.add(keyOf(index));
        return next;
      }),
    /** How many of the fields of a section are drawn. */
    drawn: painted ? Number.POSITIVE_INFINITY : inFirstFrame,
    /** Opens the section and its tab, with all its fields. */
    show: (index: number): void => {
      setPainted(true);
      setTab(sections[index]?.tab);
      setOpen((current) => (current.has(keyOf(index)) ? current : new Set([...current, keyOf(index)])));
    },
    /** undefined stands for the sections that name none. */
    tabs: tabs.length > 1 ? tabs : [],
    tab,
    setTab,
    isShown: (index: number): boolean => tabs.length <= 1 || sections[index]?.tab === tab,
  };
};
