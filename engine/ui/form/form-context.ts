import type { RelationTarget } from '../../contract/screen-model.ts';
import type { Row } from '../store/api.ts';

/** What widgets and templates need beside their own field. */
export interface FormContext {
  readonly targets: readonly RelationTarget[];
  /** Related rows that came with the record, by wire column: their label shows without a call. */
  readonly relationRows: Readonly<Record<string, Row | undefined>>;
  /** Sections by wire names, in order; the last may gather what no section names. */
  readonly sections: readonly { readonly title: string | undefined; readonly columns: readonly string[] }[];
}
