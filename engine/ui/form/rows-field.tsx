/**
 * The rows that a record owns, as an editor: a line for each row where its fields fit beside each other, else a card.
 * Ctrl+Enter adds a row below, Alt with an arrow moves the row; each does what its button does. Cells copied from a
 * spreadsheet are pasted over the rows from the cell that has the focus.
 */
import { Button, VisuallyHidden } from '@mantine/core';
import type { FieldProps, RJSFSchema } from '@rjsf/utils';
import { getUiOptions } from '@rjsf/utils';
import { Plus, Undo2 } from 'lucide-react';
import type { CSSProperties } from 'react';
import { use, useId } from 'react';
import { explained } from '../runtime/explained.ts';
import { useTexts } from '../runtime/texts.ts';
import { titleInSentence } from '../runtime/title-in-sentence.ts';
import { rowNote } from './field-help.ts';
import type { FormContext } from './form-context.ts';
import { errorId, helpId } from './form-ids.ts';
import { RowLine } from './row-line.tsx';
import classes from './rows-field.module.css';
import { RowsContext } from './rows-scope.ts';
import { useRowsEditor } from './use-rows-editor.ts';
import type { FormValues } from './validator.ts';

type Props = FieldProps<FormValues, RJSFSchema, FormContext>;

/** Said by the head where a line has no room for it. */
const headHelp = (ui: unknown, note: string | undefined): string | undefined => {
  const help = getUiOptions(ui as NonNullable<Props['uiSchema']>)['help'];
  const parts = [help, note].filter((part) => typeof part === 'string');
  return parts.length === 0 ? undefined : parts.join(' ');
};

export const RowsField = (props: Props) => {
  const texts = useTexts();
  const scope = use(RowsContext);
  const heading = useId();
  const { uiSchema, registry, fieldPathId, required, name } = props;
  const closed = props.readonly === true;
  const editor = useRowsEditor(scope, name, uiSchema, closed);
  const { schema, items, fields, itemUi, rows, full, frame, layout, template, window } = editor;
  const title = schema.title ?? '';
  const owned = registry.formContext.entity;
  const help = getUiOptions(uiSchema)['help'];
  const [error] = editor.messages;
  const id = fieldPathId.$id;
  // The heading of the section says it already.
  const named = registry.formContext.sections.some(
    (section) => section.title === title && section.columns.includes(name),
  );

  /** Whether anybody may fill in the column: in one of the rows at least. */
  const states = scope?.statesOf(name);
  const isOpen = (field: string): boolean =>
    !closed && rows.some((_row, index) => states?.[index]?.readOnly.has(field) !== true);

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
      <p
        id={heading}
        className={classes.title}
        data-hidden={named || undefined}
        {...explained(owned && `${owned}.${name}`)}
      >
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
              {fields.map(([field, { title: column, type }]) => (
                <span
                  key={field}
                  className={classes.column}
                  title={headHelp(itemUi[field], rowNote(registry.formContext, name, field))}
                  {...explained(owned && `${owned}.${name}.${field}`)}
                >
                  {column}
                  {editor.required.includes(field) && type !== 'boolean' && isOpen(field) && (
                    <span className={classes.required}>*</span>
                  )}
                </span>
              ))}
              <span />
            </div>
          )}
          <ol
            ref={editor.list}
            className={classes.list}
            data-windowed={window.windowed || undefined}
            style={window.windowed ? { height: window.height } : {}}
          >
            {window.drawn.map(({ index, top }) => (
              <li
                key={editor.keyOf(index)}
                ref={window.windowed ? window.measure : null}
                data-index={index}
                className={classes.row}
                {...(window.windowed && { 'aria-setsize': rows.length, 'aria-posinset': index + 1 })}
                style={window.windowed ? { transform: `translateY(${top}px)` } : {}}
                onFocusCapture={() => window.hold(index)}
                onBlurCapture={editor.left(index)}
                onKeyDownCapture={editor.pressed(index)}
                onPasteCapture={editor.pasted(index)}
              >
                <RowLine
                  index={index}
                  count={rows.length}
                  row={rows[index] ?? {}}
                  messages={editor.messagesOf(index)}
                  state={states?.[index]}
                  array={title}
                  fields={fields}
                  required={editor.required}
                  itemUi={itemUi}
                  registry={registry}
                  fieldPathId={fieldPathId}
                  onBlur={props.onBlur}
                  onFocus={props.onFocus}
                  closed={closed}
                  doings={editor.doings}
                />
              </li>
            ))}
          </ol>
        </>
      )}
      {closed ? (
        <p ref={editor.closing} id={id} tabIndex={-1} className={classes.hint}>
          {texts('rows.closed')}
        </p>
      ) : (
        <div className={classes.foot}>
          <Button
            ref={editor.add}
            id={id}
            size="compact-md"
            variant="default"
            leftSection={<Plus size={14} />}
            disabled={full}
            onClick={() => editor.insert(rows.length)}
          >
            {texts('rows.add', { title: titleInSentence(items.title ?? '') })}
          </Button>
          {editor.undo && (
            <Button
              size="compact-md"
              variant="subtle"
              leftSection={<Undo2 size={14} />}
              onClick={editor.undo}
              data-undo-rows
            >
              {texts('rows.undo')}
            </Button>
          )}
          <span className={classes.hint}>
            {full ? texts('rows.full', { limit: schema.maxItems ?? 0 }) : rows.length > 0 && texts('rows.keys')}
          </span>
        </div>
      )}
      <VisuallyHidden aria-live="polite">{editor.said}</VisuallyHidden>
    </fieldset>
  );
};
