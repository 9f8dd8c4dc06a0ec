import type { Moment } from '../expressions/functions.ts';
import { momentIn } from '../expressions/moment-in.ts';
import { presentValue } from '../fields/present-value.ts';
import type { Field } from '../model/types.ts';
import type { Write } from './run-write.ts';

/** When a write takes place, by the clock of the installation, and who asks for it: the product itself is nobody. */
export const momentOf = ({ engine, context: { access } }: Write): Moment => ({
  ...momentIn(engine.timeZone),
  ...(access.userId > 0 && { caller: access.userId }),
});

/** What fields that begin with the present are given by a write, all by the same moment. */
export const presentIn = ({ engine: { timeZone } }: Write): ((field: Field) => unknown) => {
  const now = new Date();
  return (field) => presentValue(field, timeZone, now);
};
