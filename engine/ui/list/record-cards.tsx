import { Checkbox } from '@mantine/core';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useState } from 'react';
import { columnText, recordLabel, valueAtPath } from '../../contract/column-text.ts';
import type { GridColumn, ScreenModel } from '../../contract/screen-model.ts';
import { columnTarget, explained } from '../runtime/explained.ts';
import { useScreenModel } from '../runtime/screen-context.ts';
import { useTexts } from '../runtime/texts.ts';
import { useTimeZone } from '../runtime/time-zone.ts';
import type { ExpandedRows } from '../runtime/use-expanded-rows.ts';
import type { RecordActions } from '../runtime/use-record-actions.ts';
import type { RegistryList } from '../runtime/use-registry-list.ts';
import type { Row } from '../store/api.ts';
import { ColumnValue, useValueMark } from './column-value.tsx';
import classes from './record-cards.module.css';
import { RecordMenu } from './record-menu.tsx';
import { RowDetail } from './row-detail.tsx';

interface Props {
  readonly list: RegistryList;
  readonly actions: RecordActions;
  readonly expanded: ExpandedRows;
}

/** Details under the name; the others are shown when they are asked for. */
const detailCount = 5;

type Shown = Pick<ScreenModel, 'entity' | 'columns'>;

/** The texts of the label, in its order, as far as they are columns. */
const labelColumns = ({ entity, columns }: Shown): readonly GridColumn[] =>
  entity.label.flatMap((part) =>
    'field' in part ? (columns.find(({ cell, key }) => cell === 'text' && key === part.field) ?? []) : [],
  );

/**
 * The column that names the record: of the texts of its label the longest, which is no code, else the first text; the
 * others follow in their order. What a log notes is named by who did it, whom its label begins with.
 */
export const nameColumn = (shown: Shown): GridColumn | undefined => {
  const { entity, columns } = shown;
  const texts = columns.filter((column) => column.cell === 'text');
  const named = labelColumns(shown);
  if (entity.log !== undefined && named[0] !== undefined) return named[0];
  const room = ({ key }: GridColumn): number =>
    entity.fields.find(({ name }) => name === key)?.maxLength ?? Number.POSITIVE_INFINITY;
  const [longest] = named.toSorted((a, b) => room(b) - room(a) || 0);
  return longest ?? texts[0] ?? columns[0];
};

/** Whether its values have colours: that says how far the record is, and is seen wherever there is room for anything. */
const isState = ({ entity, codeLists }: ScreenModel, { key }: GridColumn): boolean => {
  const list = entity.fields.find(({ name }) => name === key)?.codeList;
  return codeLists[list ?? '']?.some(({ tone }) => tone !== undefined) === true;
};

/** What a card is headed by: the name of the record; of what a log notes who it was, and the first that is told of it in words. */
export const headColumns = (model: Shown): readonly GridColumn[] => {
  const name = nameColumn(model);
  if (name === undefined || model.entity.log === undefined) return name === undefined ? [] : [name];
  const what = model.columns.find((column) => column !== name && (column.cell === 'text' || column.cell === 'code'));
  return what === undefined ? [name] : [name, what];
};

const isEmpty = (value: unknown): boolean => value === null || value === '' || value === false;

const Card = ({ list, actions, expanded, row }: Props & { readonly row: Row }) => {
  const model = useScreenModel();
  const texts = useTexts();
  const timeZone = useTimeZone();
  const selected = list.selection.has(row.id);
  const heads = headColumns({ ...model, columns: list.columns });
  const filled = list.columns.filter((column) => !heads.includes(column) && !isEmpty(valueAtPath(row, column.path)));
  const state = filled.findIndex((column) => isState(model, column));
  const first = filled.filter((_column, place) =>
    state < detailCount ? place < detailCount : place < detailCount - 1 || place === state,
  );
  const [whole, setWhole] = useState(false);
  const others = filled.length - first.length;
  // One alone takes no more room than the button that would show it.
  const folded = others > 1;
  const shown = whole || !folded ? filled : first;
  const mark = useValueMark(heads[0], row);
  const name =
    heads
      .map((column) => columnText(model, column, row, timeZone))
      .filter((text) => text !== '')
      .join(' · ') || recordLabel(model, row);
  return (
    <li className={classes.card} data-selected={selected || undefined} data-whole={whole || undefined}>
      <Checkbox
        size="sm"
        checked={selected}
        onChange={() => list.selection.choose([row.id], !selected)}
        aria-label={texts('list.selectRow', { label: name })}
        className={classes.check}
      />
      <button type="button" className={classes.body} onClick={() => (actions.view ?? actions.edit)?.(row)}>
        <span className={classes.name}>
          {mark}
          {name}
        </span>
        <span className={classes.details}>
          {shown.map((column) => (
            <span key={column.key} className={classes.detail}>
              <span className={classes.term} {...explained(columnTarget(model.screen.folder, column))}>
                {column.title}
              </span>
              <ColumnValue column={column} row={row} />
            </span>
          ))}
        </span>
      </button>
      {folded && (
        <button
          type="button"
          className={classes.others}
          aria-expanded={whole}
          aria-label={
            whole ? texts('card.less.of', { label: name }) : texts.count('card.more.of', others, { label: name })
          }
          onClick={() => setWhole(!whole)}
        >
          {whole ? <ChevronUp size={14} aria-hidden /> : <ChevronDown size={14} aria-hidden />}
          {whole ? texts('card.less') : texts.count('card.more', others)}
        </button>
      )}
      <RecordMenu list={list} actions={actions} expanded={expanded} row={row} label={name} size={40} />
      {expanded.has(row.id) && (
        <div className={classes.more}>
          <RowDetail row={row} />
        </div>
      )}
    </li>
  );
};

/** The list on a phone: a card of few lines for each record, its further values and its actions behind a button each. */
export const RecordCards = (props: Props) => {
  const model = useScreenModel();
  return (
    <ul className={classes.cards} aria-label={model.screen.title}>
      {props.list.rows.map((row) => (
        <Card key={row.id} {...props} row={row} />
      ))}
    </ul>
  );
};
