/**
 * The names that fields had before they were renamed, wherever a caller writes one. In: what the caller wrote. Out: the
 * same under the names of today, its answer under the names that were asked for. Rights come first: of a field that the
 * caller may not name in a place, the former name stands for nothing there either, and is left as it is.
 */
import type { Access } from '../access/access.ts';
import type { Known } from '../access/visible-entity.ts';
import {
  comparableBehind,
  comparableFields,
  readableBehind,
  readableChildren,
  readableFields,
  writableEntity,
} from '../access/visible-entity.ts';
import { Refusal } from '../core/errors.ts';
import { screenEntity } from '../model/screen-entity.ts';
import type { FieldPath, RegistryScreen } from '../model/screen-types.ts';
import type { Entity, Field, Model } from '../model/types.ts';
import type { FilterNode, OrderTerm, ReadRequest, SelectItem } from './request.ts';

/** A former name that a caller used. */
export interface FormerUse {
  /** The entity's name. */
  readonly entity: string;
  /** As the caller wrote it, and as that is written today: `cidade_id`, `municipio_id`. */
  readonly from: string;
  readonly to: string;
  readonly column: string;
  /** A day or a version. */
  readonly since: string;
}

type Embed = Extract<SelectItem, { kind: 'embed' }>;
type Row = Readonly<Record<string, unknown>>;

/** The rows that a part of the request speaks of, and what `select` embeds in them. */
interface Place {
  readonly entity: Entity;
  readonly screen: RegistryScreen | undefined;
  /** What the relation that leads there makes known of it. */
  readonly known: Known;
  readonly embeds: Embedded[];
}

interface Embedded {
  readonly alias: string | undefined;
  /** As it is called today; and all that it may be called. */
  readonly relation: string;
  readonly names: readonly string[];
  readonly place: Place;
}

/** What a name of a relation leads to. */
interface Behind {
  readonly relation: string;
  readonly hint: string | undefined;
  readonly names: readonly string[];
  readonly place: Place;
}

const embeddedAs = (place: Place, name: string): Embedded | undefined =>
  place.embeds.find(({ alias }) => alias === name) ?? place.embeds.find(({ names }) => names.includes(name));

/** An alias stays, for it is the request's own; any other name of an embed is today's. */
const nameOfEmbed = ({ alias, relation }: Embedded, name: string): string => (alias === name ? name : relation);

const placeOf = (entity: Entity, screen?: RegistryScreen, known?: Known): Place => ({
  entity,
  screen,
  known,
  embeds: [],
});

/** How a name stands for a field: as its column, or as the relation that it is. */
type Role = 'column' | 'relation';

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);

const wireNames = (field: Field, name: string): { readonly name: string; readonly column: string } => ({
  name,
  column: field.relation ? `${name}_id` : name,
});

/** Of one request. */
export class FormerNames {
  private readonly model: Model;
  private readonly access: Access;
  private readonly uses = new Map<string, FormerUse>();
  /** Columns that the caller named as they are called today. */
  private readonly present = new Set<string>();

  constructor(model: Model, access: Access) {
    this.model = model;
    this.access = access;
  }

  get used(): readonly FormerUse[] {
    return [...this.uses.values()];
  }

  /** Raises REQUEST_FORMER_NAME where one field goes by both of its names. */
  refuseBoth(): void {
    for (const { entity, from, to, column } of this.uses.values())
      if (this.present.has(`${entity}.${column}`))
        throw new Refusal('REQUEST_FORMER_NAME', { from, to, entity: this.model.entities[entity]?.title ?? '' });
  }

