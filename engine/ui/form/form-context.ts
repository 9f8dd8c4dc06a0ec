import type { FormFill, RelationTarget } from '../../contract/screen-model.ts';
import type { Row } from '../store/api.ts';
import type { Beginnings } from './lay-begun.ts';

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
  /** What is filled in from what relations point at; absent: nothing. */
  readonly fills?: readonly FormFill[] | undefined;
  /** The same of rows, by their list. */
  readonly rowFills?: Readonly<Record<string, readonly FormFill[]>> | undefined;
  /** What new records and rows begin with; absent: nothing. */
  readonly beginnings?: Beginnings | undefined;
  /** Beside their help, what is told at controls, by their ids; absent: nothing. */
  readonly notes?: Readonly<Record<string, string>>;
  /** The same at those of rows, by list and wire name. */
  readonly rowNotes?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** It is of a new record, which begins with what the person, the address or the list says. */
  readonly begins?: boolean;
  /** Sections by wire names, arrays of owned rows among them, in order; the last may gather what no section names. */
  readonly sections: readonly {
    readonly title: string | undefined;
    readonly columns: readonly string[];
    /** Sections of one tab stand together. */
    readonly tab?: string | undefined;
  }[];
}
