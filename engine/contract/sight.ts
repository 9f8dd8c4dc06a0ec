/**
 * What one user sees of the records of a screen: every name of its model has been asked for here, so that what is kept
 * from the user is in no part of it.
 */

import type { Access } from '../access/access.ts';
import { covers } from '../access/keeps.ts';
import { asRead, reachOf, readableBehind, readableFields } from '../access/visible-entity.ts';
import type { FieldPath, RegistryScreen } from '../model/screen-types.ts';
import { searchedNames } from '../model/searched-names.ts';
import type { CodeOption, Entity, Field, LabelPart, Model } from '../model/types.ts';

interface Located {
  readonly entity: Entity;
  readonly field: Field;
}

/** One user's sight of the records of one screen, or of rows that they own: every name below has been asked for through it. */
export class Sight {
  readonly model: Model;
  readonly access: Access;
  readonly entity: Entity;
  readonly fields: readonly Field[];

  constructor(model: Model, access: Access, entity: Entity, screen?: RegistryScreen) {
    this.model = model;
    this.access = access;
    this.entity = entity;
    this.fields = readableFields(model, access, entity, screen);
  }

  fieldsOf(entity: Entity): readonly Field[] {
    return entity === this.entity ? this.fields : readableFields(this.model, this.access, entity);
  }

  /** The fields of what the relation points at, as far as they are read by it. */
  fieldsBehind(field: Field): readonly Field[] {
    const target = this.target(field);
    const known = field.relation?.known;
    if (target === undefined || known === undefined) return target === undefined ? [] : this.fieldsOf(target);
    return readableBehind(this.model, this.access, target, known);
  }

  target(field: Field): Entity | undefined {
    return field.relation && this.model.entities[field.relation.entity];
  }

  covers({ entity, field }: Located): boolean {
    return covers(this.access, entity, field);
  }

  /** Those of the fields whose values may be asked about. */
  get comparable(): readonly Field[] {
    return this.comparableOf(this.entity);
  }

  comparableOf(entity: Entity): readonly Field[] {
    return this.fieldsOf(entity).filter((field) => !this.covers({ entity, field }));
  }

  /** What the quick search reads for this user: values of the record, and relations to records of which it reads some. */
  get searched(): readonly Field[] {
    return [...this.named(searchedNames(this.entity)), ...this.searchedThrough];
  }

  /** Of those the relations. */
  get searchedThrough(): readonly Field[] {
    return this.named(this.entity.searchThrough ?? []).filter((field) => this.findsBy(field));
  }

  private named(names: readonly string[]): readonly Field[] {
    const { comparable } = this;
    return names.flatMap((name) => comparable.find((field) => field.name === name) ?? []);
  }

  private findsBy(relation: Field): boolean {
    const target = this.target(relation);
    if (target === undefined) return false;
    const names = new Set(searchedNames(target));
    return this.fieldsBehind(relation).some(
      (field) => names.has(field.name) && !this.covers({ entity: target, field }),
    );
  }

  /** The same of the field at the end of a path. */
  compares(path: FieldPath): boolean {
    const located = this.locate(path);
    return located !== undefined && !this.covers(located);
  }

  /** The field at the end of a path, where every step may be read, and followed. */
  locate(path: FieldPath): Located | undefined {
    let entity: Entity | undefined = this.entity;
    let { fields } = this;
    let found: Located | undefined;
    for (const name of path) {
      const field: Field | undefined = fields.find((one) => one.name === name);
      if (!entity || !field || (found && this.covers(found))) return undefined;
      found = { entity, field };
      entity = this.target(field);
      fields = this.fieldsBehind(field);
    }
    return found;
  }

  /** Fields of the target that its label here mentions and the user may read. */
  labelFields(field: Field): readonly string[] {
    const open = new Set(this.fieldsBehind(field).map((one) => one.name));
    return (field.relation?.label ?? []).flatMap((part) =>
      'field' in part && open.has(part.field) ? [part.field] : [],
    );
  }
}

/** Options of the field's code list that the field takes; undefined where it has none. */
export const optionsOf = (sight: Sight, field: Field): readonly CodeOption[] | undefined =>
  field.codeList === undefined
    ? undefined
    : sight.model.codeLists[field.codeList]?.options.filter((one) => field.codes?.includes(one.value) ?? true);

/** A label cut down to the fields that the user may read; empty where none is left. */
export const cutLabel = (label: readonly LabelPart[], open: ReadonlySet<string>): readonly LabelPart[] => {
  const kept = label.filter((part) => 'text' in part || open.has(part.field));
  return kept.length < label.length && kept.every((part) => 'text' in part) ? [] : kept;
};

/** The field, its label cut down to what the user may read of the target. */
export const cutField = (sight: Sight, entity: Entity, own: Field): Field => {
  // What is filled in from where stands beside the form, by what it begins among the expressions.
  const { filledFrom: _filledFrom, begins: _begins, ...field } = asRead(sight.access, entity, own);
  if (!field.relation) return field;
  const label = cutLabel(field.relation.label, new Set(sight.labelFields(field)));
  // What may be chosen is told of by the picker.
  const { date, where: _where, known: _known, ...relation } = field.relation;
  const dated = date !== undefined && sight.fields.some(({ name }) => name === date) ? { date } : {};
  return { ...field, relation: { ...relation, label, ...dated } };
};

/** The route of the registry of an entity; null where the user may not so much as name its records. */
export const relationPath = (sight: Sight, target: Entity): string | null =>
  target.path !== undefined && reachOf(sight.model, sight.access, target) !== 'none' ? target.path : null;
