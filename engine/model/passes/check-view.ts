import { toPointer } from '../../core/json.ts';
import type { Origin } from '../../core/origin.ts';
import type { Property } from '../../metadata/property.ts';
import type { DraftEntity } from '../draft.ts';
import type { Report } from '../report.ts';

/** Keys of columns.json that ask for a table of the entity's own, or for writing. */
const ofTables = [
  'unique',
  'noOverlap',
  'indexes',
  'naturalKey',
  'reference',
  'referenceBeyondScope',
  'referenceForStaff',
  'login',
  'log',
  'states',
  'history',
  'batch',
  'inline',
] as const;

/** Keywords of a field that say what may be written. */
const ofWriting = [
  'default',
  'writeOnly',
  'x-unique',
  'x-computed',
  'x-sequence',
  'x-begins',
  'x-filled-from',
  'x-required-when',
  'x-read-only-when',
  'x-attachment',
] as const satisfies readonly (keyof Property)[];

/** What a view registry may not say: its rows are those of others, and nobody writes them through it. */
export const checkView = ({ name, screen, children }: DraftEntity, report: Report): void => {
  const { registry, record, rows, query } = screen;
  if (query === undefined) return;
  const closed = (key: string, origin: Origin): void => report('MODEL_VIEW_KEY', origin, { entity: name, key });
  for (const key of ofTables) if (registry.value[key] !== undefined) closed(key, registry.origin(`/${key}`, true));
  // Of the record that a row stands for, what this screen does not offer.
  if (registry.value.record === undefined && registry.value.withheld !== undefined)
    closed('withheld', registry.origin('/withheld', true));
  for (const key of ['required', 'x-rules', 'x-locked'] as const)
    if (record.value[key] !== undefined) closed(key, record.origin(`/${key}`, true));
  for (const child of children) closed(child.name, record.origin(toPointer(['properties', child.name]), true));
  for (const [field, property] of Object.entries(record.value.properties))
    for (const key of ofWriting)
      if (key in property) closed(key, record.origin(toPointer(['properties', field, key]), true));
  if (rows !== undefined) closed('data.csv', { file: rows.file, pointer: '', line: 1, column: 1 });
};
