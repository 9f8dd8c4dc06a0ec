/**
 * What a field type is: everything there is to say about one kind of value, in one place. Isomorphic: no React, no SQL
 * builder. In: a `Field` of the model. Out: column type, JSON Schema, texts, operators, cell and control.
 */
import type { Property } from '../metadata/property.ts';
import type { CodeOption, Field, FieldTypeName } from '../model/types.ts';
import type { OperatorName } from './operators.ts';

/** What formatting may need beside the value. */
export interface FormatContext {
  /** Options of the field's code list. */
  readonly options?: readonly CodeOption[];
  /** IANA zone of the installation; moments are shown in it. */
  readonly timeZone: string;
}

/** How a list shows the value; the grid has one renderer for each. */
export type CellKind = 'text' | 'mono' | 'number' | 'date' | 'check' | 'code' | 'relation' | 'files';

/**
 * The covered form of a text. `cpf`: `***.456.789-**`, as the government publishes it; `document`: that, and of a CNPJ,
 * which names no person, its branch and check digits; `email`: first character and domain; `tail`: the last four
 * characters; `text`: that there is one; `nothing`: null.
 */
export type Cover = 'cpf' | 'document' | 'email' | 'tail' | 'text' | 'nothing';

export interface FieldType {
  readonly name: FieldTypeName;
  /** Whether a property of `schema.json` is of this type. Exactly one type matches each property. */
  readonly matches: (property: Property) => boolean;
  /** Keywords of a property that mean something for this type, beside those that every type takes. */
  readonly keywords: readonly (keyof Property)[];
  /** SQL type of the column, collation included: `numeric(14,2)`. */
  readonly sqlType: (field: Field) => string;
  /** SQL type that a filter's text is cast to, without collation: `numeric`. */
  readonly castType: string;
  /** JSON Schema of the value on the wire, without null. */
  readonly valueSchema: (field: Field) => Readonly<Record<string, unknown>>;
  /** The canonical text of a filter value or CSV cell, ready for the cast; undefined when it is not one. */
  readonly parse: (text: string, field: Field) => string | undefined;
  /**
   * What a word means that a person types in search of a record: conditions that all hold, of a date `11/2026` is
   * `gte.2026-11-01` and `lte.2026-11-30`. undefined: the word is no such value. Absent: no record is named by such values.
   */
  readonly typed?: (word: string, field: Field) => readonly string[] | undefined;
  /** What `parse` accepts, in words, for the error: `uma data AAAA-MM-DD`. */
  readonly expected: string;
  /** The same of one field, where that says more: `um CEP de 8 dígitos`. */
  readonly expectedOf?: (field: Field) => string;
  /** Of a text that is no value: the day that it says and no calendar has, as people write it, `31/02/2026`. */
  readonly absentDay?: (text: string) => string | undefined;
  /** What a person calls its values, in the help: `Valor em reais`, `Texto de até 60 caracteres`. */
  readonly called: (field: Field) => string;
  /** How a file writes the value, where `expected` alone leaves doubt: separators, an example. */
  readonly written?: string;
  /** How a person reads the value, in pt-BR. Never called with null. */
  readonly format: (value: unknown, field: Field, context: FormatContext) => string;
  /** How many decimal places a number keeps; absent where the value is none. */
  readonly scale?: (field: Field) => number;
  /** How a spreadsheet holds the value, where it is more than the text of `format`. */
  readonly sheet?: {
    /** Number format of ECMA-376 part 1, 18.8.31, in the signs of the United States, which spreadsheets translate. */
    readonly format: (field: Field) => string;
    /** Never called with null. undefined: no number stands for it, and it is written as text. */
    readonly value: (value: unknown, field: Field, context: FormatContext) => number | undefined;
  };
  /** How much of a value is shown to whom it is masked; absent: nothing. */
  readonly cover?: (field: Field) => Cover;
  readonly operators: readonly OperatorName[];
  readonly cell: (field: Field) => CellKind;
  /** Default width of the list column, pixels. `options`: those of the field's code list. */
  readonly width: (field: Field, options?: readonly CodeOption[]) => number;
  /** RJSF widget: a name of the table in `engine/ui/form/widgets.ts`. */
  readonly widget: (field: Field) => string;
  /** Share of the 12-column form grid. `options`: those of the field's code list. */
  readonly span: (field: Field, options?: readonly CodeOption[]) => number;
}
