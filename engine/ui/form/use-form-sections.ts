/** Which sections of a form are open, and which tab is shown. What is closed is not drawn at all. */
import { useState } from 'react';
import type { FormContext } from './form-context.ts';

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

export const useFormSections = (sections: Sections) => {
  const [open, setOpen] = useState(() => openAtFirst(sections));
  const [tab, setTab] = useState(sections[0]?.tab);
  const tabs = [...new Set(sections.map((section) => section.tab))];
  return {
    collapsible: sections.length > fewSections,
    isOpen: (index: number): boolean => sections.length <= fewSections || open.has(index),
    toggle: (index: number): void =>
      setOpen((current) => {
        const next = new Set(current);
        if (!next.delete(index)) next.add(index);
        return next;
      }),
    /** Opens the section and its tab. */
    show: (index: number): void => {
      setTab(sections[index]?.tab);
      setOpen((current) => (current.has(index) ? current : new Set([...current, index])));
    },
    /** undefined stands for the sections that name none. */
    tabs: tabs.length > 1 ? tabs : [],
    tab,
    setTab,
    isShown: (index: number): boolean => tabs.length <= 1 || sections[index]?.tab === tab,
  };
};
