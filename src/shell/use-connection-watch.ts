import { useCallback, useEffect, useRef } from 'react';
import { api } from '../../engine/ui/store/api.ts';
import { connectionLost } from '../../engine/ui/store/connection-slice.ts';
import { useAppDispatch, useAppSelector } from '../../engine/ui/store/hooks.ts';
import { durations } from '../../engine/ui/theme/tokens.ts';
import { healthApi } from './health-call.ts';

/**
 * While the connection is lost, asks now and then whether the server is there again, and at once when the browser says
 * that it is on a network. Once it is, what is on the screen is read anew.
 */
export const useConnectionWatch = () => {
  const dispatch = useAppDispatch();
  const lost = useAppSelector((state) => state.connection.lost);
  const retry = useCallback(() => {
    void dispatch(healthApi.endpoints.health.initiate(undefined, { forceRefetch: true, subscribe: false }));
  }, [dispatch]);

  useEffect(() => {
    const leave = () => dispatch(connectionLost());
    addEventListener('offline', leave);
    return () => removeEventListener('offline', leave);
  }, [dispatch]);

  useEffect(() => {
    if (!lost) return;
    const timer = setInterval(retry, durations.reconnect);
    addEventListener('online', retry);
    return () => {
      clearInterval(timer);
      removeEventListener('online', retry);
    };
  }, [lost, retry]);

  const was = useRef(lost);
  useEffect(() => {
    if (was.current && !lost) dispatch(api.util.invalidateTags(['Rows']));
    was.current = lost;
  }, [lost, dispatch]);
  return { lost, retry };
};
