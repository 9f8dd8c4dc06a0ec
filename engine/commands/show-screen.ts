/** A screen of a registry as lines for a terminal: the list with its first rows, and the form. */
import { writeLabel } from '../contract/write-label.ts';
import { canonicalValue } from '../core/canonical-value.ts';
import { fieldTypes } from '../fields/index.ts';
import type { InitialRows, SourceFiles } from '../metadata/documents.ts';
import { loadFiles } from '../metadata/load-files.ts';
import { compile } from '../model/compile.ts';
import type { RegistryScreen } from '../model/screen-types.ts';
import type { Entity, Field, Model } from '../model/types.ts';
import { keySeparator } from '../model/types.ts';
import { resolve } from '../overlay/resolve.ts';
import type { Project } from './contract.ts';

const rowsShown = 3;
const widest = 24;

/** What no file tells: the records of an entity without initial rows. */
const unknown = '…';

/** A row of `data.csv`, by names of fields. */
type Cells = ReadonlyMap<string, string>;

interface Shown {
  readonly model: Model;
  /** The initial rows of an entity, by its name. */
  readonly rowsOf: (entity: string) => readonly Cells[];
  readonly timeZone: string;
}

const cut = (text: string): string => (text.length > widest ? `${text.slice(0, widest - 1)}…` : text);

const byName = ({ header, rows }: InitialRows): readonly Cells[] =>
  rows.map((row) => new Map(header.map((name, at) => [name, row[at] ?? ''])));

const cellValue = (field: Field, cell: string): unknown => {
  const type = fieldTypes[field.type];
  const text = cell === '' ? undefined : type.parse(cell, field);
  return text === undefined ? null : canonicalValue(text, type.valueSchema(field)['type']);
};

/** What a row shows in a column, as the list writes it. */
const cellText = (
  shown: Shown,
  entity: Entity | undefined,
  cells: Cells,
  [name = '', ...further]: readonly string[],
) => {
  const field = entity?.fields.find((one) => one.name === name);
  const cell = cells.get(name) ?? '';
  if (field === undefined || cell === '') return '';
  const { model, timeZone } = shown;
  if (field.relation === undefined) {
    const options = field.codeList === undefined ? undefined : model.codeLists[field.codeList]?.options;
    const value = cellValue(field, cell);
    return value === null
      ? cell
      : fieldTypes[field.type].format(value, field, { timeZone, ...(options && { options }) });
  }
  const target = model.entities[field.relation.entity];
  const keys = target?.naturalKey ?? [];
  const row = shown
    .rowsOf(field.relation.entity)
    .find((one) => keys.map((key) => one.get(key)).join(keySeparator) === cell);
  if (target === undefined || row === undefined) return unknown;
  if (further.length > 0) return cellText(shown, target, row, further);
  const label = field.relation.label.length > 0 ? field.relation.label : target.label;
  const values = Object.fromEntries(target.fields.map((one) => [one.name, cellValue(one, row.get(one.name) ?? '')]));
  return writeLabel(label, values, target.fields);
};

const listLines = (shown: Shown, entity: Entity, { columns }: RegistryScreen): readonly string[] => {
  const rows = shown.rowsOf(entity.name);
  const first = rows.slice(0, rowsShown);
  const table = [
    columns.map(({ title }) => cut(title)),
    ...first.map((cells) => columns.map(({ path }) => cut(cellText(shown, entity, cells, path)))),
  ];
  const widths = columns.map((_, at) => Math.max(...table.map((line) => line[at]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `  ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')}`.trimEnd();
  const [head = [], ...body] = table;
  return [
    line(head),
    line(widths.map((width) => '─'.repeat(width))),
    ...body.map(line),
    ...(rows.length > first.length ? [`  … e mais ${rows.length - first.length}`] : []),
  ];
};

const formLines = ({ fields }: Entity, { sections }: RegistryScreen): readonly string[] =>
  sections.map(({ title, fields: names }) => {
    const titles = names.flatMap((name) => {
      const field = fields.find((one) => one.name === name);
      return field === undefined ? [] : [`${field.title}${field.required ? ' *' : ''}`];
    });
    return `  ${title}: ${titles.join(', ')}`;
  });

export interface ShownScreen {
  readonly list: readonly string[];
  readonly form: readonly string[];
}

/** Of the base. undefined: the files have no registry screen of that folder. */
export const showScreen = (
  sources: SourceFiles,
  { catalogues }: Pick<Project, 'catalogues'>,
  { module, folder, timeZone }: { readonly module: string; readonly folder: string; readonly timeZone: string },
): ShownScreen | undefined => {
  const files = resolve(loadFiles(sources), undefined);
  const { model } = compile(files, catalogues);
  const screen = model.screens.find(
    (one): one is RegistryScreen => one.kind === 'registry' && one.module === module && one.folder === folder,
  );
  const entity = screen && model.entities[screen.entity];
  if (screen === undefined || entity === undefined) return undefined;
  const rowsOf = (name: string): readonly Cells[] => {
    const rows = files.screens.find(({ registry, rows: own }) => registry.value.entity === name && own)?.rows;
    return rows === undefined ? [] : byName(rows);
  };
  return { list: listLines({ model, rowsOf, timeZone }, entity, screen), form: formLines(entity, screen) };
};
