/** What one model asks of stored values that another did not: what an overlay can ask for. */

import { compareMasks, maskPattern } from '../core/mask.ts';
import type { StoredRule } from '../data/rows-against.ts';
import { hasTable } from '../model/has-table.ts';
import type { Child, Entity, Field, Model } from '../model/types.ts';

export interface NewRule extends StoredRule {
  readonly field: Field | Child;
  /** What is asked, in words: `passa a ser obrigatório`. */
  readonly words: string;
}

const rulesOfField = (entity: Entity, before: Field, field: Field): readonly NewRule[] => {
  const rule = (words: string, fits: NewRule['fits']): NewRule => ({
    entity,
    field,
    column: field.column,
    words,
    fits,
  });
  const rules: NewRule[] = [];
  if (field.required && !before.required)
    rules.push(rule('passa a ser obrigatório', (value) => value !== null && value !== ''));
  const { mask, codes } = field;
  // The same characters with other signs between them ask nothing new of what is stored.
  if (mask !== undefined && (before.mask === undefined || compareMasks(before.mask, mask) !== 'same')) {
    const pattern = new RegExp(maskPattern(mask));
    rules.push(rule(`passa a ter a máscara ${mask}`, (value) => value === null || pattern.test(value)));
  }
  if (codes !== undefined && before.codes?.some((code) => !codes.includes(code)) === true) {
    const known = new Set(codes);
    const gone = before.codes.filter((code) => !known.has(code));
    rules.push(rule(`perde ${gone.join(', ')} da lista`, (value) => value === null || known.has(value)));
  }
  return rules;
};

const rulesOfRows = (entity: Entity, before: Child, child: Child): readonly NewRule[] => {
  const { minItems: least } = child;
  if (least <= before.minItems) return [];
  const words = `passa a pedir ao menos ${least === 1 ? 'uma linha' : `${least} linhas`}`;
  return [
    { entity, field: child, column: child.name, owned: child.entity, words, fits: (rows) => Number(rows) >= least },
  ];
};

/** Of entities that both have and that have tables. */
export const newRules = (before: Model, after: Model): readonly NewRule[] =>
  Object.values(after.entities).flatMap((entity) => {
    const old = before.entities[entity.name];
    if (old === undefined || old === entity || !hasTable(entity)) return [];
    const fields = new Map(old.fields.map((field) => [field.name, field]));
    const children = new Map(old.children.map((child) => [child.name, child]));
    return [
      ...entity.fields.flatMap((field) => {
        const known = fields.get(field.name);
        return known === undefined ? [] : rulesOfField(entity, known, field);
      }),
      ...entity.children.flatMap((child) => {
        const known = children.get(child.name);
        return known === undefined ? [] : rulesOfRows(entity, known, child);
      }),
    ];
  });
