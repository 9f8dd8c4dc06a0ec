import { toPointer } from '../../core/json.ts';
import { phrases } from '../../core/words.ts';
import { isAssigned } from '../draft.ts';
import type { ScreenUse } from './screen-fields.ts';
import { namedField, usableField } from './screen-fields.ts';

/** The fields that may be changed on many records at once: the entity's own, neither unique nor read-only. */
export const compileBatch = (use: ScreenUse): readonly string[] => {
  const { screen, entity, report } = use;
  const { registry } = screen;
  return (registry.value.batch ?? []).flatMap((name, index): string[] => {
    const pointer = `/batch/${index}`;
    const refuse = (reason: string): string[] => {
      report('MODEL_BATCH_FIELD', registry.origin(pointer), { screen: screen.folder, field: name, reason });
      return [];
    };
    const found = namedField(use, name, pointer);
    if (found === undefined) return [];
    if (found.path.length > 1) return refuse(phrases.dotted);
    if (found.field.unique) return refuse(phrases.unique);
    if (found.field.writeOnly) return refuse(phrases.secret);
    if (found.field.attachment !== undefined) return refuse(phrases.ownFiles);
    if (found.field.readOnly)
      // A client that makes the field read-only takes it out of the batch; the base contradicts itself.
      return isAssigned(entity.screen.record, toPointer(['properties', name, 'readOnly']))
        ? []
        : refuse(phrases.readOnly);
    return usableField(use, name, pointer, '/batch') === undefined ? [] : [name];
  });
};
