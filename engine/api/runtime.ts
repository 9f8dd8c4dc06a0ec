/** What every request is answered from. Swapped as a whole when the files change, so that no request sees half a model. */
import type { KeyObject } from 'node:crypto';
import type { Messages } from '../core/messages.ts';
import type { Database } from '../data/database.ts';
import { PlanCache } from '../data/read-rows.ts';
import { Validators } from '../data/validators.ts';
import type { Model, RegistryScreen } from '../model/types.ts';
import type { SessionStore } from './session-store.ts';

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
  /** 32 bytes each, shared by all processes of the installation. */
  readonly secrets: { readonly cursor: KeyObject; readonly validator: KeyObject; readonly draft: KeyObject };
  /** IANA zone of the installation. */
  readonly timeZone: string;
  current: Compiled;
}

export const createCompiled = (model: Model, messages: Messages): Compiled => {
  const screens = new Map<string, RegistryScreen[]>();
  for (const screen of model.screens) {
    if (screen.kind === 'registry') screens.set(screen.path, [...(screens.get(screen.path) ?? []), screen]);
  }
  return { model, messages, plans: new PlanCache(), validators: new Validators(), screens };
};
