import type { ScreenModel } from '../../contract/screen-model.ts';
import { formatMoment } from '../../fields/date-text.ts';
import { useTexts } from '../runtime/texts.ts';
import { useTimeZone } from '../runtime/time-zone.ts';
import type { Row } from '../store/api.ts';
import classes from './record-authors.module.css';

const made = { moment: 'criado_em', login: 'criado_por_login', text: 'record.made' } as const;
const changed = { moment: 'alterado_em', login: 'alterado_por_login', text: 'record.changed' } as const;

/** `select` of a record to be read with who wrote it, as far as the person may know; rows that nobody writes have no author. */
export const selectWithAuthors = (model: ScreenModel): string => {
  const names = [made, changed].flatMap(({ moment, login }) => [moment, login]);
  const known = names.filter((name) => model.moreColumns.some(({ key, of }) => of === 'system' && key === name));
  return [model.recordSelect, ...(model.entity.log === undefined ? known : [])].join(',');
};

/** Who made the record and who changed it last, each with the moment. */
export const RecordAuthors = ({ row }: { readonly row: Row }) => {
  const texts = useTexts();
  const timeZone = useTimeZone();
  const said = [made, changed].flatMap(({ moment, login, text }) => {
    const [at, by] = [row[moment], row[login]];
    if (typeof at !== 'string') return [];
    const when = formatMoment(at, timeZone);
    return [typeof by === 'string' ? texts(`${text}.by`, { login: by, moment: when }) : texts(text, { moment: when })];
  });
  return said.length === 0 ? null : (
    <p className={classes.authors} data-authors>
      {said.join(', ')}
    </p>
  );
};
