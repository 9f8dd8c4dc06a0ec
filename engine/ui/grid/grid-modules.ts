/** The parts of the grid that the list needs, and no more: each costs every first visitor of a list its bytes. */
import {
  CellStyleModule,
  ClientSideRowModelApiModule,
  ClientSideRowModelModule,
  ColumnApiModule,
  LocaleModule,
  ModuleRegistry,
  PinnedRowModule,
  RowApiModule,
  RowSelectionModule,
  RowStyleModule,
  ScrollApiModule,
} from 'ag-grid-community';

let registered = false;
export const registerGridModules = (): void => {
  if (registered) return;
  registered = true;
  ModuleRegistry.registerModules([
    ClientSideRowModelModule,
    ClientSideRowModelApiModule,
    RowSelectionModule,
    PinnedRowModule,
    ColumnApiModule,
    RowApiModule,
    ScrollApiModule,
    CellStyleModule,
    RowStyleModule,
    LocaleModule,
  ]);
};
