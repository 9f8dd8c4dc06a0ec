import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { History } from 'lucide-react';
import { use } from 'react';
import { formatDay, formatMoment } from '../../fields/date-text.ts';
import { AsOfContext, useGoToMoment } from '../runtime/as-of.ts';
import { later } from '../runtime/later.tsx';
import { useTexts } from '../runtime/texts.ts';
import { useTimeZone } from '../runtime/time-zone.ts';
import classes from './as-of-banner.module.css';

const AsOfDialog = later(() => import('./as-of-dialog.tsx'));

/** Says, over a list of the past, which moment it is of, and leads back. */
export const AsOfBanner = () => {
  const texts = useTexts();
  const timeZone = useTimeZone();
  const moment = use(AsOfContext);
  const goTo = useGoToMoment();
  const [asking, { open, close }] = useDisclosure(false);
  const written =
    moment !== undefined && (/^[\d-]{10}$/.test(moment) ? formatDay(moment) : formatMoment(moment, timeZone));
  return (
    <>
      <div role="status">
        {written && (
          <div className={classes.banner}>
            <p className={classes.text}>
              <History size={15} aria-hidden />
              {texts('asOf.shown', { moment: written })}
            </p>
            <div className={classes.ways}>
              <Button variant="subtle" size="compact-sm" onClick={open}>
                {texts('asOf.change')}
              </Button>
              <Button variant="default" size="compact-sm" onClick={() => goTo(undefined)}>
                {texts('asOf.back')}
              </Button>
            </div>
          </div>
        )}
      </div>
      {asking && <AsOfDialog onClose={close} />}
    </>
  );
};
