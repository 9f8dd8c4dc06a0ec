import { Autocomplete, Button, FileInput, Modal, TextInput } from '@mantine/core';
import { FileSpreadsheet } from 'lucide-react';
import { useState } from 'react';
import { failureText } from '../../../engine/ui/runtime/describe-failure.ts';
import { useTexts } from '../../../engine/ui/runtime/texts.ts';
import type { ApiFailure } from '../../../engine/ui/store/api.ts';
import type { Drafts, NewRegistry } from '../../workbench/workbench.ts';
import classes from './workbench.module.css';
import { useNewRegistryMutation } from './workbench-api.ts';

interface Props {
  readonly drafts: Drafts;
  readonly modules: readonly string[];
  readonly onMade: (made: NewRegistry) => void;
  readonly onClose: () => void;
}

const readBase64 = async (file: File): Promise<string> => {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  // In portions: a call takes a bounded number of arguments.
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
};

/** A registry begun from a title, or from a spreadsheet of it: its files are drafts until they are saved. */
const NewRegistryDialog = ({ drafts, modules, onMade, onClose }: Props) => {
  const texts = useTexts();
  const [title, setTitle] = useState('');
  const [module, setModule] = useState('');
  const [sheet, setSheet] = useState<File | null>(null);
  const [make, { data, error, isLoading }] = useNewRegistryMutation();
  const submit = async (): Promise<void> => {
    const given = sheet && { name: sheet.name, base64: await readBase64(sheet) };
    const { data: made } = await make({ drafts, title: title.trim(), module: module.trim(), sheet: given });
    if (made !== undefined) onMade(made);
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts('workbench.new')}
      size={data === undefined ? 'md' : 'xl'}
      centered
      closeButtonProps={{ 'aria-label': texts('action.close') }}
    >
      {data === undefined ? (
        <form
          className={classes.form}
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          <TextInput
            label={texts('workbench.new.title')}
            placeholder={texts('workbench.new.title.example')}
            value={title}
            onChange={(event) => setTitle(event.currentTarget.value)}
            required
            data-autofocus
          />
          <Autocomplete
            label={texts('workbench.new.module')}
            description={texts('workbench.new.module.help')}
            data={[...modules]}
            value={module}
            onChange={setModule}
            required
          />
          <FileInput
            label={texts('workbench.new.sheet')}
            description={texts('workbench.new.sheet.help')}
            placeholder={texts('workbench.new.sheet.choose')}
            accept=".csv,.xlsx"
            leftSection={<FileSpreadsheet size={15} />}
            value={sheet}
            onChange={setSheet}
            clearable
            clearButtonProps={{ 'aria-label': texts('control.clear') }}
          />
          {error !== undefined && <p className={classes.failure}>{failureText(texts, error as ApiFailure)}</p>}
          <div className={classes.actions}>
            <Button variant="default" onClick={onClose}>
              {texts('action.cancel')}
            </Button>
            <Button type="submit" loading={isLoading} disabled={title.trim() === '' || module.trim() === ''}>
              {texts('workbench.new.submit')}
            </Button>
          </div>
        </form>
      ) : (
        <div className={classes.form}>
          <p>{texts('workbench.new.done')}</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard */}
          <pre className={classes.report} tabIndex={0}>
            {data.report}
          </pre>
          <div className={classes.actions}>
            <Button onClick={onClose} data-autofocus>
              {texts('workbench.new.close')}
            </Button>
          </div>
        </div>
      )}
    </Modal>
  );
};

export default NewRegistryDialog;
