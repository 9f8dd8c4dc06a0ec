/** How every part of a screen names fields: found, or reported; hidden ones dropped where a client hid them. */
import { toPointer } from '../../core/json.ts';
import { nearest } from '../../core/nearest.ts';
import type { RawScreen } from '../../metadata/documents.ts';
import { isOverlay } from '../../overlay/resolved.ts';
import type { Catalogues } from '../contracts.ts';
import type { DraftEntity, FindEntity, FoundField } from '../draft.ts';
import { findField, isAssigned, pathOf } from '../draft.ts';
import type { Report } from '../report.ts';
import type { FieldPath } from '../screen-types.ts';

/** A screen and all that is needed to read its names. */
export interface ScreenUse {
  readonly screen: RawScreen;
  readonly entity: DraftEntity;
  readonly find: FindEntity;
  readonly catalogues: Catalogues;
  readonly report: Report;
}

export interface UsableField extends FoundField {
  readonly path: FieldPath;
}

/** The document that holds the names: `columns.json`, or `search.json`. */
type Holder = 'registry' | 'search';

const originIn = (use: ScreenUse, holder: Holder, pointer: string) =>
  (use.screen[holder] ?? use.screen.registry).origin(pointer);

/** The field at the end of `name`, reported where there is none. */
export const namedField = (
  use: ScreenUse,
  name: string,
  pointer: string,
  holder: Holder = 'registry',
): UsableField | undefined => {
  const path = pathOf(name);
  const result = findField(use.entity, path, use.find);
  if ('found' in result) return { ...result.found, path };
  if (result.missing === undefined) return undefined;
  const { entity, field } = result.missing;
  const origin = originIn(use, holder, pointer);
  // Names in an overlay have been checked with it.
  if (isOverlay(origin)) return undefined;
  if (entity.children.some((child) => child.name === field)) {
    use.report('MODEL_ROWS_USED', origin, { screen: use.screen.folder, field });
    return undefined;
  }
  use.report('MODEL_FIELD_MISSING', origin, { entity: entity.name, field }, nearest(field, entity.byName.keys()));
  return undefined;
};

/** Whether the client hid the field. */
const isHiddenByClient = ({ entity, field }: FoundField): boolean =>
  isAssigned(entity.screen.record, toPointer(['properties', field.name, 'x-visible']));

/** Whether the client named the field anew; its word then stands above the base's title of a column. */
export const isAssignedTitle = ({ entity, field }: FoundField): boolean =>
  isAssigned(entity.screen.record, toPointer(['properties', field.name, 'title']));

/**
 * The field where a person may see it. Hidden by a client, it silently leaves the lists of the base, for that is what
 * hiding means; a list that was written knowing that the field is hidden contradicts itself and is reported.
 */
export const usableField = (
  use: ScreenUse,
  name: string,
  pointer: string,
  list: string,
  holder: Holder = 'registry',
): UsableField | undefined => {
  const found = namedField(use, name, pointer, holder);
  if (found === undefined) return undefined;
  const { field } = found;
  if (field.visible && !field.writeOnly) return found;
  const unaware = !field.visible && isHiddenByClient(found) && !isAssigned(use.screen.registry, list);
  if (!unaware)
    use.report('MODEL_COLUMN_HIDDEN', originIn(use, holder, pointer), { screen: use.screen.folder, field: name });
  return undefined;
};
