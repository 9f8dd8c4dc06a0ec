/**
 * What tells a found record from others of like name, as one user reads it: whom it concerns, by the records that its
 * search goes through, and the state it is in.
 */
import type { FieldPath, RegistryScreen } from '../model/screen-types.ts';
import { gridColumns } from './build-columns.ts';
import { columnReader } from './column-text.ts';
import type { GridColumn } from './screen-model.ts';
import type { Sight } from './sight.ts';

interface TellApart {
  /** What it asks of the row, by wire name. */
  readonly needs: readonly FieldPath[];
  /** `Maria Silva · Autorizada · Hospital Central`; empty where the row has nothing of it. */
  readonly write: (row: Readonly<Record<string, unknown>>) => string;
}

/** Of a relation what the list shows of it, else its label. Sensitive data is left to who opens the record. */
export const tellApart = (sight: Sight, screen: RegistryScreen, timeZone: string): TellApart => {
  const { model, entity } = sight;
  const words = {
    entity,
    related: model.entities,
    codeLists: Object.fromEntries(Object.entries(model.codeLists).map(([name, { options }]) => [name, options])),
  };
  const plain = ({ name, title }: { readonly name: string; readonly title: string }): readonly GridColumn[] =>
    gridColumns(sight, [{ path: [name], title, width: undefined }]);
  const isOpen = ({ covered, personal }: GridColumn): boolean => covered !== true && personal !== 'sensitive';
  const listed = gridColumns(sight, screen.columns);
  const through = sight.searchedThrough
    .flatMap((field) => listed.find(({ path }) => path[0] === field.name) ?? plain(field))
    .filter(isOpen);
  const state = sight.comparable
    .filter(({ column }) => column === entity.states?.key)
    .flatMap(plain)
    .filter(isOpen);
  const readers = (columns: readonly GridColumn[]) => columns.map((column) => columnReader(words, column, timeZone));
  const [ofOthers, ofState] = [readers(through), readers(state)];
  return {
    needs: [...through, ...state].flatMap(({ needs }) => needs),
    write: (row) => {
      const texts = (some: typeof ofState) => some.map((read) => read(row)).filter((text) => text !== '');
      // Where room is short, whom it concerns first and the state are what is seen.
      const [first = [], second = []] = texts(ofOthers);
      return [first, ...texts(ofState), second].flat().join(' · ');
    },
  };
};
