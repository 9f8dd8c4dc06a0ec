import type { FormEvent } from 'react';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { showAlert } from '../../../engine/ui/runtime/show-alert.tsx';
import { useTexts } from '../../../engine/ui/runtime/texts.ts';
import { useSetting } from '../../../engine/ui/runtime/use-setting.ts';
import { useAppSelector } from '../../../engine/ui/store/hooks.ts';
import { safeRedirect } from '../../shell/guard.ts';
import {
  isSentToTerminal,
  isTerminalNumber,
  noTerminal,
  parseTerminal,
  phoneSetting,
} from '../../shell/phone-service.ts';

/** The terminal of the person and its change; who was on the way somewhere goes on once it is in use. */
export const usePhoneTerminal = () => {
  const texts = useTexts();
  const navigate = useNavigate();
  const user = useAppSelector((state) => state.session.user);
  const [params] = useSearchParams();
  const { value, set, ready } = useSetting(phoneSetting, parseTerminal, noTerminal);
  const [typed, setTyped] = useState<string>();
  const [ticked, setTicked] = useState<boolean>();
  const [attempted, setAttempted] = useState(false);
  const terminal = typed ?? value.terminal;
  // Who comes here to give a terminal wants to use it.
  const enabled = ticked ?? (value.terminal === '' || value.enabled);
  const problem = isTerminalNumber(terminal)
    ? undefined
    : texts(terminal === '' ? 'phone.terminal.missing' : 'phone.terminal.invalid');
  const target = params.get('redirect');
  const [leaving, setLeaving] = useState(false);
  useEffect(() => {
    // Only once it is kept: on the way it is asked for again.
    if (leaving && value.enabled && target !== null) void navigate(safeRedirect(target), { replace: true });
  }, [leaving, value.enabled, target, navigate]);
  return {
    ready,
    /** Whether every navigation leads here until a terminal is in use. */
    asked: isSentToTerminal(user, value, ''),
    terminal,
    setTerminal: (text: string) => setTyped(text.replace(/\D/g, '')),
    enabled,
    setEnabled: setTicked,
    problem: attempted ? problem : undefined,
    submit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      setAttempted(true);
      if (problem !== undefined) return event.currentTarget.querySelector('input')?.focus();
      set({ terminal, enabled });
      setLeaving(true);
      showAlert({ type: 'success', value: texts(enabled ? 'phone.saved' : 'phone.saved.off', { terminal }) });
    },
  };
};
