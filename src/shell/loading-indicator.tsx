import { useEffect, useState } from 'react';
import { useTexts } from '../../engine/ui/runtime/texts.ts';
import { useAppSelector } from '../../engine/ui/store/hooks.ts';
import { durations } from '../../engine/ui/theme/tokens.ts';
import classes from './loading-indicator.module.css';

/** Over everything while the person waits, after 400 ms; said to screen readers, and never taking the focus. */
export const LoadingIndicator = () => {
  const texts = useTexts();
  const waiting = useAppSelector((state) => state.activity.waiting > 0);
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!waiting) return setShown(false);
    const timer = setTimeout(() => setShown(true), durations.indicator);
    return () => clearTimeout(timer);
  }, [waiting]);
  return (
    <div role="status" aria-live="polite" className={classes.status} data-shown={shown || undefined}>
      {shown && (
        <span className={classes.box}>
          <span className={classes.ring} />
          {texts('frame.loading')}
        </span>
      )}
    </div>
  );
};
