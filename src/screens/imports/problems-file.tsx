import { Button } from '@mantine/core';
import { FileDown } from 'lucide-react';
import { useState } from 'react';
import { useSaveFile } from '../../../engine/ui/runtime/file-content.ts';
import { storedFile } from '../../../engine/ui/runtime/send-file.ts';
import { useTexts } from '../../../engine/ui/runtime/texts.ts';
import { useCallerHeaders } from '../../../engine/ui/runtime/use-caller-headers.ts';
import { useWaiting } from '../../../engine/ui/runtime/use-waiting.ts';
import classes from './import.module.css';
import { importsUrl } from './imports-api.ts';

/** The person's own file, with what is wrong beside each row: whole, or only with the rows that were refused. */
export const ProblemsFile = ({ id }: { readonly id: string }) => {
  const texts = useTexts();
  const headersOf = useCallerHeaders();
  const save = useSaveFile();
  const [busy, setBusy] = useState(false);
  useWaiting(busy);
  const take = async (query: string): Promise<void> => {
    const url = `${importsUrl}/${id}/problemas${query}`;
    setBusy(true);
    await save(storedFile(url, headersOf(url))).finally(() => setBusy(false));
  };
  return (
    <div className={classes.files}>
      <Button
        variant="default"
        leftSection={<FileDown size={15} aria-hidden />}
        disabled={busy}
        onClick={() => void take('?only=refused')}
      >
        {texts('imports.problems.refused')}
      </Button>
      <Button
        variant="default"
        leftSection={<FileDown size={15} aria-hidden />}
        disabled={busy}
        onClick={() => void take('')}
      >
        {texts('imports.problems.all')}
      </Button>
      <p className={classes.text}>{texts('imports.problems.text')}</p>
    </div>
  );
};
