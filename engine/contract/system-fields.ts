/** The columns that every table has, as fields: what lists and documents say of them. Only the engine writes them. */
import type { Access } from '../access/access.ts';
import { readsLogins } from '../access/keeps.ts';
import { plainField } from '../model/plain-field.ts';
import type { Field, FieldTypeName, Model } from '../model/types.ts';

const systemField = (name: string, type: FieldTypeName, title: string, required: boolean): Field =>
  plainField({ name, type, title, required, readOnly: true });

const createdBy = 'Criado por';
const changedBy = 'Alterado por';

const made = systemField('criado_em', 'date-time', 'Criado em', true);
const changed = systemField('alterado_em', 'date-time', 'Alterado em', false);
const makerId = systemField('criado_por', 'integer', `${createdBy} (id do usuário)`, false);
const changerId = systemField('alterado_por', 'integer', `${changedBy} (id do usuário)`, false);
const maker = systemField('criado_por_login', 'text', createdBy, false);
const changer = systemField('alterado_por_login', 'text', changedBy, false);

export const idField: Field = systemField('id', 'integer', 'Identificador', true);
export const versionField: Field = systemField('versao', 'integer', 'Versão', true);

/** Every system column that has a title. */
export const systemFields: readonly Field[] = [
  idField,
  versionField,
  made,
  makerId,
  maker,
  changed,
  changerId,
  changer,
];

/** Columns that only who reads whole records reads. */
export const recordOnlyColumns: ReadonlySet<string> = new Set(
  systemFields.filter((field) => field !== idField && field !== versionField).map(({ name }) => name),
);

/** Who and when, as lists offer them: the users by their logins; by their ids to whom the logins are closed. */
export const recordSystemFields = (model: Model, access: Access): readonly Field[] =>
  readsLogins(model, access) ? [made, maker, changed, changer] : [made, makerId, changed, changerId];

const all: ReadonlyMap<string, Field> = new Map(systemFields.map((field) => [field.name, field]));

export const systemFieldOf = (name: string): Field | undefined => all.get(name);
