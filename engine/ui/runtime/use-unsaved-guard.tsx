import { modals } from '@mantine/modals';
import type { RefObject } from 'react';
import { useEffect, useRef } from 'react';
import { useStore } from 'react-redux';
import { useBlocker } from 'react-router';
import type { RootState } from '../store/create-store.ts';
import { recordParameter } from './record-address.ts';
import type { Texts } from './texts.ts';
import { useTexts } from './texts.ts';

/** Whether what was typed may go. */
export const askToDiscard = (
  texts: Texts,
  { onDiscard, onKeep }: { readonly onDiscard: () => void; readonly onKeep: () => void },
): void => {
  // The dialog also says that it closes, whatever was answered; and the way back that is then gone takes a moment.
  let answered = false;
  const once = (answer: () => void) => (): void => {
    if (!answered) answer();
    answered = true;
  };
  modals.openConfirmModal({
    title: texts('unsaved.title'),
    children: texts('unsaved.text'),
    labels: { confirm: texts('unsaved.discard'), cancel: texts('unsaved.keep') },
    confirmProps: { className: 'fi-danger', color: 'red' },
    withCloseButton: false,
    // Above any drawer, stacked ones too.
    zIndex: 250,
    onConfirm: once(onDiscard),
    onCancel: once(onKeep),
    onClose: once(onKeep),
  });
};

const useBeforeUnload = (dirty: RefObject<boolean>, flush: RefObject<() => void>): void => {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      flush.current();
      if (dirty.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [dirty, flush]);
};

/** `flush` hands over what is on its way to the form; `onDiscard` is told when the work is given up. */
export type UnsavedGuard = (
  unsaved: boolean,
  flush: () => void,
  onDiscard: () => void,
) => {
  /** From now on nothing is asked. */
  readonly release: () => void;
  /** Leaves by a button of the form. */
  readonly leave: (go: () => void) => void;
};

/**
 * Asks before typed work is left: another screen, another drawer, back, Escape, or closing the page. What was
 * typed a moment ago and is on its way to the form still counts as work too.
 */
export const useUnsavedGuard: UnsavedGuard = (unsaved, flush, onDiscard) => {
  const texts = useTexts();
  const store = useStore<RootState>();
  const dirty = useRef(false);
  dirty.current = unsaved;
  const released = useRef(false);
  const latest = useRef(flush);
  latest.current = flush;
  const discarded = useRef(onDiscard);
  discarded.current = onDiscard;

  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    // Read now: the session may have ended since this was drawn, and its end is not to be asked about.
    if (store.getState().session.token === null || released.current) return false;
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
    askToDiscard(texts, {
      onDiscard: () => {
        discarded.current();
        blocker.proceed();
      },
      onKeep: () => blocker.reset(),
    });
  }, [blocker, texts]);

  useBeforeUnload(dirty, latest);

  return {
    release: () => {
      released.current = true;
    },
    // The way out changes the address, and that asks.
    leave: (go) => go(),
  };
};

/** The same for a form over another one, which no address knows: it is left by its own buttons alone. */
export const useStackedGuard: UnsavedGuard = (unsaved, flush, onDiscard) => {
  const texts = useTexts();
  const dirty = useRef(false);
  dirty.current = unsaved;
  const latest = useRef(flush);
  latest.current = flush;
  useBeforeUnload(dirty, latest);
  return {
    release: () => {
      dirty.current = false;
    },
    leave: (go) => {
      latest.current();
      if (!dirty.current) return go();
      askToDiscard(texts, {
        onDiscard: () => {
          onDiscard();
          go();
        },
        onKeep: () => {},
      });
    },
  };
};
