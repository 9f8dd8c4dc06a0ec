import { toPointer } from '../../core/json.ts';
import { phrases } from '../../core/words.ts';
import type { Autocomplete } from '../screen-types.ts';
import type { ScreenUse } from './screen-fields.ts';
import { usableField } from './screen-fields.ts';

type AnswerPart = string | Readonly<Record<string, string>>;

/** How the records of a screen are found while one types; undefined where columns.json says nothing of it. */
export const compileAutocomplete = (use: ScreenUse): Autocomplete | undefined => {
  const { registry } = use.screen;
  const said = registry.value.autocomplete;
  if (said === undefined) return undefined;
  /** A date field of the entity; undefined, and reported, where the name is of none. */
  const dayField = (key: 'from' | 'until'): string | undefined => {
    const name = said.validity?.[key];
    const pointer = `/autocomplete/validity/${key}`;
    const found = name === undefined ? undefined : usableField(use, name, pointer, '/autocomplete/validity');
    if (name === undefined || found === undefined) return undefined;
    if (found.path.length === 1 && found.field.type === 'date') return name;
    const reason = found.path.length > 1 ? phrases.dotted : phrases.notDate;
    use.report('MODEL_AUTOCOMPLETE', registry.origin(pointer), { entity: use.entity.name, field: name, reason });
    return undefined;
  };
  /** A field of the entity that may be answered; undefined, and reported, where the name is of none. */
  const ownField = (name: string, pointer: string): string | undefined => {
    const found = usableField(use, name, pointer, '/autocomplete/answer');
    if (found === undefined) return undefined;
    if (found.path.length === 1 && found.field.relation === undefined) return name;
    const reason = found.path.length > 1 ? phrases.dotted : phrases.relation;
    use.report('MODEL_ANSWER_FIELD', registry.origin(pointer), { screen: use.screen.folder, field: name, reason });
    return undefined;
  };
  const namedFields = (part: Readonly<Record<string, string>>, above: readonly string[]) =>
    Object.fromEntries(
      Object.entries(part).flatMap(([key, name]): [string, string][] => {
        const field = ownField(name, toPointer([...above, key]));
        return field === undefined ? [] : [[key, field]];
      }),
    );
  const answer = Object.entries(said.answer ?? {}).flatMap(([key, part]): [string, AnswerPart][] => {
    const above = ['autocomplete', 'answer'];
    const kept =
      typeof part === 'string' ? namedFields({ [key]: part }, above)[key] : namedFields(part, [...above, key]);
    return kept === undefined || Object.keys(kept).length === 0 ? [] : [[key, kept]];
  });
  const from = dayField('from');
  const until = dayField('until');
  return {
    ...(said.path === undefined ? {} : { path: said.path }),
    ...(said.minimum === undefined ? {} : { minimum: said.minimum }),
    ...(from === undefined || until === undefined ? {} : { validity: { from, until } }),
    ...(answer.length === 0 ? {} : { answer: Object.fromEntries(answer) }),
  };
};
