/** What a file may fill in a registry, as the caller may. */
import { mayAct } from '../access/may-act.ts';
import { writableEntity } from '../access/visible-entity.ts';
import type { ImportChoices, ImportKey } from '../contract/import.ts';
import type { ImportTarget } from '../contract/propose-import.ts';
import { openFields } from '../contract/propose-import.ts';
import { Refusal } from '../core/errors.ts';
import { fieldsByName } from '../data/import/resolve-names.ts';
import type { ListContext } from '../data/plan/context.ts';
import { uniqueKeys } from '../data/upsert-rows.ts';

export const importTarget = ({ model, access, entity, screen }: ListContext): ImportTarget => ({
  model,
  writable: writableEntity(access, entity),
  columns: screen.columns,
  namesOf: (field) => fieldsByName(model, access, field),
});

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

/** What is wrong with the choices; undefined: nothing. */
const choicesProblem = (
  context: ListContext,
  target: ImportTarget,
  keys: readonly ImportKey[],
  columns: number,
  { columns: chosen, key, mode }: ImportChoices,
): string | undefined => {
  const open = new Map(openFields(target).map((field) => [field.column, field]));
  const seen = { columns: new Set<number>(), fields: new Set<string>() };
  for (const { column, field: name, by } of chosen) {
    const field = open.get(name);
    if (field === undefined) return `'${name}' não é um campo que se preenche em ${context.entity.title}`;
    if (column >= columns) return `o arquivo não tem a coluna ${column + 1}`;
    if (seen.columns.has(column)) return `a coluna ${column + 1} aparece mais de uma vez`;
    if (seen.fields.has(name)) return `o campo ${field.title} aparece mais de uma vez`;
    if (by !== undefined && !target.namesOf(field).some((one) => one.column === by))
      return `os registros de ${field.title} não são conhecidos por '${by}'`;
    seen.columns.add(column);
    seen.fields.add(name);
  }
  if (key.length > 0 && !keys.some(({ fields }) => fields.join() === key.join()))
    return 'os registros não são reconhecidos por esses campos';
  const missing = key.find((name) => !seen.fields.has(name));
  if (missing !== undefined)
    return `os registros são reconhecidos por ${open.get(missing)?.title ?? missing}, que nenhuma coluna traz`;
  if (mode !== 'insert' && key.length === 0)
    return 'para alterar é preciso dizer por que campos os registros são reconhecidos';
  return undefined;
};

/** Raises IMPORT_CHOICES. `columns`: how many the file has. */
export const checkChoices = (...given: Parameters<typeof choicesProblem>): void => {
  const problem = choicesProblem(...given);
  if (problem !== undefined) throw new Refusal('IMPORT_CHOICES', { problem });
};
