import type { FormBegins, FormFill } from '../../contract/screen-model.ts';
import { ownKey } from '../../expressions/keys-in.ts';
import type { Entity } from '../../model/types.ts';
import type { Texts } from './texts.ts';

/** By wire name, what stands at the control of each field that is filled in: from where. */
export const fillNotes = (fills: readonly FormFill[], texts: Texts): Readonly<Record<string, string>> =>
  Object.fromEntries(
    fills.flatMap(({ title, fields }) => fields.map(({ column }) => [column, texts('form.filledFrom', { title })])),
  );

const listed = new Intl.ListFormat('pt-BR', { type: 'conjunction' });

const titlesOf = (entity: Entity | undefined, keys: readonly string[]): readonly string[] => {
  const read = new Set(keys.map(ownKey));
  return [
    ...(entity?.fields ?? []).filter(({ column }) => read.has(column)),
    ...(entity?.children ?? []).filter(({ name }) => read.has(name)),
  ].map(({ title }) => title);
};

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
          const titles = [...titlesOf(entity, value.reads), ...titlesOf(owner, value.parentReads)];
          const note =
            titles.length === 0 ? texts('transition.begun') : texts('form.begins', { fields: listed.format(titles) });
          return [key, note] as const;
        }),
        ...begins.later.map((key) => [key, texts('transition.begun.later')] as const),
      ]);
