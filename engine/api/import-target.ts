/** What a file may fill in a registry, as the caller may. */
import { mayAct } from '../access/may-act.ts';
import { mayLoad } from '../access/may-load.ts';
import { readableFields } from '../access/visible-entity.ts';
import type { ImportChoices, ImportColumn, ImportKey, ImportLoad, ImportStateCount } from '../contract/import.ts';
import type { ImportTarget, OpenField } from '../contract/import-fields.ts';
import { fieldTitle, importFields, openByPath, openFields } from '../contract/import-fields.ts';
import { proposeImport } from '../contract/propose-import.ts';
import { Refusal } from '../core/errors.ts';
import { importWritable } from '../data/import/import-writable.ts';
import { fieldsByName } from '../data/import/resolve-names.ts';
import { openLoad } from '../data/open-write.ts';
import type { ListContext } from '../data/plan/context.ts';
import { uniqueKeys } from '../data/upsert-rows.ts';

/** `load`: of records that come in the states that they are in. */
export const importTarget = (context: ListContext, choices: Pick<ImportChoices, 'load'>): ImportTarget => {
  const { model, access, screen } = context;
  return {
    model,
    writable: importWritable(context, choices),
    columns: screen.columns,
    namesOf: (field) => fieldsByName(model, access, field),
  };
};

/** The natural key first. Those of which a field cannot be filled are none. */
export const importKeys = ({ entity }: ListContext, target: ImportTarget): readonly ImportKey[] => {
  const open = new Map(openFields(target).map((field) => [field.column, field]));
  const natural = entity.naturalKey.map((name) => entity.fields.find((field) => field.name === name)?.column);
  const isNatural = (key: readonly string[]): boolean => key.join() === natural.join();
  return uniqueKeys(entity, target.writable)
    .map((key) =>
      key.filter((column) => !target.writable.fields.some((field) => field.column === column && field.fixed)),
    )
    .filter((key) => key.length > 0 && key.every((column) => open.has(column)))
    .sort((a, b) => Number(isNatural(b)) - Number(isNatural(a)))
    .map((key) => ({ fields: key, title: key.map((column) => open.get(column)?.title ?? column).join(' + ') }));
};

/** What the caller may do with the rows. */
export const importRights = ({
  access,
  entity,
}: ListContext): { readonly insert: boolean; readonly update: boolean } => ({
  insert: mayAct(access, entity, 'insert'),
  update: mayAct(access, entity, 'update'),
});

/** What is wrong with the place of a column; undefined: nothing. `from`: the list of the file that each list comes from. */
const placeProblem = (
  { child, field }: OpenField,
  { column, list, title }: Pick<ImportColumn, 'column' | 'list' | 'title'>,
  row: number | undefined,
  from: Map<string, string>,
): string | undefined => {
  if (child === undefined) {
    if (list !== undefined) return `a coluna ${column + 1} é da lista '${list}', e ${field.title} não é de uma lista`;
    return row === undefined ? undefined : `${field.title} não é de uma lista, e não tem linha`;
  }
  if (list === undefined) {
    if (row === undefined) return `a coluna '${title}' não diz de qual linha de ${child.title} é`;
    return row <= child.maxItems ? undefined : `${child.title} tem no máximo ${child.maxItems} linhas, e não a ${row}`;
  }
  if (row !== undefined) return `a coluna ${column + 1} traz todas as linhas de ${child.title}, e não uma`;
  const known = from.get(child.name) ?? list;
  from.set(child.name, list);
  return known === list ? undefined : `${child.title} vem de '${known}' e de '${list}'`;
};

/** What is wrong with the choices; undefined: nothing. */
const choicesProblem = (
  context: ListContext,
  target: ImportTarget,
  keys: readonly ImportKey[],
  columns: readonly ImportColumn[],
  { columns: chosen, key, mode, load }: ImportChoices,
): string | undefined => {
  const open = openByPath(target);
  const last = columns.reduce((most, { column }) => Math.max(most, column), -1);
  const seen = { columns: new Set<number>(), fields: new Set<string>() };
  const from = new Map<string, string>();
  for (const { column, field: name, by, row } of chosen) {
    const found = open.get(name);
    if (found === undefined) return `'${name}' não é um campo que se preenche em ${context.entity.title}`;
    if (column > last) return `o arquivo não tem a coluna ${column + 1}`;
    if (seen.columns.has(column)) return `a coluna ${column + 1} aparece mais de uma vez`;
    const place = row === undefined ? name : `${name} ${row}`;
    if (seen.fields.has(place)) return `o campo ${fieldTitle(found, row)} aparece mais de uma vez`;
    if (by !== undefined && !target.namesOf(found.field).some((one) => one.column === by))
      return `os registros de ${fieldTitle(found)} não são conhecidos por '${by}'`;
    const read = columns.find((one) => one.column === column) ?? { column, title: '' };
    const problem = placeProblem(found, read, row, from);
    if (problem !== undefined) return problem;
    seen.columns.add(column);
    seen.fields.add(place);
  }
  if (key.length > 0 && !keys.some(({ fields }) => fields.join() === key.join()))
    return 'os registros não são reconhecidos por esses campos';
  const missing = key.find((name) => !seen.fields.has(name));
  if (missing !== undefined)
    return `os registros são reconhecidos por ${open.get(missing)?.field.title ?? missing}, que nenhuma coluna traz`;
  if (load && mode !== 'insert') return 'a carga de dados existentes só inclui registros novos';
  if (mode !== 'insert' && key.length === 0)
    return 'para alterar é preciso dizer por que campos os registros são reconhecidos';
  return undefined;
};

/** Raises IMPORT_CHOICES; of a load ACCESS_DENIED, ACTION_WITHHELD, IMPORT_STATELESS. `columns`: those of the file. */
export const checkChoices = (context: ListContext, columns: readonly ImportColumn[], choices: ImportChoices): void => {
  if (choices.load) openLoad(context);
  const target = importTarget(context, choices);
  const problem = choicesProblem(context, target, importKeys(context, target), columns, choices);
  if (problem !== undefined) throw new Refusal('IMPORT_CHOICES', { problem });
};

/** What there is to choose of a load; null: it is nothing for the caller. */
export const loadOf = (context: ListContext, columns: readonly ImportColumn[]): ImportLoad | null => {
  if (!mayLoad(context.access, context.entity)) return null;
  const target = importTarget(context, { load: true });
  const keys = importKeys(context, target);
  const { choices } = proposeImport(target, columns, keys, { insert: true, update: false });
  return { fields: importFields(target), keys, columns: choices.columns };
};

/** Of the states that are counted those that the caller may read, in the order of the code list. */
export const statesOf = (
  { model, access, entity, screen }: ListContext,
  counts: Readonly<Record<string, number>>,
): readonly ImportStateCount[] => {
  const field = readableFields(model, access, entity, screen).find(({ column }) => column === entity.states?.key);
  const options = model.codeLists[field?.codeList ?? '']?.options ?? [];
  return options.flatMap(({ value, label }) =>
    counts[value] === undefined
      ? []
      : [{ field: field?.column ?? '', state: value, title: label, rows: counts[value] }],
  );
};
