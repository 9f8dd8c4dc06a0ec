/**
 * A saved view as one person may see it. Its parts are names of fields; those that the person may not name are taken
 * out, the same for one that is hidden and for one that does not exist.
 */
import type { Access } from '../access/access.ts';
import { reachOf } from '../access/visible-entity.ts';
import { screenEntity } from '../model/screen-entity.ts';
import type { FieldPath, RegistryScreen } from '../model/screen-types.ts';
import type { Field, Model } from '../model/types.ts';
import { listedColumns } from './build-columns.ts';
import { FormerNames } from './former-names.ts';
import { parseOrder } from './parse-order.ts';
import type { OrderTerm } from './request.ts';
import type { ViewContent } from './saved-view.ts';
import { Sight } from './sight.ts';
import { recordOnlyColumns } from './system-fields.ts';

/** Columns that every record shows. */
const listSystem: ReadonlySet<string> = new Set(['id', 'versao']);

/** What one person may name on a screen. */
interface Names {
  /** A wire path: `nome`, `cidade_id`, `cidade.uf`. */
  readonly field: (path: FieldPath) => boolean;
  readonly quickSearch: boolean;
  readonly columns: ReadonlySet<string>;
}

const namesOf = (model: Model, access: Access, screen: RegistryScreen): Names => {
  const entity = screenEntity(model, screen);
  if (!entity) throw new Error(`screen ${screen.path} shows no entity`);
  const sight = new Sight(model, access, entity, screen);
  const whole = reachOf(model, access, entity, screen) === 'record' && entity.view === undefined;
  const named = (fields: readonly Field[], name: string): Field | undefined =>
    fields.find((field) => field.column === name || field.name === name);
  /** What is covered may stand in a list, and may not be asked about. */
  const field = (path: FieldPath): boolean => {
    const [first = '', ...rest] = path;
    if (rest.length === 0 && (listSystem.has(first) || (whole && recordOnlyColumns.has(first)))) return true;
    let fields = sight.comparable;
    for (const [index, name] of path.entries()) {
      const found = named(fields, name);
      if (!found) return name === 'id' && index > 0 && index === path.length - 1 && fields.length > 0;
      const target = sight.target(found);
      fields = target ? sight.comparableOf(target) : [];
    }
    return path.length > 0;
  };
  return {
    field,
    quickSearch: sight.searched.length > 0,
    columns: new Set(listedColumns(sight, screen).map(({ key }) => key)),
  };
};

/** The terms of an `order`, as they are written, with what each says. Raises REQUEST_QUERY_INVALID. */
const orderTerms = (text: string): readonly { readonly text: string; readonly term: OrderTerm }[] => {
  // A comma stands between terms, never inside one: no name of a field has one.
  const texts = text.split(',').filter((term) => term.trim() !== '');
  return texts.flatMap((one) => parseOrder(one, 'order').map((term) => ({ text: one, term })));
};

/** A term by a field that was called otherwise when it was written. */
const writeTerm = ({ path, descending, nullsFirst }: OrderTerm): string =>
  [
    path.join('.'),
    ...(descending ? ['desc'] : []),
    ...(nullsFirst === undefined ? [] : [nullsFirst ? 'nullsfirst' : 'nullslast']),
  ].join('.');

/** What of a view is not for this person to name, as written. */
export interface VisibleView {
  readonly content: ViewContent;
  readonly omitted: readonly string[];
}

/** Raises REQUEST_QUERY_INVALID where the query is none. */
export const visibleView = (
  model: Model,
  access: Access,
  screen: RegistryScreen,
  { query, layout }: ViewContent,
): VisibleView => {
  const names = namesOf(model, access, screen);
  const former = new FormerNames(model, access);
  const entity = screenEntity(model, screen);
  /** As it is called today. */
  const present = (name: string): string =>
    entity ? former.path(entity, screen, name.split('.'), 'relation').join('.') : name;
  const omitted: string[] = [];
  const keep = (seen: boolean, name: string): boolean => {
    if (!seen) omitted.push(name);
    return seen;
  };
  const kept = new URLSearchParams();
  for (const [key, value] of new URLSearchParams(query)) {
    if (key === 'order') {
      const terms = orderTerms(value).flatMap(({ text, term }) => {
        const written = term.path.join('.');
        const path = present(written);
        if (!keep(names.field(path.split('.')), written)) return [];
        return [path === written ? text : writeTerm({ ...term, path: path.split('.') })];
      });
      if (terms.length > 0) kept.set('order', terms.join(','));
    } else if (key === 'limit' || key === 'q') {
      if (key === 'limit' || keep(names.quickSearch, key)) kept.append(key, value);
    } else {
      const path = present(key);
      if (keep(names.field(path.split('.')), key)) kept.append(path, value);
    }
  }
  const column = (name: string): boolean => names.columns.has(present(name));
  const once = (columns: readonly string[]): readonly string[] => [...new Set(columns.map(present))];
  const { shown, widths, pinned, density } = layout;
  return {
    content: {
      query: kept.toString(),
      layout: {
        ...(shown === undefined ? {} : { shown: once(shown.filter((name) => keep(column(name), name))) }),
        ...(widths === undefined
          ? {}
          : {
              widths: Object.fromEntries(
                Object.entries(widths).flatMap(([name, width]) => (column(name) ? [[present(name), width]] : [])),
              ),
            }),
        ...(pinned === undefined ? {} : { pinned: once(pinned.filter(column)) }),
        ...(density === undefined ? {} : { density }),
      },
    },
    omitted,
  };
};
