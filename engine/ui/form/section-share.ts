import type { RJSFSchema } from '@rjsf/utils';
import { createContext } from 'react';
import type { FormValues } from './validator.ts';

/** What of a record one section draws; every member is the same object as long as nothing in it changes. */
export interface SectionShare {
  /** Of the record. */
  readonly schema: RJSFSchema;
  readonly columns: readonly string[];
  /** Of the columns, owned rows aside. */
  readonly values: FormValues;
  /** What is wrong, by column. */
  readonly messages: Readonly<Record<string, string>>;
  /** Columns that conditions ask for. */
  readonly required: readonly string[];
  /** Columns that conditions close. */
  readonly closed: readonly string[];
  readonly onChange: (column: string, value: unknown) => void;
}

export const SectionContext = createContext<SectionShare | undefined>(undefined);
