/** What every session of the engine runs under, on both databases, so that both answer with the same texts. */
export const sessionSettings = [
  "set timezone = 'UTC'",
  "set datestyle = 'ISO, YMD'",
  "set intervalstyle = 'iso_8601'",
  'set jit = off', // short statements: compiling costs more than running
  "set application_name = 'fichario'",
].join('; ');

/** Longest that one statement may run. PGlite ignores it: there the plans keep statements short. */
export const statementTimeoutMs = 30_000;

/** Longest that an open transaction may wait for its next statement before it is rolled back; on both databases. */
export const idleTransactionTimeoutMs = 30_000;
