import { useState } from 'react';
import { useAppSelector } from '../../../engine/ui/store/hooks.ts';

/** The change of one's own password from the user menu, where the configuration of the client offers it. */
export const usePasswordEntry = () => {
  const offered = useAppSelector(({ session }) => session.client?.flags['acesso.alterarsenha'] === true);
  const expired = useAppSelector(({ session }) => session.user?.senhaExpirada === true);
  const [shown, setShown] = useState<'never' | 'open' | 'closed'>('never');
  return {
    offered,
    /** Its code is fetched when it is first opened. */
    needed: shown !== 'never',
    /** Once the password expires, the dialog that cannot be closed stands in its place. */
    opened: shown === 'open' && !expired,
    open: () => setShown('open'),
    close: () => setShown('closed'),
  };
};
