import { setImmediate } from 'node:timers/promises';

/** Lets what came in meanwhile have its turn: long work that waits for nothing would keep everybody else waiting. */
export const breathe = (): Promise<void> => setImmediate();
