import { describe, expect, test } from 'vitest';
import { readSourceFiles } from '../../../engine/metadata/load-files.ts';
import { loadMessages } from '../../../engine/metadata/load-messages.ts';
import { isCommonPassword } from '../../../src/session/common-passwords.ts';
import { passwordFaults, passwordMaximum } from '../../../src/session/password-rules.ts';
import fc from '../../support/laws.ts';

const { messages } = loadMessages(await readSourceFiles(new URL('../../..', import.meta.url).pathname));
const said = (password: string, strict: boolean, login?: string): readonly string[] =>
  passwordFaults(password, { strict, ...(login === undefined ? {} : { login }) }).map(
    (code) => messages?.errors[code].message ?? code,
  );

describe('a strong password', () => {
  test.each([
    ['Aa1!', ['Deve ter no mínimo 6 carateres']],
    ['Aa1!é', ['Deve ter no mínimo 6 carateres']],
    ['Aa1!éx', []],
    ['Aa1!'.padEnd(25, 'x'), []],
    ['Aa1!'.padEnd(26, 'x'), ['Deve ter no máximo 25 caracteres']],
  ] as const)(
    '%s has at least 6 characters and up to 25 [password-strict-length] [constants-password-strict-minimum]',
    (password, faults) => {
      expect(said(password, true)).toEqual(faults);
    },
  );

  test.each([
    ['AB12!@', ['Deve ter ao menos uma letra minúscula']],
    ['É12!@Ã', ['Deve ter ao menos uma letra minúscula']],
    ['Éé12!@', []],
  ] as const)('%s has a lowercase letter [password-strict-lowercase]', (password, faults) => {
    expect(said(password, true)).toEqual(faults);
  });

  test('has an uppercase letter [password-strict-uppercase]', () => {
    expect(said('ab12!@', true)).toEqual(['Deve ter ao menos uma letra maiúscula']);
  });

  test('has a digit [password-strict-digit]', () => {
    expect(said('abCD!@', true)).toEqual(['Deve ter ao menos um número']);
  });

  test.each(['abCD12', 'ab CD 12', 'abÇD12'])('%s has a special character [password-strict-special]', (password) => {
    expect(said(password, true)).toEqual(['Deve ter ao menos um caracter especial']);
  });

  test.each(['_', '-', '@', '€', '"', '\\', '+'])('has one in %s', (mark) => {
    expect(said(`abCD12${mark}`, true)).toEqual([]);
  });

  test('is told of every rule that it breaks, in the order of the rules', () => {
    expect(said('', true)).toEqual([
      'Deve ter no mínimo 6 carateres',
      'Deve ter ao menos uma letra minúscula',
      'Deve ter ao menos uma letra maiúscula',
      'Deve ter ao menos um número',
      'Deve ter ao menos um caracter especial',
    ]);
  });
});

describe('a plain password', () => {
  test.each(['abcd', 'a'.repeat(27), 'abc de', 'abcdé', 'abc@de', '', 'abcde\n', 'ａｂｃｄｅ'])(
    '%j is none [password-plain-pattern] [constants-password-plain-range]',
    (password) => {
      expect(said(password, false)).toEqual(['Nova Senha inválida']);
    },
  );
  test.each(['abcde', 'a'.repeat(26), 'A-b_9', '_____'])('%s is one', (password) => {
    expect(said(password, false)).toEqual([]);
  });
  test('is exactly 5 to 26 of letters, digits, underscore and hyphen', () => {
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-'];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...letters), { maxLength: 40 }), (parts) => {
        const fits = parts.length >= 5 && parts.length <= 26;
        expect(said(parts.join(''), false)).toEqual(fits ? [] : ['Nova Senha inválida']);
      }),
    );
    const others = [' ', '\n', '\u0000', '.', '@', '/', '[', '`', '{', 'é', 'Ａ', '٣', '\u0301', '😀'];
    fc.assert(
      fc.property(fc.constantFrom(...others), fc.nat({ max: 9 }), (other, at) => {
        expect(said(`${'abcdefghi'.slice(0, at)}${other}${'abcdefghi'.slice(at)}`, false)).toEqual([
          'Nova Senha inválida',
        ]);
      }),
    );
  });
});

test('a password input takes 25 characters [constants-password-maximum]', () => {
  expect(passwordMaximum).toBe(25);
});

test('the login itself is no password, in whatever letters', () => {
  expect(said('Ana-Souza', false, 'ana-souza')).toEqual(['A senha não pode ser igual ao login']);
  expect(said('ana-souza1', false, 'ana-souza')).toEqual([]);
});

test.each([
  ['123456', true],
  ['password', true],
  ['PassWord', true],
  ['Senha@123', true],
  ['Mudar123!', true],
  ['102030', true],
  ['qwerty', true],
  ['4d-Jkq92_z', false],
  ['senha-do-chefe', false],
] as const)('%s is one of the commonest: %s', async (password, common) => {
  expect(await isCommonPassword(password)).toBe(common);
});
