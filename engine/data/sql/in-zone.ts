/**
 * What the clocks of a zone show -> the moment, as a text that PostgreSQL casts to timestamptz: `2026-02-01` is
 * `2026-02-01 America/Sao_Paulo`, the first moment of that day there, also where the clocks skipped midnight.
 */
export const inZone = (clock: string, timeZone: string): string => `${clock} ${timeZone}`;
