import { formatMoment } from '../../engine/fields/date-text.ts';

const days = new Intl.RelativeTimeFormat('pt-BR', { numeric: 'auto' });

/** '21/08/2026 09:30 (há 92 dias)': a moment and how far it lies from now, behind or ahead, in whole days. */
export const momentWithAge = (iso: string, timeZone: string, now: number = Date.now()): string => {
  const distance = Math.round((Date.parse(iso) - now) / 86_400_000);
  return `${formatMoment(iso, timeZone)} (${days.format(distance, 'day')})`;
};
