/** Made once for each zone: to make one takes longer than many a request's plan. */
const formats = new Map<string, Intl.DateTimeFormat>();

const formatOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  formats.set(timeZone, made);
  return made;
};

/** The day on which an instant falls in a zone, `AAAA-MM-DD`. */
export const dayInZone = (timeZone: string, instant: Date = new Date()): string => {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  );
  return [parts.get('year'), parts.get('month'), parts.get('day')].join('-');
};
