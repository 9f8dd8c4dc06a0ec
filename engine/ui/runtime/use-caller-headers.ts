import { callerHeaders } from '../store/base-query.ts';
import { useAppSelector } from '../store/hooks.ts';

/** Who calls, and for which provider, for what is fetched outside the store: given an address below `/api`. */
export const useCallerHeaders = (): ((url: string) => Readonly<Record<string, string>>) => {
  const session = useAppSelector((state) => state.session);
  const provider = useAppSelector((state) => state.provider);
  return (url) => callerHeaders({ session, provider }, url);
};
