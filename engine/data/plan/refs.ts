/**
 * Names that may stand in SQL. Only this file makes them, from the model as one user sees it; the printer takes nothing
 * else, so no text of a request can become an identifier.
 */
import type { Access } from '../../access/access.ts';
import type { Reach } from '../../access/visible-entity.ts';
import { reachOf, readableFields } from '../../access/visible-entity.ts';
import { Refusal } from '../../core/errors.ts';
import { nearest } from '../../core/nearest.ts';
import { fieldTypes } from '../../fields/index.ts';
import type { Entity, Field, Model, RegistryScreen } from '../../model/types.ts';

declare const made: unique symbol;

export interface TableRef {
  readonly [made]: 'table';
  readonly entity: Entity;
  readonly table: string;
  /** Alias in the statement. */
  readonly alias: string;
}

export interface ColumnRef {
  readonly [made]: 'column';
  readonly table: TableRef;
  readonly column: string;
  /** SQL type that texts are cast to. */
  readonly castType: string;
  readonly nullable: boolean;
  /** undefined for a system column. */
  readonly field: Field | undefined;
  /** The indexed search column that holds this one's text; undefined where it does not. */
  readonly stored: ColumnRef | undefined;
}

const systemTypes: Readonly<Record<string, string>> = {
  id: 'bigint',
  versao: 'integer',
  criado_em: 'timestamptz',
  criado_por: 'bigint',
  alterado_em: 'timestamptz',
  alterado_por: 'bigint',
};
const recordOnly: ReadonlySet<string> = new Set(['criado_em', 'criado_por', 'alterado_em', 'alterado_por']);

const tableRef = (entity: Entity, alias: string): TableRef => ({ entity, table: entity.name, alias }) as TableRef;
const columnRef = (
  table: TableRef,
  column: string,
  field: Field | undefined,
  nullable: boolean,
  stored?: ColumnRef,
): ColumnRef =>
  ({
    stored,
    table,
    column,
    castType: field ? fieldTypes[field.type].castType : (systemTypes[column] ?? 'text'),
    nullable,
    field,
  }) as ColumnRef;

/** The columns of one table in one statement that a user may name. */
export class Scope {
  readonly table: TableRef;
  readonly reach: Reach;
  readonly fields: readonly Field[];
  private readonly model: Model;
  private readonly access: Access;
  private readonly byColumn: ReadonlyMap<string, Field>;

  constructor(model: Model, access: Access, entity: Entity, alias: string, screen?: RegistryScreen) {
    this.model = model;
    this.access = access;
    this.table = tableRef(entity, alias);
    this.reach = reachOf(model, access, entity, screen);
    this.fields = readableFields(model, access, entity, screen);
    this.byColumn = new Map(this.fields.map((field) => [field.column, field]));
  }

  /** Names a caller may write: for hints, never more than the caller may see. */
  get names(): string[] {
    return [...this.systemNames, ...this.byColumn.keys()];
  }

  get systemNames(): string[] {
    return Object.keys(systemTypes).filter((name) => this.reach === 'record' || !recordOnly.has(name));
  }

  find(name: string): ColumnRef | undefined {
    const field = this.byColumn.get(name);
    if (field) {
      const stored = this.table.entity.search.includes(field.name) ? this.searchColumn : undefined;
      return columnRef(this.table, field.column, field, !field.required, stored);
    }
    return this.systemNames.includes(name)
      ? columnRef(this.table, name, undefined, name.startsWith('alterado') || name === 'criado_por')
      : undefined;
  }

  /** The column of that wire name. Raises REQUEST_COLUMN_UNKNOWN, the same for a hidden name and for none at all. */
  column(name: string): ColumnRef {
    const found = this.find(name);
    if (found) return found;
    throw new Refusal(
      'REQUEST_COLUMN_UNKNOWN',
      { column: name, entity: this.table.entity.title },
      { suggestion: nearest(name, this.names) },
    );
  }

  get id(): ColumnRef {
    return columnRef(this.table, 'id', undefined, false);
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

  /**
   * The target of a to-one relation, under a new alias. `name` is the relation or its column. A target of which the
   * user may read nothing has no embed. Raises REQUEST_EMBED_UNKNOWN.
   */
  relation(name: string, alias: string): { readonly key: ColumnRef; readonly target: Scope } {
    const field = this.fields.find((one) => one.relation && (one.name === name || one.column === name));
    const entity = field?.relation && this.model.entities[field.relation.entity];
    if (field && entity) {
      const target = new Scope(this.model, this.access, entity, alias);
      if (target.reach !== 'none') return { key: columnRef(this.table, field.column, field, !field.required), target };
    }
    throw new Refusal(
      'REQUEST_EMBED_UNKNOWN',
      { relation: name, entity: this.table.entity.title },
      {
        suggestion: nearest(
          name,
          this.fields.flatMap((one) => (one.relation && one !== field ? [one.name] : [])),
        ),
      },
    );
  }
}
