import { useEffect, useState } from 'react';
import type { ScreenModel } from '../../contract/screen-model.ts';
import { RecordEdit } from '../record/record-edit-code.ts';
import { later } from '../runtime/later.tsx';
import { useOpenedRecord } from '../runtime/use-opened-record.ts';
import type { RegistryList } from '../runtime/use-registry-list.ts';

const Drawers = later(() => import('../record/record-drawers.tsx'));

const readForm = async ({ form, rights }: ScreenModel): Promise<void> => {
  await Promise.all([Drawers.read(), RecordEdit.read()]);
  if (!(rights.insert || rights.update)) return;
  const { loadValidator } = await import('../form/validator.ts');
  await loadValidator(form.validator);
};

/** What the address opens over the list. Its code is read once the rows are there and the browser has nothing to do. */
export const OpenedRecord = ({ model, list }: { readonly model: ScreenModel; readonly list: RegistryList }) => {
  const { record, peek } = useOpenedRecord();
  const [needed, setNeeded] = useState(false);
  if (!needed && (record !== undefined || peek !== undefined)) setNeeded(true);
  useEffect(() => {
    if (!list.loaded) return;
    const handle = requestIdleCallback(() => {
      // Read ahead only: what fails here is asked for again when it is needed.
      readForm(model).catch(() => undefined);
    });
    return () => cancelIdleCallback(handle);
  }, [list.loaded, model]);
  return needed && <Drawers list={list} />;
};
