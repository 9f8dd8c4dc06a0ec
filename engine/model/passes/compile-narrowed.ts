/** The relations of which a transition means only some records, as it says where it asks for them. */
import type { Origin } from '../../core/origin.ts';
import { phrases } from '../../core/words.ts';
import type { AskedList } from '../../metadata/states.ts';
import type { DraftEntity } from '../draft.ts';
import type { NarrowedField } from '../state-types.ts';
import type { Field, RelationCondition } from '../types.ts';
import type { Subject } from './compile-expressions.ts';
import { compileWhere, writtenWhere } from './compile-where.ts';

const words = phrases.states;

type Place = readonly (string | number)[];

/** The list of what is asked for, as it is being read. */
export interface AskedHere {
  readonly subject: Omit<Subject, 'draft'>;
  /** Whose fields they are. */
  readonly draft: DraftEntity;
  /** Where in the list. */
  readonly origin: (place: Place, key?: boolean) => Origin;
  readonly refuse: (place: Place, problem: string) => void;
}

/** Where the name of a field stands in the list. */
export const placeOfAsked = (asked: AskedList, index: number): Place =>
  typeof asked[index] === 'string' ? [index] : [index, 'field'];

/** What the field says already leaves no record with what is said here. */
const leavesNone = ({ relation }: Field, said: RelationCondition): boolean =>
  relation?.where?.some(
    (own) =>
      'values' in own &&
      'values' in said &&
      own.field === said.field &&
      !said.values.some((value) => own.values.includes(value)),
  ) ?? false;

/** Reports what is asked for twice, and what narrows no relation or leaves nothing of one. `fields`: those that are asked for. */
export const compileNarrowed = (
  { subject, draft, origin, refuse }: AskedHere,
  asked: AskedList,
  fields: readonly Field[],
): readonly NarrowedField[] => {
  const seen = new Set<string>();
  return asked.flatMap((one, index): NarrowedField[] => {
    const name = typeof one === 'string' ? one : one.field;
    if (seen.has(name)) refuse(placeOfAsked(asked, index), words.askedTwice(name));
    seen.add(name);
    const field = fields.find((other) => other.name === name);
    if (typeof one === 'string' || one.where === undefined || field === undefined) return [];
    const inside = (place: Place): Place => [index, 'where', ...place];
    if (field.relation === undefined) {
      refuse(inside([]), words.narrowsValue(name));
      return [];
    }
    const target = subject.find(field.relation.entity);
    if (target === undefined) return [];
    const where = compileWhere({
      ...subject,
      draft,
      target,
      field,
      written: writtenWhere(one.where),
      origin: (place, key) => origin(inside(place), key),
    });
    for (const said of where) if (leavesNone(field, said)) refuse(inside([said.field]), words.narrowsToNone(name));
    return where.length === 0 ? [] : [{ field: name, where }];
  });
};
