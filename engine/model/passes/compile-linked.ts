import type { RelationName } from '../screen-types.ts';
import { reverseRelation } from './reverse-relation.ts';
import type { ScreenUse } from './screen-fields.ts';

/** Which of the relations that point at a record it tells of first; undefined where the files name none, or none that the client shows. */
export const compileLinked = (use: ScreenUse): readonly RelationName[] | undefined => {
  const { screen, report } = use;
  const named = screen.registry.value.linked?.flatMap((text, index): RelationName[] => {
    const origin = screen.registry.origin(`/linked/${index}`);
    const refuse = (reason: string, suggestion?: string): undefined =>
      void report('MODEL_LINKED_RELATION', origin, { screen: screen.folder, relation: text, reason }, suggestion);
    const found = reverseRelation(use, text, origin, refuse);
    return found === undefined ? [] : [{ entity: found.entity.name, relation: found.field.name }];
  });
  return named?.length === 0 ? undefined : named;
};
