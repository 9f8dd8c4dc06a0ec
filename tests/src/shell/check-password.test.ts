import { describe, expect, it } from 'vitest';
import messages from '../../../schemas/messages/pt-BR.json' with { type: 'json' };
import type { PasswordChange } from '../../../src/shell/password/check-password.ts';
import { checkNewPassword, checkPasswordChange } from '../../../src/shell/password/check-password.ts';

const text = (key: string): string | undefined => {
  const [group, code = ''] = key.split('.');
  const errors: Readonly<Record<string, { message: string }>> = messages.errors;
  const texts: Readonly<Record<string, string>> = messages.texts;
  return group === 'errors' ? errors[code]?.message : texts[key];
};

const typed = (values: Partial<PasswordChange> = {}): PasswordChange => ({
  senhaAtual: 'velha-1',
  senha: 'nova-1',
  senhaConf: values.senha ?? 'nova-1',
  ...values,
});

/** What is said of the form, by field. */
const said = (values: Partial<PasswordChange>, strict = false, login = 'maria') =>
  Object.fromEntries(
    Object.entries(checkPasswordChange(typed(values), { strict, login })).map(([name, keys]) => [name, keys.map(text)]),
  );

describe('the form of a new password', () => {
  it('has a current password, a new one and its confirmation, and takes them where nothing is wrong [entities-password-form]', () => {
    expect(Object.keys(checkPasswordChange({ senhaAtual: '', senha: '', senhaConf: '' }, { strict: true }))).toEqual([
      'senhaAtual',
      'senha',
      'senhaConf',
    ]);
    expect(said({})).toEqual({});
  });

  it('wants the current password [password-current-required]', () => {
    expect(said({ senhaAtual: '' })).toEqual({ senhaAtual: ['Informe a Senha Atual'] });
  });

  it('wants the new password, and says nothing more of one that is not there [password-new-required]', () => {
    expect(said({ senha: '', senhaConf: 'x' })).toMatchObject({ senha: ['Informe a Nova Senha'] });
    expect(said({ senha: '', senhaConf: 'x' }, true)).toMatchObject({ senha: ['Informe a Nova Senha'] });
  });

  it('wants the confirmation [password-confirmation-required]', () => {
    expect(said({ senhaConf: '' })).toEqual({ senhaConf: ['Informe a Confirmação da Nova Senha'] });
  });

  it('wants both to be equal, to the letter [password-confirmation-equal]', () => {
    for (const senhaConf of ['Nova-1', 'nova-1 ', 'nova'])
      expect(said({ senhaConf })).toEqual({ senhaConf: ['As senhas informadas não são iguais'] });
  });

  it('holds a password to the strict rules where the group of its user enforces them, and else to the plain one [password-strict-when-group-enforces]', () => {
    expect(said({ senha: 'abc' }, true)).toEqual({
      senha: [
        'Deve ter no mínimo 6 carateres',
        'Deve ter ao menos uma letra maiúscula',
        'Deve ter ao menos um número',
        'Deve ter ao menos um caracter especial',
      ],
    });
    expect(said({ senha: 'abc' })).toEqual({ senha: ['Nova Senha inválida'] });
    expect(said({ senha: 'Abc-123' }, true)).toEqual({});
    expect(said({ senha: 'Abc@123' })).toEqual({ senha: ['Nova Senha inválida'] });
  });

  it('takes no login for a password', () => {
    expect(said({ senha: 'MARIA' })).toEqual({ senha: ['A senha não pode ser igual ao login'] });
  });

  it('leaves the rules to the server where nobody knows yet whose password it is', () => {
    expect(checkNewPassword({ senha: 'a', senhaConf: 'a' }, { strict: undefined })).toEqual({});
    expect(checkNewPassword({ senha: '', senhaConf: '' }, { strict: undefined })).toEqual({
      senha: ['password.new.missing'],
      senhaConf: ['password.conf.missing'],
    });
  });
});
