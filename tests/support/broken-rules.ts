/** What a record breaks of the conditions and rules in the files, without a database. */
import { expressionFailures } from '../../engine/fields/record-expressions.ts';
import type { Entity, Model } from '../../engine/model/types.ts';

const entityOf = (model: Model, name: string): Entity => {
  const found = model.entities[name];
  if (found === undefined) throw new Error(`no entity ${name}`);
  return found;
};

/** Each as the field that it is told at and the code of the error, on the last day of January 2026. */
export const brokenRules = (model: Model, name: string, record: Readonly<Record<string, unknown>>): string[] => {
  const entity = entityOf(model, name);
  const failures = expressionFailures({
    entity,
    shown: entity,
    record,
    before: undefined,
    moment: { today: '2026-01-31', timeZone: 'America/Sao_Paulo' },
  });
  return failures.map(({ at, code }) => `${at.field} ${code}`);
};
