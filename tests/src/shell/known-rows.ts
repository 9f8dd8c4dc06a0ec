/**
 * Rows of the menu's tree that axe has found nothing at. They are seven in ten elements of most pages and the same on
 * most, so axe passes over those it has seen as they are: markup, colours, theme, width, and whether they are in sight.
 */
import type { Browser, Page } from 'playwright-core';

/** All rules, which those of colours are among, or these alone. */
export type Looked = 'all' | 'colours';

/** Of each browser: digests of rows, after how they were looked at. */
const clean = new WeakMap<Browser, Set<string>>();

/** What is known of rows that are looked at like this; and the way to say that nothing was found at others. */
export const knownRows = (
  page: Page,
  looked: Looked,
): { readonly known: readonly string[]; readonly keep: (digests: readonly string[]) => void } => {
  const browser = page.context().browser();
  const seen = (browser && clean.get(browser)) ?? new Set<string>();
  if (browser) clean.set(browser, seen);
  const ways: readonly Looked[] = looked === 'all' ? ['all'] : ['all', 'colours'];
  return {
    known: [...seen].flatMap((one) => {
      const [way, digest] = one.split(' ') as [Looked, string];
      return ways.includes(way) ? [digest] : [];
    }),
    keep: (digests) => {
      for (const digest of digests) seen.add(`${looked} ${digest}`);
    },
  };
};

/** What a page is given to do without known rows. */
export interface RowsInPage {
  /** Has the work done as if they were not there, and gives digests of all rows, in their order. */
  readonly without: <T>(
    known: readonly string[],
    work: () => Promise<T>,
  ) => Promise<{ readonly done: T; readonly digests: readonly string[] }>;
}

/** Runs in the page, and refers to nothing outside of itself. */
const install = (): void => {
  const colours = (element: Element): string => {
    const { color, backgroundColor, opacity, fontSize, fontWeight } = getComputedStyle(element);
    return [color, backgroundColor, opacity, fontSize, fontWeight].join();
  };
  /** All that what axe says of the row hangs on. Where it is out of sight, its colours are not looked at. */
  const describe = (row: HTMLElement): string => {
    const { top, bottom, width } = row.getBoundingClientRect();
    const sight = row.closest('[role="tree"]')?.parentElement?.getBoundingClientRect();
    const inSight = sight !== undefined && width > 0 && bottom > sight.top && top < sight.bottom;
    const whole = inSight && top >= sight.top && bottom <= sight.bottom;
    const drawn = inSight ? [row, ...row.querySelectorAll('*')].map(colours) : [];
    return [whole, inSight, ...drawn, row.outerHTML.replace(/ id="[^"]*"/, '')].join('\n');
  };
  const describeAll = (rows: readonly HTMLElement[]): readonly string[] => {
    const around: string[] = [location.origin, String(innerWidth)];
    for (let one = rows[0]?.parentElement; one; one = one.parentElement)
      around.push(
        (one.cloneNode(false) as Element).outerHTML.replace(/ aria-activedescendant="[^"]*"/, ''),
        colours(one),
      );
    return rows.map((row) => [...around, describe(row)].join('\n'));
  };
  const digest = async (text: string): Promise<string> => {
    const bytes = await crypto.subtle.digest('SHA-1', new TextEncoder().encode(text));
    return btoa(String.fromCharCode(...new Uint8Array(bytes)));
  };
  const without: RowsInPage['without'] = async (known, work) => {
    // What has the focus or is pointed at is as no other.
    const rows = [
      ...document.querySelectorAll<HTMLElement>('nav [role="tree"]:not(:hover, :focus-within) [role="treeitem"]'),
    ];
    const texts = describeAll(rows);
    const digests = await Promise.all(texts.map(digest));
    const isKnown = new Set(known);
    const now = describeAll(rows);
    // A new row is held against those beside it.
    const isNew = rows.map((_, at) => !isKnown.has(digests[at] ?? '') || texts[at] !== now[at]);
    const left = new Set<Node>(rows.filter((_, at) => !isNew[at - 1] && !isNew[at] && !isNew[at + 1]));
    const branches = [...new Set(rows.flatMap((row) => row.parentElement ?? []))];
    for (const branch of branches)
      for (const name of ['children', 'childNodes'] as const) {
        const some = [...branch[name]].filter((one) => !left.has(one));
        Object.defineProperty(branch, name, { configurable: true, value: some });
      }
    document.createTreeWalker = (root, what) =>
      Document.prototype.createTreeWalker.call(document, root, what, (node) =>
        left.has(node) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
      );
    try {
      return { done: await work(), digests: digests.filter((_, at) => texts[at] === now[at]) };
    } finally {
      Reflect.deleteProperty(document, 'createTreeWalker');
      for (const branch of branches)
        for (const name of ['children', 'childNodes'] as const) Reflect.deleteProperty(branch, name);
    }
  };
  (globalThis as unknown as { ficharioRows: RowsInPage }).ficharioRows = { without };
};

/** Gives the page `ficharioRows`. */
export const installRows = (page: Page): Promise<void> => page.evaluate(install);
