import { dayInZone } from '../core/day-in-zone.ts';
import type { Moment } from './functions.ts';

/** What all that is evaluated together shares, as it is now in a zone; `timeZone`: its IANA name. */
export const momentIn = (timeZone: string): Moment => ({ today: dayInZone(timeZone), timeZone });
