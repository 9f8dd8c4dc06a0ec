/** The answers for what a screen says of fields in its own way: each with what it stands over, a client's word first. */
import { toPointer, valueAt } from '../../core/json.ts';
import { ruleWords } from '../../core/words.ts';
import type { RawDocument, RawScreen } from '../../metadata/documents.ts';
import { ownedEntity } from '../../metadata/owned-rows.ts';
import type { ScreenField } from '../../metadata/screen-field.ts';
import { fieldRules } from '../../overlay/rules.ts';
import type { Explanation } from '../types.ts';
import { answerRow, derive } from './answer.ts';
import { contentOf } from './places.ts';

const keys = ['label', 'help', 'required', 'readOnly', 'default'] as const satisfies readonly (keyof ScreenField)[];

/** What the entity says, as the client has it, where it says something. */
const underneath = (record: RawDocument | undefined, name: string, key: (typeof keys)[number]): Explanation['lost'] => {
  const { pointer, member } = fieldRules[key];
  const found = answerRow('', record, {
    name: key,
    pointer: pointer(name),
    ...(member && { member: name }),
    value: undefined,
    rule: derive(ruleWords.absent),
  });
  return found.origin === undefined
    ? found.lost
    : [{ value: saidThere(record, name, key), origin: found.origin, rule: undefined }, ...found.lost];
};

const saidThere = (record: RawDocument | undefined, name: string, key: (typeof keys)[number]): unknown => {
  const { pointer, member } = fieldRules[key];
  return record === undefined ? undefined : member ? true : valueAt(contentOf(record), pointer(name));
};

/** `itens.valor`: the arrays that lead to the rows, and the field there. */
const splitPath = (name: string): readonly [arrays: readonly string[], field: string] => {
  const segments = name.split('.');
  return [segments.slice(0, -1), segments.at(-1) ?? ''];
};

export const explainOwnFields = (
  { folder, registry }: RawScreen,
  recordOf: (entity: string) => RawDocument | undefined,
): readonly Explanation[] =>
  Object.entries(registry.value.fields ?? {}).flatMap(([name, said]) => {
    const [arrays, field] = splitPath(name);
    const record = recordOf(arrays.reduce(ownedEntity, registry.value.entity));
    return keys.flatMap((key): readonly Explanation[] => {
      if (said[key] === undefined) return [];
      const answer = answerRow(folder, registry, {
        name: `fields.${name}.${key}`,
        pointer: toPointer(['fields', name, key]),
        value: said[key],
        rule: derive(ruleWords.absent),
      });
      return [{ ...answer, lost: underneath(record, field, key) }];
    });
  });
