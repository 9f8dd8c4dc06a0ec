// biome-ignore-all lint/a11y/useSemanticElements: thousands of cells, of which a table would draw all
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and says which cell is meant
// biome-ignore-all lint/a11y/useAriaPropsSupportedByRole: a checkbox or a radio, both have it
import { useVirtualizer } from '@tanstack/react-virtual';
import type { CSSProperties, KeyboardEvent, MouseEvent } from 'react';
import { memo, useCallback, useEffect, useRef, useState } from 'react';
import type { MatrixCell, MatrixColumn, MatrixRow, Place } from './matrix.ts';
import { placeAfter } from './matrix.ts';
import classes from './matrix-grid.module.css';

interface Props<Row extends MatrixRow> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly columns: readonly MatrixColumn[];
  readonly cell: (row: Row, column: MatrixColumn) => MatrixCell;
  readonly onToggle: (row: Row, column: MatrixColumn) => void;
  /** What a screen reader says of a cell. */
  readonly cellName: (row: Row, column: MatrixColumn) => string;
  /** One of the cells of a row is chosen, not each by itself. */
  readonly exclusive?: boolean;
  readonly phone: boolean;
}

const rowHeight = 30;
/** Of a row on the phone before it is measured. */
const cardHeight = 96;
const idOf = ({ row, column }: Place): string => `fi-matrix-${row}-${column}`;

interface LineProps {
  readonly index: number;
  readonly row: MatrixRow;
  readonly columns: readonly MatrixColumn[];
  /** The state of every cell in one text, so that a row is drawn anew only when one of them changes. */
  readonly states: string;
  readonly focused: number | undefined;
  readonly names: (column: MatrixColumn) => string;
  readonly exclusive: boolean;
  readonly phone: boolean;
}

const codes = { on: '1', off: '0', implied: '2', absent: '-' } as const;
const encode = ({ state, changed, quiet }: MatrixCell): string =>
  `${codes[state]}${changed ? 'c' : ''}${quiet ? 'q' : ''} `;

const Title = ({ row }: { readonly row: MatrixRow }) => (
  <span className={classes.name} role="rowheader" title={`${row.title}${row.detail ? ` (${row.detail})` : ''}`}>
    <span className={classes.title}>{row.title}</span>
    {row.detail && <span className={classes.detail}>{row.detail}</span>}
    {row.warning && <span className={classes.warning}>{row.warning}</span>}
  </span>
);

const Line = memo(
  ({ index, row, columns, states, focused, names, exclusive, phone }: LineProps) => {
    const cells = states.split(' ');
    return (
      <>
        <Title row={row} />
        {!row.heading &&
          columns.map((column, at) => {
            const state = cells[at] ?? '-';
            if (state.startsWith('-'))
              return phone ? null : <span key={column.key} role="gridcell" className={classes.cell} />;
            const on = state.startsWith('1');
            const implied = state.startsWith('2');
            // On the phone only what is asked for, given or touched stands below the title.
            if (phone && state.includes('q') && !on && !state.includes('c')) return null;
            return (
              <span key={column.key} role="gridcell" className={classes.cell}>
                <span
                  id={idOf({ row: index, column: at })}
                  role={exclusive ? 'radio' : 'checkbox'}
                  aria-checked={on}
                  aria-label={names(column)}
                  className={classes.box}
                  data-row={index}
                  data-column={at}
                  data-on={on || undefined}
                  data-implied={implied || undefined}
                  data-changed={state.includes('c') || undefined}
                  data-quiet={state.includes('q') || undefined}
                  data-focused={focused === at || undefined}
                >
                  {phone && column.title}
                </span>
              </span>
            );
          })}
      </>
    );
  },
  (a, b) =>
    a.states === b.states &&
    a.row === b.row &&
    a.index === b.index &&
    a.columns === b.columns &&
    a.focused === b.focused &&
    a.phone === b.phone,
);

/**
 * Rows and columns of marks, of which those in sight are drawn. One stop of the Tab key: arrows move, Space turns. On the
 * phone each row is a card with its marks as words.
 */
export const MatrixGrid = <Row extends MatrixRow>({
  label,
  rows,
  columns,
  cell,
  onToggle,
  cellName,
  exclusive = false,
  phone,
}: Props<Row>) => {
  const scroll = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<Place>();
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => (phone ? cardHeight : rowHeight),
    overscan: 6,
    getItemKey: (index) => rows[index]?.key ?? index,
  });
  const latest = useRef({ rows, columns, onToggle });
  latest.current = { rows, columns, onToggle };

  useEffect(() => {
    if (place !== undefined) virtual.scrollToIndex(place.row, { align: 'auto' });
  }, [place, virtual]);

  const toggle = useCallback(({ row, column }: Place) => {
    const { rows: all, columns: some, onToggle: turn } = latest.current;
    const [wanted, at] = [all[row], some[column]];
    if (wanted !== undefined && !wanted.heading && at !== undefined) turn(wanted, at);
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.metaKey) return;
    const from = place ?? { row: 0, column: 0 };
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault();
      setPlace(from);
      return toggle(from);
    }
    const page = Math.max(1, Math.floor((scroll.current?.clientHeight ?? 0) / rowHeight) - 2);
    const next = placeAfter(from, event, { rows: rows.length, columns: columns.length, page });
    if (next === undefined) return;
    event.preventDefault();
    setPlace(place === undefined ? from : next);
  };

  const onClick = (event: MouseEvent) => {
    const box = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-row]') : null;
    if (box === null) return;
    const at = { row: Number(box.dataset['row']), column: Number(box.dataset['column']) };
    setPlace(at);
    toggle(at);
  };

  const items = virtual.getVirtualItems();
  const focused = place !== undefined && place.row < rows.length ? place : undefined;
  return (
    <div
      ref={scroll}
      className={classes.grid}
      role="grid"
      aria-label={label}
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length + 1}
      aria-activedescendant={focused && idOf(focused)}
      tabIndex={0}
      data-phone={phone || undefined}
      data-exclusive={exclusive || undefined}
      style={{ '--columns': columns.length } as CSSProperties}
      onKeyDown={onKeyDown}
      onClick={onClick}
    >
      <div className={classes.head} role="row" aria-rowindex={1}>
        <span className={classes.corner} role="columnheader" />
        {columns.map((column) => (
          <span
            key={column.key}
            className={classes.column}
            role="columnheader"
            title={column.detail === undefined ? column.title : `${column.title} (${column.detail})`}
          >
            <span className={classes.columnTitle}>{column.title}</span>
          </span>
        ))}
      </div>
      <div className={classes.body} role="presentation" style={{ height: virtual.getTotalSize() }}>
        {items.map(({ index, start, key }) => {
          const row = rows[index];
          if (row === undefined) return null;
          return (
            <div
              key={key}
              ref={phone ? virtual.measureElement : undefined}
              data-index={index}
              className={classes.row}
              role="row"
              aria-rowindex={index + 2}
              data-heading={row.heading || undefined}
              style={{ transform: `translateY(${start}px)` }}
            >
              <Line
                index={index}
                row={row}
                columns={columns}
                states={columns.map((column) => encode(cell(row, column))).join('')}
                focused={focused?.row === index ? focused.column : undefined}
                names={(column) => cellName(row, column)}
                exclusive={exclusive}
                phone={phone}
              />
            </div>
          );
        })}
      </div>
    </div>
  );
};
