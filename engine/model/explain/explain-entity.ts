/** The answers for an entity: a property, its place in the files, its value, its rule. */
import { writeLabelParts } from '../passes/parse-label.ts';
import { searchedNames } from '../searched-names.ts';
import type { Entity, Explanation, Rule } from '../types.ts';
import type { Row } from './answer.ts';
import { answerRows } from './answer.ts';
import { entityRules } from './entity-rules.ts';
import type { Sources } from './sources.ts';

export const explainEntity = (sources: Sources, entity: Entity): readonly Explanation[] => {
  const declaration = sources.declarations.get(entity.name);
  const registry = declaration?.registry.value;
  const subject = registry?.subject === undefined && registry?.permission ? '/permission/subject' : '/subject';
  const row = (
    name: string,
    pointer: string | undefined,
    value: unknown,
    rule: keyof typeof entityRules = 'absent',
  ): Row => ({ name, pointer, value, rule: entityRules[rule](sources, entity) });
  const description = row('description', '/description', entity.description);
  const described = declaration?.record.value.description !== undefined;
  const { lock, lockedWith } = entity.expressions ?? {};
  const rules = [...(entity.expressions?.rules ?? []), ...(entity.expressions?.targetRules ?? [])];
  /** An entity that has other expressions has no rules for that. */
  const ofRules = (said: (rule: Rule) => unknown): unknown => (rules.length === 0 ? undefined : rules.map(said));
  return [
    ...answerRows(entity.name, declaration?.record, [
      row('title', '/title', entity.title),
      ...(described ? [description] : []),
      row(
        'rules',
        '/x-rules',
        ofRules(({ must, message }) => `${must.source}: ${message}`),
        'rules',
      ),
      row(
        'ruleFields',
        '/x-rules',
        ofRules(({ keys }) => keys),
        'rules',
      ),
      row('lockedWhen', '/x-locked/when', lock?.expression.source),
      row(
        'lockedWith',
        '/x-locked/with',
        lockedWith?.map(({ must }) => must.source),
      ),
      row('lockedFields', undefined, lock?.keys ?? lockedWith?.[0]?.closes, 'locked'),
    ]),
    ...answerRows(entity.name, declaration?.registry, [
      ...(described ? [] : [description]),
      row('subject', subject, entity.subject, 'subject'),
      row('recordLabel', '/label', writeLabelParts(entity.label), 'label'),
      row('reference', '/reference', entity.reference, 'language'),
      row('referenceBeyondScope', '/referenceBeyondScope', entity.referenceBeyondScope),
      row('referenceForStaff', '/referenceForStaff', entity.referenceForStaff),
      row('states', '/states', registry?.states),
      row('login', '/login', entity.login),
      row('naturalKey', '/naturalKey', entity.naturalKey, 'naturalKey'),
      row('unique', '/unique', registry?.unique),
      row('noOverlap', '/noOverlap', registry?.noOverlap),
      row('scope', '/scope', registry?.scope),
      row('openTo', '/openTo', entity.openTo),
      row('history', '/history', entity.history),
      row('withheld', '/withheld', entity.withheld),
      row('log', '/log', entity.log),
      row('indexes', undefined, entity.indexes, 'indexes'),
      row('quickSearch', '/search', [...searchedNames(entity), ...(entity.searchThrough ?? [])], 'quickSearch'),
      row('route', undefined, entity.path, 'route'),
    ]),
  ];
};
