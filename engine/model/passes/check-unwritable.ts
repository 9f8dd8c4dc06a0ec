import { toPointer } from '../../core/json.ts';
import type { Declaration } from '../../overlay/base-index.ts';
import { isOverlay } from '../../overlay/resolved.ts';
import type { Report } from '../report.ts';
import type { Field } from '../types.ts';

/** Nobody can give a value to what is hidden or read-only, a field or an array of rows; numbers and states the engine gives. */
export const checkUnwritable = (
  screen: Declaration,
  subject: Pick<Field, 'name' | 'visible' | 'readOnly' | 'required' | 'default'> & Partial<Pick<Field, 'sequence'>>,
  report: Report,
): void => {
  if ((subject.visible && !subject.readOnly) || !subject.required || subject.default !== undefined) return;
  const { record, registry } = screen;
  if (subject.sequence !== undefined || registry.value.states?.field === subject.name) return;
  const place = { entity: registry.value.entity, field: subject.name };
  const hidden = record.origin(
    toPointer(['properties', subject.name, subject.visible ? 'readOnly' : 'x-visible']),
    true,
  );
  const required = record.origin(`/required/${record.value.required?.indexOf(subject.name) ?? 0}`);
  const overlay = [hidden, required].find(isOverlay);
  if (overlay === undefined) report('MODEL_HIDDEN_REQUIRED', hidden, place);
  else report('OVERLAY_HIDDEN_REQUIRED', overlay, place);
};
