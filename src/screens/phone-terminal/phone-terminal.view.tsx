import { Checkbox, TextInput } from '@mantine/core';
import type { ScreenViewProps } from '../../../engine/screens/contract.ts';
import { Note } from '../../../engine/ui/controls/note.tsx';
import { useTexts } from '../../../engine/ui/runtime/texts.ts';
import { CardForm, ScreenPage } from '../card-form.tsx';
import classes from './phone-terminal.module.css';
import { usePhoneTerminal } from './use-phone-terminal.ts';

/** The terminal at which a person takes the calls of the phone service, and whether it is in use. */
const PhoneTerminalView = ({ entry }: ScreenViewProps) => {
  const texts = useTexts();
  const { ready, asked, terminal, setTerminal, enabled, setEnabled, problem, submit } = usePhoneTerminal();
  if (!ready) return null;
  return (
    <ScreenPage title={entry.title}>
      <CardForm submit={texts('phone.save')} onSubmit={submit}>
        {asked && <Note kind="news">{texts('phone.asked')}</Note>}
        <TextInput
          label={texts('phone.terminal')}
          description={problem === undefined && texts('phone.terminal.help')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={terminal}
          onChange={(event) => setTerminal(event.currentTarget.value)}
          error={problem}
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          required
          autoFocus
          classNames={{ input: classes.number ?? '' }}
        />
        <Checkbox
          label={texts('phone.enabled')}
          checked={enabled}
          onChange={(event) => setEnabled(event.currentTarget.checked)}
        />
      </CardForm>
    </ScreenPage>
  );
};

export default PhoneTerminalView;
