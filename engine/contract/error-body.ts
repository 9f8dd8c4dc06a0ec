/** Body of every refusal: PostgREST's four parts, then ours. */
import type { DataPlace } from '../core/errors.ts';

export interface Alert {
  readonly type: 'error' | 'warning' | 'info' | 'success';
  readonly value: string;
  readonly title?: string;
}

export interface ErrorBody {
  /** PostgREST's code or SQLSTATE where the dialect has one, else ours. */
  readonly code: string;
  /** What happened, in Portuguese. */
  readonly message: string;
  /** One sentence a field for a refused record; else null. */
  readonly details: string | null;
  /** What to do next; null where nothing helps. */
  readonly hint: string | null;
  readonly at?: DataPlace;
  /** Failures by field, for forms: wire name, text; row of a bulk body, or id of a record where a filter picks several. */
  readonly fields?: readonly {
    readonly field: string;
    readonly message: string;
    readonly row?: number;
    readonly record?: number | string;
  }[];
  /** Document 1 section 8. */
  readonly messages?: { readonly alerts: readonly Alert[] };
}
