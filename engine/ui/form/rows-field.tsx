/**
 * The rows that a record owns, as an editor: a line for each row where its fields fit beside each other, else a card.
 * Ctrl+Enter adds a row below, Alt with an arrow moves the row; each does what its button does.
 */
import { ActionIcon, Button, VisuallyHidden } from '@mantine/core';
import { modals } from '@mantine/modals';
import { getDefaultRegistry } from '@rjsf/core';
import type { FieldProps, RJSFSchema } from '@rjsf/utils';
import { getUiOptions, toFieldPathId } from '@rjsf/utils';
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import type { CSSProperties, KeyboardEvent } from 'react';
import { use, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { DraftContext } from '../controls/use-draft.ts';
import { defaultsOf } from '../runtime/record-values.ts';
import { useTexts } from '../runtime/texts.ts';
import { titleInSentence } from '../runtime/title-in-sentence.ts';
import type { FormContext } from './form-context.ts';
import { errorId, helpId } from './form-ids.ts';
import { RowCell } from './row-cell.tsx';
import { lineColumns, useRowLayout } from './row-layout.ts';
import classes from './rows-field.module.css';
import type { RowValues } from './use-row-keys.ts';
import { useRowKeys } from './use-row-keys.ts';
import type { FormValues } from './validator.ts';

// What RJSF itself draws the fields of a record with.
const { SchemaField } = getDefaultRegistry<FormValues, RJSFSchema, FormContext>().fields;

type Props = FieldProps<FormValues, RJSFSchema, FormContext>;

/** Fields of a row, its id aside: that is the engine's. */
const fieldsOf = (items: RJSFSchema): [string, RJSFSchema][] =>
  Object.entries(items.properties ?? {}).flatMap(([name, schema]): [string, RJSFSchema][] =>
    name === 'id' || typeof schema === 'boolean' ? [] : [[name, schema]],
  );

const isUntouched = (row: RowValues, defaults: RowValues): boolean =>
  row['id'] === undefined &&
  Object.entries(row).every(([name, value]) => value === undefined || value === '' || value === defaults[name]);

/** Said by the head where a line has no room for it. */
const helpOf = (ui: unknown): string | undefined => {
  const help = getUiOptions(ui as NonNullable<Props['uiSchema']>)['help'];
  return typeof help === 'string' ? help : undefined;
};

const firstControl = 'input:not([type="hidden"],[disabled]),textarea:not([disabled])';

export const RowsField = (props: Props) => {
  const texts = useTexts();
  const drafts = use(DraftContext);
  const heading = useId();
  const { schema, uiSchema, registry, fieldPathId, rawErrors, required } = props;
  const { globalFormOptions, formContext } = registry;
  const items = (schema.items ?? {}) as RJSFSchema;
  const fields = fieldsOf(items);
  const itemUi = (uiSchema?.['items'] ?? {}) as NonNullable<Props['uiSchema']>;
  const rows = (Array.isArray(props.formData) ? props.formData : []) as readonly RowValues[];
  const latest = useRef(rows);
  latest.current = rows;
  const keys = useRowKeys(rows);
  const list = useRef<HTMLOListElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  const [said, say] = useState('');

  const defaults = defaultsOf(items as Parameters<typeof defaultsOf>[0]);
  const title = schema.title ?? '';
  const itemTitle = titleInSentence(items.title ?? '');
  const full = schema.maxItems !== undefined && rows.length >= schema.maxItems;
  const help = getUiOptions(uiSchema)['help'];
  const [error] = rawErrors ?? [];
  const id = fieldPathId.$id;
  // The heading of the section says it already.
  const named = formContext.sections.some((section) => section.title === title && section.columns.includes(props.name));
  const { template, least } = lineColumns(fields.map(([name]) => itemUi[name]));
  const { ref: frame, layout } = useRowLayout(least);

  /** Typed text goes in before rows change places: it belongs to the row in which it was typed. */
  const change = (make: (current: readonly RowValues[]) => readonly RowValues[], follow: () => void): void => {
    flushSync(drafts.flush);
    follow();
    flushSync(() => props.onChange(make(latest.current) as unknown as FormValues, fieldPathId.path));
  };
  const rowAt = (index: number): Element | undefined => list.current?.children[index];
  const focusRow = (index: number, name?: string): void => {
    const own =
      name === undefined ? null : rowAt(index)?.querySelector<HTMLElement>(`[data-field="${name}"] ${firstControl}`);
    const target = own ?? rowAt(index)?.querySelector<HTMLElement>(firstControl) ?? add.current;
    target?.focus();
  };

  const insert = (index: number): void => {
    if (full) return;
    change(
      (current) => current.toSpliced(index, 0, defaults),
      () => keys.insert(index),
    );
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
    focus();
    say(texts('rows.moved', { number: index + 1, to: to + 1 }));
  };
  const drop = (index: number): void => {
    change(
      (current) => current.toSpliced(index, 1),
      () => keys.remove(index),
    );
    say(texts('rows.removed', { number: index + 1 }));
  };
  const remove = (index: number): void => {
    flushSync(drafts.flush);
    const next = Math.min(index, rows.length - 2);
    if (isUntouched(latest.current[index] ?? {}, defaults)) {
      drop(index);
      focusRow(next);
      return;
    }
    let dropped = false;
    modals.openConfirmModal({
      title: texts('rows.remove.title', { number: index + 1 }),
      children: texts('rows.remove.text', { title }),
      labels: { confirm: texts('rows.remove.confirm'), cancel: texts('action.cancel') },
      confirmProps: { className: 'fi-danger', color: 'red' },
      withCloseButton: false,
      onConfirm: () => {
        dropped = true;
        drop(index);
      },
      // The button that was pressed is gone with its row.
      onExitTransitionEnd: () => dropped && focusRow(next),
    });
  };

  const pressed = (index: number) => (event: KeyboardEvent<HTMLElement>) => {
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
  /** After a move by its button, the same button of the row in its new place; at either end the other one. */
  const focusMove = (index: number, way: string): void => {
    const find = (one: string) => rowAt(index)?.querySelector<HTMLElement>(`[data-move="${one}"]:not([disabled])`);
    (find(way) ?? find(way === 'up' ? 'down' : 'up'))?.focus();
  };
  const moveButton = (index: number, way: 'up' | 'down') => {
    const to = index + (way === 'up' ? -1 : 1);
    const Icon = way === 'up' ? ArrowUp : ArrowDown;
    return (
      <ActionIcon
        variant="subtle"
        color="gray"
        data-move={way}
        disabled={to < 0 || to >= rows.length}
        aria-label={texts(`rows.${way}`, { number: index + 1 })}
        title={texts(`rows.${way}`, { number: index + 1 })}
        onClick={() => move(index, to, () => focusMove(to, way))}
      >
        <Icon size={15} />
      </ActionIcon>
    );
  };

  return (
    <fieldset
      ref={frame}
      className={classes.rows}
      aria-labelledby={heading}
      {...(error !== undefined
        ? { 'aria-describedby': errorId(id) }
        : help !== undefined && { 'aria-describedby': helpId(id) })}
      data-layout={layout}
      style={{ '--fields': template } as CSSProperties}
    >
      <p id={heading} className={classes.title} data-hidden={named || undefined}>
        {title}
        {required && (
          <span className={classes.required} aria-hidden title={texts('form.required')}>
            *
          </span>
        )}
      </p>
      {error === undefined ? (
        typeof help === 'string' && (
          <p id={helpId(id)} className={classes.help}>
            {help}
          </p>
        )
      ) : (
        <p id={errorId(id)} className={classes.error}>
          {error}
        </p>
      )}
      {rows.length === 0 ? (
        <p className={classes.empty}>{texts('rows.none')}</p>
      ) : (
        <>
          {layout === 'lines' && (
            <div className={classes.head} aria-hidden>
              <span />
              {fields.map(([name, field]) => (
                <span key={name} className={classes.column} title={helpOf(itemUi[name])}>
                  {field.title}
                  {items.required?.includes(name) && field.type !== 'boolean' && (
                    <span className={classes.required}>*</span>
                  )}
                </span>
              ))}
              <span />
            </div>
          )}
          <ol ref={list} className={classes.list}>
            {rows.map((row, index) => {
              const path = toFieldPathId(index, globalFormOptions, fieldPathId);
              return (
                <li key={keys.at(index)} className={classes.row} onKeyDownCapture={pressed(index)}>
                  <span className={classes.number} aria-hidden>
                    {index + 1}
                  </span>
                  {fields.map(([name, field]) => (
                    <RowCell key={name} name={name} row={index + 1} array={title}>
                      {SchemaField && (
                        <SchemaField
                          name={name}
                          schema={field}
                          uiSchema={itemUi[name] ?? {}}
                          formData={row[name] as FormValues}
                          errorSchema={errorsAt(props.errorSchema, index, name)}
                          fieldPathId={toFieldPathId(name, globalFormOptions, path)}
                          required={items.required?.includes(name) ?? false}
                          registry={registry}
                          onChange={props.onChange}
                          onBlur={props.onBlur}
                          onFocus={props.onFocus}
                        />
                      )}
                    </RowCell>
                  ))}
                  <span className={classes.buttons}>
                    {moveButton(index, 'up')}
                    {moveButton(index, 'down')}
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      aria-label={texts('rows.remove', { number: index + 1 })}
                      title={texts('rows.remove', { number: index + 1 })}
                      onClick={() => remove(index)}
                    >
                      <Trash2 size={15} />
                    </ActionIcon>
                  </span>
                </li>
              );
            })}
          </ol>
        </>
      )}
      <div className={classes.foot}>
        <Button
          ref={add}
          id={id}
          size="compact-md"
          variant="default"
          leftSection={<Plus size={14} />}
          disabled={full}
          onClick={() => insert(rows.length)}
        >
          {texts('rows.add', { title: itemTitle })}
        </Button>
        <span className={classes.hint}>
          {full ? texts('rows.full', { limit: schema.maxItems ?? 0 }) : rows.length > 0 && texts('rows.keys')}
        </span>
      </div>
      <VisuallyHidden aria-live="polite">{said}</VisuallyHidden>
    </fieldset>
  );
};

/** What RJSF holds against one cell. */
const errorsAt = (errors: Props['errorSchema'], index: number, name: string): NonNullable<Props['errorSchema']> => {
  const tree = errors as
    | Readonly<Record<string, Readonly<Record<string, Props['errorSchema']>> | undefined>>
    | undefined;
  return tree?.[index]?.[name] ?? {};
};
