import { useEffect, useRef, useState } from 'react';
import type { ScreenModel } from '../../contract/screen-model.ts';
import { RecordEdit } from '../record/record-edit-code.ts';
import { later } from '../runtime/later.tsx';
import { useOpenedRecord, useOpenRecord } from '../runtime/use-opened-record.ts';
import type { RegistryList } from '../runtime/use-registry-list.ts';

const Drawers = later(() => import('../record/record-drawers.tsx'));

const readForm = async ({ form, rights }: ScreenModel): Promise<void> => {
  await Promise.all([Drawers.read(), RecordEdit.read()]);
  if (!(rights.insert || rights.update)) return;
  const { loadValidator } = await import('../form/validator.ts');
  await loadValidator(form.validator);
};

/** The person's own record, where it is the only one, opens with its list: nobody looks for it there. */
const useOwnRecord = ({ ownRecord }: ScreenModel, { loaded, rows }: RegistryList, isOpen: boolean): void => {
  const { openRecord } = useOpenRecord();
  const arrived = useRef(false);
  const [own, other] = rows;
  useEffect(() => {
    if (!loaded || arrived.current) return;
    arrived.current = true;
    if (ownRecord && own && !other && !isOpen) openRecord({ mode: 'view', id: own.id }, true);
  }, [loaded, ownRecord, own, other, isOpen, openRecord]);
};

/** What the address opens over the list. Its code is read once the rows are there and the browser has nothing to do. */
export const OpenedRecord = ({ model, list }: { readonly model: ScreenModel; readonly list: RegistryList }) => {
  const { record, peek } = useOpenedRecord();
  const [needed, setNeeded] = useState(false);
  useOwnRecord(model, list, record !== undefined);
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
