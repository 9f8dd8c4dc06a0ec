/**
 * What a new password must be (document 1 section 5). In: the password and whose it is. Out: the rules that it breaks, as
 * codes of the catalogue. The server decides by it; the dialog shows the same rules as they are met, their texts being
 * `errors.<code>`. The commonest passwords are refused by the server alone (`common-passwords.ts`).
 */
import type { ErrorCode } from '../../engine/core/errors.ts';

/** What every input of a password takes; the plain pattern would take one more. */
export const passwordMaximum = 25;
const strictMinimum = 6;

export type PasswordFault = Extract<ErrorCode, `VALIDATION_PASSWORD_${string}`>;

interface PasswordRule {
  readonly fault: PasswordFault;
  readonly met: (password: string) => boolean;
}

/** Of a group that wants strong passwords, in the order in which they are said. */
export const strictRules: readonly PasswordRule[] = [
  { fault: 'VALIDATION_PASSWORD_LENGTH', met: (password) => password.length >= strictMinimum },
  { fault: 'VALIDATION_PASSWORD_LOWERCASE', met: (password) => /\p{Ll}/u.test(password) },
  { fault: 'VALIDATION_PASSWORD_UPPERCASE', met: (password) => /\p{Lu}/u.test(password) },
  { fault: 'VALIDATION_PASSWORD_DIGIT', met: (password) => /[0-9]/.test(password) },
  { fault: 'VALIDATION_PASSWORD_SPECIAL', met: (password) => /[\p{P}\p{S}]/u.test(password) },
];

const strictLongest: PasswordRule = {
  fault: 'VALIDATION_PASSWORD_LONGEST',
  met: (password) => password.length <= passwordMaximum,
};

export const plainRules: readonly PasswordRule[] = [
  { fault: 'VALIDATION_PASSWORD_PLAIN', met: (password) => /^[A-Za-z0-9_-]{5,26}$/.test(password) },
];

/** Broken rules in the order of the rules; none where the password may be taken. `login` is the user's own. */
export const passwordFaults = (
  password: string,
  { strict, login }: { readonly strict: boolean; readonly login?: string },
): readonly PasswordFault[] => [
  ...(strict ? [...strictRules, strictLongest] : plainRules)
    .filter((rule) => !rule.met(password))
    .map(({ fault }) => fault),
  ...(login !== undefined && password.toLowerCase() === login.toLowerCase()
    ? (['VALIDATION_PASSWORD_LOGIN'] as const)
    : []),
];
