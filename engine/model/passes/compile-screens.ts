import type { RawScreen } from '../../metadata/documents.ts';
import type { Registry } from '../../metadata/registry.ts';
import { columnField } from '../../overlay/rules.ts';
import type { Catalogues } from '../contracts.ts';
import type { FindEntity } from '../draft.ts';
import type { Passed } from '../report.ts';
import { collect } from '../report.ts';
import { findOwn, ownDraft } from '../screen-entity.ts';
import type { RegistryScreen, ScreenColumn } from '../screen-types.ts';
import type { Model } from '../types.ts';
import { compileAutocomplete } from './compile-autocomplete.ts';
import { compileBatch } from './compile-batch.ts';
import { compileInline, compileTotals } from './compile-cells.ts';
import { compileDetail } from './compile-detail.ts';
import { compileFilter } from './compile-filter.ts';
import { compileLinked } from './compile-linked.ts';
import { compileLookups } from './compile-lookups.ts';
import { compileOwnFields } from './compile-own-fields.ts';
import { compileParameters } from './compile-parameters.ts';
import { compileProvider } from './compile-provider.ts';
import { compileRecord } from './compile-record.ts';
import { compileReport } from './compile-report.ts';
import { compileSearch } from './compile-search.ts';
import { compileSections } from './compile-sections.ts';
import { compileSort } from './compile-sort.ts';
import type { LinkedEntity } from './link-entities.ts';
import type { ScreenUse } from './screen-fields.ts';
import { isAssignedTitle, usableField } from './screen-fields.ts';

/** Rule `columns`: how many fields a list shows where `columns.json` does not say; texts of several lines are none of them. */
export const defaultColumns = 6;
/** What holds where `columns.json` does not say. */
export const screenDefaults = { pageSize: 50, order: 1000, icon: 'table' } as const;

/** The right that the route asks for. */
export const permissionOf = ({ permission, subject, entity }: Registry): RegistryScreen['permission'] => ({
  action: permission?.action ?? 'list',
  subject: permission?.subject ?? subject ?? entity,
});

const compileColumns = (use: ScreenUse): readonly ScreenColumn[] => {
  const { registry } = use.screen;
  const written = registry.value.columns;
  if (written === undefined)
    return use.entity.fields
      .filter(
        (field) => field.visible && !field.writeOnly && use.catalogues.fieldTypes[field.type].operators.includes('in'),
      )
      .slice(0, defaultColumns)
      .map((field) => ({ path: [field.name], title: field.title, width: undefined }));
  const names = written.map(columnField);
  return written.flatMap((column: NonNullable<Registry['columns']>[number], index): ScreenColumn[] => {
    const pointer = typeof column === 'string' ? `/columns/${index}` : `/columns/${index}/field`;
    if (names.indexOf(columnField(column)) < index)
      use.report('MODEL_COLUMN_REPEATED', registry.origin(pointer), {
        screen: use.screen.folder,
        field: columnField(column),
      });
    const found = usableField(use, columnField(column), pointer, '/columns');
    if (found === undefined) return [];
    const own = typeof column === 'string' ? undefined : column.title;
    return [
      {
        path: found.path,
        title: own === undefined || isAssignedTitle(found) ? found.field.title : own,
        width: typeof column === 'string' ? undefined : column.width,
      },
    ];
  });
};

/** One screen: what its list, search panel, form and batch show of the entity, as this client has it. */
export const compileScreen = (
  screen: RawScreen,
  linked: LinkedEntity,
  find: FindEntity,
  catalogues: Catalogues,
  codeLists: Model['codeLists'],
): Passed<RegistryScreen> =>
  collect((report) => {
    const registry = screen.registry.value;
    const entity = linked.draft;
    const own = compileOwnFields({ screen, entity, find, catalogues, report });
    const use: ScreenUse = {
      screen,
      entity: ownDraft(entity, own),
      find: findOwn(entity, own, find),
      catalogues,
      report,
    };
    const autocomplete = compileAutocomplete(use);
    const provider = compileProvider(use);
    const record = compileRecord(use);
    const filter = compileFilter(use);
    const first = compileLinked(use);
    const parameters = compileParameters(use, codeLists);
    const levels = compileReport(use);
    return {
      kind: 'registry',
      path: registry.path ?? '',
      title: registry.title ?? entity.screen.record.value.title,
      icon: registry.icon ?? screenDefaults.icon,
      module: screen.module,
      parent: registry.parent ?? '/',
      permission: permissionOf(registry),
      hidden: registry.hidden ?? false,
      order: registry.order ?? screenDefaults.order,
      clients: registry.clients,
      flag: registry.flag,
      folder: screen.folder,
      entity: entity.name,
      description: registry.description ?? entity.screen.record.value.description,
      alternativeOf: registry.alternativeOf,
      columns: compileColumns(use),
      sort: compileSort(use, linked.entity),
      pageSize: registry.pageSize ?? screenDefaults.pageSize,
      search: compileSearch(use),
      ...(parameters === undefined ? {} : { parameters }),
      batch: compileBatch(use),
      detail: compileDetail(use),
      actions: [],
      buttons: [],
      totals: compileTotals(use),
      inline: compileInline(use),
      ...(autocomplete === undefined ? {} : { autocomplete }),
      ...(record === undefined ? {} : { record }),
      ...(provider === undefined ? {} : { provider }),
      ...(filter === undefined ? {} : { filter }),
      ...own,
      ...(first === undefined ? {} : { linked: first }),
      ...(levels === undefined ? {} : { report: levels }),
      lookups: compileLookups(use),
      // A report has no form.
      sections: levels === undefined ? compileSections(use) : [],
    };
  });
