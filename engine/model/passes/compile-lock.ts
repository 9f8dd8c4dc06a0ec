/** When a whole record is closed to changes (`x-locked`): the condition, and the parts of the record that it closes. */
import { toPointer } from '../../core/json.ts';
import { nearest } from '../../core/nearest.ts';
import { ownKey } from '../../expressions/keys-in.ts';
import type { Expression } from '../../expressions/types.ts';
import type { DraftEntity } from '../draft.ts';
import type { Report } from '../report.ts';

/** Those that the lock excepts, reported where there are none of the name. */
const exceptedIn = ({ name: entity, screen, fields, children }: DraftEntity, report: Report): ReadonlySet<string> => {
  const { record } = screen;
  const excepted = record.value['x-locked']?.except ?? [];
  const names = [...fields, ...children].map(({ name }) => name);
  for (const [place, field] of excepted.entries())
    if (!names.includes(field)) {
      const origin = record.origin(toPointer(['x-locked', 'except', place]));
      report('MODEL_FIELD_MISSING', origin, { entity, field }, nearest(field, names));
    }
  return new Set(excepted);
};

/** What the lock closes, by wire names. What its own condition reads stays open, or the record would stay closed for ever. */
export const closedBy = (draft: DraftEntity, expression: Expression | undefined, report: Report): readonly string[] => {
  const excepted = exceptedIn(draft, report);
  const read = new Set(expression?.reads.map(ownKey));
  const parts = [
    ...draft.fields.map((field) => ({ ...field, key: field.column })),
    ...draft.children.map((child) => ({ ...child, key: child.name })),
  ];
  return parts
    .filter(({ name, key, visible, readOnly }) => visible && !readOnly && !excepted.has(name) && !read.has(key))
    .map(({ key }) => key);
};
