/**
 * Typed text that reaches the form late: at rest for 150 ms, on leaving the control, on Enter, on saving (through
 * `DraftScope`) and when the control goes away. A keystroke then draws one input and not the whole form.
 */
import type { KeyboardEvent } from 'react';
import { createContext, use, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { durations } from '../theme/tokens.ts';

/** The drafts of one form. `flush` hands over all that is typed and not yet committed. */
export interface DraftScope {
  readonly add: (flush: () => void) => () => void;
  readonly flush: () => void;
}

export const createDraftScope = (): DraftScope => {
  const drafts = new Set<() => void>();
  return {
    add: (flush) => {
      drafts.add(flush);
      return () => void drafts.delete(flush);
    },
    flush: () => {
      for (const flush of drafts) flush();
    },
  };
};

export const DraftContext = createContext<DraftScope>(createDraftScope());

interface DraftOptions<Value> {
  /** Of the input. */
  readonly id?: string;
  readonly value: Value | undefined;
  readonly onChange: (value: Value | undefined) => void;
  readonly toText: (value: Value) => string;
  /** A text without meaning is handed over as it is, for the validator to refuse. */
  readonly fromText: (text: string) => Value | undefined;
}

/** Typed text on its way: handed over once, by the clock or by `commit`, whichever comes first. Blank text is no value. */
export const createDraft = <Value>(options: () => Pick<DraftOptions<Value>, 'onChange' | 'fromText'>) => {
  let pending: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const commit = (): void => {
    clearTimeout(timer);
    if (pending === undefined) return;
    const typed = pending;
    pending = undefined;
    const { onChange, fromText } = options();
    onChange(typed.trim() === '' ? undefined : fromText(typed));
  };
  return {
    commit,
    type: (text: string): void => {
      pending = text;
      clearTimeout(timer);
      // At once: a key that saves in the moment before React draws would find the form without it.
      timer = setTimeout(() => flushSync(commit), durations.commit);
    },
  };
};

export const useDraft = <Value>(options: DraftOptions<Value>) => {
  const scope = use(DraftContext);
  const latest = useRef(options);
  latest.current = options;
  const [draft] = useState(() => createDraft<Value>(() => latest.current));
  // Between typing and leaving, the text stays as typed, however the value is written.
  const [typed, setTyped] = useState<string | null>(null);

  useEffect(() => {
    const forget = scope.add(draft.commit);
    return () => {
      forget();
      draft.commit();
    };
  }, [scope, draft]);

  const { id, value } = options;
  const untouched = typed === null;
  const shown = useRef(value);
  // What one has just come to, and changes by what was left before, is written over by the next key as it would have been.
  useLayoutEffect(() => {
    if (Object.is(shown.current, value)) return;
    shown.current = value;
    const input = document.activeElement;
    if (untouched && id !== undefined && input instanceof HTMLInputElement && input.id === id) input.select();
  }, [id, value, untouched]);
  return {
    text: typed ?? (value === undefined || value === null ? '' : options.toText(value)),
    change: (text: string) => {
      setTyped(text);
      draft.type(text);
    },
    onBlur: () => {
      draft.commit();
      setTyped(null);
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Enter') flushSync(draft.commit);
    },
  };
};
