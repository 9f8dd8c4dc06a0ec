/**
 * What a client hides and something still needs. In: the entities with their states, the files of the client. Out:
 * OVERLAY_HIDDEN_MOVE and OVERLAY_HIDDEN_RANGE where it can never work, OVERLAY_WEAKENS where less is done than in the
 * base and the client does not say why.
 */
import { isPatched } from '../../overlay/resolved.ts';
import type { DraftEntity } from '../draft.ts';
import type { Passed } from '../report.ts';
import { collect } from '../report.ts';
import { checkTransitions } from './check-hidden-moves.ts';
import { checkRanges } from './check-hidden-ranges.ts';
import { hiddenKeys } from './hidden-keys.ts';
import type { Around, Stated } from './weaken-hidden.ts';

export const checkHidden = (entities: readonly Stated[], drafts: ReadonlyMap<string, DraftEntity>): Passed<undefined> =>
  collect((report) => {
    // Nothing is hidden by a client whose records are those of the base.
    if (![...drafts.values()].some(({ screen }) => isPatched(screen.record))) return undefined;
    const byName = new Map(entities.map((entity) => [entity.name, entity]));
    const around: Around = { drafts, entities: byName, keys: hiddenKeys(entities, drafts), report };
    for (const entity of entities) {
      const draft = drafts.get(entity.name);
      if (draft === undefined) continue;
      checkTransitions(around, entity, draft);
      checkRanges(around, entity);
    }
    return undefined;
  });
