/**
 * Entry of the process that looks at the passwords of a crowd: of a low priority, so that it has the processors mostly
 * while nobody who works wants them. Started only by `patient-verifier.ts`, and gone with whoever started it.
 */
import { constants, setPriority } from 'node:os';
import { verifyPasswordHere } from './password.ts';

export interface Question {
  readonly id: number;
  readonly password: string;
  readonly stored: string | null;
}

export interface Answer {
  readonly id: number;
  readonly right: boolean;
}

// Of this thread, which is the one that hashes: Linux keeps a priority for each. Not the very lowest, with which a machine
// that has its hands full would let nobody in for seconds; of a processor that others want it has a tenth.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
// Ctrl+C reaches it too, and the one that asks may have answers to wait for.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit());
process.on('message', ({ id, password, stored }: Question) => {
  const answer: Answer = { id, right: verifyPasswordHere(password, stored) };
  process.send?.(answer);
});
