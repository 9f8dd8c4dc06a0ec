/** Of a long list of rows only those in sight are drawn, and the one that has the focus. */
import type { Virtualizer } from '@tanstack/react-virtual';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import type { RefObject } from 'react';
import { useLayoutEffect, useRef, useState } from 'react';

/** Up to here all rows are drawn: nothing is gained, and a page can be searched and printed. */
const drawnWhole = 40;
const heights = { lines: 41, cards: 220 } as const;

const scrollerOf = (element: Element | null): Element | null => {
  for (let one = element?.parentElement ?? null; one !== null; one = one.parentElement)
    if (/auto|scroll/.test(getComputedStyle(one).overflowY)) return one;
  return document.scrollingElement;
};

export interface RowWindow {
  readonly windowed: boolean;
  /** Rows to draw; `top` in pixels within the list where it is windowed. */
  readonly drawn: readonly { readonly index: number; readonly top: number }[];
  readonly height: number;
  readonly measure: (element: HTMLElement | null) => void;
  /** The row that stays drawn wherever one scrolls. */
  readonly hold: (index: number | undefined) => void;
  readonly scrollTo: (index: number) => void;
}

export const useRowWindow = (
  list: RefObject<HTMLElement | null>,
  count: number,
  layout: keyof typeof heights,
  keyOf: (index: number) => number,
): RowWindow => {
  const windowed = count > drawnWhole;
  const [scroller, setScroller] = useState<Element | null>(null);
  const [margin, setMargin] = useState(0);
  const held = useRef<number | undefined>(undefined);
  useLayoutEffect(() => {
    if (!windowed || list.current === null) return;
    const found = scrollerOf(list.current);
    setScroller(found);
    if (found === null) return;
    // What stands above may have grown: a summary of errors, help, a section that was opened.
    setMargin(
      Math.round(list.current.getBoundingClientRect().top - found.getBoundingClientRect().top + found.scrollTop),
    );
  });
  const virtual: Virtualizer<Element, HTMLElement> = useVirtualizer<Element, HTMLElement>({
    count,
    enabled: windowed,
    getScrollElement: () => scroller,
    estimateSize: () => heights[layout],
    getItemKey: keyOf,
    overscan: 6,
    scrollMargin: margin,
    rangeExtractor: (range) => {
      const drawn = defaultRangeExtractor(range);
      const { current } = held;
      if (current === undefined || current >= count || drawn.includes(current)) return drawn;
      return [...drawn, current].sort((a, b) => a - b);
    },
  });
  return {
    windowed,
    drawn: windowed
      ? virtual.getVirtualItems().map(({ index, start }) => ({ index, top: start - margin }))
      : Array.from({ length: count }, (_, index) => ({ index, top: 0 })),
    height: virtual.getTotalSize(),
    measure: virtual.measureElement,
    hold: (index) => {
      held.current = index;
    },
    scrollTo: (index) => virtual.scrollToIndex(index, { align: 'center' }),
  };
};
