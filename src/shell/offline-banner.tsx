import { Button } from '@mantine/core';
import { WifiOff } from 'lucide-react';
import { useTexts } from '../../engine/ui/runtime/texts.ts';
import classes from './offline-banner.module.css';
import { useConnectionWatch } from './use-connection-watch.ts';

/** Says, until the server answers again, that the last call found nobody. */
export const OfflineBanner = () => {
  const texts = useTexts();
  const { lost, retry } = useConnectionWatch();
  return (
    <div role="status">
      {lost && (
        <div className={classes.banner}>
          <WifiOff size={14} aria-hidden />
          <span>{texts('state.offline.banner')}</span>
          <Button size="compact-xs" variant="default" onClick={retry}>
            {texts('action.retry')}
          </Button>
        </div>
      )}
    </div>
  );
};
