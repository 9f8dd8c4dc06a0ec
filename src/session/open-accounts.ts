/** Sessions and passwords of this product. In: the tables of `schemas/acesso` and their triggers. Out: what the API asks. */
import { availableParallelism } from 'node:os';
import type { PasswordStore, SessionStore } from '../../engine/api/session-store.ts';
import type { Database } from '../../engine/data/database.ts';
import { createHashGate } from './hash-gate.ts';
import { createLoginAttempts } from './login-attempts.ts';
import { createPasswordStore } from './password-store.ts';
import { createPatientVerifier } from './patient-verifier.ts';
import { createSessionStore } from './session-store.ts';

/**
 * The processors are for those who work already: a crowd of strangers has a fortieth part of one, and whoever is last in
 * line waits some seconds.
 */
const hashing = {
  running: Math.max(1, Math.floor(availableParallelism() / 4)),
  waiting: 30,
  rest: 2,
  crowd: 10,
  crowdRest: 40,
  crowdWaiting: 8,
} as const;

export interface Accounts {
  readonly sessions: SessionStore;
  readonly passwords: PasswordStore;
  readonly close: () => void;
}

export const openAccounts = async (
  database: Database,
  { idleMinutes }: { readonly idleMinutes: number },
): Promise<Accounts> => {
  const attempts = createLoginAttempts(database);
  const gate = createHashGate(hashing);
  const patient = createPatientVerifier();
  const sessions = await createSessionStore(database, { attempts, gate, patient, idleMinutes });
  const passwords = createPasswordStore(database, { attempts, gate, forget: sessions.forget });
  return { sessions, passwords, close: patient.close };
};
