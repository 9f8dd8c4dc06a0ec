/** What transitions create, where the client has turned off every screen on which it would be found. */
import { phrases } from '../../core/words.ts';
import type { RawDocument } from '../../metadata/documents.ts';
import type { Assignment } from '../../overlay/resolved.ts';
import { becauseOf, isPatched } from '../../overlay/resolved.ts';
import { isCreating } from '../effects.ts';
import type { Passed } from '../report.ts';
import { collect } from '../report.ts';
import type { Entity } from '../types.ts';
import type { Entry } from './list-entries.ts';

type Stated = Pick<Entity, 'name' | 'title' | 'states'>;

const turnedOff = (document: RawDocument<'registry'> | undefined): Assignment | undefined =>
  document !== undefined && isPatched(document)
    ? document.assignments.find(({ pointer, value }) => pointer === '/enabled' && value === false)
    : undefined;

/** Reports OVERLAY_WEAKENS, once a screen. */
export const checkCreated = (
  entities: readonly Stated[],
  entries: readonly Entry[],
  own: readonly Entry[],
): Passed<undefined> =>
  collect((report) => {
    const off = entries.flatMap(({ screen }) => {
      const assignment = turnedOff(screen?.registry);
      return screen === undefined || assignment === undefined
        ? []
        : [{ entity: screen.registry.value.entity, assignment }];
    });
    if (off.length === 0) return undefined;
    const shown = new Set(own.flatMap(({ screen }) => screen?.registry.value.entity ?? []));
    const made = entities.flatMap(({ name, title, states }) =>
      shown.has(name)
        ? (states?.transitions ?? []).flatMap((transition) =>
            (transition.effects ?? []).filter(isCreating).map(({ entity }) => ({ entity, transition, title })),
          )
        : [],
    );
    for (const { entity, assignment } of off) {
      const first = made.find((one) => one.entity === entity);
      if (first === undefined || shown.has(entity) || becauseOf(assignment) !== undefined) continue;
      const problem = phrases.hiddenNeeded.outOfReach(first.transition.title, first.title);
      report('OVERLAY_WEAKENS', assignment.source.origin(assignment.sourcePointer, true), {
        target: assignment.target,
        problem,
      });
    }
    return undefined;
  });
