/** What is typed into a form whose files change meanwhile, in the form as they say it now. */
import type { ScreenModel } from '../../contract/screen-model.ts';
import type { RecordValues } from './record-values.ts';
import { defaultsOf } from './record-values.ts';

interface Property {
  readonly items?: { readonly properties?: Readonly<Record<string, Property>>; readonly required?: readonly string[] };
}
type Properties = Readonly<Record<string, Property>>;

const propertiesOf = ({ form }: ScreenModel): Properties => (form.schema['properties'] ?? {}) as Properties;

const isRow = (value: unknown): value is RecordValues => typeof value === 'object' && value !== null;
const rowsIn = (value: unknown): readonly RecordValues[] => (Array.isArray(value) ? value.filter(isRow) : []);

const carriedRows = (was: Property, is: Property, kept: unknown, opened: unknown): unknown => {
  const names = Object.keys(is.items?.properties ?? {}).filter((name) => was.items?.properties?.[name] === undefined);
  if (names.length === 0 || !Array.isArray(kept)) return kept;
  const begun = defaultsOf(is.items ?? {});
  const stored = new Map(rowsIn(opened).map((row) => [row['id'], row]));
  return kept.map((row: RecordValues) => {
    const beside = (row['id'] === undefined ? undefined : stored.get(row['id'])) ?? begun;
    return { ...Object.fromEntries(names.flatMap((name) => (name in beside ? [[name, beside[name]]] : []))), ...row };
  });
};

/**
 * `kept` with what `opened`, the form at its beginning by the new files, has beside it: fields and columns of rows that
 * were not there. What is there no more stays, and is shown again with its field.
 */
export const carriedValues = (
  was: ScreenModel,
  is: ScreenModel,
  kept: RecordValues,
  opened: RecordValues,
): RecordValues => {
  const before = propertiesOf(was);
  const added = Object.entries(propertiesOf(is)).flatMap(([name, property]) => {
    const known = before[name];
    if (known === undefined) return name in kept || !(name in opened) ? [] : [[name, opened[name]] as const];
    return property.items === undefined || known.items === undefined
      ? []
      : [[name, carriedRows(known, property, kept[name], opened[name])] as const];
  });
  return { ...kept, ...Object.fromEntries(added) };
};
