import { createContext } from 'react';
import type { RelationTarget } from '../../contract/screen-model.ts';

/** What a form does about related records beside choosing them; undefined outside of forms of records. */
export interface RelatedRecords {
  /** Opens the form of a new record of the target over this one, begun with what was `typed`; `onCreated` is told its id. */
  readonly create: (target: RelationTarget, typed: string, onCreated: (id: number) => void) => void;
  readonly peek: (path: string, id: number) => void;
}

export const RelatedContext = createContext<RelatedRecords | undefined>(undefined);
