/** Answer of `GET /acesso/por-que`: why somebody sees a screen, a record, a field, or does not. The decisions themselves. */
import type { Decision, FieldDecision } from '../access/access.ts';
import type { RowScope, ScopeRole } from '../model/types.ts';

/** What keeps an entry from all users of the installation, and where the files say so: `clients/copass.json:12:5`. */
export interface ScreenLimit {
  /** `above`: the entry that it hangs on is not there; `value` is its path. */
  readonly kind: 'disabled' | 'clients' | 'flag' | 'above';
  readonly value: string;
  readonly place: string;
}

export interface WhyScreen {
  readonly path: string;
  readonly title: string;
  readonly kind: string;
  /** The titles of what it hangs on, from the top. */
  readonly trail: readonly string[];
  /** Not empty: nobody has it here, whatever the rights. */
  readonly limits: readonly ScreenLimit[];
  /** null: it has no pair of its own. */
  readonly decision: Decision | null;
  readonly open: boolean;
}

/** An action on the records of the registry. */
export interface WhyOperation {
  readonly action: string;
  /** Of a transition, which has its words of its own. */
  readonly title?: string;
  readonly decision: Decision;
  /** Of a transition whose own right is granted: what else keeps the person from it. */
  readonly bar?: WhyBar;
}

/** A right on the records of `title`, or a field of them, that a transition needs too; neither: a field that is not named. */
export interface WhyBar {
  readonly title: string;
  readonly right?: Decision;
  readonly field?: { readonly title: string; readonly decision: FieldDecision };
}

export interface WhyRow {
  readonly id: number;
  /** Whether there is such a record at all. */
  readonly exists: boolean;
  readonly visible: boolean;
  /** Staff and administrators see every row. */
  readonly unconfined: boolean;
  /** What confines the rows; `own` are the person's records in that role. */
  readonly scopes: readonly (RowScope & { readonly title: string; readonly own: readonly number[] })[];
  /** Whether the entity keeps rows from anybody at all. */
  readonly confines: boolean;
  /** The roles of the person to which every row is open. */
  readonly openTo: readonly ScopeRole[];
  /** Whether the person may ask for records at all: by the route, or by the id with `view`. */
  readonly reachable: boolean;
  /** Whether the person meets the records as those of a reference for the staff: not all of them. */
  readonly named: boolean;
  /** Whether the person, whom the entity confines, meets the records by their names alone, also those of others. */
  readonly beyond: boolean;
  /** Of a view: the field 'entity.field' that chooses its rows and is kept from the person; then there are none. */
  readonly keptBy?: string;
}

export interface WhyField {
  /** `banco.nome`. */
  readonly name: string;
  readonly title: string;
  readonly decision: FieldDecision;
  /** How much of the entity is open through the screen. */
  readonly reach: 'record' | 'list' | 'reference' | 'none';
  /** Whether the value, open or covered, is read at that reach. */
  readonly readable: boolean;
  readonly writable: boolean;
  /** A secret is read by nobody. */
  readonly secret: boolean;
  /** Where the files hide it; null where they do not. */
  readonly place: string | null;
  /** Of a relation: titles of what it makes known of records that the person does not see. */
  readonly known: readonly string[];
}

export interface WhyPerson {
  readonly login: string;
  readonly name: string;
  readonly administrator: boolean;
  /** Who is blocked or no longer active signs in nowhere. */
  readonly blocked: boolean;
  readonly groups: readonly { readonly id: number; readonly name: string }[];
}

export interface WhyAnswer {
  readonly person: WhyPerson;
  readonly screen: WhyScreen;
  /** Of a registry. */
  readonly operations: readonly WhyOperation[];
  readonly row: WhyRow | null;
  readonly field: WhyField | null;
}
