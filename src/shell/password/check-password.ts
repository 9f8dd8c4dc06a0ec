/**
 * What is wrong with a password form before anything is sent (document 1 sections 3 and 5). In: what was typed and whose
 * rules hold. Out: text keys by field, in the order in which they are said; a field without fault is absent.
 */
import type { PasswordFault } from '../../session/password-rules.ts';
import { passwordFaults } from '../../session/password-rules.ts';

export interface NewPassword {
  readonly senha: string;
  readonly senhaConf: string;
}

/** The fields of the dialog; the login that goes along is the principal of the session. */
export interface PasswordChange extends NewPassword {
  readonly senhaAtual: string;
}

/** `strict`: the flag `grupoValidaSenha`; undefined where nobody knows yet whose password it is, and the server decides. */
export interface PasswordOwner {
  readonly strict: boolean | undefined;
  readonly login?: string;
}

type Fault =
  | `errors.${PasswordFault}`
  | 'password.new.missing'
  | 'password.current.missing'
  | 'password.conf.missing'
  | 'password.conf.different';
type Faults<T> = { readonly [Name in keyof T]?: readonly Fault[] };

const only = <T>(faults: Faults<T>): Faults<T> =>
  Object.fromEntries(Object.entries(faults).filter(([, found]) => (found as readonly Fault[]).length > 0)) as Faults<T>;

const newFaults = (senha: string, { strict, login }: PasswordOwner): readonly Fault[] => {
  if (senha === '') return ['password.new.missing'];
  if (strict === undefined) return [];
  const broken = passwordFaults(senha, { strict, ...(login === undefined ? {} : { login }) });
  return broken.map((code): Fault => `errors.${code}`);
};

const confFaults = ({ senha, senhaConf }: NewPassword): readonly Fault[] => {
  if (senhaConf === '') return ['password.conf.missing'];
  return senhaConf === senha ? [] : ['password.conf.different'];
};

export const checkNewPassword = (values: NewPassword, owner: PasswordOwner): Faults<NewPassword> =>
  only({ senha: newFaults(values.senha, owner), senhaConf: confFaults(values) });

export const checkPasswordChange = (values: PasswordChange, owner: PasswordOwner): Faults<PasswordChange> =>
  only({
    senhaAtual: values.senhaAtual === '' ? ['password.current.missing'] : [],
    ...checkNewPassword(values, owner),
  });
