import { Button, Popover } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { useEffect, useId, useRef } from 'react';
import { recordLabel } from '../../contract/column-text.ts';
import type { GridColumn } from '../../contract/screen-model.ts';
import type { Field } from '../../model/types.ts';
import { DraftContext } from '../controls/use-draft.ts';
import { useScreenModel } from '../runtime/screen-context.ts';
import { useTexts } from '../runtime/texts.ts';
import type { Row } from '../store/api.ts';
import { CellControl } from './cell-control.tsx';
import { useGridContext } from './grid-context.ts';
import classes from './inline-editor.module.css';
import { useCellEdit } from './use-cell-edit.ts';

interface Props {
  readonly row: Row;
  readonly column: GridColumn;
  readonly field: Field;
}

interface UiField {
  readonly 'ui:widget'?: string;
  readonly 'ui:options'?: Readonly<Record<string, unknown>>;
}

/** Whether a list of the control is open: then Enter and Escape are the list's. */
const listOpen = (target: EventTarget): boolean =>
  target instanceof HTMLElement && target.getAttribute('aria-expanded') === 'true';

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && 'id' in value;

/**
 * The control of a field in its cell. Enter stores and goes a row down, with Shift up, Tab stores and goes on, Escape
 * leaves it as it was. The arrows are the control's: they choose in a list, count in a number, move in a text.
 */
const InlineEditor = ({ row, column, field }: Props) => {
  const model = useScreenModel();
  const texts = useTexts();
  const { inline } = useGridContext();
  const edit = useCellEdit(row, column, field);
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  const latest = useRef(edit);
  latest.current = edit;

  const store = async (next: Parameters<typeof inline.leave>[0]) => {
    if (await latest.current.commit()) inline.leave(next);
  };

  useEffect(() => {
    const input = box.current?.querySelector('input');
    input?.focus();
    if (input?.type !== 'checkbox') input?.select();
  }, []);

  // What is written and left behind by a click elsewhere is stored; lists and messages of the cell lie in a portal.
  useEffect(() => {
    const pressed = (event: PointerEvent) => {
      const { target } = event;
      if (!(target instanceof Element) || box.current?.contains(target) || target.closest('[data-portal]')) return;
      void latest.current.commit().then((done) => {
        if (done) inline.leave({ focus: false });
      });
    };
    document.addEventListener('pointerdown', pressed, true);
    return () => document.removeEventListener('pointerdown', pressed, true);
  }, [inline]);

  const keyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === 'Tab') {
      event.preventDefault();
      void store({ step: event.shiftKey ? -1 : 1, focus: true });
    } else if (listOpen(event.target)) return;
    else if (event.key === 'Enter') {
      event.preventDefault();
      void store({ row: event.shiftKey ? -1 : 1, focus: true });
    } else if (event.key === 'Escape') {
      event.preventDefault();
      inline.leave({ focus: true });
    }
  };

  const ui = (model.form.uiSchema[field.column] ?? {}) as UiField;
  const related = row[field.name];
  const label = texts('inline.label', { title: column.title, label: recordLabel(model, row) });
  return (
    <Popover
      withRoles={false}
      opened={edit.problem !== undefined}
      position="bottom-start"
      withinPortal
      offset={4}
      width="max-content"
    >
      <Popover.Target>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the control inside */}
        <div ref={box} className={classes.cell} aria-busy={edit.saving} onKeyDown={keyDown}>
          <DraftContext value={edit.drafts}>
            <CellControl
              widget={ui['ui:widget'] ?? ''}
              options={ui['ui:options'] ?? {}}
              integer={field.type === 'integer'}
              known={isRow(related) ? [related] : []}
              beside={edit.beside}
              value={edit.value}
              onChange={edit.change}
              control={{
                id,
                label,
                invalid: edit.problem !== undefined,
                required: field.required,
                readOnly: edit.saving || edit.closed,
                ...(edit.problem === undefined ? {} : { describedBy: `${id}-problem` }),
              }}
            />
          </DraftContext>
        </div>
      </Popover.Target>
      <Popover.Dropdown id={`${id}-problem`} className={classes.problem ?? ''} role="alert">
        {edit.problem}
        {edit.conflict && (
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => {
              edit.reload();
              inline.leave({ focus: true });
            }}
          >
            {texts('inline.reload')}
          </Button>
        )}
      </Popover.Dropdown>
    </Popover>
  );
};

export default InlineEditor;
