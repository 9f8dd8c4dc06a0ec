import { Button, Modal } from '@mantine/core';
import { Note } from '../../../engine/ui/controls/note.tsx';
import { useTexts } from '../../../engine/ui/runtime/texts.ts';
import { useSignOut } from '../use-sign-out.ts';
import { NewPassword } from './new-password.tsx';
import classes from './password.module.css';
import { PasswordField } from './password-field.tsx';
import { useChangePassword } from './use-change-password.ts';

interface ChangePasswordDialogProps {
  readonly opened: boolean;
  /** The password has expired: nothing closes the dialog but a new one. */
  readonly expired: boolean;
  readonly onClose: () => void;
}

const ChangePasswordForm = ({ expired, onClose }: Omit<ChangePasswordDialogProps, 'opened'>) => {
  const texts = useTexts();
  const signOut = useSignOut();
  const { form, login, strict, waiting, submit } = useChangePassword(onClose);
  return (
    <form ref={form.form} className={classes.form} onSubmit={submit} noValidate>
      {/* For whoever keeps passwords: whose it is. */}
      <input hidden readOnly name="username" autoComplete="username" value={login} />
      {expired && <Note kind="info">{texts('password.expired')}</Note>}
      {form.failure !== undefined && <Note kind="failure">{form.failure}</Note>}
      <PasswordField
        form={form}
        name="senhaAtual"
        label={texts('password.current')}
        autoComplete="current-password"
        autoFocus
      />
      {strict && <Note kind="info">{texts('password.strictBanner')}</Note>}
      <NewPassword form={form} strict={strict} />
      <div className={classes.buttons}>
        {expired ? (
          <Button variant="default" onClick={signOut}>
            {texts('signOut.action')}
          </Button>
        ) : (
          <Button variant="default" onClick={onClose}>
            {texts('action.cancel')}
          </Button>
        )}
        <Button type="submit" loading={waiting}>
          {texts('password.submit')}
        </Button>
      </div>
    </form>
  );
};

/** The dialog that changes one's own password. */
const ChangePasswordDialog = ({ opened, expired, onClose }: ChangePasswordDialogProps) => {
  const texts = useTexts();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={texts('password.change')}
      size={420}
      centered
      // Above whatever was open when the password expired.
      zIndex={300}
      closeOnClickOutside={!expired}
      closeOnEscape={!expired}
      withCloseButton={!expired}
    >
      <ChangePasswordForm expired={expired} onClose={onClose} />
    </Modal>
  );
};

export default ChangePasswordDialog;
