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
  readonly width: number | undefined;
}

/** `level`: the most that a text keeps. */
export interface LevelledRoom extends GridRoom {
  readonly level: number;
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

/**
 * The most that any text keeps of what it needs, so that all columns are in sight: the longest give way first, and the
 * others are whole. Pixels; without bound where everything has room, nothing where it is not known yet.
 */
export const levelOf = (model: ScreenModel, columns: readonly ArrangedColumn[], room: GridRoom): number => {
  if (room.width === undefined) return 0;
  const firm = columns
    .filter((column) => !stretches(model, column))
    .map((column) => widthOf(model, column, { ...room, level: 0 }))
    .reduce((sum, { flex, width = 0, minWidth = 0 }) => sum + (flex ? minWidth : width), 0);
  const left = room.width - besideColumns - (model.detail === null ? 0 : expandWidth) - firm;
  const needs = columns
    .filter((column) => stretches(model, column))
    .map((column) => needOf(column, room) ?? column.width)
    .toSorted((one, other) => one - other);
  // What the shorter ones leave of an even share, the longer ones have.
  let rest = left;
  for (const [index, need] of needs.entries()) {
    const even = rest / (needs.length - index);
    if (need > even) return Math.floor(even);
    rest -= need;
  }
  return Number.POSITIVE_INFINITY;
};

/** Texts share what room there is by what they need, where that is known. */
const shareOf = (column: ArrangedColumn, room: LevelledRoom): Pick<ColDef<Row>, 'flex' | 'minWidth'> => {
  const need = needOf(column, room);
  const least = leastOf(column);
  if (need === undefined) return { flex: Math.max(1, column.width), minWidth: least };
  const kept = Math.min(need, Math.max(least, room.level));
  return { flex: kept, minWidth: kept };
};

/**
 * Short codes give way where there is little room, until their longest label fits, and take no more than they need; all
 * else has a width of its own.
 */
export const widthOf = (
  model: ScreenModel,
  column: ArrangedColumn,
  room: LevelledRoom,
): Pick<ColDef<Row>, 'flex' | 'width' | 'minWidth' | 'maxWidth'> => {
  if (column.ownWidth !== undefined) return { flex: 0, width: column.ownWidth, minWidth: columnWidths.minimum };
  if (column.pinned)
    return { flex: 0, width: Math.max(column.width, headerWidth(column)), minWidth: columnWidths.minimum };
  if (stretches(model, column)) return shareOf(column, room);
  const width = Math.max(column.width, headerWidth(column));
  if (column.cell !== 'code') return { width, minWidth: 56 };
  const label = labelWidth(model, column);
  return { flex: width, minWidth: Math.max(label, Math.min(width, 110)), maxWidth: Math.max(width, label) };
};
