/** What every request is answered from. Swapped as a whole when the files change, so that no request sees half a model. */
import type { KeyObject } from 'node:crypto';
import type { Messages } from '../core/messages.ts';
import type { Database } from '../data/database.ts';
import { PlanCache } from '../data/read-rows.ts';
import type { WriteEngine, WriteGuard } from '../data/run-write.ts';
import { Validators } from '../data/validators.ts';
import type { Jobs } from '../jobs/open-jobs.ts';
import type { RegistryScreen } from '../model/screen-types.ts';
import type { Model } from '../model/types.ts';
import type { Beside } from './answer-beside.ts';
import type { PasswordStore, SessionStore } from './session-store.ts';

export interface Compiled {
  readonly model: Model;
  readonly messages: Messages;
  readonly plans: PlanCache;
  readonly validators: Validators;
  /** Screens by path, in order: the first that the caller may open answers. */
  readonly screens: ReadonlyMap<string, readonly RegistryScreen[]>;
}

export interface Runtime {
  readonly database: Database;
  readonly sessions: SessionStore;
  readonly passwords: PasswordStore;
  readonly jobs: Jobs;
  /** 32 bytes each, shared by all processes of the installation. */
  readonly secrets: { readonly cursor: KeyObject; readonly validator: KeyObject; readonly draft: KeyObject };
  /** IANA zone of the installation. */
  readonly timeZone: string;
  /** Folder of the files of versions that left the database. */
  readonly archives: string;
  /** What the product asks of writes besides. */
  readonly guard?: WriteGuard;
  /** Days that a batch can be taken back. Default: the usual ones. */
  readonly undoDays?: number;
  /** Answers what takes long in place of this process. */
  readonly beside?: Beside;
  /** Whether records are still coming that nobody asks for. */
  filling: boolean;
  current: Compiled;
}

/** What writes are made with. */
export const writeEngine = ({ database, current, timeZone, guard }: Runtime): WriteEngine => ({
  database,
  validators: current.validators,
  timeZone,
  guard,
});

export const createCompiled = (model: Model, messages: Messages): Compiled => {
  const screens = new Map<string, RegistryScreen[]>();
  for (const screen of model.screens) {
    if (screen.kind === 'registry') screens.set(screen.path, [...(screens.get(screen.path) ?? []), screen]);
  }
  return { model, messages, plans: new PlanCache(), validators: new Validators(), screens };
};
