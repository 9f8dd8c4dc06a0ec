/** How wide the columns of a list are. In: what they show, what their texts need and the room that there is. Out: pixels. */
import type { ColDef } from 'ag-grid-community';
import { fieldOf } from '../../contract/field-of.ts';
import { columnWidths } from '../../contract/list-layout.ts';
import type { GridColumn, ScreenModel } from '../../contract/screen-model.ts';
import { fieldTypes } from '../../fields/index.ts';
import { optionsOf } from '../runtime/filter-value.ts';
import type { ArrangedColumn } from '../runtime/list-layout.ts';
import type { Row } from '../store/api.ts';
import { sizes } from '../theme/tokens.ts';
import type { ContentWidths } from './content-widths.ts';

/** The room of a list, in pixels: what its texts need, by column, and how wide the grid is, once it is drawn. */
export interface GridRoom {
  readonly content: ContentWidths;
  /** What they need without what is spare in their labels, of the columns of related records that have such. */
  readonly briefContent: ContentWidths;
  readonly width: number | undefined;
}

/** How the columns of a list share its room. */
export interface SharedRoom extends GridRoom {
  /** The most that a text keeps of what it needs, pixels: the longest give way first, and the others are whole. */
  readonly level: number;
  /** How much of what they would rather have beyond what they need the other columns have, from 0 to 1. */
  readonly ease: number;
  /** Columns that have no room for what is spare in their labels. */
  readonly brief: ReadonlySet<string>;
}

/** The columns of the grid itself. */
export const selectionWidth = 38;
export const expandWidth = 34;

/** A code whose labels need more than this is read like a text, and given up to the other where there is little room. */
const longCode = 200;
const leastLongCode = 150;
const leastText = 120;
/** A number or a name that needs no more than this is cut for no other column. */
const shortText = 160;

/** What the title of the header needs, with its arrow; its filter lies over the end of it while somebody is there. */
const headerWidth = ({ title }: GridColumn): number => title.length * 7 + 36;

/** What the labels of a code need, whatever width the screen asks for. */
const labelWidth = (model: ScreenModel, column: GridColumn): number => {
  const field = fieldOf(model, column.key);
  return field === undefined ? column.width : fieldTypes[field.type].width(field, optionsOf(model, field));
};

/** Text takes what room there is, unless the person has given it some; what is pinned leaves the room to the others. */
export const stretches = (model: ScreenModel, column: ArrangedColumn): boolean =>
  column.ownWidth === undefined &&
  !column.pinned &&
  (column.cell === 'text' ||
    column.cell === 'relation' ||
    (column.cell === 'code' && labelWidth(model, column) > longCode));

const leastOf = ({ cell, width }: ArrangedColumn): number => {
  if (cell === 'code') return leastLongCode;
  return width <= shortText ? width : leastText;
};

/** What a text needs by the rows that were seen and by its header, pixels; undefined where no row has shown it. */
const needOf = (column: ArrangedColumn, { content }: GridRoom): number | undefined => {
  const seen = content.get(column.key);
  return seen === undefined ? undefined : Math.max(seen, headerWidth(column));
};

/** Beside the columns of a list: those of the grid itself, and the scroll bar of most systems. */
const besideColumns = selectionWidth + sizes.optionsColumn + 18;

interface Bounds {
  readonly least: number;
  readonly most: number;
}

/** Of a column that is no text: what it has where there is room, and what it needs so that nothing in it is cut. */
const boundsOf = (model: ScreenModel, column: ArrangedColumn, room: GridRoom): Bounds => {
  if (column.ownWidth !== undefined) return { least: column.ownWidth, most: column.ownWidth };
  const width = Math.max(column.width, headerWidth(column));
  if (column.pinned) return { least: width, most: width };
  if (column.cell === 'code') {
    const least = Math.max(labelWidth(model, column), Math.min(width, 110));
    return { least, most: Math.max(least, width) };
  }
  // Dates are as long as each other; a number of the next page may need more than those of this one.
  const least = column.cell === 'date' ? (needOf(column, room) ?? width) : width;
  return { least, most: Math.max(least, width) };
};

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

type Shares = Pick<SharedRoom, 'level' | 'ease'>;

/** Texts give way so that all columns are in sight; where they need not, what is left is for the others. */
const shareOut = (needs: readonly number[], bounds: readonly Bounds[], width: number): Shares => {
  let left = width - sum(bounds.map(({ least }) => least));
  for (const [index, need] of needs.toSorted((one, other) => one - other).entries()) {
    const even = left / (needs.length - index);
    if (need > even) return { level: Math.floor(even), ease: 0 };
    left -= need;
  }
  const spare = sum(bounds.map(({ least, most }) => most - least));
  return { level: Number.POSITIVE_INFINITY, ease: spare > left ? Math.max(0, left / spare) : 1 };
};

/** Columns whose labels would be cut and have something to spare. */
const briefColumns = (columns: readonly ArrangedColumn[], room: GridRoom, keptOf: (need: number) => number) =>
  columns.flatMap((column) => {
    const need = needOf(column, room);
    return room.briefContent.has(column.key) && need !== undefined && keptOf(need) < need ? [column.key] : [];
  });

/** The room with what those columns need in brief. */
const withBrief = (room: GridRoom, brief: ReadonlySet<string>): GridRoom => ({
  ...room,
  content: new Map([...room.content, ...[...room.briefContent].filter(([key]) => brief.has(key))]),
});

export const shareRoom = (model: ScreenModel, columns: readonly ArrangedColumn[], room: GridRoom): SharedRoom => {
  // What the person made narrow is brief too.
  const byHand = columns.filter(({ ownWidth }) => ownWidth !== undefined);
  const narrow = byHand.flatMap((column) =>
    briefColumns([column], room, (need) => Math.min(need, column.ownWidth ?? 0)),
  );
  if (room.width === undefined) return { ...room, level: 0, ease: 1, brief: new Set(narrow) };
  const texts = columns.filter((column) => stretches(model, column));
  const bounds = columns.filter((column) => !texts.includes(column)).map((column) => boundsOf(model, column, room));
  const width = room.width - besideColumns - (model.detail === null ? 0 : expandWidth);
  const needsIn = (seen: GridRoom) => texts.map((column) => needOf(column, seen) ?? column.width);
  const whole = shareOut(needsIn(room), bounds, width);
  const brief = new Set([...narrow, ...briefColumns(texts, room, () => whole.level)]);
  const without = withBrief(room, brief);
  return { ...without, ...shareOut(needsIn(without), bounds, width), brief };
};

/** Texts share what room there is by what they need, where that is known. */
const shareOf = (column: ArrangedColumn, room: SharedRoom): Pick<ColDef<Row>, 'flex' | 'minWidth'> => {
  const need = needOf(column, room);
  const least = leastOf(column);
  if (need === undefined) return { flex: Math.max(1, column.width), minWidth: least };
  const kept = Math.min(need, Math.max(least, room.level));
  return { flex: kept, minWidth: kept };
};

export const widthOf = (
  model: ScreenModel,
  column: ArrangedColumn,
  room: SharedRoom,
): Pick<ColDef<Row>, 'flex' | 'width' | 'minWidth'> => {
  if (stretches(model, column)) return shareOf(column, room);
  const { least, most } = boundsOf(model, column, room);
  // `flex: 0`: it may have stretched before.
  return { flex: 0, width: Math.floor(least + (most - least) * room.ease), minWidth: columnWidths.minimum };
};
