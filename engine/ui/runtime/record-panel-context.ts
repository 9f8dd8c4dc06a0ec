import type { ComponentType } from 'react';
import { createContext } from 'react';

type Panel = ComponentType<{ readonly id: number }>;

interface PanelsOfRecord {
  readonly above?: Panel;
  readonly below?: Panel;
  /** A new record is shown once it is stored: what comes next is done in one of these. */
  readonly next?: true;
}

/** What the product shows above and below the fields of a record, by entity. */
export type RecordPanels = Readonly<Record<string, PanelsOfRecord>>;

export const RecordPanelContext = createContext<RecordPanels>({});
