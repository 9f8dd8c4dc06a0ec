/** How rows are laid out: as lines of a table, or as cards where a line has no room. */
import { useLayoutEffect, useRef, useState } from 'react';

/** Least pixels of a field of a row, by its share of the form's twelve columns, and its part of what is left. */
const widths: readonly (readonly [span: number, least: number, part: number])[] = [
  [3, 104, 1],
  [4, 128, 1.4],
  [6, 168, 2],
  [12, 192, 3],
];
const checkWidth = 84;
/** Ten characters and the button of the calendar. */
const dateWidth = 132;

/** Number of the row, its three buttons, and the gaps around them. */
const fixed = 24 + 88 + 16;
const gap = 8;

interface FieldUi {
  readonly 'ui:widget'?: unknown;
  readonly 'ui:options'?: { readonly span?: unknown };
}

/** The columns of a line, for CSS, and the pixels that they need. */
export const lineColumns = (
  fields: readonly (FieldUi | undefined)[],
): { readonly template: string; readonly least: number } => {
  const columns = fields.map((field): readonly [least: number, part: number] => {
    if (field?.['ui:widget'] === 'checkbox') return [checkWidth, 0];
    if (field?.['ui:widget'] === 'date') return [dateWidth, 1];
    const span = Number(field?.['ui:options']?.span ?? 12);
    const [, least, part] = widths.find(([most]) => span <= most) ?? [12, 192, 3];
    return [least, part];
  });
  return {
    template: columns.map(([least, part]) => (part === 0 ? `${least}px` : `minmax(${least}px, ${part}fr)`)).join(' '),
    least: columns.reduce((sum, [least]) => sum + least + gap, fixed),
  };
};

/** Lines where the element is wide enough for them, as it is now. */
export const useRowLayout = (least: number) => {
  const ref = useRef<HTMLFieldSetElement>(null);
  const [layout, setLayout] = useState<'lines' | 'cards'>('cards');
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const measure = () => setLayout(element.clientWidth >= least ? 'lines' : 'cards');
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [least]);
  return { ref, layout };
};
