import { useCallback, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { permits } from '../../engine/access/permission-pair.ts';
import { useAppSelector } from '../../engine/ui/store/hooks.ts';

/** The panel of "Por que…?": asked for on any screen, by who manages everything; it closes when another screen opens. */
export const useWhyPanel = () => {
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never');
  const permissions = useAppSelector(({ session }) => session.user?.permissions);
  const administers = permits(permissions ?? [], 'manage', 'all');
  const { pathname } = useLocation();
  const ask = useCallback(() => setState('open'), []);
  const close = useCallback(() => setState((now) => (now === 'open' ? 'closed' : now)), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it speaks of the screen that was open
  useEffect(close, [pathname]);
  return {
    ask: administers ? ask : undefined,
    needed: administers && state !== 'never',
    opened: state === 'open',
    close,
  };
};
