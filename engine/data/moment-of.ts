import { dayInZone } from '../core/day-in-zone.ts';
import type { Moment } from '../expressions/functions.ts';
import type { Write } from './run-write.ts';

/** When a write takes place, by the clock of the installation. */
export const momentOf = ({ engine }: Write): Moment => ({ today: dayInZone(engine.timeZone) });
