/**
 * The shape of what is billed, known without drawing any of it: eight invoices in turn, each of a trade, with so many
 * guides and items; so that the number of a guide, an item or a denial tells where it stands. Sixteen invoices have one
 * that nobody has looked at yet, and of the others one item in ten is denied.
 */
import type { Trade } from './network.ts';
import type { GuideKind } from './procedures.ts';

interface InvoiceShape {
  readonly trade: Trade;
  /** Kind and number of items. */
  readonly guides: readonly (readonly [kind: GuideKind, items: number])[];
  /** Of the first guide, item and denial among those of the turn. */
  readonly firstGuide: number;
  readonly firstItem: number;
  readonly items: number;
  readonly denials: number;
}

/** How many guides, of which kind, and the items of each. */
const turn: readonly (readonly [trade: Trade, guides: string])[] = [
  ['physician', '22 1 1, 4 2 2'],
  ['clinic', '16 1 1, 8 2 2'],
  ['laboratory', '10 2 10, 6 2 16, 4 2 17'],
  ['hospital', '4 3 30, 6 2 10, 6 1 1, 4 5 2'],
  ['dentist', '10 4 2, 10 4 4'],
  ['imaging', '10 2 1, 10 2 2'],
  ['therapist', '14 2 1'],
  ['clinic', '10 1 1, 6 2 1'],
];

const sum = (counts: readonly number[]): number => counts.reduce((all, one) => all + one, 0);

const guidesOfParts = (parts: string): InvoiceShape['guides'] =>
  parts.split(', ').flatMap((part) => {
    const [guides, kind, items] = part.split(' ');
    return Array.from({ length: Number(guides) }, (): readonly [GuideKind, number] => [
      kind as GuideKind,
      Number(items),
    ]);
  });

const shapes: readonly InvoiceShape[] = turn.map(([trade, parts]) => {
  const guides = guidesOfParts(parts);
  const items = sum(guides.map(([, count]) => count));
  const before = turn
    .slice(
      0,
      turn.findIndex(([, others]) => others === parts),
    )
    .map(([, others]) => guidesOfParts(others));
  return {
    trade,
    guides,
    firstGuide: sum(before.map((others) => others.length)),
    firstItem: sum(before.flat().map(([, count]) => count)),
    items,
    denials: Math.round(items / 10),
  };
});

const [guidesOfTurn, itemsOfTurn] = [
  sum(shapes.map(({ guides }) => guides.length)),
  sum(shapes.map(({ items }) => items)),
];

export const shapeOf = (invoice: number): InvoiceShape => {
  const shape = shapes[invoice % shapes.length];
  if (shape === undefined) throw new Error('no such invoice');
  return shape;
};

/** Whether nobody has looked at the invoice yet. */
export const isFresh = (invoice: number): boolean => invoice % 16 === (Math.floor(invoice / 16) * 5 + 3) % 16;

/** After so many invoices fresh ones come in the same places. */
const cycle = 256;
const deniedBefore: number[] = [0];
for (let invoice = 0; invoice < cycle; invoice += 1)
  deniedBefore.push((deniedBefore[invoice] ?? 0) + (isFresh(invoice) ? 0 : shapeOf(invoice).denials));
const deniedOfCycle = deniedBefore[cycle] ?? 0;

export const guidesOf = (invoices: number): number => firstGuideOf(invoices);
export const itemsOf = (invoices: number): number =>
  Math.floor(invoices / shapes.length) * itemsOfTurn + shapeOf(invoices).firstItem;
export const denialsOf = (invoices: number): number =>
  Math.floor(invoices / cycle) * deniedOfCycle + (deniedBefore[invoices % cycle] ?? 0);

/** Number of the first guide of an invoice. */
export function firstGuideOf(invoice: number): number {
  return Math.floor(invoice / shapes.length) * guidesOfTurn + shapeOf(invoice).firstGuide;
}

/** The invoice that the guide of this number stands in, and its place there. */
export const placeOfGuide = (guide: number): readonly [invoice: number, at: number] => {
  const rest = guide % guidesOfTurn;
  const shape = shapes.findLastIndex(({ firstGuide }) => firstGuide <= rest);
  return [Math.floor(guide / guidesOfTurn) * shapes.length + shape, rest - (shapes[shape]?.firstGuide ?? 0)];
};

/** The invoice, the guide in it and the item in that. */
export const placeOfItem = (item: number): readonly [invoice: number, guide: number, at: number] => {
  const rest = item % itemsOfTurn;
  const at = shapes.findLastIndex(({ firstItem }) => firstItem <= rest);
  const shape = shapes[at];
  let place = rest - (shape?.firstItem ?? 0);
  let guide = 0;
  for (const [, items] of shape?.guides ?? []) {
    if (place < items) break;
    place -= items;
    guide += 1;
  }
  return [Math.floor(item / itemsOfTurn) * shapes.length + at, guide, place];
};

/** The invoice, and which of its denials. */
export const placeOfDenial = (denial: number): readonly [invoice: number, at: number] => {
  const rest = denial % deniedOfCycle;
  const invoice = deniedBefore.findLastIndex((before) => before <= rest);
  return [Math.floor(denial / deniedOfCycle) * cycle + invoice, rest - (deniedBefore[invoice] ?? 0)];
};

/**
 * Places of the denied items among those of the invoice, one in each part of them, so that no two meet. `chance`: from 0 to
 * below 1.
 */
export const deniedPlaces = (invoice: number, chance: () => number): readonly number[] => {
  const { items, denials } = shapeOf(invoice);
  return Array.from({ length: denials }, (_, at) => {
    const [first, next] = [Math.ceil((at * items) / denials), Math.ceil(((at + 1) * items) / denials)];
    return first + Math.floor(chance() * (next - first));
  });
};

/** Places of the guides of an invoice that somebody had to authorise before. */
const asking = shapes.map(({ trade, guides }) =>
  guides.flatMap(([kind, items], at) =>
    kind === '1' || kind === '5' || trade === 'laboratory' || (items < 2 && trade !== 'therapist') ? [] : [at],
  ),
);

/**
 * Two of three authorisations are of what was billed after: the first of each invoice, then the second ones. In: the
 * number of the authorisation, how many invoices there are. undefined: of nothing that was billed.
 */
export const billedGuide = (
  authorisation: number,
  invoices: number,
): readonly [invoice: number, at: number] | undefined => {
  if (authorisation % 3 === 2 || invoices === 0) return undefined;
  const place = Math.floor(authorisation / 3) * 2 + (authorisation % 3);
  const invoice = place % invoices;
  const at = asking[invoice % asking.length]?.[Math.floor(place / invoices)];
  return at === undefined ? undefined : [invoice, at];
};
