/** What a relation makes known of the records that it points at (`x-relation.known`): the fields of its label, and those it lists. */
import { toPointer } from '../../core/json.ts';
import { nearest } from '../../core/nearest.ts';
import { phrases } from '../../core/words.ts';
import type { DraftEntity } from '../draft.ts';
import type { Report } from '../report.ts';
import type { Field, LabelPart } from '../types.ts';

/** Why a field may not be known of records that are out of sight; undefined where it may. */
const problemOf = (field: Field): string | undefined => {
  if (field.writeOnly) return phrases.secret;
  return field.personalData === 'sensitive' ? phrases.sensitiveKnown : undefined;
};

/** Names of fields of the target, each once; undefined where the relation makes nothing known. */
export const compileKnown = (
  { name, relation }: Field,
  label: readonly LabelPart[],
  { name: entity, screen: { record } }: DraftEntity,
  target: DraftEntity | undefined,
  report: Report,
): readonly string[] | undefined => {
  const said = relation?.known;
  if (said === undefined || target === undefined) return undefined;
  const pointer = (...more: readonly number[]): string =>
    toPointer(['properties', name, 'x-relation', 'known', ...more]);
  const origin = (index: number) => (index < 0 ? record.origin(pointer(), true) : record.origin(pointer(index)));
  const take = (named: string, index: number): readonly string[] => {
    const field = target.byName.get(named);
    const problem = field && problemOf(field);
    if (field === undefined)
      report(
        'MODEL_FIELD_MISSING',
        origin(index),
        { entity: target.name, field: named },
        nearest(named, target.byName.keys()),
      );
    else if (problem !== undefined)
      report('MODEL_RELATION_KNOWN', origin(index), { entity, field: name, problem: `'${named}': ${problem}` });
    return field === undefined || problem !== undefined ? [] : [named];
  };
  const labelled = label.flatMap((part) => ('field' in part ? take(part.field, -1) : []));
  return [...new Set([...labelled, ...said.flatMap(take)])];
};
