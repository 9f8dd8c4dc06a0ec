import { createContext, use } from 'react';
import type { MenuCaller } from '../../contract/screen-model.ts';
import type { Moment } from '../../expressions/functions.ts';
import { momentIn } from '../../expressions/moment-in.ts';
import { useTimeZone } from './time-zone.ts';

/** Who is signed in, among the users; undefined where nobody is. */
export const CallerContext = createContext<MenuCaller | undefined>(undefined);
export const useCaller = (): MenuCaller | undefined => use(CallerContext);

/** As it is now, for this person: what is asked where something is offered. */
export const useMoment = (): Moment => {
  const timeZone = useTimeZone();
  const caller = useCaller();
  return { ...momentIn(timeZone), ...(caller && { caller: caller.id }) };
};
