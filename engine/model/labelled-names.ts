import type { Entity } from './types.ts';

/** The fields that name a record: those of the natural key and of the label. */
export const labelledNames = ({ naturalKey, label }: Pick<Entity, 'naturalKey' | 'label'>): readonly string[] => [
  ...naturalKey,
  ...label.flatMap((part) => ('field' in part ? [part.field] : [])),
];

/** The fields that are known of every record, also of those out of a confined user's scope. */
export const knownBeyond = (
  entity: Pick<Entity, 'naturalKey' | 'label' | 'referenceBeyondScope'>,
): readonly string[] => [...labelledNames(entity), ...(entity.referenceBeyondScope ?? [])];
