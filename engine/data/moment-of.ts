import type { Moment } from '../expressions/functions.ts';
import { momentIn } from '../expressions/moment-in.ts';
import type { Write } from './run-write.ts';

/** When a write takes place, by the clock of the installation. */
export const momentOf = ({ engine }: Write): Moment => momentIn(engine.timeZone);
