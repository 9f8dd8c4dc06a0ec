/**
 * The phone service (URA): who takes calls works at a terminal, and is asked for it until one is in use. Pure. In: the
 * user, what the person keeps on the server. Out: whether a navigation ends at the screen of the terminal.
 */
import type { SessionUser } from '../../engine/access/access.ts';
import { permits } from '../../engine/access/permission-pair.ts';

export const phonePath = '/ura';
/** Under which a person's terminal is kept on the server. */
export const phoneSetting = 'phone-service';

export interface PhoneTerminal {
  /** Number of the terminal; empty: none was given yet. */
  readonly terminal: string;
  /** Whether the person takes calls at it. */
  readonly enabled: boolean;
}

export const noTerminal: PhoneTerminal = { terminal: '', enabled: false };

/** Digits, as a telephone exchange numbers its lines. */
export const isTerminalNumber = (text: string): boolean => /^\d{1,20}$/.test(text);

export const parseTerminal = (stored: unknown): PhoneTerminal | undefined => {
  if (typeof stored !== 'object' || stored === null) return undefined;
  const { terminal, enabled } = stored as Readonly<Record<string, unknown>>;
  return typeof terminal === 'string' && typeof enabled === 'boolean' ? { terminal, enabled } : undefined;
};

/** Document 2 section 2.1: who may use the phone service, is not admin and has it not enabled is sent to /ura. */
export const isSentToTerminal = (user: SessionUser | null, stored: unknown, path: string): boolean =>
  user !== null &&
  !user.admin &&
  path !== phonePath &&
  permits(user.permissions, 'ura', 'protocolodocumento') &&
  (parseTerminal(stored) ?? noTerminal).enabled === false;
