/**
 * Names that may stand in SQL. Only this file makes them, from the model as one user sees it; the printer takes nothing
 * else, so no text of a request can become an identifier.
 */

import type { Access } from '../../access/access.ts';
import { readsLogins } from '../../access/keeps.ts';
import type { Reach } from '../../access/visible-entity.ts';
import {
  comparableBehind,
  comparableFields,
  isKnownAlone,
  leadsTo,
  reachOf,
  readableBehind,
  readableChildren,
  readableFields,
} from '../../access/visible-entity.ts';
import { recordOnlyColumns, systemFieldOf } from '../../contract/system-fields.ts';
import { Refusal } from '../../core/errors.ts';
import { nearest } from '../../core/nearest.ts';
import { phrases } from '../../core/words.ts';
import type { Cover } from '../../fields/contract.ts';
import { coverOf } from '../../fields/cover.ts';
import { fieldTypes } from '../../fields/index.ts';
import { hasTable } from '../../model/has-table.ts';
import { knownBeyond } from '../../model/labelled-names.ts';
import { screenEntity } from '../../model/screen-entity.ts';
import type { RegistryScreen, SortKey } from '../../model/screen-types.ts';
import { searchedNames } from '../../model/searched-names.ts';
import type { Entity, Field, Model, ScopeRole } from '../../model/types.ts';
import { ownRecord, personColumns } from '../../model/types.ts';
import { confinedBy } from './row-scope.ts';

declare const made: unique symbol;

export interface TableRef {
  readonly [made]: 'table';
  readonly entity: Entity;
  readonly table: string;
  /** Alias in the statement. */
  readonly alias: string;
  /** Which rows are meant: those of today, those of the input `moment`, or the last values of those that were deleted. */
  readonly rows: RowsMeant;
  /** The caller meets those rows alone that records point at, by what a relation makes known of them. */
  readonly knownAlone?: true;
}

export type RowsMeant = 'today' | 'then' | 'deleted';

export interface ColumnRef {
  readonly [made]: 'column';
  readonly table: TableRef;
  readonly column: string;
  /** SQL type that texts are cast to. */
  readonly castType: string;
  readonly nullable: boolean;
  /** undefined for a system column. */
  readonly field: Field | undefined;
  /** Where it is read: the login name in another table, of the user whose id `key` holds; `inside`: among the users. */
  readonly person:
    | { readonly table: TableRef; readonly key: string; readonly login: string; readonly inside?: true }
    | undefined;
  /** The indexed search column that holds this one's text; undefined where it does not. */
  readonly stored: ColumnRef | undefined;
  readonly guard: Guard | undefined;
}

/**
 * Of which rows a column has a value, where rows of others are met by their names alone: of those that hold the caller's
 * own record, of that role, in one of these columns, or one of `several`. Empty: of none. Whatever is asked of the column
 * rests on no other row.
 */
export type Guard = readonly { readonly column: string; readonly role: ScopeRole; readonly several?: true }[];

/**
 * Whether the rows are those that the caller sees, or are named: also those of others, where `referenceBeyondScope` says so;
 * or are met by a relation that makes these fields of each known.
 */
export type RowsMet = 'seen' | 'named' | { readonly known: readonly string[] };

/** How the rows are met that a relation leads to. */
export const metBy = ({ relation }: Field): RowsMet =>
  relation?.known === undefined ? 'named' : { known: relation.known };

/**
 * A column whose values the caller reads covered. It stands in the output of a plan and nowhere else: no condition, order
 * or sum takes it, so nothing can be found out by asking.
 */
export interface CoveredRef {
  readonly [made]: 'covered';
  readonly table: TableRef;
  readonly column: string;
  readonly cover: Cover;
  readonly guard: Guard | undefined;
}

const systemTypes: Readonly<Record<string, string>> = {
  id: 'bigint',
  versao: 'integer',
  criado_em: 'timestamptz',
  criado_por: 'bigint',
  alterado_em: 'timestamptz',
  alterado_por: 'bigint',
};

const tableRef = (entity: Entity, alias: string, rows: RowsMeant, knownAlone = false): TableRef =>
  ({ entity, table: entity.name, alias, rows, ...(knownAlone && { knownAlone }) }) as TableRef;
