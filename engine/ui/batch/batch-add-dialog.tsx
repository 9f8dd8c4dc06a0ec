import { Button, Modal } from '@mantine/core';
import { useRef } from 'react';
import { Waiting } from '../controls/waiting.tsx';
import type { RecordFormHandle } from '../form/record-form.tsx';
import { RecordForm } from '../form/record-form.tsx';
import { copiedLists } from '../runtime/copied-rows.ts';
import { useScreenModel } from '../runtime/screen-context.ts';
import { formatCount, useTexts } from '../runtime/texts.ts';
import { mostCopies, useBatchAdd } from '../runtime/use-batch-add.ts';
import { useFocusReturn } from '../runtime/use-focus-return.ts';
import type { RegistryList } from '../runtime/use-registry-list.ts';
import classes from './batch-dialog.module.css';

interface Props {
  readonly list: RegistryList;
  readonly onClose: () => void;
}

/** New records from the chosen ones, in a grid: what must be each one's own is empty and waits to be given. */
const BatchAddDialog = ({ list, onClose }: Props) => {
  const texts = useTexts();
  useFocusReturn();
  const model = useScreenModel();
  const form = useRef<RecordFormHandle>(null);
  const add = useBatchAdd(model, list, onClose);
  const lists = copiedLists(model);
  const stopped = add.tooMany ? texts('batchAdd.tooMany', { limit: formatCount(mostCopies) }) : add.failure;
  return (
    <Modal
      opened
      onClose={add.close}
      title={texts('batchAdd.title', { title: model.screen.title })}
      size="min(1400px, 94vw)"
      closeOnClickOutside={false}
      // As in any form; Ctrl+Enter adds a row here.
      onKeyDown={(event) => {
        if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return;
        event.preventDefault();
        form.current?.submit();
      }}
    >
      {stopped !== undefined && <p className={classes.text}>{stopped}</p>}
      {stopped === undefined && !add.ready && <Waiting>{texts('batchAdd.reading')}</Waiting>}
      {stopped === undefined && add.ready && add.validator && (
        <>
          <p className={classes.lead}>
            {texts('batchAdd.text')} {lists.length > 0 && texts('batchAdd.lists', { titles: lists.join(', ') })}
          </p>
          <div className={classes.wide}>
            <div style={{ minWidth: add.least }}>
              <RecordForm
                key={add.key}
                ref={form}
                schema={add.schema}
                uiSchema={add.uiSchema}
                validator={add.validator}
                context={add.context}
                conditions={add.conditions}
                initial={add.initial}
                failures={add.failures}
                attempted={add.attempted}
                onChange={add.change}
                onInvalid={add.invalid}
                onSubmit={add.submit}
              />
            </div>
          </div>
        </>
      )}
      <div className={classes.foot}>
        <Button variant="default" onClick={add.close}>
          {texts(stopped === undefined ? 'action.cancel' : 'action.close')}
        </Button>
        {stopped === undefined && (
          <Button
            disabled={!add.ready}
            loading={add.saving}
            title={texts('list.withKey', { title: texts('batchAdd.submit'), key: 'Ctrl+S' })}
            aria-keyshortcuts="Control+S"
            onClick={() => form.current?.submit()}
          >
            {texts('batchAdd.submit')}
          </Button>
        )}
      </div>
    </Modal>
  );
};

export default BatchAddDialog;
