import { Button, Checkbox, TextInput } from '@mantine/core';
import { Info } from 'lucide-react';
import type { ScreenViewProps } from '../../../engine/screens/contract.ts';
import { useTexts } from '../../../engine/ui/runtime/texts.ts';
import classes from './phone-terminal.module.css';
import { usePhoneTerminal } from './use-phone-terminal.ts';

/** The terminal at which a person takes the calls of the phone service, and whether it is in use. */
const PhoneTerminalView = ({ entry }: ScreenViewProps) => {
  const texts = useTexts();
  const { ready, asked, terminal, setTerminal, enabled, setEnabled, problem, submit } = usePhoneTerminal();
  if (!ready) return null;
  return (
    <div className={classes.page}>
      <h1 className={classes.title}>{entry.title}</h1>
      <form className={classes.form} onSubmit={submit} noValidate>
        {asked && (
          <p role="status" className={classes.notice}>
            <Info size={16} aria-hidden />
            <span>{texts('phone.asked')}</span>
          </p>
        )}
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
        <Button type="submit" className={classes.save ?? ''}>
          {texts('phone.save')}
        </Button>
      </form>
    </div>
  );
};

export default PhoneTerminalView;
