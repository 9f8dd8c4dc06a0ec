import { use } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { parseListQuery } from '../../contract/list-query.ts';
import { recordParameter, writeRecordAddress } from '../runtime/record-address.ts';
import { RecordPanelContext } from '../runtime/record-panel-context.ts';
import { useListPart, useRecordPart } from '../runtime/screen-address.tsx';
import { useScreenModel } from '../runtime/screen-context.ts';
import { useGiven } from '../runtime/use-given.ts';
import { useOpenRecord } from '../runtime/use-opened-record.ts';
import type { FormSubject } from '../runtime/use-record-form.ts';
import { useUnsavedGuard } from '../runtime/use-unsaved-guard.tsx';
import { CreateRelated } from './create-related.tsx';
import { RecordEditor } from './record-editor.tsx';

/** The form that the address opens. Loaded when it is first needed, hence the default export. */
const RecordEdit = ({ subject }: { readonly subject: FormSubject }) => {
  const { openRecord, closeRecord } = useOpenRecord();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const show = (id: number): void => {
    // Whoever has gone to another screen meanwhile comes back to this one.
    if (window.location.pathname === pathname) openRecord({ mode: 'view', id });
    else void navigate(`${pathname}?${recordParameter}=${writeRecordAddress({ mode: 'view', id })}`);
  };
  const model = useScreenModel();
  const goesOn =
    use(RecordPanelContext)[model.entity.name]?.next === true && subject.mode !== 'edit' && model.rights.view;
  const list = useListPart();
  const given = useGiven(useRecordPart());
  if (given === undefined) return null;
  return (
    <CreateRelated>
      <RecordEditor
        subject={subject.mode === 'new' ? { ...subject, given, list: parseListQuery(list.params) } : subject}
        useGuard={useUnsavedGuard}
        onClose={closeRecord}
        onSaved={goesOn ? (id) => openRecord({ mode: 'view', id }, true) : undefined}
        onShow={goesOn ? undefined : show}
      />
    </CreateRelated>
  );
};

export default RecordEdit;
