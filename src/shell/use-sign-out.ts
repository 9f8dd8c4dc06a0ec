import { modals } from '@mantine/modals';
import { useTexts } from '../../engine/ui/runtime/texts.ts';
import { useRevokeTokenMutation } from '../../engine/ui/store/api.ts';
import { useAppDispatch } from '../../engine/ui/store/hooks.ts';
import { sessionClosed } from '../../engine/ui/store/session-slice.ts';

/** Asks, revokes the token whatever comes of it, and ends the session. */
export const useSignOut = () => {
  const texts = useTexts();
  const dispatch = useAppDispatch();
  const [revoke] = useRevokeTokenMutation();
  return () => {
    modals.openConfirmModal({
      title: texts('signOut.title'),
      children: texts('signOut.text'),
      labels: { confirm: texts('value.yes'), cancel: texts('value.no') },
      withCloseButton: false,
      onConfirm: () => {
        void revoke();
        dispatch(sessionClosed());
      },
    });
  };
};
