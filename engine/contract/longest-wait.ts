/** Seconds that `GET /auth/session?wait=` may take to answer. */
export const longestWait = 10;