const columnRef = (
  table: TableRef,
  column: string,
  field: Field | undefined,
  nullable: boolean,
  { stored, person, guard }: Partial<Pick<ColumnRef, 'stored' | 'person' | 'guard'>> = {},
): ColumnRef =>
  ({
    stored,
    person,
    guard,
    table,
    column,
    castType: field ? fieldTypes[field.type].castType : (systemTypes[column] ?? 'text'),
    nullable,
    field,
  }) as ColumnRef;

/** A column that points at one record. */
export interface RelationRef extends ColumnRef {
  readonly field: Field;
}

/** Rows that belong to those of a scope: each points at one of them by `key`. */
export interface ManyRows {
  readonly target: Scope;
  readonly key: ColumnRef;
  /** Their order where none is asked for: the position of owned rows, or the sort of their list. */
  readonly order: ColumnRef | readonly SortKey[];
}

/** The columns of one table in one statement that a user may name. */
export class Scope {
  readonly table: TableRef;
  readonly reach: Reach;
  /** What the caller reads. */
  readonly shown: readonly Field[];
  /** What of it the caller may ask about. */
  readonly fields: readonly Field[];
  private readonly model: Model;
  private readonly access: Access;
  private readonly screen: RegistryScreen | undefined;
  private readonly byColumn: ReadonlyMap<string, Field>;
  /** Of the columns that do not name a record; undefined where the caller meets no row of others. */
  private readonly guard: Guard | undefined;
  /** What the relation that leads here makes known of each row. */
  private readonly known: readonly string[] | undefined;
  /** And that nothing else of them is open to the caller. */
  private readonly knownAlone: boolean;

  /** Of what is no table nothing is kept: raises REQUEST_AS_OF where other rows than those of today are meant. */
  constructor(
    model: Model,
    access: Access,
    entity: Entity,
    alias: string,
    screen?: RegistryScreen,
    rows: RowsMeant = 'today',
    met: RowsMet = 'seen',
  ) {
    this.model = model;
    this.access = access;
    this.screen = screen;
    if (rows !== 'today' && !hasTable(entity))
      throw new Refusal('REQUEST_AS_OF', { problem: phrases.viewThen(entity.title) });
    const known = typeof met === 'object' ? met.known : undefined;
    this.known = known;
    this.knownAlone = known !== undefined && isKnownAlone(model, access, entity);
    this.table = tableRef(entity, alias, rows, this.knownAlone);
    this.reach = this.knownAlone ? 'none' : reachOf(model, access, entity, screen);
    this.shown =
      known === undefined
        ? readableFields(model, access, entity, screen)
        : readableBehind(model, access, entity, known);
    this.fields =
      known === undefined
        ? comparableFields(model, access, entity, screen)
        : comparableBehind(model, access, entity, known);
    this.byColumn = new Map(this.fields.map((field) => [field.column, field]));
    this.guard = this.guardOf(met);
  }

  private guardOf(met: RowsMet): Guard | undefined {
    const { access, known, knownAlone } = this;
    const { entity } = this.table;
    if (knownAlone) return [];
    if (known === undefined && (met === 'seen' || entity.referenceBeyondScope === undefined)) return undefined;
    return confinedBy(access, entity)?.map(({ field, role }) => ({
      column: this.keyOf(field),
      role,
      ...(access.own[role].length > 1 && { several: true }),
    }));
  }

  /** Whether rows out of the caller's sight are among these, by their names. */
  get namesOthers(): boolean {
    return this.guard !== undefined;
  }

  private keyOf(fieldName: string): string {
    return fieldName === ownRecord ? 'id' : this.own(fieldName).column;
  }

  /** The column with a value in those rows alone of which the caller reads it. */
  private guarded(ref: ColumnRef): ColumnRef {
    return this.guard === undefined || this.isName(ref.field) ? ref : { ...ref, nullable: true, guard: this.guard };
  }

  /** Whether the field is known of each of the rows. */
  private isName(field: Field | undefined): boolean {
    if (field === undefined) return false;
    const { entity } = this.table;
    if (this.known?.includes(field.name) === true) return true;
    return !this.knownAlone && entity.referenceBeyondScope !== undefined && knownBeyond(entity).includes(field.name);
  }

  /** What the records of the screen have; nothing where the rows are met through none, or it is of every record. */
  get filter(): NonNullable<RegistryScreen['filter']> {
    return this.screen?.filter ?? [];
  }

  /** Names a caller may write in `select`: for hints, never more than the caller may see. */
  get names(): string[] {
    return [...this.systemNames, ...this.shown.map((field) => field.column)];
  }

