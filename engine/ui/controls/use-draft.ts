/**
 * Typed text that reaches the form late: at rest for 150 ms, on leaving the control, on Enter, on saving (through
 * `DraftScope`) and when the control goes away. A keystroke then draws one input and not the whole form.
 */
import type { FocusEvent, KeyboardEvent } from 'react';
import { createContext, use, useEffect, useRef, useState } from 'react';
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
  readonly value: Value | undefined;
  readonly onChange: (value: Value | undefined) => void;
  readonly toText: (value: Value) => string;
  /** A text without meaning is handed over as it is, for the validator to refuse. */
  readonly fromText: (text: string) => Value | undefined;
}

export const useDraft = <Value>(options: DraftOptions<Value>) => {
  const scope = use(DraftContext);
  const [text, setText] = useState<string | null>(null);
  const pending = useRef<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(options);
  latest.current = options;

  const commit = useRef(() => {
    clearTimeout(timer.current);
    if (pending.current === null) return;
    const typed = pending.current;
    pending.current = null;
    latest.current.onChange(typed.trim() === '' ? undefined : latest.current.fromText(typed));
  }).current;

  useEffect(() => {
    const forget = scope.add(commit);
    return () => {
      forget();
      commit();
    };
  }, [scope, commit]);

  return {
    text: text ?? (options.value === undefined || options.value === null ? '' : options.toText(options.value)),
    change: (typed: string) => {
      setText(typed);
      pending.current = typed;
      clearTimeout(timer.current);
      timer.current = setTimeout(commit, durations.commit);
    },
    onBlur: (_event?: FocusEvent) => {
      commit();
      setText(null);
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Enter') flushSync(commit);
    },
  };
};
