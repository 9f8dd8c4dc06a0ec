import { toPointer } from '../../core/json.ts';
import { becauseOf, isPatched } from '../../overlay/resolved.ts';
import type { DraftEntity } from '../draft.ts';
import type { Report } from '../report.ts';
import type { Entity } from '../types.ts';
import type { HiddenField, HiddenKeys } from './hidden-keys.ts';

export type Stated = Pick<Entity, 'name' | 'title' | 'expressions' | 'states' | 'noOverlap'>;

export interface Around {
  readonly drafts: ReadonlyMap<string, DraftEntity>;
  readonly entities: ReadonlyMap<string, Stated>;
  readonly keys: HiddenKeys;
  readonly report: Report;
}

const hasReason = ({ drafts }: Around, { entity, field }: HiddenField): boolean => {
  const record = drafts.get(entity)?.screen.record;
  const pointer = toPointer(['properties', field, 'x-visible']);
  return (
    record !== undefined &&
    isPatched(record) &&
    record.assignments.some((assignment) => assignment.pointer === pointer && becauseOf(assignment) !== undefined)
  );
};

/** Reports OVERLAY_WEAKENS of each, unless the client says why. */
export const weaken = (around: Around, causes: readonly HiddenField[], problem: string): void => {
  for (const cause of causes)
    if (!cause.isBarred && !hasReason(around, cause))
      around.report('OVERLAY_WEAKENS', cause.origin, { target: `${cause.entity}.${cause.field}.visible`, problem });
};
