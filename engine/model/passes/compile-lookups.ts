import { phrases } from '../../core/words.ts';
import type { RegistryScreen } from '../screen-types.ts';
import type { ScreenUse } from './screen-fields.ts';
import { usableField } from './screen-fields.ts';

/** The short calls of a screen: fields of the entity itself, that a person may see. */
export const compileLookups = (use: ScreenUse): RegistryScreen['lookups'] =>
  (use.screen.registry.value.lookups ?? []).flatMap((lookup, index) => {
    const own = (name: string, pointer: string): string[] => {
      const found = usableField(use, name, pointer, '/lookups');
      if (found === undefined) return [];
      if (found.path.length === 1 && found.field.relation === undefined) return [name];
      const reason = found.path.length > 1 ? phrases.dotted : phrases.relation;
      use.report('MODEL_LOOKUP_FIELD', use.screen.registry.origin(pointer), {
        screen: use.screen.folder,
        field: name,
        reason,
      });
      return [];
    };
    const [field] = own(lookup.field, `/lookups/${index}/field`);
    const fields = lookup.fields.flatMap((name, at) => own(name, `/lookups/${index}/fields/${at}`));
    return field === undefined || fields.length === 0 ? [] : [{ field, fields }];
  });