  /** Names a caller may ask about. */
  private get comparable(): string[] {
    return [...this.systemNames, ...this.byColumn.keys()];
  }

  get systemNames(): string[] {
    if (this.knownAlone) return ['id'];
    const whole = this.reach === 'record' && this.table.entity.view === undefined;
    return Object.keys(systemTypes).filter((name) => whole || !recordOnlyColumns.has(name));
  }

  find(name: string): ColumnRef | undefined {
    const field = this.byColumn.get(name);
    if (field) {
      // Where no index holds it, the value itself is as quickly looked at.
      const isStored = this.table.rows === 'today' && this.table.entity.search.includes(field.name);
      const stored = isStored ? this.searchColumn : undefined;
      return this.guarded(columnRef(this.table, field.column, field, !field.required, { stored }));
    }
    const person = personColumns.get(name);
    if (person !== undefined) return this.person(name, person);
    if (name === 'id') return this.id;
    return this.systemNames.includes(name)
      ? this.guarded(columnRef(this.table, name, undefined, name.startsWith('alterado') || name === 'criado_por'))
      : undefined;
  }

  /** A login name, to who reads whole records: asked for by its name alone, `*` does not bring it. */
  private person(name: string, key: string): ColumnRef | undefined {
    const told = this.reach === 'record' && this.table.entity.view === undefined;
    if (!told || !readsLogins(this.model, this.access)) return undefined;
    const people = Object.values(this.model.entities).flatMap((users) =>
      users.login === undefined ? [] : [{ table: tableRef(users, 'l', this.related), key, login: users.login }],
    );
    return this.guarded(columnRef(this.table, name, systemFieldOf(name), true, { person: people[0] }));
  }

  /**
   * The column of that wire name, to be asked about. Raises REQUEST_COLUMN_UNKNOWN, the same for a name that is hidden or
   * covered and for none at all.
   */
  column(name: string): ColumnRef {
    const found = this.find(name);
    if (found) return found;
    throw this.unknownColumn(name, this.comparable);
  }

  /** The column of that wire name, to be read. Raises REQUEST_COLUMN_UNKNOWN. */
  output(name: string): ColumnRef | CoveredRef {
    const found = this.find(name);
    if (found) return found;
    const field = this.shown.find((one) => one.column === name);
    if (!field) throw this.unknownColumn(name, this.names);
    const guard = this.isName(field) ? undefined : this.guard;
    return { table: this.table, column: field.column, cover: coverOf(field), guard } as CoveredRef;
  }

  /** Whose records a relation leads to: of the same moment; what was deleted is shown beside what is there today. */
  private get related(): RowsMeant {
    return this.table.rows === 'then' ? 'then' : 'today';
  }

  private unknownColumn(name: string, known: readonly string[]): Refusal {
    return new Refusal(
      'REQUEST_COLUMN_UNKNOWN',
      { column: name, entity: this.table.entity.title },
      { suggestion: nearest(name, known) },
    );
  }

  get id(): ColumnRef {
    return columnRef(this.table, 'id', undefined, false);
  }

  /** What rows of others hang on: those of a record that the caller meets by its name alone are none. */
  get outer(): ColumnRef {
    return this.guarded(this.id);
  }

  get version(): ColumnRef {
    return columnRef(this.table, 'versao', undefined, false);
  }

  /** The stored search column; undefined where the entity has none. */
  get searchColumn(): ColumnRef | undefined {
    return this.table.entity.search.length > 0 ? columnRef(this.table, 'busca', undefined, false) : undefined;
  }

  /** A column for the engine's own conditions (row scopes), whatever the user may see. */
  own(fieldName: string): ColumnRef {
    const field = this.table.entity.fields.find((one) => one.name === fieldName);
    if (!field) throw new Error(`no field ${fieldName} in ${this.table.entity.name}`);
    return columnRef(this.table, field.column, field, !field.required);
  }

  /** Whether the name means one readable record; `hint` is the relation or its column, said once more. */
  private toOne(name: string, hint: string | undefined): { field: Field; entity: Entity } | undefined {
    const field = this.fields.find((one) => one.relation && (one.name === name || one.column === name));
    const entity = field?.relation && this.model.entities[field.relation.entity];
    if (!field || !entity || !leadsTo(this.model, this.access, entity, field.relation?.known)) return undefined;
    return hint === undefined || hint === field.name || hint === field.column ? { field, entity } : undefined;
  }

