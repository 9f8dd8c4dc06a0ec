import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { History } from 'lucide-react';
import { formatDay, formatMoment } from '../../fields/date-text.ts';
import { useGoToMoment } from '../runtime/as-of.ts';
import { later } from '../runtime/later.tsx';
import { useTexts } from '../runtime/texts.ts';
import { useTimeZone } from '../runtime/time-zone.ts';
import classes from './as-of-banner.module.css';

const AsOfDialog = later(() => import('./as-of-dialog.tsx'));

/** Says, over a list of the past, which moment it is of, and leads back. */
const AsOfBanner = ({ moment }: { readonly moment: string }) => {
  const texts = useTexts();
  const timeZone = useTimeZone();
  const goTo = useGoToMoment();
  const [asking, { open, close }] = useDisclosure(false);
  const written = /^[\d-]{10}$/.test(moment) ? formatDay(moment) : formatMoment(moment, timeZone);
  return (
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
      {asking && <AsOfDialog onClose={close} />}
    </div>
  );
};

export default AsOfBanner;
