/**
 * What a person has said of the columns of a file and not sent yet: kept in this window, so that it is there again after a
 * look elsewhere or a reload. It holds names of columns and fields alone, none of the file's values.
 */
import type { ImportChoices, ImportDetail } from '../../../engine/contract/import.ts';
import { toldFor } from './import-choices.ts';

type Told = Pick<ImportDetail, 'id' | 'sheet' | 'columns' | 'fields' | 'keys' | 'load'>;

interface KeptSheet {
  /** Of the columns that were spoken of. */
  readonly titles: readonly string[];
  readonly choices: ImportChoices;
}

interface Kept {
  /** The sheet that was looked at last. */
  readonly sheet: string | undefined;
  readonly sheets: Readonly<Record<string, KeptSheet>>;
}

const placeOf = (id: string): string => `fichario.import:${id}`;

const nothing: Kept = { sheet: undefined, sheets: {} };

const read = (storage: Storage, id: string): Kept => {
  try {
    const text = storage.getItem(placeOf(id));
    return text === null ? nothing : (JSON.parse(text) as Kept);
  } catch {
    return nothing;
  }
};

const write = (storage: Storage, id: string, kept: Kept): void => {
  try {
    storage.setItem(placeOf(id), JSON.stringify(kept));
  } catch {
    // Storage may be full or forbidden: the choices are then as safe as the page.
  }
};

const titlesOf = ({ columns }: Told): readonly string[] => columns.map(({ title }) => title);

/** The sheet that was looked at last. */
export const keptSheet = (storage: Storage, id: string): string | undefined => read(storage, id).sheet;

export const keepSheet = (storage: Storage, id: string, sheet: string): void =>
  write(storage, id, { ...read(storage, id), sheet });

/** As far as what it speaks of is still there; undefined: nothing was said of this sheet. */
export const keptChoices = (storage: Storage, told: Told): ImportChoices | undefined => {
  const kept = read(storage, told.id).sheets[told.sheet ?? ''];
  if (kept === undefined || JSON.stringify(kept.titles) !== JSON.stringify(titlesOf(told))) return undefined;
  const { load, ...others } = kept.choices;
  // Who may not load any more is left with the rest.
  const choices: ImportChoices = load && told.load !== null ? { ...others, load } : others;
  const { fields, keys } = toldFor(told, choices);
  const open = new Set(fields.map(({ field }) => field));
  const keyed = keys.some(({ fields }) => fields.join(' ') === choices.key.join(' '));
  return {
    ...choices,
    columns: choices.columns.filter(({ field }) => open.has(field)),
    ...(keyed || choices.key.length === 0 ? {} : { key: [], mode: 'insert' as const }),
  };
};

export const keepChoices = (storage: Storage, told: Told, choices: ImportChoices): void => {
  const kept = read(storage, told.id);
  const sheet: KeptSheet = { titles: titlesOf(told), choices };
  write(storage, told.id, { ...kept, sheets: { ...kept.sheets, [told.sheet ?? '']: sheet } });
};

/** They were sent, or the import is gone. */
export const dropChoices = (storage: Storage, id: string): void => storage.removeItem(placeOf(id));
