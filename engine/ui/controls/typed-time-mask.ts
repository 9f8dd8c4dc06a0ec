/**
 * The mask of days, months, hours and moments: groups of digits between marks. Its marks come by themselves, and one that is
 * typed closes its group, whatever the mark: `1/2/2024`, `1-2-2024` and `1.2.2024` are 01/02/2024. Four digits and a
 * hyphen are a year that comes first, `1985-03-10`.
 */

const separator = /[/.:\s-]+/;
const year = '##/##/####';

/** Text of the groups, each with the mark before it; what is too much for a group goes into the next. */
const fill = (mask: string, parts: readonly string[], closed: boolean): string => {
  const marks = mask.split(/#+/).slice(1, -1);
  let more = '';
  let written = '';
  for (const [at, group] of mask.split(/[^#]+/).entries()) {
    const digits = more + (parts[at] ?? '');
    more = digits.slice(group.length);
    const last = parts.slice(at + 1).every((part) => part === '') && more === '';
    written +=
      last && closed && digits.length === 1 && group.length === 2 ? `0${digits}` : digits.slice(0, group.length);
    if (last) return written + (closed && digits !== '' ? (marks[at] ?? '') : '');
    written += marks[at] ?? '';
  }
  return written;
};

/** Of one control, for it tells its own marks from typed ones. */
export const createTypedTimeMask = (mask: string): ((text: string) => string) => {
  let shown = '';
  let byHand = false;
  const yearFirst = mask.startsWith(year) ? mask.replace(year, '####-##-##') : undefined;
  const write = (typed: string): string => {
    const text = typed.replace(/[^\d/.:\s-]/g, '').replace(/^[^\d]+/, '');
    if (!separator.test(text)) byHand = false;
    else if (!separator.test(shown)) byHand = true;
    // What is taken away is not written again.
    const closed = typed.length >= shown.length && /\D$/.test(text);
    const whole = !byHand && /^\d\d\/\d\d-$/.test(text) ? text.replace('/', '') : text;
    return fill(yearFirst !== undefined && /^\d{4}-/.test(whole) ? yearFirst : mask, whole.split(separator), closed);
  };
  return (typed) => {
    shown = write(typed);
    return shown;
  };
};