  /**
   * The target of a to-one relation, under a new alias. `name` is the relation or its column. A target of which the
   * user may read nothing has no embed. Raises REQUEST_EMBED_UNKNOWN.
   */
  relation(name: string, alias: string, hint?: string): { readonly key: RelationRef; readonly target: Scope } {
    const found = this.toOne(name, hint);
    if (!found) throw this.unknown(name, hint);
    const key = this.guarded(columnRef(this.table, found.field.column, found.field, !found.field.required));
    return {
      key: { ...key, field: found.field },
      target: new Scope(this.model, this.access, found.entity, alias, undefined, this.related, metBy(found.field)),
    };
  }

  /** Whether the caller may follow the relation and look for words in what it leads to. */
  searches(relation: string): boolean {
    const found = this.toOne(relation, undefined);
    if (!found) return false;
    const open = comparableBehind(this.model, this.access, found.entity, found.field.relation?.known);
    return searchedNames(found.entity).some((name) => open.some((field) => field.name === name));
  }

  isRelation(name: string, hint?: string): boolean {
    return this.toOne(name, hint) !== undefined;
  }

  /**
   * The rows behind a name that means many, under a new alias: an array of owned rows, or a registry, by its route
   * without the slash, that has a relation to this entity. Of both only what the user may read. Raises
   * REQUEST_EMBED_AMBIGUOUS where several relations fit, of which `hint` would name one.
   */
  many(name: string, alias: string, hint?: string): ManyRows | undefined {
    return (hint === undefined ? this.owned(name, alias) : undefined) ?? this.reverse(name, alias, hint);
  }

  private owned(name: string, alias: string): ManyRows | undefined {
    const child = readableChildren(this.model, this.access, this.table.entity, this.screen).find(
      (one) => one.name === name,
    );
    if (!child?.entity.owner) return undefined;
    const { relation, position } = child.entity.owner;
    const target = new Scope(this.model, this.access, child.entity, alias, undefined, this.related);
    return { target, key: target.own(relation), order: target.own(position) };
  }

  private reverse(name: string, alias: string, hint: string | undefined): ManyRows | undefined {
    const screen = this.openLists.find((one) => one.path === `/${name}`);
    const entity = screen && screenEntity(this.model, screen);
    if (!entity) return undefined;
    const target = new Scope(this.model, this.access, entity, alias, screen, this.related);
    const fields = target.fields.filter(
      (field) =>
        field.relation?.entity === this.table.entity.name &&
        (hint === undefined || hint === field.name || hint === field.column),
    );
    const [field, other] = fields;
    if (!field) return undefined;
    if (other) {
      const choices = fields.map((one) => `${name}!${one.name}`);
      throw new Refusal('REQUEST_EMBED_AMBIGUOUS', { relation: name, choices });
    }
    return { target, key: target.column(field.column), order: screen.sort };
  }

  /** The registries whose rows the route's own pair opens: `view` opens one record, not the list of them. */
  private get openLists(): readonly RegistryScreen[] {
    return this.model.screens.filter(
      (one): one is RegistryScreen =>
        one.kind === 'registry' && this.access.can(one.permission.action, one.permission.subject),
    );
  }

  /** Names of all that may be embedded here. */
  private get embeddable(): string[] {
    const pointing = (screen: RegistryScreen): boolean =>
      new Scope(
        this.model,
        this.access,
        screenEntity(this.model, screen) ?? this.table.entity,
        'x',
        screen,
      ).fields.some((field) => field.relation?.entity === this.table.entity.name);
    return [
      ...this.fields.map(({ name }) => name).filter((name) => this.isRelation(name)),
      ...readableChildren(this.model, this.access, this.table.entity, this.screen).map((child) => child.name),
      ...this.openLists.filter(pointing).map(({ path }) => path.slice(1)),
    ];
  }

  /** The refusal of a name that embeds nothing: the same for one that is kept from the user and for none at all. */
  unknown(name: string, hint?: string): Refusal {
    return new Refusal(
      'REQUEST_EMBED_UNKNOWN',
      { relation: hint === undefined ? name : `${name}!${hint}`, entity: this.table.entity.title },
      { suggestion: hint === undefined ? nearest(name, this.embeddable) : undefined },
    );
  }
}