  /** A query under the names of today. */
  request(entity: Entity, screen: RegistryScreen | undefined, request: ReadRequest): ReadRequest {
    if (this.model.formerNames === undefined) return request;
    const root = placeOf(entity, screen);
    const select = this.items(root, request.select);
    const columns = (names: readonly string[] | undefined): readonly string[] | undefined =>
      names && this.columns(writableEntity(this.access, entity), names);
    return {
      ...request,
      select,
      filters: request.filters.map((node) => this.filter(root, node)),
      order: this.order(root, request.order),
      embeds: request.embeds.map((options) => {
        const { path, place } = this.into(root, options.path);
        return { ...options, path, order: place ? this.order(place, options.order) : options.order };
      }),
      columns: columns(request.columns),
      onConflict: columns(request.onConflict),
    };
  }

  /** Names of columns that may be written; `entity` is the one that the caller may write. */
  columns(entity: Entity, names: readonly string[]): readonly string[] {
    return names.map((name) => this.name(entity, entity.fields, name, 'column'));
  }

  /** A row of a body; `entity` is the one that the caller may write, rows that it owns included. */
  row(entity: Entity, row: Row): Row {
    const arrays = new Map(entity.children.map((child) => [child.name, child.entity]));
    return Object.fromEntries(
      Object.entries(row).map(([name, value]): [string, unknown] => {
        const owned = arrays.get(name);
        if (owned !== undefined && Array.isArray(value))
          return [name, value.map((item: unknown) => (isRow(item) ? this.row(owned, item) : item))];
        return [this.name(entity, entity.fields, name, 'column'), value];
      }),
    );
  }

  /** A path of a screen, `cidade.uf`, of fields that may be compared. */
  path(entity: Entity, screen: RegistryScreen | undefined, path: FieldPath, role: Role = 'column'): FieldPath {
    return this.model.formerNames === undefined ? path : this.fields(placeOf(entity, screen), path, role);
  }

  /** The name of today: of one of `fields`, else the name as it is. */
  private name(entity: Entity, fields: readonly Field[], name: string, role: Role): string {
    const former = this.model.formerNames?.filter((one) => one.entity === entity.name) ?? [];
    if (former.length === 0) return name;
    const named = fields.find((field) => field.column === name || (role === 'relation' && field.name === name));
    if (named) {
      this.present.add(`${entity.name}.${named.column}`);
      return name;
    }
    for (const { from, field: to, since } of former) {
      const field = fields.find((one) => one.name === to);
      if (field === undefined) continue;
      const wire = wireNames(field, from);
      if (wire.column !== name && !(role === 'relation' && field.relation && wire.name === name)) continue;
      const now = wire.column === name ? field.column : field.name;
      this.uses.set(`${entity.name}.${name}`, {
        entity: entity.name,
        from: name,
        to: now,
        column: field.column,
        since,
      });
      return now;
    }
    return name;
  }

  private readable({ entity, screen, known }: Place): readonly Field[] {
    return known === undefined
      ? readableFields(this.model, this.access, entity, screen)
      : readableBehind(this.model, this.access, entity, known);
  }

  private comparable({ entity, screen, known }: Place): readonly Field[] {
    return known === undefined
      ? comparableFields(this.model, this.access, entity, screen)
      : comparableBehind(this.model, this.access, entity, known);
  }

  private items(place: Place, items: readonly SelectItem[]): readonly SelectItem[] {
    return items.map((item): SelectItem => {
      if (item.kind === 'embed') return this.embed(place, item);
      if (item.kind === 'all' || item.name === undefined) return item;
      const fields = item.kind === 'column' ? this.readable(place) : this.comparable(place);
      const name = this.name(place.entity, fields, item.name, 'column');
      if (name === item.name) return item;
      return item.kind === 'column' ? { ...item, name, alias: item.alias ?? item.name } : { ...item, name };
    });
  }

  private embed(outside: Place, item: Embed): SelectItem {
    const opened = this.behind(outside, item.relation, item.hint);
    if (opened === undefined) return item;
    const { relation, hint, place } = opened;
    const alias = item.alias ?? (relation === item.relation || item.spread ? undefined : item.relation);
    outside.embeds.push({ alias, relation, names: [item.relation, relation, ...opened.names], place });
    return { ...item, relation, alias, hint, items: this.items(place, item.items) };
  }

