import { formatMoment } from '../../../engine/fields/date-text.ts';
import { useTexts } from '../../../engine/ui/runtime/texts.ts';
import { useTimeZone } from '../../../engine/ui/runtime/time-zone.ts';
import classes from '../account.module.css';
import { SessionList } from './session-list.tsx';
import { useAccountQuery } from './sessions-api.ts';

/** Where one is signed in, and when one came in before. */
export const SessionsSection = () => {
  const texts = useTexts();
  const timeZone = useTimeZone();
  const { data } = useAccountQuery();
  return (
    <section className={classes.section} aria-labelledby="fi-account-sessions">
      <h2 id="fi-account-sessions">{texts('account.sessions')}</h2>
      {data?.lastSignIn && (
        <p className={classes.lead}>
          {texts(data.lastSignIn.address === null ? 'account.lastSignIn' : 'account.lastSignInFrom', {
            moment: formatMoment(data.lastSignIn.at, timeZone),
            address: data.lastSignIn.address,
          })}
        </p>
      )}
      <SessionList owner="me" />
    </section>
  );
};
