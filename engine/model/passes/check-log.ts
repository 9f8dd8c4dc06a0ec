import { toPointer } from '../../core/json.ts';
import { nearest } from '../../core/nearest.ts';
import type { LogName } from '../../metadata/logs.ts';
import { logs, logValue } from '../../metadata/logs.ts';
import type { DraftEntity } from '../draft.ts';
import type { Report } from '../report.ts';
import type { FieldTypeName } from '../types.ts';

const suited = {
  text: ['text', 'long-text', 'code'],
  integer: ['integer'],
  'date-time': ['date-time'],
} as const satisfies Readonly<Record<string, readonly FieldTypeName[]>>;

/** Keys of columns.json that ask for a table of the entity's own, or for writing. */
const ofTables = [
  'unique',
  'noOverlap',
  'indexes',
  'naturalKey',
  'scope',
  'openTo',
  'reference',
  'referenceBeyondScope',
  'referenceForStaff',
  'login',
  'search',
  'batch',
  'inline',
  'states',
  'history',
  'withheld',
] as const;

const checkFields = ({ name, screen, fields }: DraftEntity, log: LogName, report: Report): void => {
  for (const field of fields) {
    const value = logValue(log, field.name);
    const origin = screen.record.origin(toPointer(['properties', field.name]), true);
    const place = { entity: name, field: field.name, log };
    if (value === undefined) report('MODEL_LOG_FIELD', origin, place, nearest(field.name, Object.keys(logs[log])));
    else if (!suited[value].some((type) => type === field.type) || field.unique)
      report('MODEL_LOG_VALUE', origin, { ...place, value });
  }
};

/** What a registry over a log of the engine may not say: its rows are there already, and nobody writes them. */
export const checkLog = (draft: DraftEntity, report: Report): void => {
  const { name, screen, children } = draft;
  const { registry, record, rows } = screen;
  const { log } = registry.value;
  if (log === undefined) return;
  checkFields(draft, log, report);
  const closed = (key: string, origin: ReturnType<typeof record.origin>) =>
    report('MODEL_LOG_KEY', origin, { entity: name, key });
  for (const key of ofTables) if (registry.value[key] !== undefined) closed(key, registry.origin(`/${key}`));
  for (const child of children) closed(child.name, record.origin(toPointer(['properties', child.name]), true));
  for (const [field, property] of Object.entries(record.value.properties))
    for (const key of ['x-computed', 'x-sequence', 'x-begins', 'x-filled-from'])
      if (key in property) closed(key, record.origin(toPointer(['properties', field, key])));
  if (rows !== undefined) closed('data.csv', registry.origin('/log'));
};
