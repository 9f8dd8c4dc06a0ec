/**
 * What a change of the files changes in the model. In: two sets of source files. Out: for every place of the compiled
 * models that differs what it was, what it is, in words, whom it concerns, and where the files say so.
 *
 *   sources ─ compile-side ──► models of all clients ─ compare ──► changes ─ trace ──► differences ─ print
 *           ─ changed-places ► places of the files ──────────────────────────┘
 *
 * Pure. The tables of `words/` name every key of the model's types, so a new key does not compile without its words.
 */
import type { Origin } from '../core/origin.ts';
import type { StepClass } from '../data/ddl/schema-step.ts';

/**
 * What a change does to those who use the product, from harmless to grave. `tightens`: what was accepted no longer is.
 * `weakens`: a rule, a mask, a limit or a right that protected something protects less, or others may do it. `loses`:
 * something that people had is no longer there.
 */
export const effects = ['adds', 'changes', 'tightens', 'weakens', 'loses'] as const;
export type Effect = (typeof effects)[number];

export interface Said {
  /** Without the thing itself and without a full stop: `passa a ser obrigatório`. */
  readonly words: string;
  readonly effect: Effect;
}

/** One place of one model. */
export interface Change extends Said {
  /** `['entities', 'banco', 'fields', 'codigo', 'required']`; items of lists by their key. */
  readonly path: readonly string[];
  readonly kind: 'added' | 'removed' | 'changed' | 'moved';
  /** What leads to the place, in words, from the outermost: `['Banco', "campo 'Código'"]`. */
  readonly thing: readonly string[];
  readonly before: unknown;
  readonly after: unknown;
}

/** What the database has to do, from harmless to grave; `lossy` is what the engine refuses to do by itself. */
export const schemaClasses: readonly StepClass[] = ['safe', 'locking', 'needs-scan', 'needs-backfill', 'lossy'];
export type SchemaClass = StepClass;

/** A change with whom it concerns and who made it. */
export interface Difference extends Change {
  /** Names, in order; all that both sides have where `allClients`. Empty: only the base, which nobody is served from. */
  readonly clients: readonly string[];
  readonly allClients: boolean;
  /** Routes of the screens on which it is seen, in order. */
  readonly screens: readonly string[];
  /** Where the files said it before, and where they say it now; one of them is there. */
  readonly from: Origin | undefined;
  readonly to: Origin | undefined;
  /** The files changed elsewhere, and this follows from it. */
  readonly derived: boolean;
  /** What the database does for it; undefined: nothing. */
  readonly schema: SchemaClass | undefined;
}
