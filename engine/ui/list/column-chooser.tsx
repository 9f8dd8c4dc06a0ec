import { ActionIcon, Button, Checkbox, Popover, SegmentedControl, TextInput, VisuallyHidden } from '@mantine/core';
import { ArrowDown, ArrowUp, Columns3, Pin, Search } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { Fragment, useEffect, useId, useRef, useState } from 'react';
import { fieldOf } from '../../contract/field-of.ts';
import type { Density } from '../../contract/list-layout.ts';
import { densities } from '../../contract/list-layout.ts';
import type { GridColumn } from '../../contract/screen-model.ts';
import { plainName } from '../../core/plain-name.ts';
import { columnGroups } from '../runtime/column-groups.ts';
import type { ArrangedColumn } from '../runtime/list-layout.ts';
import { allColumns, canMove, withColumn, withMove, withPinned } from '../runtime/list-layout.ts';
import { useScreenModel } from '../runtime/screen-context.ts';
import { useTexts } from '../runtime/texts.ts';
import type { ListArrangement } from '../runtime/use-list-arrangement.ts';
import classes from './column-chooser.module.css';

/** From so many columns on there is a box to look for one. */
const searchedFrom = 16;

type Part = 'check' | 'pin' | 'before' | 'after';

interface Focus {
  readonly key: string;
  readonly part: Part;
}

interface ShownProps {
  readonly column: ArrangedColumn;
  readonly arrangement: ListArrangement;
  readonly only: boolean;
  readonly onMove: (column: ArrangedColumn, step: -1 | 1, part: Part) => void;
  readonly onHide: (column: ArrangedColumn) => void;
}

/** A column of the list: hide it, move it, keep it at the left. Alt with the arrows moves it too. */
const ShownColumn = ({ column, arrangement: { layout, setLayout }, only, onMove, onHide }: ShownProps) => {
  const texts = useTexts();
  const model = useScreenModel();
  const { key, title, pinned } = column;
  const step = (part: 'before' | 'after', by: -1 | 1) => {
    const able = canMove(model, layout, key, by);
    const Icon = by === -1 ? ArrowUp : ArrowDown;
    return (
      <ActionIcon
        variant="subtle"
        color="gray"
        size={24}
        data-part={part}
        // Disabled it would lose the focus at the end of its way.
        aria-disabled={!able}
        {...(able ? {} : { 'data-disabled': true })}
        aria-label={texts(`columns.${part}`, { title })}
        onClick={() => able && onMove(column, by, part)}
      >
        <Icon size={14} />
      </ActionIcon>
    );
  };
  return (
    <li className={classes.column} data-column={key}>
      <Checkbox
        size="xs"
        className={classes.check}
        data-part="check"
        label={title}
        checked
        disabled={only}
        onChange={() => onHide(column)}
        onKeyDown={(event) => {
          if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
          event.preventDefault();
          onMove(column, event.key === 'ArrowUp' ? -1 : 1, 'check');
        }}
      />
      <ActionIcon
        variant={pinned ? 'light' : 'subtle'}
        color={pinned ? 'accent' : 'gray'}
        size={24}
        data-part="pin"
        aria-label={texts('columns.pin', { title })}
        aria-pressed={pinned}
        onClick={() => setLayout(withPinned(layout, key, !pinned))}
      >
        <Pin size={13} />
      </ActionIcon>
      {step('before', -1)}
      {step('after', 1)}
    </li>
  );
};

