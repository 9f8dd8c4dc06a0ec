import type { Field } from '../model/types.ts';
import type { ScreenModel } from './screen-model.ts';
import { systemFieldOf } from './system-fields.ts';

/** The field behind a wire key, here or one relation away. */
export const fieldOf = (model: Pick<ScreenModel, 'entity' | 'related'>, key: string): Field | undefined => {
  const [first = '', second] = key.split('.');
  const own = model.entity.fields.find((field) => field.column === first || field.name === first);
  if (second === undefined) return own ?? systemFieldOf(first);
  const { name } = model.entity;
  const entity = own?.relation?.entity;
  const target = entity === name ? model.entity : entity === undefined ? undefined : model.related[entity];
  return target?.fields.find((field) => field.column === second || field.name === second);
};
