const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

let formatter: Intl.RelativeTimeFormat | undefined;

/** How long ago, up to a week; beyond, the exact moment that the caller has. */
export const relativeTime = (iso: string, exact: string, now: number = Date.now()): string => {
  formatter ??= new Intl.RelativeTimeFormat('pt-BR', { numeric: 'auto' });
  const seconds = (Date.parse(iso) - now) / 1000;
  if (Math.abs(seconds) > 7 * 86_400) return exact;
  for (const [unit, length] of units)
    if (Math.abs(seconds) >= length) return formatter.format(Math.round(seconds / length), unit);
  return formatter.format(0, 'second');
};
