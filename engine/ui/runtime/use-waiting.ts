import { useEffect } from 'react';
import { waitEnded, waitStarted } from '../store/activity-slice.ts';
import { useAppDispatch } from '../store/hooks.ts';

/** While `active`, the person waits: after 400 ms the full-screen indicator says so. */
export const useWaiting = (active: boolean): void => {
  const dispatch = useAppDispatch();
  useEffect(() => {
    if (!active) return;
    dispatch(waitStarted());
    return () => void dispatch(waitEnded());
  }, [active, dispatch]);
};
