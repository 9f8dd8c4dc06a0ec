/** What a file may fill: fields of a registry's records, and those of the rows that they own, as who asks may write them. */
import { rowSuffix } from '../fields/describe-failure.ts';
import { fieldTypes } from '../fields/index.ts';
import { writableChildren } from '../fields/record-schema.ts';
import type { ScreenColumn } from '../model/screen-types.ts';
import type { Child, Entity, Field, Model } from '../model/types.ts';
import type { ImportField } from './import.ts';
import { isImportable } from './import-value.ts';

export interface ImportTarget {
  readonly model: Model;
  /** As the caller may write it. */
  readonly writable: Entity;
  /** Of the list: a file that was exported has their titles. */
  readonly columns: readonly ScreenColumn[];
  /** By which fields of its records a relation may be known, for who asks. */
  readonly namesOf: (field: Field) => readonly Field[];
}

const fillable = ({ fields }: Entity): readonly Field[] =>
  fields.filter((field) => field.visible && !field.readOnly && field.fixed !== true && isImportable(field));

/** Fields that a column may fill. */
export const openFields = ({ writable }: Pick<ImportTarget, 'writable'>): readonly Field[] => fillable(writable);

/** A field of the rows that a record owns, or of the record itself. */
export interface OpenField {
  readonly child: Child | undefined;
  readonly field: Field;
}

/** What a field is called in what is chosen: `nome`, and of owned rows `contatos.tipo`. */
export const fieldPath = ({ child, field }: OpenField): string =>
  child === undefined ? field.column : `${child.name}.${field.column}`;

/** The fields of the owned rows that columns may fill. */
export const openRowFields = ({ writable }: Pick<ImportTarget, 'writable'>): readonly OpenField[] =>
  writableChildren(writable).flatMap((child) => fillable(child.entity).map((field) => ({ child, field })));

/** All of them, by what they are called. */
export const openByPath = (target: Pick<ImportTarget, 'writable'>): ReadonlyMap<string, OpenField> =>
  new Map(
    [...openFields(target).map((field): OpenField => ({ child: undefined, field })), ...openRowFields(target)].map(
      (one) => [fieldPath(one), one],
    ),
  );

/** `Tipo (Contatos)`, and of one row `Tipo (Contatos, linha 2)`. */
export const fieldTitle = ({ child, field }: OpenField, row?: number): string =>
  child === undefined
    ? field.title
    : `${field.title}${row === undefined ? ` (${child.title})` : rowSuffix(child, row - 1)}`;

/** The fields as they are offered. */
export const importFields = (target: ImportTarget): readonly ImportField[] =>
  [...openByPath(target)].map(([path, one]) => ({
    field: path,
    title: fieldTitle(one),
    required:
      one.field.required &&
      one.field.default === undefined &&
      one.field.filledFrom === undefined &&
      one.field.begins === undefined,
    called: fieldTypes[one.field.type].called(one.field),
    by: target.namesOf(one.field).map(({ column, title }) => ({ field: column, title })),
    ...(one.child === undefined
      ? {}
      : { rows: { list: one.child.name, title: one.child.title, limit: one.child.maxItems } }),
  }));
