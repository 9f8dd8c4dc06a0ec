/** Where the language reference is, and the part of it that a page shows. */
import type { IssueCode } from '../../engine/core/errors.ts';

export const referenceAddress = '/bancada/referencia';

/** Query of the address that shows a section, and of one of its keys. */
export const referenceQuery = (section: string, key?: string): string =>
  `?p=${encodeURIComponent(section)}${key === undefined ? '' : `&k=${encodeURIComponent(key)}`}`;

/** What to read of the issues whose hint sends to the reference: a section, and a key of it. */
export const referenceOf: Partial<Record<IssueCode, readonly [section: string, key?: string]>> = {
  MODEL_ACTION_INVALID: ['registry', 'actions'],
  MODEL_EXPRESSION: ['expressions'],
  MODEL_LOG_FIELD: ['registry', 'log'],
  MODEL_SCREEN_KIND: ['registry', 'kind'],
  MODEL_SEQUENCE: ['record', 'properties.*.x-sequence'],
  MODEL_TRANSITION: ['registry', 'states'],
  MODEL_VIEW_REFUSED: ['query'],
};
