import { phrases } from '../../core/words.ts';
import type { Catalogues } from '../contracts.ts';
import type { SearchField, SearchMatch } from '../screen-types.ts';
import type { Field } from '../types.ts';
import { compileAsked } from './compile-report.ts';
import { isSearchedThrough, searchKind } from './link-entities.ts';
import type { ScreenUse, UsableField } from './screen-fields.ts';
import { isAssignedTitle, usableField } from './screen-fields.ts';

/** The filter operator that each way of matching needs. In this order the first that a type has is its default. */
const operatorOf: Readonly<Record<SearchMatch, string>> = { contains: 'has', range: 'gte', any: 'in', equals: 'eq' };
const order: readonly SearchMatch[] = ['contains', 'range', 'any', 'equals'];

/** A choice of two needs no list of both. */
const isTwofold = (field: Field, catalogues: Catalogues): boolean =>
  catalogues.fieldTypes[field.type].valueSchema(field).type === 'boolean';

/** Rule `match`: text contains, what has an order takes a range, codes and relations any of several, the rest equals. */
const defaultMatch = (field: Field, catalogues: Catalogues): SearchMatch => {
  const { operators } = catalogues.fieldTypes[field.type];
  if (isTwofold(field, catalogues)) return 'equals';
  return order.find((match) => operators.includes(operatorOf[match])) ?? 'equals';
};

/**
 * The fields of `search`. Beside a search.json they are of the quick search alone, which reads texts and whole numbers, also
 * those of records pointed at, and is the same on all screens of an entity: another type there would do nothing, nor would any field where the
 * entity is declared elsewhere.
 * Without one they make the panel too, where every type serves.
 */
const quickSearch = (use: ScreenUse): readonly UsableField[] =>
  (use.screen.registry.value.search ?? []).flatMap((name, index): UsableField[] => {
    const pointer = `/search/${index}`;
    const found = usableField(use, name, pointer, '/search');
    if (found === undefined) return [];
    const reason = use.screen.search === undefined ? undefined : withoutEffect(use, found.field);
    if (reason !== undefined)
      use.report('MODEL_SEARCH_FIELD', use.screen.registry.origin(pointer), {
        screen: use.screen.folder,
        field: name,
        reason,
      });
    return [found];
  });

/** Why a field of `search` does nothing beside a search.json. */
const withoutEffect = ({ screen, entity, catalogues, find }: ScreenUse, field: Field): string | undefined => {
  if (entity.screen.folder !== screen.folder) return phrases.quickSearchElsewhere(entity.screen.folder);
  if (field.relation !== undefined)
    return isSearchedThrough(field, find, catalogues) ? undefined : phrases.notSearched(field.relation.entity);
  return searchKind(field.type, catalogues) === undefined ? phrases.notText : undefined;
};

/** Rule `search`: the fields of search.json, else those of `search`, each matched by its type. */
export const compileSearch = (use: ScreenUse): readonly SearchField[] => {
  const { screen, catalogues, report } = use;
  const quick = quickSearch(use);
  if (screen.search === undefined)
    return quick.map(({ path, field }) => ({
      path,
      label: field.title,
      match: defaultMatch(field, catalogues),
      desc: undefined,
    }));
  return screen.search.value.fields.flatMap((written, index): SearchField[] => {
    const found = usableField(use, written.field, `/fields/${index}/field`, '/search', 'search');
    if (found === undefined) return [];
    const { path, field } = found;
    const { match } = written;
    if (path.length > 1 && field.relation !== undefined)
      report('MODEL_SEARCH_FIELD', screen.search?.origin(`/fields/${index}/field`) ?? screen.registry.origin(''), {
        screen: screen.folder,
        field: written.field,
        reason: phrases.searchBehind(field.name),
      });
    if (match !== undefined && !catalogues.fieldTypes[field.type].operators.includes(operatorOf[match]))
      report('MODEL_SEARCH_FIELD', screen.search?.origin(`/fields/${index}/match`) ?? screen.registry.origin(''), {
        screen: screen.folder,
        field: written.field,
        reason: phrases.matchUnsuited(match),
      });
    return [
      {
        path,
        label: written.label === undefined || isAssignedTitle(found) ? field.title : written.label,
        match: match ?? defaultMatch(field, catalogues),
        desc: written.desc,
        ...compileAsked(use, index, field, match ?? defaultMatch(field, catalogues)),
      },
    ];
  });
};
