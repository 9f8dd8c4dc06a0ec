/**
 * A statement under construction: the resource's rows, or those of a relation to many, and what hangs on them. A `Level`
 * is one FROM, a `Place` a table in it that the request speaks of.
 */
import type { Access } from '../../access/access.ts';
import type { FilterNode, OrderTerm } from '../../contract/request.ts';
import { checkLimit } from '../../contract/request-limits.ts';
import { Refusal } from '../../core/errors.ts';
import type { ColumnRef, ManyRows, RelationRef, Scope } from './refs.ts';
import { scopeConditions } from './row-scope.ts';
import type { Condition, Join, Rows } from './types.ts';

/** What all levels of a statement share. */
export class Statement {
  readonly access: Access;
  /** The rows picked are to be written: what is said of a relation chooses among them and empties nothing. */
  readonly writes: boolean;
  private readonly used = new Map<string, number>();
  constructor(access: Access, writes: boolean) {
    this.access = access;
    this.writes = writes;
  }
  /** An alias that no other table has. */
  alias(prefix: 'j' | 'm'): string {
    const count = (this.used.get(prefix) ?? 0) + 1;
    this.used.set(prefix, count);
    return `${prefix}${count}`;
  }
}

/** A to-one join under construction. */
interface JoinDraft {
  readonly parent: Scope;
  readonly key: RelationRef;
  readonly scope: Scope;
  readonly where: Condition[];
}

const joinOf = (draft: JoinDraft): Join => ({
  key: draft.key,
  target: draft.scope.table,
  targetId: draft.scope.id,
  where: draft.where,
});

export class Level {
  readonly root: Scope;
  readonly statement: Statement;
  readonly where: Condition[];
  /** How many relations to many it lies behind; one to which a relation to one leads back counts twice. */
  readonly depth: number;
  private readonly drafts: JoinDraft[] = [];

  constructor(statement: Statement, root: Scope, depth = 0) {
    checkLimit('many', depth);
    this.depth = depth;
    this.statement = statement;
    this.root = root;
    this.where = scopeConditions(statement.access, root);
  }

  get joins(): readonly Join[] {
    return this.drafts.map(joinOf);
  }

  embed(parent: Scope, name: string, hint: string | undefined): JoinDraft {
    const { key, target } = parent.relation(name, this.statement.alias('j'), hint);
    return this.join(parent, key, target);
  }

  /** The target of a relation that is not in `select`, joined once. */
  implicit(parent: Scope, name: string): Scope {
    if (!parent.isRelation(name)) {
      if (parent.many(name, 'x')) throw new Refusal('REQUEST_EMBED_ABSENT', { relation: name });
      throw parent.unknown(name);
    }
    const same = ({ key }: JoinDraft): boolean => name === key.column || name === key.field.name;
    const known = this.drafts.find((one) => one.parent === parent && same(one));
    if (known) return known.scope;
    const { key, target } = parent.relation(name, this.statement.alias('j'));
    return this.join(parent, key, target).scope;
  }

  /** The target of a relation of the root, which the statement joins only where a condition says so. */
  beside(name: string): { readonly scope: Scope; readonly join: Join } {
    const { key, target } = this.root.relation(name, this.statement.alias('j'));
    const where = scopeConditions(this.statement.access, target);
    return { scope: target, join: joinOf({ parent: this.root, key, scope: target, where }) };
  }

  private join(parent: Scope, key: RelationRef, scope: Scope): JoinDraft {
    const draft = { parent, key, scope, where: scopeConditions(this.statement.access, scope) };
    this.drafts.push(draft);
    return draft;
  }
}

/** A comparison, with its path from the place on, or a group. */
type PendingFilter =
  | { readonly node: Extract<FilterNode, { kind: 'compare' }>; readonly path: readonly string[] }
  | { readonly node: Exclude<FilterNode, { kind: 'compare' }> };

/** An embed of `select`, or the resource itself. */
export class Place {
  readonly level: Level;
  readonly scope: Scope;
  /** Of a to-one embed. */
  readonly join: JoinDraft | undefined;
  /** Of a to-many embed, with the id of the rows that it hangs on. */
  readonly many: (ManyRows & { readonly outer: ColumnRef }) | undefined;
  readonly embeds: {
    readonly names: readonly string[];
    readonly alias: string | undefined;
    readonly place: Place;
    readonly inner: boolean;
  }[] = [];
  readonly filters: PendingFilter[] = [];
  order: readonly OrderTerm[] = [];
  limit: number | undefined;
  offset = 0;

  constructor(level: Level, parts: { join?: JoinDraft; many?: ManyRows & { outer: ColumnRef } } = {}) {
    this.level = level;
    this.scope = parts.join?.scope ?? level.root;
    this.join = parts.join;
    this.many = parts.many;
  }

  /** Raises REQUEST_EMBED_UNKNOWN, REQUEST_EMBED_AMBIGUOUS. */
  embed(relation: string, hint: string | undefined, alias: string | undefined, inner: boolean): Place {
    const place = this.open(relation, hint);
    const names = place.join ? [relation, place.join.key.column, place.join.key.field.name] : [relation];
    this.embeds.push({ names, alias, place, inner });
    return place;
  }

  private open(relation: string, hint: string | undefined): Place {
    const { statement } = this.level;
    const many = this.scope.isRelation(relation, hint)
      ? undefined
      : this.scope.many(relation, statement.alias('m'), hint);
    if (!many) return new Place(this.level, { join: this.level.embed(this.scope, relation, hint) });
    // Down, up and down again: each row brings all that its neighbours bring, so the rows grow with their own number.
    const repeated = this.join !== undefined && this.level.depth > 0;
    const depth = this.level.depth + (repeated ? 2 : 1);
    return new Place(new Level(statement, many.target, depth), { many: { ...many, outer: this.scope.outer } });
  }

  /** The embed of that alias, else the first of that name. */
  find(name: string): Place | undefined {
    const found = this.embeds.find((one) => one.alias === name) ?? this.embeds.find((one) => one.names.includes(name));
    return found?.place;
  }

  /** A condition on the rows of the place. Those to be written are chosen by it, whatever it is about. */
  add(condition: Condition): void {
    (this.level.statement.writes ? this.level.where : (this.join?.where ?? this.level.where)).push(condition);
  }

  /** The rows of an embed, as a table of their own. */
  get rows(): Rows {
    if (this.join) {
      const { key, scope, where } = this.join;
      return { root: scope.table, key: scope.id, outer: key, joins: [], where: [...where] };
    }
    if (!this.many) throw new Error('the resource itself hangs on nothing');
    const { root, joins, where } = this.level;
    return { root: root.table, key: this.many.key, outer: this.many.outer, joins, where: [...where] };
  }
}
