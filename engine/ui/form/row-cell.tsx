import type { ReactNode } from 'react';
import { createContext, useMemo } from 'react';
import classes from './rows-field.module.css';

/** Which row a field stands in; undefined outside of rows. */
export interface CellPlace {
  /** Number of the row, from 1. */
  readonly row: number;
  /** Title of the list of rows. */
  readonly array: string;
}

export const CellContext = createContext<CellPlace | undefined>(undefined);

interface Props extends CellPlace {
  readonly name: string;
  readonly children: ReactNode;
}

/** One field of a row. */
export const RowCell = ({ name, row, array, children }: Props) => {
  const place = useMemo(() => ({ row, array }), [row, array]);
  return (
    <CellContext value={place}>
      <div className={classes.cell} data-field={name}>
        {children}
      </div>
    </CellContext>
  );
};
