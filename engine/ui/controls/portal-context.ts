import { createContext } from 'react';

/** Whether lists and calendars may be drawn elsewhere in the page. Inside a popover not: a click in them would close it. */
export const PortalContext = createContext(true);
