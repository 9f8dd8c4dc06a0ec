import type { RelationTarget } from '../../contract/screen-model.ts';
import type { Row } from '../store/api.ts';

/** What widgets and templates need beside their own field. */
export interface FormContext {
  /** Whose fields they are, where it is the form of one record. */
  readonly entity?: string;
  /** Related rows that came with the record, by wire path (`banco_id`, `contas.banco_id`): their label shows without a call. */
  readonly relationRows: Readonly<Record<string, readonly Row[]>>;
  /** The record as it is stored; undefined where it is none yet, or many. */
  readonly stored?: Row | undefined;
  /** Relations of which some records alone are meant here, as they are offered; default those of the screen. */
  readonly narrowed?: readonly RelationTarget[];
  /** Sections by wire names, arrays of owned rows among them, in order; the last may gather what no section names. */
  readonly sections: readonly {
    readonly title: string | undefined;
    readonly columns: readonly string[];
    /** Sections of one tab stand together. */
    readonly tab?: string | undefined;
  }[];
}