  /** The record behind a relation, rows that are owned, those of a list that points here; else by a former name. */
  private behind(outside: Place, name: string, hint: string | undefined): Behind | undefined {
    const { entity, screen } = outside;
    const fields = this.comparable(outside);
    const isNamed = fields.some((one) => one.relation && (one.name === name || one.column === name));
    if (isNamed) return this.one(entity, fields, name, hint);
    const owned = readableChildren(this.model, this.access, entity, screen).find((child) => child.name === name);
    if (owned && hint === undefined) return { relation: name, hint, names: [], place: placeOf(owned.entity) };
    return this.many(entity, name, hint) ?? this.one(entity, fields, name, hint);
  }

  private one(entity: Entity, fields: readonly Field[], name: string, hint: string | undefined): Behind | undefined {
    const relation = this.name(entity, fields, name, 'relation');
    const field = fields.find((one) => one.name === relation || one.column === relation);
    const target = field?.relation && this.model.entities[field.relation.entity];
    if (!field || !target) return undefined;
    const said = hint === undefined ? undefined : this.name(entity, [field], hint, 'relation');
    return {
      relation,
      hint: said,
      names: [field.name, field.column],
      place: placeOf(target, undefined, field.relation?.known),
    };
  }

  private many(entity: Entity, route: string, hint: string | undefined): Behind | undefined {
    const screen = this.model.screens.find(
      (one): one is RegistryScreen =>
        one.kind === 'registry' &&
        one.path === `/${route}` &&
        this.access.can(one.permission.action, one.permission.subject),
    );
    const target = screen && screenEntity(this.model, screen);
    if (!target) return undefined;
    const place = placeOf(target, screen);
    const pointing = this.comparable(place).filter((field) => field.relation?.entity === entity.name);
    if (pointing.length === 0) return undefined;
    const said = hint === undefined ? undefined : this.name(target, pointing, hint, 'relation');
    return { relation: route, hint: said, names: [], place };
  }

  private embedded(place: Place, name: string): Embedded | undefined {
    const found = embeddedAs(place, name);
    if (found && found.alias !== name) this.name(place.entity, this.comparable(place), name, 'relation');
    return found;
  }

  /** A path of relations from a place on, and where it leads. */
  private into(from: Place, path: readonly string[]): { readonly path: readonly string[]; readonly place?: Place } {
    let place: Place | undefined = from;
    const walked = path.map((name): string => {
      if (place === undefined) return name;
      const embedded = this.embedded(place, name);
      const opened = embedded ? undefined : this.behind(place, name, undefined);
      place = (embedded ?? opened)?.place;
      return embedded ? nameOfEmbed(embedded, name) : (opened?.relation ?? name);
    });
    return place === undefined ? { path: walked } : { path: walked, place };
  }

  private fields(from: Place, path: readonly string[], role: Role = 'column'): readonly string[] {
    const { path: relations, place } = this.into(from, path.slice(0, -1));
    const last = path.at(-1);
    if (last === undefined || place === undefined) return path;
    const name = this.name(place.entity, this.comparable(place), last, role);
    const embedded = name === last ? this.embedded(place, last) : undefined;
    return [...relations, embedded ? nameOfEmbed(embedded, last) : name];
  }

  private filter(place: Place, node: FilterNode): FilterNode {
    if (node.kind === 'compare') return { ...node, path: this.fields(place, node.path) };
    const inner = node.at === undefined ? { path: undefined, place } : this.into(place, node.at);
    const within = inner.place;
    if (within === undefined) return node;
    return { ...node, at: inner.path, items: node.items.map((item) => this.filter(within, item)) };
  }

  private order(place: Place, terms: readonly OrderTerm[]): readonly OrderTerm[] {
    return terms.map((term) => ({ ...term, path: this.fields(place, term.path) }));
  }
}
