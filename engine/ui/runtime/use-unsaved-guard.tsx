import { modals } from '@mantine/modals';
import { useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import { useAppSelector } from '../store/hooks.ts';
import { recordParameter } from './record-address.ts';
import { useTexts } from './texts.ts';

/**
 * Asks before typed work is left: another screen, another drawer, back, Escape, or closing the page. `flush` hands over
 * what was typed a moment ago and is on its way to the form still, so that it counts as work too.
 */
export const useUnsavedGuard = (unsaved: boolean, flush: () => void): { readonly release: () => void } => {
  const texts = useTexts();
  const signedIn = useAppSelector((state) => state.session.token !== null);
  const dirty = useRef(false);
  dirty.current = unsaved;
  const released = useRef(false);
  const latest = useRef(flush);
  latest.current = flush;

  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    if (!signedIn || released.current) return false;
    const drawer = (search: string) => new URLSearchParams(search).get(recordParameter);
    if (
      currentLocation.pathname === nextLocation.pathname &&
      drawer(currentLocation.search) === drawer(nextLocation.search)
    )
      return false;
    latest.current();
    return dirty.current;
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
    const ask = (event: BeforeUnloadEvent) => {
      latest.current();
      if (dirty.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);

  return {
    release: () => {
      released.current = true;
    },
  };
};
