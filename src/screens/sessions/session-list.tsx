import { Button } from '@mantine/core';
import { Monitor, Smartphone } from 'lucide-react';
import type { OwnSession } from '../../../engine/contract/session.ts';
import { formatMoment } from '../../../engine/fields/date-text.ts';
import { failureText } from '../../../engine/ui/runtime/describe-failure.ts';
import { relativeTime } from '../../../engine/ui/runtime/relative-time.ts';
import { useTexts } from '../../../engine/ui/runtime/texts.ts';
import { useTimeZone } from '../../../engine/ui/runtime/time-zone.ts';
import { readDevice } from './device-name.ts';
import classes from './session-list.module.css';
import type { SessionOwner } from './sessions-api.ts';
import { useSessions } from './use-sessions.ts';

const SessionRow = ({ session, onEnd }: { readonly session: OwnSession; readonly onEnd: () => void }) => {
  const texts = useTexts();
  const timeZone = useTimeZone();
  const { browser, system, phone } = readDevice(session.agent);
  const device = [browser, system].filter((name) => name !== undefined);
  const name =
    device.length === 2
      ? texts('sessions.device', { browser: device[0], system: device[1] })
      : (device[0] ?? texts('sessions.unknown'));
  const Icon = phone ? Smartphone : Monitor;
  const seen = formatMoment(session.seenAt, timeZone);
  return (
    <li className={classes.session}>
      <Icon size={18} className={classes.icon} aria-hidden />
      <div>
        <p className={classes.name} title={session.agent ?? undefined}>
          {name}
          {session.current && <span className={classes.current}>{texts('sessions.current')}</span>}
        </p>
        <p className={classes.meta}>
          {session.address !== null && <span>{session.address}</span>}
          <span>
            {texts('sessions.seen')}{' '}
            <time dateTime={session.seenAt} title={seen}>
              {relativeTime(session.seenAt, seen)}
            </time>
          </span>
          <span>{texts('sessions.since', { moment: formatMoment(session.issuedAt, timeZone) })}</span>
        </p>
      </div>
      {!session.current && (
        <Button
          variant="default"
          size="compact-sm"
          onClick={onEnd}
          aria-label={texts('sessions.endOf', { device: name, moment: formatMoment(session.issuedAt, timeZone) })}
        >
          {texts('sessions.end')}
        </Button>
      )}
    </li>
  );
};

/** The sessions of a user, the one used last first. */
export const SessionList = ({ owner }: { readonly owner: SessionOwner }) => {
  const texts = useTexts();
  const { sessions, others, loading, failure, end, endOthers } = useSessions(owner);
  if (failure !== undefined) return <p className={classes.text}>{failureText(texts, failure)}</p>;
  if (loading) return <p className={classes.text}>{texts('sessions.loading')}</p>;
  if (sessions.length === 0) return <p className={classes.text}>{texts('sessions.none')}</p>;
  return (
    <>
      <ul className={classes.sessions}>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} onEnd={() => end(session)} />
        ))}
      </ul>
      {others > 1 && (
        <Button variant="default" size="xs" mt={12} onClick={endOthers}>
          {texts(owner === 'me' ? 'sessions.endOthers' : 'sessions.endAll')}
        </Button>
      )}
    </>
  );
};
