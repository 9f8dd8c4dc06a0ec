import { useRecordAddress } from '../runtime/use-record-address.ts';
import type { FormSubject } from '../runtime/use-record-form.ts';
import { useUnsavedGuard } from '../runtime/use-unsaved-guard.tsx';
import { CreateRelated } from './create-related.tsx';
import { RecordEditor } from './record-editor.tsx';

/** The form that the address opens. Loaded when it is first needed, hence the default export. */
const RecordEdit = ({ subject }: { readonly subject: FormSubject }) => {
  const { closeRecord } = useRecordAddress();
  return (
    <CreateRelated>
      <RecordEditor subject={subject} useGuard={useUnsavedGuard} onClose={closeRecord} />
    </CreateRelated>
  );
};

export default RecordEdit;
