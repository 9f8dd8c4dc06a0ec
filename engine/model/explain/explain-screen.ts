/** The answers for a screen: a property, its place in the files, its value, its rule. */
import type { RawScreen } from '../../metadata/documents.ts';
import type { Registry } from '../../metadata/registry.ts';
import { columnField } from '../../overlay/rules.ts';
import { permissionOf, screenDefaults } from '../passes/compile-screens.ts';
import type { Explanation } from '../types.ts';
import type { Row } from './answer.ts';
import { answerRows } from './answer.ts';
import { explainOwnFields } from './explain-own-fields.ts';
import type { ScreenSubject } from './screen-rules.ts';
import { screenRules } from './screen-rules.ts';
import type { Sources } from './sources.ts';

const pathNames = (paths: readonly { readonly path: readonly string[] }[] | undefined) =>
  paths?.map(({ path }) => path.join('.'));

/** A screen's values as the files write them, also where the client does not have the screen. */
export const explainScreen = (sources: Sources, screen: RawScreen): readonly Explanation[] => {
  const { value } = screen.registry;
  const { model, files, declarations } = sources;
  const shown = sources.shown.get(screen.folder);
  const entity = Object.hasOwn(model.entities, value.entity) ? model.entities[value.entity] : undefined;
  const subject: ScreenSubject = { sources, screen, shown, entity };
  const row = (name: keyof Registry, given: unknown, rule: keyof typeof screenRules = 'absent'): Row => ({
    name,
    pointer: `/${name}`,
    value: given,
    rule: screenRules[rule](subject),
  });
  const title = value.title ?? declarations.get(value.entity)?.record.value.title;
  /** Where the sections stand that the screen does not say itself. */
  const owner = declarations.get(value.entity)?.registry;
  const list = shown?.columns.map((column) => ({ ...column, path: column.path.join('.') }));
  const panel = shown?.search.map((field) => ({ ...field, path: field.path.join('.') }));
  const sort = shown?.sort.map((key) => `${key.descending ? '-' : ''}${key.path.join('.')}`);
  const panelPointer = screen.search === undefined ? undefined : '/fields';
  return [
    ...answerRows(screen.folder, screen.registry, [
      row('path', value.path),
      row('entity', value.entity),
      row('enabled', value.enabled ?? true, 'language'),
      row('title', title?.replaceAll('{cliente}', files.client?.value.title ?? '{cliente}'), 'title'),
      row('description', value.description),
      row('filter', value.filter),
      row('only', value.only),
      row('fields', value.fields),
      ...(screen.record === undefined ? [row('withheld', value.withheld)] : []),
      row('icon', value.icon ?? screenDefaults.icon, 'language'),
      row('parent', value.parent),
      row('permission', permissionOf(value), 'permission'),
      row('clients', value.clients),
      row('flag', value.flag),
      row('hidden', value.hidden ?? false, 'language'),
      row('order', value.order ?? screenDefaults.order, 'language'),
      row('alternativeOf', value.alternativeOf),
      row('columns', value.columns?.map(columnField) ?? pathNames(shown?.columns), 'columns'),
      { name: 'list', pointer: '/columns', value: list, rule: screenRules.list(subject) },
      row('sort', value.sort ?? sort, 'sort'),
      row('pageSize', value.pageSize ?? screenDefaults.pageSize, 'language'),
      row('batch', value.batch),
      row('detail', value.detail),
      row('linked', value.linked),
      row('actions', value.actions),
      row('buttons', value.buttons),
      row('totals', value.totals),
      row('inline', value.inline),
      row('report', value.report),
      row('autocomplete', value.autocomplete),
      row('lookups', value.lookups),
      row('record', value.record),
      row('provider', value.provider),
    ]),
    ...explainOwnFields(screen, (entity) => declarations.get(entity)?.record),
    ...answerRows(screen.folder, value.sections === undefined ? (owner ?? screen.registry) : screen.registry, [
      row('sections', shown?.sections ?? value.sections, 'sections'),
    ]),
    ...answerRows(screen.folder, screen.search ?? screen.registry, [
      {
        name: 'search',
        pointer: panelPointer,
        value: pathNames(shown?.search) ?? screen.search?.value.fields.map(({ field }) => field) ?? value.search,
        rule: screenRules.search(subject),
      },
      { name: 'panel', pointer: panelPointer, value: panel, rule: screenRules.panel(subject) },
      {
        name: 'parameters',
        pointer: '/parameters',
        value: screen.search?.value.parameters,
        rule: screenRules.absent(),
      },
    ]),
  ];
};
