/** The columns that every table has, as fields: what lists and documents say of them. Only the engine writes them. */
import type { Field, FieldTypeName } from '../model/types.ts';

const systemField = (name: string, type: FieldTypeName, title: string, required: boolean): Field => ({
  name,
  column: name,
  type,
  title,
  description: undefined,
  help: undefined,
  required,
  readOnly: true,
  visible: true,
  writeOnly: false,
  unique: false,
  format: undefined,
  mask: undefined,
  pattern: undefined,
  minLength: undefined,
  maxLength: undefined,
  minimum: undefined,
  maximum: undefined,
  multipleOf: undefined,
  scale: undefined,
  seconds: undefined,
  attachment: undefined,
  default: undefined,
  personalData: 'public',
  codeList: undefined,
  codes: undefined,
  relation: undefined,
});

/** Who and when, of those who read whole records alone; the users by their ids. */
export const recordSystemFields: readonly Field[] = [
  systemField('criado_em', 'date-time', 'Criado em', true),
  systemField('criado_por', 'integer', 'Criado por (id do usuário)', false),
  systemField('alterado_em', 'date-time', 'Alterado em', false),
  systemField('alterado_por', 'integer', 'Alterado por (id do usuário)', false),
];

export const versionField: Field = systemField('versao', 'integer', 'Versão', true);

const all: ReadonlyMap<string, Field> = new Map(
  [...recordSystemFields, versionField].map((field) => [field.name, field]),
);

export const systemFieldOf = (name: string): Field | undefined => all.get(name);
