/** Everything the rows of an array are: their values and faults, and what adding, moving, removing and pasting does. */
import type { RJSFSchema, UiSchema } from '@rjsf/utils';
import type { ClipboardEvent, FocusEvent, KeyboardEvent } from 'react';
import { use, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { DraftContext } from '../controls/use-draft.ts';
import { defaultsOf } from '../runtime/record-values.ts';
import { useTexts } from '../runtime/texts.ts';
import { useTimeZone } from '../runtime/time-zone.ts';
import { useStable } from '../runtime/use-stable.ts';
import type { FormContext } from './form-context.ts';
import type { FormFailure } from './form-failures.ts';
import { isPastable, parseCells, valueOfCell } from './paste-cells.ts';
import { lineColumns, useRowLayout } from './row-layout.ts';
import type { RowDoings } from './row-line.tsx';
import type { RowsScope } from './rows-scope.ts';
import { useFreshRows } from './use-fresh-rows.ts';
import { useKept } from './use-kept.ts';
import type { RowValues } from './use-row-keys.ts';
import { useRowKeys } from './use-row-keys.ts';
import { useRowWindow } from './use-row-window.ts';
import type { FormValues } from './validator.ts';

type Ui = UiSchema<FormValues, RJSFSchema, FormContext>;
type Messages = Readonly<Record<string, string>>;

const noRows: readonly RowValues[] = [];
const noFailures: readonly FormFailure[] = [];
const noUi: Ui = {};
const noPlaces: readonly number[] = [];

/** Fields of a row, its id aside: that is the engine's. */
const fieldsOf = (items: RJSFSchema): (readonly [string, RJSFSchema])[] =>
  Object.entries(items.properties ?? {}).flatMap(([name, schema]): (readonly [string, RJSFSchema])[] =>
    name === 'id' || typeof schema === 'boolean' ? [] : [[name, schema]],
  );

/** What is wrong in each row, by field. A row whose faults are the same keeps the same object, and is not drawn again. */
const useRowMessages = (failures: readonly FormFailure[]): ReadonlyMap<number, Messages> => {
  const kept = useRef<ReadonlyMap<number, Messages>>(new Map());
  return useMemo(() => {
    const found = new Map<number, Record<string, string>>();
    for (const { field, message } of failures) {
      const [, row, name] = field.split('.');
      if (row === undefined || name === undefined) continue;
      const messages = found.get(Number(row)) ?? {};
      messages[name] ??= message;
      found.set(Number(row), messages);
    }
    kept.current = new Map(
      [...found].map(([row, messages]) => {
        const before = kept.current.get(row);
        return [row, before !== undefined && JSON.stringify(before) === JSON.stringify(messages) ? before : messages];
      }),
    );
    return kept.current;
  }, [failures]);
};

const firstControl = 'input:not([type="hidden"],[disabled]),textarea:not([disabled])';
const isUntouched = (row: RowValues, defaults: RowValues): boolean =>
  row['id'] === undefined &&
  Object.entries(row).every(([name, value]) => value === undefined || value === '' || value === defaults[name]);

/** `closed`: the rows are shown, and nothing is done to them. */
export const useRowsEditor = (
  scope: RowsScope | undefined,
  array: string,
  uiSchema: Ui | undefined,
  closed: boolean,
) => {
  const texts = useTexts();
  const timeZone = useTimeZone();
  const drafts = use(DraftContext);
  const schema = (scope?.schema.properties?.[array] ?? {}) as RJSFSchema;
  const items = (schema.items ?? {}) as RJSFSchema;
  const fields = useMemo(() => fieldsOf(items), [items]);
  const required = useMemo(() => items.required ?? [], [items]);
  const itemUi = (uiSchema?.['items'] ?? noUi) as Ui;
  const rows = scope?.rowsOf(array) ?? noRows;
  const failures = useMemo(() => scope?.failuresOf(array) ?? noFailures, [scope, array]);
  const messages = useRowMessages(failures);
  const latest = useRef(rows);
  latest.current = rows;
  const keys = useRowKeys(rows);
  const fresh = useFreshRows(scope?.tries ?? 0);
  const onFresh = scope?.onFresh;
  const freshPlaces = useKept(rows.flatMap((_row, index) => (fresh.has(keys.at(index)) ? [index] : [])));
  // Before it is painted: what is to be corrected stands above the rows, and would move them away and back.
  useLayoutEffect(() => onFresh?.(array, freshPlaces), [onFresh, array, freshPlaces]);
  useLayoutEffect(() => () => onFresh?.(array, noPlaces), [onFresh, array]);
  const list = useRef<HTMLOListElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  const closing = useRef<HTMLParagraphElement>(null);
  const { template, least } = lineColumns(fields.map(([name]) => itemUi[name]));
  const { ref: frame, layout } = useRowLayout(least);
  const view = useRowWindow(list, rows.length, layout, keys.at);
  const [said, say] = useState('');
  const [dropped, setDropped] = useState<{ readonly row: RowValues; readonly index: number; readonly of: unknown }>();

  const defaults = defaultsOf(items as Parameters<typeof defaultsOf>[0]);
  const most = schema.maxItems ?? Number.POSITIVE_INFINITY;
  const full = rows.length >= most;

  /** Typed text goes in before rows change places: it belongs to the row in which it was typed. */
  const change = (make: (current: readonly RowValues[]) => readonly RowValues[], follow: () => void): void => {
    flushSync(drafts.flush);
    follow();
    flushSync(() => scope?.change(array, make));
  };
  const rowAt = (index: number): Element | null | undefined =>
    list.current?.querySelector(`:scope > [data-index="${index}"]`);
  /** Brings the row into the window, where it has to be drawn first. */
  const bring = (index: number): void => {
    if (rowAt(index) || !view.windowed) return;
    view.hold(index);
    flushSync(() => view.scrollTo(index));
  };
  const focusRow = (index: number, name?: string): void => {
    bring(index);
    const own =
      name === undefined ? null : rowAt(index)?.querySelector<HTMLElement>(`[data-field="${name}"] ${firstControl}`);
    const target = own ?? rowAt(index)?.querySelector<HTMLElement>(firstControl) ?? add.current;
    target?.focus();
  };
  /** After a move by its button, the same button of the row in its new place; at either end the other one. */
  const focusMove = (index: number, way: string): void => {
    bring(index);
    const find = (one: string) => rowAt(index)?.querySelector<HTMLElement>(`[data-move="${one}"]:not([disabled])`);
    (find(way) ?? find(way === 'up' ? 'down' : 'up'))?.focus();
  };

  const insert = (index: number): void => {
    if (full) return;
    change(
      (current) => current.toSpliced(index, 0, defaults),
      () => {
        keys.insert(index);
        fresh.add(keys.at(index));
      },
    );
    setDropped(undefined);
    focusRow(index);
    say(texts('rows.added', { number: index + 1 }));
  };
  const move = (index: number, to: number, focus: () => void): void => {
    if (to < 0 || to >= rows.length) return;
    change(
      (current) => {
        const moved = current[index];
        return moved === undefined ? current : current.toSpliced(index, 1).toSpliced(to, 0, moved);
      },
      () => keys.move(index, to),
    );
    setDropped(undefined);
    focus();
    say(texts('rows.moved', { number: index + 1, to: to + 1 }));
  };
  const remove = (index: number): void => {
    flushSync(drafts.flush);
    const row = latest.current[index];
    const next = Math.min(index, rows.length - 2);
    change(
      (current) => current.toSpliced(index, 1),
      () => keys.remove(index),
    );
    setDropped(row === undefined || isUntouched(row, defaults) ? undefined : { row, index, of: array });
    focusRow(next);
    say(texts('rows.removed', { number: index + 1 }));
  };
  const undo =
    dropped === undefined
      ? undefined
      : () => {
          change(
            (current) => current.toSpliced(dropped.index, 0, dropped.row),
            () => keys.insert(dropped.index),
          );
          setDropped(undefined);
          focusRow(dropped.index);
          say(texts('rows.restored', { number: dropped.index + 1 }));
        };

  const pressed = (index: number) => (event: KeyboardEvent<HTMLElement>) => {
    if (closed) return;
    const step = event.altKey ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : undefined;
    const adds = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    if (step === undefined && !adds) return;
    event.preventDefault();
    event.stopPropagation();
    if (step === undefined) return insert(index + 1);
    const { target } = event;
    const field =
      target instanceof HTMLElement ? target.closest<HTMLElement>('[data-field]')?.dataset['field'] : undefined;
    const button = target instanceof HTMLElement ? target.dataset['move'] : undefined;
    move(index, index + step, () =>
      button === undefined ? focusRow(index + step, field) : focusMove(index + step, button),
    );
  };

  /** An area of a spreadsheet over the cells from here on; rows that are missing come. One cell is the control's own. */
  const pasted = (index: number) => (event: ClipboardEvent<HTMLElement>) => {
    if (closed) return;
    const cells = parseCells(event.clipboardData.getData('text/plain'));
    const from =
      event.target instanceof HTMLElement
        ? event.target.closest<HTMLElement>('[data-field]')?.dataset['field']
        : undefined;
    // A text of several lines is one cell of a field that takes several.
    const oneText = event.target instanceof HTMLTextAreaElement && cells?.every((line) => line.length === 1) === true;
    if (cells === undefined || from === undefined || oneText) return;
    event.preventDefault();
    event.stopPropagation();
    const first = fields.findIndex(([name]) => name === from);
    const fitting = cells.slice(0, most - index);
    const paste = (row: RowValues, line: readonly string[]): RowValues => {
      const next: Record<string, unknown> = { ...row };
      for (const [at, cell] of line.entries()) {
        const [name] = fields[first + at] ?? [];
        if (name === undefined || !isPastable(itemUi[name])) continue;
        const value = valueOfCell(cell, itemUi[name], timeZone);
        if (value === undefined) delete next[name];
        else next[name] = value;
      }
      return next;
    };
    change(
      (current) => {
        const next = [...current];
        for (const [at, line] of fitting.entries()) next[index + at] = paste(next[index + at] ?? defaults, line);
        return next;
      },
      () => {},
    );
    setDropped(undefined);
    focusRow(index, from);
    const left = cells.length - fitting.length;
    say(left > 0 ? texts.count('rows.pasted.less', left) : texts.count('rows.pasted', fitting.length));
  };

  const doings = useStable<RowDoings>({
    setCell: (index, name, value) =>
      scope?.change(array, (current) =>
        current.map((row, at) => {
          if (at !== index) return row;
          const { [name]: _was, ...rest } = row;
          return value === undefined ? rest : { ...row, [name]: value };
        }),
      ),
    move: (index, way) => {
      const to = index + (way === 'up' ? -1 : 1);
      move(index, to, () => focusMove(to, way));
    },
    remove,
  });

  const reveal = useRef(focusRow);
  reveal.current = focusRow;
  const onReveal = scope?.onReveal;
  useEffect(() => {
    onReveal?.(array, (row, name) =>
      row === undefined ? (add.current ?? closing.current)?.focus() : reveal.current(row, name),
    );
    return () => onReveal?.(array, undefined);
  }, [onReveal, array]);

  return {
    schema,
    items,
    fields,
    required,
    itemUi,
    rows,
    full,
    /** Of the list as a whole. */
    messages: failures.filter(({ field }) => field === array).map(({ message }) => message),
    messagesOf: (index: number) => (fresh.has(keys.at(index)) ? undefined : messages.get(index)),
    left: (index: number) => (event: FocusEvent) => fresh.left(keys.at(index), event),
    keyOf: keys.at,
    list,
    add,
    /** What is said of a closed list, in the place of its button. */
    closing,
    said,
    insert,
    undo,
    pressed,
    pasted,
    doings,
    frame,
    layout,
    /** The columns of a line, for CSS. */
    template,
    window: view,
  };
};
