import { modals } from '@mantine/modals';
import { useTexts } from '../../engine/ui/runtime/texts.ts';
import { useAppDispatch } from '../../engine/ui/store/hooks.ts';
import { signOut } from '../../engine/ui/store/sign-out.ts';

/** Asks, ends the session, and gives the token back whatever comes of it. */
export const useSignOut = () => {
  const texts = useTexts();
  const dispatch = useAppDispatch();
  return () => {
    modals.openConfirmModal({
      title: texts('signOut.title'),
      children: texts('signOut.text'),
      labels: { confirm: texts('value.yes'), cancel: texts('value.no') },
      withCloseButton: false,
      // Above the dialog that an expired password leaves no other way out of.
      zIndex: 310,
      onConfirm: () => void dispatch(signOut()),
    });
  };
};
