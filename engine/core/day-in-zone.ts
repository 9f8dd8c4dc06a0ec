/** The day on which an instant falls in a zone, `AAAA-MM-DD`. */
export const dayInZone = (timeZone: string, instant: Date = new Date()): string => {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, value]));
  return [parts.get('year'), parts.get('month'), parts.get('day')].join('-');
};
