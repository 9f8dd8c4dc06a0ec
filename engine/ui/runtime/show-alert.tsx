import { notifications } from '@mantine/notifications';
import { Fragment } from 'react';
import type { Alert } from '../../contract/error-body.ts';
import { durations } from '../theme/tokens.ts';

/** What may be done about an alert, by a button in it that closes it. */
interface AlertAction {
  readonly label: string;
  readonly run: () => void;
}

/** Refusals that may still be up, by the id of their notification. */
const refusals = new Set<string>();

/** Takes down what was refused before: what has gone well since would stand beside it and be contradicted. */
export const hideRefusals = (): void => {
  for (const id of refusals) notifications.hide(id);
  refusals.clear();
};

/** Shows an alert: untitled ones close by themselves, titled ones stay. The same text is never shown twice at once. */
export const showAlert = (alert: Alert, action?: AlertAction | readonly AlertAction[]): void => {
  const actions = [action ?? []].flat();
  const id = `${alert.type}:${alert.title ?? ''}:${alert.value}`;
  if (alert.type === 'error' && alert.title === undefined) refusals.add(id);
  // One with a button leads to what it tells of: the last one counts.
  if (actions.length > 0) notifications.hide(id);
  notifications.show({
    id,
    ...(alert.title === undefined ? {} : { title: alert.title }),
    message:
      actions.length === 0 ? (
        alert.value
      ) : (
        <>
          {alert.value}
          {actions.map(({ label, run }) => (
            <Fragment key={label}>
              {' '}
              <button
                type="button"
                className="fi-alert-action"
                onClick={() => {
                  notifications.hide(id);
                  run();
                }}
              >
                {label}
              </button>
            </Fragment>
          ))}
        </>
      ),
    autoClose: alert.title === undefined ? durations.alert : false,
    className: `fi-alert fi-alert-${alert.type}`,
    withBorder: true,
    role: alert.type === 'error' || alert.type === 'warning' ? 'alert' : 'status',
  });
};
