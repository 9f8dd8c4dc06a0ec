import { phrases } from '../../core/words.ts';
import type { Autocomplete } from '../types.ts';
import type { ScreenUse } from './screen-fields.ts';
import { usableField } from './screen-fields.ts';

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
  const from = dayField('from');
  const until = dayField('until');
  return {
    ...(said.path === undefined ? {} : { path: said.path }),
    ...(said.minimum === undefined ? {} : { minimum: said.minimum }),
    ...(from === undefined || until === undefined ? {} : { validity: { from, until } }),
  };
};
