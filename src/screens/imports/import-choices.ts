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

/** What a field is of a list's row, or of the record: two columns do not fill the same. */
export const placeOf = ({ field, row }: Pick<Chosen, 'field' | 'row'>): string =>
  row === undefined ? field : `${field} ${row}`;

/** Whether a column says of which row of a list it is: those of JSON bring all of them. */
export const isNumbered = (
  { columns, fields }: Pick<Told, 'columns' | 'fields'>,
  { column, field }: Pick<Chosen, 'column' | 'field'>,
): boolean =>
  fields.some((one) => one.field === field && one.rows !== undefined) &&
  columns.find((one) => one.column === column)?.list === undefined;

/** The first row of a list of which no other column brings the field. */
const freeRow = ({ columns }: ImportChoices, { column, field }: Pick<Chosen, 'column' | 'field'>): number => {
  const taken = new Set(columns.flatMap((one) => (one.field === field && one.column !== column ? [one.row] : [])));
  let row = 1;
  while (taken.has(row)) row += 1;
  return row;
};

/** Undefined: the column is left out. Columns stay in the order of the file. */
export const withField = (
  told: Pick<Told, 'columns' | 'fields'>,
  choices: ImportChoices,
  column: number,
  field: string | undefined,
): ImportChoices => {
  const added = (name: string): Chosen => {
    const one = { column, field: name };
    return isNumbered(told, one) ? { ...one, row: freeRow(choices, one) } : one;
  };
  return {
    ...choices,
    columns: [
      ...choices.columns.filter((one) => one.column !== column),
      ...(field === undefined ? [] : [added(field)]),
    ].toSorted((a, b) => a.column - b.column),
  };
};

/** Of which row of a list the column is. */
export const withRow = (choices: ImportChoices, column: number, row: number): ImportChoices => ({
  ...choices,
  columns: choices.columns.map((one) => (one.column === column ? { ...one, row } : one)),
});

/** By what the records of a relation are known in the column; undefined: by their names. */
export const withBy = (choices: ImportChoices, column: number, by: string | undefined): ImportChoices => ({
  ...choices,
  columns: choices.columns.map((one) =>
    one.column === column
      ? {
          column,
          field: one.field,
          ...(one.row === undefined ? {} : { row: one.row }),
          ...(by === undefined ? {} : { by }),
        }
      : one,
  ),
});

/** What there is to choose: of a load all that transitions write otherwise is open too. */
export const toldFor = (
  { columns, fields, keys, load }: Told & Pick<ImportDetail, 'load'>,
  choices: Pick<ImportChoices, 'load'>,
): Told => ({ columns, fields, keys, ...(choices.load && load && { fields: load.fields, keys: load.keys }) });

/**
 * Whether the file brings records under way. What a load opens is proposed of the columns of which nothing is said, and
 * goes with it again.
 */
export const withLoad = (
  detail: Told & Pick<ImportDetail, 'load'>,
  { load: _load, ...choices }: ImportChoices,
  load: boolean,
  modes: readonly ImportMode[],
): ImportChoices => {
  const next: ImportChoices = load ? { ...choices, load, mode: 'insert' } : choices;
  const told = toldFor(detail, next);
  const open = new Set(told.fields.map(({ field }) => field));
  const kept = choices.columns.filter(({ field }) => open.has(field));
  const taken = new Set(kept.map(placeOf));
  const said = new Set(kept.map(({ column }) => column));
  const added = load
    ? (detail.load?.columns ?? []).filter((one) => !said.has(one.column) && !taken.has(placeOf(one)))
    : [];
  const columns = [...kept, ...added].toSorted((a, b) => a.column - b.column);
  const isKnown = ({ fields }: ImportKey): boolean =>
    fields.every((field) => columns.some((one) => one.field === field));
  const keyed = told.keys.find(({ fields }) => fields.join() === choices.key.join()) ?? told.keys.find(isKnown);
  const key = keyed === undefined ? [] : [...keyed.fields];
  return load ? { ...next, columns, key } : { ...withKey({ ...next, key: [] }, key, modes), columns };
};

/** What the person may have done with the rows; a load only includes. */
export const modesFor = (
  { insert, update }: Pick<RecordRights, 'insert' | 'update'>,
  { load }: Pick<ImportChoices, 'load'> = {},
): readonly ImportMode[] =>
  load
    ? ['insert']
    : insert && update
      ? ['upsert', 'insert', 'update']
      : insert
        ? ['insert']
        : update
          ? ['update']
          : [];

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

/** The lists of rows that a registry's records own, and of them those that a column brings. */
export const listsOf = (
  { fields }: Pick<Told, 'fields'>,
  choices: ImportChoices,
): readonly { readonly list: string; readonly title: string; readonly brought: boolean }[] => {
  const all = new Map(fields.flatMap(({ rows }) => (rows === undefined ? [] : [[rows.list, rows.title] as const])));
  return [...all].map(([list, title]) => ({
    list,
    title,
    brought: fields.some(({ field, rows }) => rows?.list === list && isBrought(choices, field)),
  }));
};

/**
 * Required fields that no column brings, where rows may become new records; of lists also where records are changed, for
 * rows of theirs may be new.
 */
export const missingRequired = (told: Told, choices: ImportChoices): readonly ImportField[] => {
  const brought = new Set(listsOf(told, choices).flatMap((one) => (one.brought ? [one.list] : [])));
  return told.fields.filter(
    ({ field, required, rows }) =>
      required &&
      !isBrought(choices, field) &&
      (rows === undefined ? choices.mode !== 'update' : brought.has(rows.list)),
  );
};

/** Whether no two columns fill the same, which only rows of lists can be said to. */
const isApart = ({ columns }: ImportChoices): boolean => new Set(columns.map(placeOf)).size === columns.length;

/** Whether what was said can be sent. */
export const isComplete = (told: Told, choices: ImportChoices): boolean =>
  choices.columns.length > 0 &&
  isApart(choices) &&
  missingOfKey(told, choices).length === 0 &&
  (choices.mode !== 'update' || choices.key.length > 0);

/** What people call a column of a spreadsheet by its place: 0 is A, 26 is AA. */
export const letterOf = (column: number): string =>
  `${column < 26 ? '' : letterOf(Math.floor(column / 26) - 1)}${String.fromCharCode(65 + (column % 26))}`;
