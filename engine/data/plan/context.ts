/** What a statement is planned in: whose rights hold, over the rows of which entity, and through which list they are met. */
import type { Access } from '../../access/access.ts';
import { screenEntity } from '../../model/screen-entity.ts';
import type { RegistryScreen } from '../../model/screen-types.ts';
import type { Entity, Model } from '../../model/types.ts';
import type { SensitiveReads } from '../sensitive-reads.ts';

/** Rows met through a list: it opens them by its own pair, and says in which order and how many of them come. */
export interface ListContext {
  readonly model: Model;
  readonly access: Access;
  /** The one that the list shows. */
  readonly entity: Entity;
  readonly screen: RegistryScreen;
  /** IANA zone of the installation: a day that is compared with a moment is one of it. */
  readonly timeZone: string;
  /** Is told of the sensitive values that are given out; absent where nothing is. */
  readonly reads?: SensitiveReads;
  /** Rows of a page, or groups, at most. Default: as many as a request may ask for (`maximumLimit`, `maximumGroups`). */
  readonly mostRows?: number;
}

/** Rows that the product itself writes for a caller, with the caller's rights and through no list. */
interface OwnContext {
  readonly model: Model;
  readonly access: Access;
  readonly entity: Entity;
  readonly screen?: undefined;
  readonly timeZone: string;
  readonly reads?: undefined;
}

/** What a write is planned in. */
export type PlanContext = ListContext | OwnContext;

export const listContext = (
  model: Model,
  access: Access,
  screen: RegistryScreen,
  timeZone: string,
  reads?: SensitiveReads,
): ListContext => {
  const entity = screenEntity(model, screen);
  if (!entity) throw new Error(`screen ${screen.path} shows no entity`);
  return { model, access, entity, screen, timeZone, ...(reads && { reads }) };
};
