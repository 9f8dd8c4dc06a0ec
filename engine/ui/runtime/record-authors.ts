/** Who made a record and who changed it last, as far as the person may know. */
import type { ScreenModel } from '../../contract/screen-model.ts';
import { formatMoment } from '../../fields/date-text.ts';
import type { Row } from '../store/api.ts';
import type { Texts } from './texts.ts';

interface Told {
  readonly moment: string;
  readonly login: string;
  /** Of a moment; with `.by` of a login as well. */
  readonly text: string;
}

const made: Told = { moment: 'criado_em', login: 'criado_por_login', text: 'record.made' };
const changed: Told = { moment: 'alterado_em', login: 'alterado_por_login', text: 'record.changed' };

/** `select` of a record to be read with who wrote it; rows that nobody writes have no author. */
export const selectWithAuthors = (model: ScreenModel): string => {
  const names = [made, changed].flatMap(({ moment, login }) => [moment, login]);
  const known = names.filter((name) => model.moreColumns.some(({ key, of }) => of === 'system' && key === name));
  return [model.recordSelect, ...(model.entity.log === undefined ? known : [])].join(',');
};

const told =
  (row: Row, texts: Texts, timeZone: string) =>
  ({ moment, login, text }: Told): readonly string[] => {
    const [at, by] = [row[moment], row[login]];
    if (typeof at !== 'string') return [];
    const when = formatMoment(at, timeZone);
    return [typeof by === 'string' ? texts(`${text}.by`, { login: by, moment: when }) : texts(text, { moment: when })];
  };

/** Both, each with the moment. */
export const authorsOf = (row: Row, texts: Texts, timeZone: string): readonly string[] =>
  [made, changed].flatMap(told(row, texts, timeZone));

/** Whose version the stored one is; empty where this is not told. */
export const lastAuthorOf = (row: Row, texts: Texts, timeZone: string): string =>
  told(row, texts, timeZone)({ ...changed, text: 'merge.last' }).join('');
