import { notifications } from '@mantine/notifications';
import type { Alert } from '../../contract/error-body.ts';
import { durations } from '../theme/tokens.ts';

/** Shows an alert: untitled ones close by themselves, titled ones stay. The same text is never shown twice at once. */
export const showAlert = (alert: Alert): void => {
  notifications.show({
    id: `${alert.type}:${alert.title ?? ''}:${alert.value}`,
    ...(alert.title === undefined ? {} : { title: alert.title }),
    message: alert.value,
    autoClose: alert.title === undefined ? durations.alert : false,
    className: `fi-alert fi-alert-${alert.type}`,
    withBorder: true,
    role: alert.type === 'error' || alert.type === 'warning' ? 'alert' : 'status',
  });
};
