import { phrases } from '../../core/words.ts';
import type { ScreenUse } from './screen-fields.ts';
import { usableField } from './screen-fields.ts';

/** The relation to the record that a row of a view stands for; undefined where it stands for none. */
export const compileRecord = (use: ScreenUse): string | undefined => {
  const { registry, folder } = use.screen;
  const name = registry.value.record;
  if (name === undefined) return undefined;
  const place = registry.origin('/record');
  if (use.entity.screen.query === undefined) {
    use.report('MODEL_RECORD_FIELD', place, { screen: folder, field: name, reason: phrases.ownRecords });
    return undefined;
  }
  const found = usableField(use, name, '/record', '/record');
  if (found === undefined) return undefined;
  if (found.path.length === 1 && found.field.relation !== undefined) return found.field.name;
  use.report('MODEL_RECORD_FIELD', place, { screen: folder, field: name, reason: phrases.noRelation });
  return undefined;
};
