/** What the product reads for a screen of its own, as the caller reads the fields that it comes from. */
import type { Access } from '../../engine/access/access.ts';
import type { Model } from '../../engine/model/types.ts';

/** `entity.field`: whether the caller reads its values as they are. A field that the files do not have is nobody's. */
export const readsField = (access: Access, model: Model, path: string): boolean => {
  const [name = '', part = ''] = path.split('.');
  const entity = model.entities[name];
  const found = entity && [...entity.fields, ...entity.children].find((one) => one.name === part);
  if (entity === undefined || found === undefined) return false;
  const { level } = access.fieldRight(entity, found);
  return level === 'open' || level === 'readOnly';
};

/** The covered form of a text, which shows nothing of it. */
const covered = '•••';

/** The text, or its covered form where one of the fields that it comes from is masked or hidden. */
export const shownText = <Value extends string | null>(
  access: Access,
  model: Model,
  paths: readonly string[],
  value: Value,
): Value | typeof covered =>
  value === null || paths.every((path) => readsField(access, model, path)) ? value : covered;