/** Up and down walk through the checks. */
const walk = (event: KeyboardEvent<HTMLElement>): void => {
  if (event.altKey || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
  const checks = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input[type=checkbox]:not(:disabled)')];
  const at = checks.indexOf(event.target as HTMLInputElement);
  if (at < 0) return;
  event.preventDefault();
  checks[Math.min(Math.max(at + (event.key === 'ArrowDown' ? 1 : -1), 0), checks.length - 1)]?.focus();
};

const Chooser = ({ arrangement }: { readonly arrangement: ListArrangement }) => {
  const texts = useTexts();
  const model = useScreenModel();
  const { columns, layout, setLayout, arranged, density, setDensity } = arrangement;
  const [words, setWords] = useState('');
  const [said, setSaid] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const focus = useRef<Focus>(undefined);
  const ids = [useId(), useId(), useId()] as const;

  // What was pressed keeps the focus wherever its column went.
  useEffect(() => {
    const wanted = focus.current;
    if (wanted === undefined) return;
    focus.current = undefined;
    const place = box.current?.querySelector(`[data-column="${CSS.escape(wanted.key)}"]`);
    const part = place?.querySelector<HTMLElement>(`[data-part="${wanted.part}"]`);
    (part?.matches('input, button') ? part : part?.querySelector<HTMLElement>('input'))?.focus();
  });

  const everything = allColumns(model);
  const matches = ({ title }: GridColumn): boolean => plainName(title).includes(plainName(words));
  const shownKeys = new Set(columns.map(({ key }) => key));
  const others = everything.filter(({ key }) => !shownKeys.has(key));
  const [shownMatches, otherMatches] = [columns.filter(matches), others.filter(matches)];

  const neighbour = (list: readonly GridColumn[], key: string): string | undefined => {
    const at = list.findIndex((column) => column.key === key);
    return (list[at + 1] ?? list[at - 1])?.key;
  };
  const move = (column: ArrangedColumn, step: -1 | 1, part: Part) => {
    const next = withMove(model, layout, column.key, step);
    if (next === layout) return;
    focus.current = { key: column.key, part };
    setLayout(next);
    const position = columns.findIndex(({ key }) => key === column.key) + step + 1;
    setSaid(texts('columns.moved', { title: column.title, position, count: columns.length }));
  };
  const choose = (list: readonly GridColumn[], { key, title }: GridColumn, on: boolean) => {
    const next = neighbour(list, key);
    if (next !== undefined) focus.current = { key: next, part: 'check' };
    setLayout(withColumn(model, layout, key, on));
    setSaid(texts(on ? 'columns.added' : 'columns.removed', { title }));
  };

  return (
    <div ref={box} className={classes.chooser}>
      <div className={classes.head}>
        <h2 className={classes.title}>{texts('columns.title')}</h2>
        <Button
          variant="subtle"
          color="gray"
          size="compact-xs"
          disabled={!arranged}
          onClick={() => {
            setLayout(layout.density === undefined ? {} : { density: layout.density });
            setSaid(texts('columns.wasReset'));
          }}
        >
          {texts('columns.reset')}
        </Button>
      </div>
      {everything.length >= searchedFrom && (
        <TextInput
          size="xs"
          className={classes.search}
          leftSection={<Search size={13} />}
          aria-label={texts('columns.filter')}
          placeholder={texts('columns.filter')}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
      )}
      {/** biome-ignore lint/a11y/useSemanticElements: a fieldset cannot scroll */}
      <div role="group" aria-label={texts('columns.title')} className={classes.lists} onKeyDown={walk}>
        {shownMatches.length > 0 && (
          <>
            <h3 className={classes.group} id={ids[0]}>
              {texts('columns.shown')}
            </h3>
            <ul aria-labelledby={ids[0]}>
              {shownMatches.map((column) => (
                <ShownColumn
                  key={column.key}
                  column={column}
                  arrangement={arrangement}
                  only={columns.length === 1}
                  onMove={move}
                  onHide={(hidden) => choose(shownMatches, hidden, false)}
                />
              ))}
            </ul>
          </>
        )}
        {columnGroups(model, otherMatches).map(({ name, title, columns: offered }) => (
          <Fragment key={name}>
            <h3 className={classes.group} id={`${ids[1]}-${name}`}>
              {title ?? texts(name === 'system' ? 'columns.system' : 'columns.more')}
            </h3>
            <ul aria-labelledby={`${ids[1]}-${name}`}>
              {offered.map((column) => (
                <li key={column.key} className={classes.column} data-column={column.key}>
                  <Checkbox
                    size="xs"
                    className={classes.check}
                    data-part="check"
                    label={title === undefined ? column.title : (fieldOf(model, column.key)?.title ?? column.title)}
                    // Under its heading the name of the relation need not be read; out of it, it must be heard.
                    aria-label={column.title}
                    checked={false}
                    onChange={() => choose(otherMatches, column, true)}
                  />
                </li>
              ))}
            </ul>
          </Fragment>
        ))}
        {shownMatches.length + otherMatches.length === 0 && <p className={classes.none}>{texts('columns.none')}</p>}
      </div>
      <div className={classes.foot}>
        <span id={ids[2]}>{texts('density.title')}</span>
        <SegmentedControl
          size="xs"
          fullWidth
          aria-labelledby={ids[2]}
          value={density}
          onChange={(next) => setDensity(next as Density)}
          data={densities.map((value) => ({ value, label: texts(`density.${value}`) }))}
        />
        <p className={classes.hint}>{texts('columns.hint')}</p>
      </div>
      <VisuallyHidden aria-live="polite">{said}</VisuallyHidden>
    </div>
  );
};

/** Which columns the list shows, in which order, what stays at the left, and how high the rows are. */
export const ColumnChooser = ({ arrangement }: { readonly arrangement: ListArrangement }) => {
  const texts = useTexts();
  const [opened, setOpened] = useState(false);
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={320} trapFocus returnFocus withinPortal>
      <Popover.Target>
        <ActionIcon
          variant={opened ? 'light' : 'subtle'}
          color={opened ? 'accent' : 'gray'}
          size={30}
          title={texts('columns.title')}
          aria-label={texts('columns.title')}
          onClick={() => setOpened((shown) => !shown)}
        >
          <Columns3 size={17} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label={texts('columns.title')}>
        <Chooser arrangement={arrangement} />
      </Popover.Dropdown>
    </Popover>
  );
};
