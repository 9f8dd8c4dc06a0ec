import { Button, CopyButton } from '@mantine/core';
import { modals } from '@mantine/modals';
import { Copy, KeyRound, Mail } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { failureText } from '../../../engine/ui/runtime/describe-failure.ts';
import { useTexts } from '../../../engine/ui/runtime/texts.ts';
import classes from './users.module.css';
import { useInviteMutation, useTemporaryPasswordMutation } from './users-api.ts';

const useAccess = (id: number) => {
  const texts = useTexts();
  const [give, giving] = useTemporaryPasswordMutation();
  const [invite, inviting] = useInviteMutation();
  const [told, setTold] = useState<{ readonly kind: 'password' | 'done' | 'failure'; readonly text: string }>();
  return {
    told,
    busy: giving.isLoading || inviting.isLoading,
    invite: async () => {
      const { error } = await invite(id);
      setTold(
        error === undefined
          ? { kind: 'done', text: texts('users.invited') }
          : { kind: 'failure', text: failureText(texts, error) },
      );
    },
    give: async () => {
      const { data, error } = await give(id);
      setTold(
        data === undefined
          ? { kind: 'failure', text: failureText(texts, error ?? {}) }
          : { kind: 'password', text: data.senha },
      );
    },
  };
};

interface Props {
  readonly id: number;
  /** Of whoever has a password already, which another would take away: whose it is. */
  readonly replacesOf?: string | undefined;
}

/** How somebody comes in: by a letter with a link, or by a password that is shown once and must be changed. */
export const UserAccess = ({ id, replacesOf }: Props) => {
  const texts = useTexts();
  const access = useAccess(id);
  const askToGive = (): void => {
    if (replacesOf === undefined) return void access.give();
    modals.openConfirmModal({
      title: texts('users.temporary.title', { login: replacesOf }),
      children: texts('users.temporary.text'),
      labels: { confirm: texts('users.temporary'), cancel: texts('action.cancel') },
      confirmProps: { className: 'fi-danger', color: 'red' },
      withCloseButton: false,
      onConfirm: () => void access.give(),
    });
  };
  const { told } = access;
  const answer = useRef<HTMLDivElement>(null);
  // Shown once: it may not come up below the edge of what is scrolled.
  useEffect(() => {
    if (told !== undefined) answer.current?.scrollIntoView({ block: 'nearest' });
  }, [told]);
  return (
    <div className={classes.access}>
      <div className={classes.buttons}>
        <Button
          size="compact-md"
          variant="default"
          leftSection={<Mail size={15} />}
          disabled={access.busy}
          onClick={() => void access.invite()}
        >
          {texts('users.invite')}
        </Button>
        <Button
          size="compact-md"
          variant="default"
          leftSection={<KeyRound size={15} />}
          disabled={access.busy}
          onClick={askToGive}
        >
          {texts('users.temporary')}
        </Button>
      </div>
      {told !== undefined && (
        <div
          ref={answer}
          role={told.kind === 'failure' ? 'alert' : 'status'}
          className={classes.told}
          data-kind={told.kind}
        >
          {told.kind === 'password' ? (
            <>
              <span>{texts('users.temporary.once')}</span>
              <code className={classes.password}>{told.text}</code>
              <CopyButton value={told.text}>
                {({ copied, copy }) => (
                  <Button size="compact-sm" variant="default" leftSection={<Copy size={14} />} onClick={copy}>
                    {texts(copied ? 'users.copied' : 'users.copy')}
                  </Button>
                )}
              </CopyButton>
            </>
          ) : (
            told.text
          )}
        </div>
      )}
    </div>
  );
};
