/** Where the records are that the rows of a view stand for, and what this user may do to them there. */
import { mayAct } from '../access/may-act.ts';
import { openTransitions } from '../access/may-move.ts';
import { missingRights } from '../access/visible-entity.ts';
import { screenEntity } from '../model/screen-entity.ts';
import type { RegistryScreen } from '../model/screen-types.ts';
import type { RecordLink } from './screen-model.ts';
import type { Sight } from './sight.ts';

/** undefined where the screen names none, and where the user may not read it or has no screen for it. */
export const buildRecordLink = (
  { model, access, comparable }: Sight,
  screen: RegistryScreen,
): RecordLink | undefined => {
  const field = comparable.find((one) => one.name === screen.record);
  const target = field?.relation && model.entities[field.relation.entity];
  if (field === undefined || target?.path === undefined) return undefined;
  const home = model.screens.find((one) => one.kind === 'registry' && one.path === target.path);
  if (home?.permission === undefined || !access.can(home.permission.action, home.permission.subject)) return undefined;
  const { withheld } = screenEntity(model, screen) ?? {};
  const right = (action: string): boolean => mayAct(access, target, action) && !withheld?.some((one) => one === action);
  return {
    path: target.path,
    column: field.column,
    rights: {
      view: right('view'),
      insert: right('insert') && missingRights(access, target).length === 0,
      update: right('update'),
      delete: right('delete'),
      audit: right('audit'),
    },
    moves: openTransitions(model, access, target).length > 0,
  };
};
