/** A screen of a registry as lines for a terminal: the list with its first rows, and the form. */
import { fieldTypes } from '../fields/index.ts';
import type { SourceFiles } from '../metadata/documents.ts';
import { loadFiles } from '../metadata/load-files.ts';
import { parseCsv } from '../metadata/parse-csv.ts';
import { compile } from '../model/compile.ts';
import type { Entity, Field, Model, RegistryScreen } from '../model/types.ts';
import { resolve } from '../overlay/resolve.ts';
import type { Project } from './contract.ts';

const rowsShown = 3;
const widest = 24;

/** What stands in a column that another record fills: it is not read here. */
const elsewhere = '…';

const cut = (text: string): string => (text.length > widest ? `${text.slice(0, widest - 1)}…` : text);

const valueText = (model: Model, field: Field, cell: string, timeZone: string): string => {
  if (cell === '' || field.relation !== undefined) return cell;
  const type = fieldTypes[field.type];
  const wire = type.parse(cell, field);
  if (wire === undefined) return cell;
  const value = { boolean: wire === 'true', integer: Number(wire), number: wire }[
    String(type.valueSchema(field)['type'])
  ];
  const options = field.codeList === undefined ? undefined : model.codeLists[field.codeList]?.options;
  return type.format(value ?? wire, field, { timeZone, ...(options && { options }) });
};

const listLines = (
  model: Model,
  { entity, screen }: { readonly entity: Entity; readonly screen: RegistryScreen },
  csv: string | undefined,
  timeZone: string,
): readonly string[] => {
  const rows = csv === undefined ? undefined : parseCsv('data.csv', csv).rows;
  const cellOf = (row: readonly string[], path: readonly string[]): string => {
    const [name = '', ...further] = path;
    const field = entity.fields.find((one) => one.name === name);
    const cell = row[rows?.header.indexOf(name) ?? -1] ?? '';
    if (field === undefined || cell === '') return '';
    return further.length > 0 ? elsewhere : valueText(model, field, cell, timeZone);
  };
  const table = [
    screen.columns.map(({ title }) => cut(title)),
    ...(rows?.rows ?? []).slice(0, rowsShown).map((row) => screen.columns.map(({ path }) => cut(cellOf(row, path)))),
  ];
  const widths = screen.columns.map((_, at) => Math.max(...table.map((line) => line[at]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `  ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')}`.trimEnd();
  const [head = [], ...body] = table;
  const left = (rows?.rows.length ?? 0) - body.length;
  return [
    line(head),
    line(widths.map((width) => '─'.repeat(width))),
    ...body.map(line),
    ...(left > 0 ? [`  … e mais ${left}`] : []),
  ];
};

const formLines = ({ fields }: Entity, { sections }: RegistryScreen): readonly string[] =>
  sections.map(({ title, fields: names }) => {
    const shown = names.flatMap((name) => {
      const field = fields.find((one) => one.name === name);
      return field === undefined ? [] : [`${field.title}${field.required ? ' *' : ''}`];
    });
    return `  ${title}: ${shown.join(', ')}`;
  });

export interface ShownScreen {
  readonly list: readonly string[];
  readonly form: readonly string[];
}

/** Of the base. undefined: the files have no registry screen of that folder. */
export const showScreen = (
  sources: SourceFiles,
  project: Pick<Project, 'catalogues'>,
  { module, folder, timeZone }: { readonly module: string; readonly folder: string; readonly timeZone: string },
): ShownScreen | undefined => {
  const { model } = compile(resolve(loadFiles(sources), undefined), project.catalogues);
  const screen = model.screens.find(
    (one): one is RegistryScreen => one.kind === 'registry' && one.module === module && one.folder === folder,
  );
  const entity = screen && model.entities[screen.entity];
  if (screen === undefined || entity === undefined) return undefined;
  const csv = sources.get(`schemas/${module}/${folder}/data.csv`);
  return { list: listLines(model, { entity, screen }, csv, timeZone), form: formLines(entity, screen) };
};
