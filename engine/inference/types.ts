/**
 * What a spreadsheet is taken for. In: columns of text and what registries there are. Out: a proposal of a registry, each
 * fact with its evidence and confidence. Pure: no file is read or written here.
 */
import type { Property } from '../metadata/property.ts';

/** One column below its header. Cells are trimmed; an empty one is ''. */
export interface SheetColumn {
  readonly header: string;
  readonly cells: readonly string[];
}

/** A table with one header; every column has a cell for every row. */
export interface Sheet {
  readonly columns: readonly SheetColumn[];
  /** Line of each row in the file. */
  readonly lines: readonly number[];
  /** What was set aside on the way here, in Portuguese: titles above the header, totals, repeated rows. */
  readonly notes: readonly string[];
}

/** One thing that is proposed. */
export interface Fact {
  /** `type`, `required`, `unique`, `list`, `relation`, `derived`, `personal`. */
  readonly kind: 'type' | 'required' | 'unique' | 'list' | 'relation' | 'derived' | 'personal';
  /** What it is, in Portuguese: `CPF`. */
  readonly said: string;
  /** Why, in Portuguese: `20 de 20 valores com dígito verificador certo`. */
  readonly evidence: string;
  /** 0 to 1: by the rule of succession over the values seen, nearer 1 where the header says the same. */
  readonly confidence: number;
}

/** A cell that the proposed type does not take: it is left out of data.csv. */
export interface Misfit {
  /** Place of the row, from 0. */
  readonly row: number;
  readonly text: string;
}

/** A column that is of days but for some of its values, and was therefore not read as one. */
export interface NearDays {
  readonly fitting: number;
  /** Cells with a value. */
  readonly of: number;
  readonly misfits: readonly Misfit[];
}

/** A column as one type reads it. */
export interface Reading {
  /** All of the property but its title. */
  readonly property: Omit<Property, 'title'>;
  /** Each cell as data.csv has it; '' where there is no value. */
  readonly cells: readonly string[];
  readonly misfits: readonly Misfit[];
  readonly facts: readonly Fact[];
  /** Of a new code list: its options in order. */
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  /** Of a relation: the row of the target that each cell points at, by field. */
  readonly targets?: readonly (ReadonlyMap<string, string> | undefined)[];
  /** Of a boolean whose words say what it is: its name and title instead of those of the header. */
  readonly renamed?: { readonly name: string; readonly title: string };
  readonly near?: NearDays;
}

export interface ProposedField extends Reading {
  readonly header: string;
  readonly name: string;
  readonly title: string;
  readonly required: boolean;
}

/** A column that another one tells: the field of a to-one relation. */
export interface DerivedColumn {
  readonly header: string;
  readonly title: string;
  /** `cidade.uf`. */
  readonly path: string;
  /** Whether the label of the relation shows it anyway. */
  readonly labelled: boolean;
  readonly fact: Fact;
}

export interface Proposal {
  readonly fields: readonly ProposedField[];
  readonly derived: readonly DerivedColumn[];
  /** Fields that identify a record; empty where no columns do. */
  readonly naturalKey: readonly string[];
  readonly keyFact: Fact | undefined;
  /** The values of data.csv by row: those of `fields`, in their order. */
  readonly rows: number;
  readonly lines: readonly number[];
  readonly notes: readonly string[];
}

/** One row of a registry that exists, by field, as its data.csv has it. */
export type KnownRow = ReadonlyMap<string, string>;

export interface KnownRegistry {
  readonly entity: string;
  readonly title: string;
  readonly path: string | undefined;
  readonly naturalKey: readonly string[];
  /** Fields of text that name a row: natural key, unique fields, those of the label. */
  readonly names: readonly string[];
  /** Fields of the label, in order. */
  readonly label: readonly string[];
  /** Fields that another table need not repeat: text, codes and relations to-one. */
  readonly telling: readonly string[];
  readonly titles: ReadonlyMap<string, string>;
  /** The code lists of those of them that have one. */
  readonly codeLists: ReadonlyMap<string, string>;
  readonly rows: readonly KnownRow[];
}

export interface KnownCodeList {
  readonly name: string;
  readonly title: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

/** The registries, code lists and names that there are. */
export interface Known {
  readonly registries: readonly KnownRegistry[];
  readonly codeLists: readonly KnownCodeList[];
}
