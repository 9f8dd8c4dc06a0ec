import { operandTitles } from '../../contract/operand-titles.ts';
import type { FormBegins, FormFill } from '../../contract/screen-model.ts';
import type { Entity } from '../../model/types.ts';
import type { Texts } from './texts.ts';

/** By wire name, what stands at the control of each field that is filled in: from where. */
export const fillNotes = (fills: readonly FormFill[], texts: Texts): Readonly<Record<string, string>> =>
  Object.fromEntries(
    fills.flatMap(({ title, fields }) => fields.map(({ column }) => [column, texts('form.filledFrom', { title })])),
  );

const listed = new Intl.ListFormat('pt-BR', { type: 'conjunction' });

/** The same of what begins by an expression: from which fields. `owner`: of rows, their record. */
export const beginNotes = (
  entity: Entity,
  begins: FormBegins | undefined,
  texts: Texts,
  owner?: Entity,
): Readonly<Record<string, string>> =>
  begins === undefined
    ? {}
    : Object.fromEntries([
        ...begins.fields.map(({ key, value }) => {
          const titles = operandTitles(value, entity, owner);
          const note =
            titles.length === 0 ? texts('transition.begun') : texts('form.begins', { fields: listed.format(titles) });
          return [key, note] as const;
        }),
        ...begins.later.map((key) => [key, texts('transition.begun.later')] as const),
      ]);
