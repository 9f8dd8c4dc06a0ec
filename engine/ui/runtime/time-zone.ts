import { createContext, use } from 'react';

/** IANA zone of the installation; moments are typed and shown in it. */
export const TimeZoneContext = createContext('America/Sao_Paulo');
export const useTimeZone = (): string => use(TimeZoneContext);
