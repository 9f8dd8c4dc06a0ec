import type { FormFill } from '../../contract/screen-model.ts';
import type { Texts } from './texts.ts';

/** By wire name, what stands at the control of each field that is filled in: from where. */
export const fillNotes = (fills: readonly FormFill[], texts: Texts): Readonly<Record<string, string>> =>
  Object.fromEntries(
    fills.flatMap(({ title, fields }) => fields.map(({ column }) => [column, texts('form.filledFrom', { title })])),
  );
