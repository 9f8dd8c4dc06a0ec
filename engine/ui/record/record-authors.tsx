import { authorsOf } from '../runtime/record-authors.ts';
import { useTexts } from '../runtime/texts.ts';
import { useTimeZone } from '../runtime/time-zone.ts';
import type { Row } from '../store/api.ts';
import classes from './record-authors.module.css';

/** Who made the record and who changed it last, each with the moment. */
export const RecordAuthors = ({ row }: { readonly row: Row }) => {
  const said = authorsOf(row, useTexts(), useTimeZone());
  return said.length === 0 ? null : (
    <p className={classes.authors} data-authors>
      {said.join(', ')}
    </p>
  );
};
