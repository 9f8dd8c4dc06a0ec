/** What a person says of the columns of a file, changed piece by piece, and what is still missing. Pure. */
import type {
  ImportChoices,
  ImportDetail,
  ImportField,
  ImportKey,
  ImportMode,
} from '../../../engine/contract/import.ts';
import type { RecordRights } from '../../../engine/contract/screen-model.ts';

type Chosen = ImportChoices['columns'][number];
type Told = Pick<ImportDetail, 'columns' | 'fields' | 'keys'>;

export const chosenOf = ({ columns }: ImportChoices, column: number): Chosen | undefined =>
  columns.find((one) => one.column === column);

/** The column that a field comes from. */
export const columnOf = ({ columns }: ImportChoices, field: string): number | undefined =>
  columns.find((one) => one.field === field)?.column;

/** Undefined: the column is left out. Columns stay in the order of the file. */
export const withField = (choices: ImportChoices, column: number, field: string | undefined): ImportChoices => ({
  ...choices,
  columns: [
    ...choices.columns.filter((one) => one.column !== column),
    ...(field === undefined ? [] : [{ column, field }]),
  ].toSorted((a, b) => a.column - b.column),
});

/** By what the records of a relation are known in the column; undefined: by their names. */
export const withBy = (choices: ImportChoices, column: number, by: string | undefined): ImportChoices => ({
  ...choices,
  columns: choices.columns.map((one) =>
    one.column === column ? { column, field: one.field, ...(by === undefined ? {} : { by }) } : one,
  ),
});

/** What the person may have done with the rows. */
export const modesFor = ({ insert, update }: Pick<RecordRights, 'insert' | 'update'>): readonly ImportMode[] =>
  insert && update ? ['upsert', 'insert', 'update'] : insert ? ['insert'] : update ? ['update'] : [];

/** Rows that no key tells from others are new records; with a key again, all is done that the person may do. */
export const withKey = (
  choices: ImportChoices,
  key: readonly string[],
  modes: readonly ImportMode[],
): ImportChoices => ({
  ...choices,
  key: [...key],
  mode: key.length === 0 ? 'insert' : choices.key.length === 0 ? (modes[0] ?? choices.mode) : choices.mode,
});

/** What was chosen or proposed, as far as the person may do it. */
export const permitted = (choices: ImportChoices, modes: readonly ImportMode[]): ImportChoices =>
  modes.includes(choices.mode) || modes[0] === undefined ? choices : { ...choices, mode: modes[0] };

const isBrought = (choices: ImportChoices, field: string): boolean => columnOf(choices, field) !== undefined;

/** Fields of a key that no column brings; one that the screen gives its value needs none. */
export const missingOf = ({ fields }: Told, choices: ImportChoices, key: ImportKey['fields']): readonly ImportField[] =>
  fields.filter(({ field }) => key.includes(field) && !isBrought(choices, field));

/** Those of the chosen key: with them missing nothing can be looked at. */
export const missingOfKey = (told: Told, choices: ImportChoices): readonly ImportField[] =>
  missingOf(told, choices, choices.key);

/** Required fields that no column brings, where rows may become new records. */
export const missingRequired = ({ fields }: Told, choices: ImportChoices): readonly ImportField[] =>
  choices.mode === 'update' ? [] : fields.filter(({ field, required }) => required && !isBrought(choices, field));

/** Whether what was said can be sent. */
export const isComplete = (told: Told, choices: ImportChoices): boolean =>
  choices.columns.length > 0 &&
  missingOfKey(told, choices).length === 0 &&
  (choices.mode !== 'update' || choices.key.length > 0);

/** What people call a column of a spreadsheet by its place: 0 is A, 26 is AA. */
export const letterOf = (column: number): string =>
  `${column < 26 ? '' : letterOf(Math.floor(column / 26) - 1)}${String.fromCharCode(65 + (column % 26))}`;
