/** The local draft of a form: written while one types, offered when the form opens again, gone when the work is done. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'react-redux';
import { useLazyDraftKeyQuery } from '../store/api.ts';
import type { RootState } from '../store/create-store.ts';
import { useAppSelector } from '../store/hooks.ts';
import { durations } from '../theme/tokens.ts';
import type { FormDraft } from './local-draft.ts';
import { createDraftStore, draftPlace, importDraftKey } from './local-draft.ts';
import type { RecordValues } from './record-values.ts';

interface Options {
  readonly path: string;
  readonly record: number | 'new' | `copy.${number}`;
  /** undefined while the record is being read. */
  readonly base: RecordValues | undefined;
  readonly etag: string | undefined;
  /** The one that a new record is sent with. */
  readonly sendingKey: () => string | undefined;
  readonly values: RecordValues;
  readonly changed: boolean;
  /** Columns that no draft may hold: secrets. */
  readonly secrets: readonly string[];
  /** The values of now, with what is typed and on its way to them; what is drawn may never show them. */
  readonly typed: () => { readonly values: RecordValues; readonly changed: boolean };
}

const without = (values: RecordValues, names: readonly string[]): RecordValues =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));

export const useFormDraft = (options: Options) => {
  const login = useAppSelector((state) => state.session.user?.principal ?? '');
  const store = useStore<RootState>();
  const [readKey] = useLazyDraftKeyQuery();
  const drafts = useMemo(() => createDraftStore(localStorage), []);
  /** Asked for beside the record; what is to be kept before it is there waits for it. */
  const key = useRef<Promise<CryptoKey | undefined>>(undefined);
  const [offer, setOffer] = useState<FormDraft>();
  const { path, record, base, changed, values } = options;
  /** `place` stays that of the person who began, when the session ends meanwhile. */
  const latest = useRef({
    ...options,
    place: draftPlace(login, path, record),
    offered: false,
    done: false,
    written: false,
  });
  Object.assign(latest.current, options, { offered: offer !== undefined });

  const write = useCallback((): void => {
    const now = latest.current;
    const ended = store.getState().session.ended === 'logout';
    // What is offered and not yet answered is worth more than what is typed beside it.
    if (now.done || ended || now.offered || !now.changed || now.base === undefined || key.current === undefined) return;
    now.written = true;
    const draft = {
      etag: now.etag,
      key: now.sendingKey(),
      base: without(now.base, now.secrets),
      values: without(now.values, now.secrets),
    };
    const written = key.current.then((found) => found && drafts.write(found, now.place, draft));
    void written.then(() => {
      // Encrypting takes a moment, in which the work may have been saved, given up, or left by signing out.
      if (!now.written || store.getState().session.ended === 'logout') drafts.drop(now.place);
    });
  }, [drafts, store]);
  const drop = useCallback((): void => {
    latest.current.written = false;
    drafts.drop(latest.current.place);
  }, [drafts]);

  useEffect(() => {
    key.current = readKey(undefined, true).then(({ data }) =>
      data === undefined ? undefined : importDraftKey(data.key),
    );
  }, [readKey]);

  const ready = base !== undefined;
  useEffect(() => {
    if (!ready) return;
    let gone = false;
    const open = async () => {
      const found = await key.current;
      if (found === undefined) return;
      const draft = await drafts.read(found, latest.current.place);
      if (gone || draft === undefined) return;
      // Typed already: the offer would come too late, and the new work is kept.
      if (!latest.current.changed) setOffer(draft);
    };
    void open();
    return () => {
      gone = true;
    };
  }, [ready, drafts]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the values starts the clock anew
  useEffect(() => {
    if (!changed) {
      if (latest.current.written) drop();
      return;
    }
    const timer = setTimeout(write, durations.draft);
    return () => clearTimeout(timer);
  }, [values, changed, write, drop]);

  useEffect(() => {
    const keep = () => {
      Object.assign(latest.current, latest.current.typed());
      write();
    };
    const hidden = () => {
      if (document.visibilityState === 'hidden') keep();
    };
    document.addEventListener('visibilitychange', hidden);
    window.addEventListener('pagehide', keep);
    // The form goes with the session, and with it what it was not handed yet.
    let { session } = store.getState();
    const forget = store.subscribe(() => {
      const before = session;
      session = store.getState().session;
      if (before.token !== null && session.token === null) keep();
    });
    return () => {
      document.removeEventListener('visibilitychange', hidden);
      window.removeEventListener('pagehide', keep);
      forget();
      keep();
    };
  }, [write, store]);

  return {
    /** What lies there from before; undefined where nothing does, or it was answered. */
    offer,
    accept: (): void => setOffer(undefined),
    refuse: (): void => {
      setOffer(undefined);
      drop();
    },
    /** Saved or given up: nothing is to be kept, nor written any more. */
    finish: (): void => {
      latest.current.done = true;
      drop();
    },
  };
};
