import type { ScreenUse } from './screen-fields.ts';
import { usableField } from './screen-fields.ts';

/** The relation to the provider that the screen works for; undefined where it works for none. */
export const compileProvider = (use: ScreenUse): string | undefined => {
  const { registry, folder } = use.screen;
  const name = registry.value.provider;
  if (name === undefined) return undefined;
  const found = usableField(use, name, '/provider', '/provider');
  if (found === undefined) return undefined;
  if (found.path.length === 1 && found.field.relation !== undefined) return found.field.name;
  use.report('MODEL_PROVIDER_FIELD', registry.origin('/provider'), { screen: folder, field: name });
  return undefined;
};
