import type { OrderTerm } from '../../contract/request.ts';
import { Refusal } from '../../core/errors.ts';
import type { SortKey } from '../../model/screen-types.ts';
import type { Place } from './level.ts';
import type { ColumnRef, Scope } from './refs.ts';
import type { OrderKey } from './types.ts';

/** The default order of a screen, as far as the user may see what it sorts by; the id still orders. */
export const sortTerms = (sort: readonly SortKey[], scope: Scope): readonly OrderTerm[] =>
  sort.flatMap((key) => {
    const first = scope.table.entity.fields.find((field) => field.name === key.path[0]);
    const name = first?.column ?? key.path[0] ?? '';
    // No index covers one behind a relation.
    return key.path.length > 1 || !scope.find(name)
      ? []
      : [{ path: [name], descending: key.descending, nullsFirst: undefined }];
  });

/** The scope behind relations to one. Raises REQUEST_ORDER_MANY. */
const walk = (place: Place, relations: readonly string[]): Scope => {
  let at: Place | undefined = place;
  let { scope } = place;
  for (const relation of relations) {
    const embed: Place | undefined = at?.find(relation);
    if (embed?.many || (!embed && !scope.isRelation(relation) && scope.many(relation, 'x')))
      throw new Refusal('REQUEST_ORDER_MANY', { relation });
    at = embed;
    scope = embed?.scope ?? place.level.implicit(scope, relation);
  }
  return scope;
};

const isSame = (one: ColumnRef, other: ColumnRef): boolean => one.table === other.table && one.column === other.column;

/** The sort keys, each column once, and the id last. */
export const planOrder = (place: Place, terms: readonly OrderTerm[]): readonly OrderKey[] => {
  const named = terms.map((term): OrderKey => {
    const ref = walk(place, term.path.slice(0, -1)).column(term.path.at(-1) ?? '');
    return {
      ref: term.path.length > 1 ? { ...ref, nullable: true } : ref,
      descending: term.descending,
      // PostgreSQL's own default, said aloud: nulls are larger than any value.
      nullsFirst: term.nullsFirst ?? term.descending,
    };
  });
  const keys = named.filter((key, index) => named.findIndex((one) => isSame(one.ref, key.ref)) === index);
  const { id } = place.scope;
  const unique = keys.findIndex((key) => key.ref.table === id.table && key.ref.column === id.column);
  if (unique >= 0) return keys.slice(0, unique + 1);
  const descending = keys.at(-1)?.descending ?? false;
  return [...keys, { ref: id, descending, nullsFirst: descending }];
};
