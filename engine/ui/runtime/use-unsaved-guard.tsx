import { modals } from '@mantine/modals';
import { useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import { useAppSelector } from '../store/hooks.ts';
import { recordParameter } from './record-address.ts';
import { useTexts } from './texts.ts';

/** Asks before typed work is left: another screen, another drawer, back, or closing the page. */
export const useUnsavedGuard = (unsaved: boolean): { readonly release: () => void } => {
  const texts = useTexts();
  const signedIn = useAppSelector((state) => state.session.token !== null);
  const held = useRef(false);
  held.current = unsaved && signedIn;
  const released = useRef(false);

  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    if (!held.current || released.current) return false;
    const drawer = (search: string) => new URLSearchParams(search).get(recordParameter);
    return (
      currentLocation.pathname !== nextLocation.pathname ||
      drawer(currentLocation.search) !== drawer(nextLocation.search)
    );
  });

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    modals.openConfirmModal({
      title: texts('unsaved.title'),
      children: texts('unsaved.text'),
      labels: { confirm: texts('unsaved.discard'), cancel: texts('unsaved.keep') },
      confirmProps: { className: 'fi-danger', color: 'red' },
      withCloseButton: false,
      onConfirm: () => blocker.proceed(),
      onCancel: () => blocker.reset(),
      onClose: () => {
        if (blocker.state === 'blocked') blocker.reset();
      },
    });
  }, [blocker, texts]);

  useEffect(() => {
    if (!unsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [unsaved]);

  return {
    release: () => {
      released.current = true;
    },
  };
};
