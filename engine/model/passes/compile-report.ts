import { phrases } from '../../core/words.ts';
import type { Registry } from '../../metadata/registry.ts';
import type { ReportLevel, ReportShape, SearchField } from '../screen-types.ts';
import type { Field } from '../types.ts';
import type { ScreenUse } from './screen-fields.ts';
import { usableField } from './screen-fields.ts';

/** Keys of columns.json about what is written, and about what leads from a row to elsewhere: a report is read. */
const unread = [
  'pageSize',
  'batch',
  'detail',
  'linked',
  'actions',
  'buttons',
  'inline',
  'autocomplete',
  'lookups',
  'sections',
  'fields',
  'withheld',
  'record',
] as const satisfies readonly (keyof Registry)[];

const isGroupable = (field: Field, { fieldTypes }: ScreenUse['catalogues']): boolean =>
  fieldTypes[field.type].operators.includes('in');

/** Rule `report`: the levels by which the rows are put together, and whether they are told. */
export const compileReport = (use: ScreenUse): ReportShape | undefined => {
  const { screen, catalogues } = use;
  const { registry, folder } = screen;
  const said = registry.value.report;
  if (said === undefined) return undefined;
  const refuse = (pointer: string, reason: string, key = false): void =>
    use.report('MODEL_REPORT', registry.origin(pointer, key), { screen: folder, reason });
  if (screen.record !== undefined && screen.query === undefined) refuse('/report', phrases.report.apart, true);
  for (const key of unread) if (registry.value[key] !== undefined) refuse(`/${key}`, phrases.report.unread(key), true);
  const rows = said.rows ?? true;
  const written = (said.groups ?? []).map((group) => (typeof group === 'string' ? { field: group } : group));
  if (!rows && written.length === 0) refuse('/report/rows', phrases.report.nothing);
  const groups = written.flatMap(({ field: name, by }, index): readonly ReportLevel[] => {
    const whole = typeof said.groups?.[index] === 'string';
    const at = `/report/groups/${index}`;
    const found = usableField(use, name, whole ? at : `${at}/field`, '/report');
    if (found === undefined) return [];
    const { field, path } = found;
    if (!isGroupable(field, catalogues))
      refuse(whole ? at : `${at}/field`, phrases.fieldProblem(name, phrases.report.ungrouped));
    if (by !== undefined && field.type !== 'date')
      refuse(`${at}/by`, phrases.fieldProblem(name, phrases.report.notDate));
    else if (by !== undefined && path.length > 1) refuse(`${at}/by`, phrases.fieldProblem(name, phrases.dotted));
    else if (by !== undefined && rows && index < written.length - 1)
      refuse(`${at}/by`, phrases.fieldProblem(name, phrases.report.partInside));
    if (written.findIndex((one) => one.field === name && one.by === by) < index)
      refuse(at, phrases.fieldProblem(name, phrases.report.repeated));
    return [{ path, ...(by !== undefined && { by }) }];
  });
  return { groups, rows };
};

/** What search.json says of a field for a report; elsewhere it would say nothing. */
export const compileAsked = (
  use: ScreenUse,
  index: number,
  field: Field,
  match: SearchField['match'],
): Pick<SearchField, 'required' | 'begins'> => {
  const { screen } = use;
  const written = screen.search?.value.fields[index];
  const refuse = (key: 'required' | 'begins', reason: string): void =>
    use.report(
      'MODEL_SEARCH_FIELD',
      screen.search?.origin(`/fields/${index}/${key}`, true) ?? screen.registry.origin(''),
      {
        screen: screen.folder,
        field: written?.field ?? '',
        reason,
      },
    );
  const { required, begins } = written ?? {};
  if (screen.registry.value.report === undefined) {
    if (required !== undefined) refuse('required', phrases.report.only('required'));
    if (begins !== undefined) refuse('begins', phrases.report.only('begins'));
    return {};
  }
  if (begins !== undefined && (match !== 'range' || !['date', 'date-time'].includes(field.type)))
    refuse('begins', phrases.report.noPeriod);
  return { ...(required && { required }), ...(begins !== undefined && { begins }) };
};
