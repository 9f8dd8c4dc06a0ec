import { useRef } from 'react';
import type { ScreenModel } from '../../contract/screen-model.ts';
import type { RecordAddress } from '../runtime/record-address.ts';
import { useScreenModel } from '../runtime/screen-context.ts';
import { useNeighbours } from '../runtime/use-neighbours.ts';
import { useOpenedRecord, useOpenRecord } from '../runtime/use-opened-record.ts';
import type { RegistryList } from '../runtime/use-registry-list.ts';
import { PeekDrawer } from './peek-drawer.tsx';
import { NeighboursContext, RecordDrawer, RecordPage } from './record-drawer.tsx';
import { RecordEdit } from './record-edit-code.ts';
import { RecordHistory } from './record-history.tsx';
import { RecordView } from './record-view.tsx';
import { RecordWithheld } from './record-withheld.tsx';

/** Whether the address asks for a new record on a screen that makes none, or not for this person. */
const isWithheld = ({ mode }: RecordAddress, { insert }: ScreenModel['rights']): boolean =>
  (mode === 'new' || mode === 'copy') && !insert;

const contentOf = (address: RecordAddress, rights: ScreenModel['rights']) => {
  if (isWithheld(address, rights)) return <RecordWithheld />;
  switch (address.mode) {
    case 'new':
      return <RecordEdit key="new" subject={{ mode: 'new' }} />;
    case 'edit':
    case 'copy':
      return <RecordEdit key={`${address.mode}${address.id}`} subject={{ mode: address.mode, id: address.id }} />;
    case 'view':
      return <RecordView key={`view${address.id}`} id={address.id} />;
    case 'history':
      return <RecordHistory key={`history${address.id}`} id={address.id} />;
  }
};

/** Fields that a drawer has room for; beyond it a record takes the page. */
const drawerFields = 12;
const pageFields = 24;

const frameOf = (
  { entity, screen, rights }: ScreenModel,
  address: RecordAddress | undefined,
): 'narrow' | 'wide' | 'page' => {
  if (address === undefined || address.mode === 'history' || isWithheld(address, rights)) return 'narrow';
  if (entity.fields.length > pageFields || screen.sections.length > 3) return 'page';
  return entity.fields.length > drawerFields || entity.children.length > 0 ? 'wide' : 'narrow';
};

/** The frame that a record was opened in: a field more does not take what is being typed to another place. */
const useFrame = (model: ScreenModel, record: RecordAddress | undefined, shown: RecordAddress | undefined) => {
  const held = useRef<{ readonly record: string | undefined; readonly frame: ReturnType<typeof frameOf> }>(undefined);
  const key = record && JSON.stringify(record);
  if (held.current === undefined || (key !== undefined && held.current.record !== key))
    held.current = { record: key, frame: frameOf(model, shown) };
  // It slides out as it was; opened again, it is looked at anew.
  else if (key === undefined) held.current = { ...held.current, record: undefined };
  return held.current.frame;
};

/** An address may come from somebody who may do more: who may not change a record, or copy it, sees it. */
const permitted = (address: RecordAddress | undefined, rights: ScreenModel['rights']): RecordAddress | undefined => {
  const refused = (address?.mode === 'edit' && !rights.update) || (address?.mode === 'copy' && !rights.insert);
  return refused && rights.view ? { mode: 'view', id: address.id } : address;
};

/** What the address opens: a drawer over the list, or a page in its place; and a related record over it. */
const RecordDrawers = ({ list }: { readonly list: RegistryList }) => {
  const model = useScreenModel();
  const opened = useOpenedRecord();
  const record = permitted(opened.record, model.rights);
  const { peek } = opened;
  const { openRecord, closeRecord, closePeek } = useOpenRecord();
  const neighbours = useNeighbours(list, record, openRecord);
  // While it slides out, the drawer goes on showing what it showed.
  const shown = useRef(record);
  if (record !== undefined) shown.current = record;
  const lastPeek = useRef(peek);
  if (peek !== undefined) lastPeek.current = peek;
  const frame = useFrame(model, record, shown.current);
  const content = shown.current && contentOf(shown.current, model.rights);
  return (
    <>
      <NeighboursContext value={neighbours}>
        {frame === 'page' && record !== undefined && <RecordPage onClose={closeRecord}>{content}</RecordPage>}
        <RecordDrawer opened={frame !== 'page' && record !== undefined} onClose={closeRecord} wide={frame === 'wide'}>
          {frame === 'page' ? null : content}
        </RecordDrawer>
      </NeighboursContext>
      <PeekDrawer opened={peek !== undefined} record={lastPeek.current} onClose={closePeek} />
    </>
  );
};

export default RecordDrawers;
