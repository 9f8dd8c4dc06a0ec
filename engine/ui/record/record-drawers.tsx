import { lazy, Suspense, useRef } from 'react';
import type { RecordAddress } from '../runtime/record-address.ts';
import { useScreenModel } from '../runtime/screen-context.ts';
import { useRecordAddress } from '../runtime/use-record-address.ts';
import { PeekDrawer } from './peek-drawer.tsx';
import { RecordDrawer } from './record-drawer.tsx';
import { RecordHistory } from './record-history.tsx';
import { RecordView } from './record-view.tsx';

const RecordEdit = lazy(() => import('./record-edit.tsx'));

const contentOf = (address: RecordAddress) => {
  switch (address.mode) {
    case 'new':
    case 'edit':
      return <RecordEdit key={`edit${address.id ?? ''}`} id={address.id} />;
    case 'view':
      return <RecordView key={`view${address.id}`} id={address.id} />;
    case 'history':
      return <RecordHistory key={`history${address.id}`} id={address.id} />;
  }
};

/** The drawer that the address opens, and the one of a related record over it. */
const RecordDrawers = () => {
  const model = useScreenModel();
  const { record, peek, closeRecord, closePeek } = useRecordAddress();
  // While it slides out, the drawer goes on showing what it showed.
  const shown = useRef(record);
  if (record !== undefined) shown.current = record;
  const lastPeek = useRef(peek);
  if (peek !== undefined) lastPeek.current = peek;
  return (
    <>
      <RecordDrawer
        opened={record !== undefined}
        onClose={closeRecord}
        wide={
          shown.current?.mode !== 'history' && (model.entity.fields.length > 12 || model.entity.children.length > 0)
        }
      >
        <Suspense fallback={null}>{shown.current && contentOf(shown.current)}</Suspense>
      </RecordDrawer>
      <PeekDrawer opened={peek !== undefined} record={lastPeek.current} onClose={closePeek} />
    </>
  );
};

export default RecordDrawers;
