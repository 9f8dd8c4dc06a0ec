import { WifiOff } from 'lucide-react';
import { useTexts } from '../../engine/ui/runtime/texts.ts';
import { useAppSelector } from '../../engine/ui/store/hooks.ts';
import classes from './offline-banner.module.css';

/** Says, until a call is answered again, that the last one was not. */
export const OfflineBanner = () => {
  const texts = useTexts();
  const lost = useAppSelector((state) => state.connection.lost);
  return (
    <div role="status">
      {lost && (
        <p className={classes.banner}>
          <WifiOff size={14} aria-hidden />
          {texts('state.offline.banner')}
        </p>
      )}
    </div>
  );
};
