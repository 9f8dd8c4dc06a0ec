import { describe, expect, it } from 'vitest';
import type { InputMask } from '../../../engine/ui/controls/masks.ts';
import { fixedMask, formatMask } from '../../../engine/ui/controls/masks.ts';

describe('input masks', () => {
  it.each([
    ['#####-###', '31104500', '31104-500'],
    ['#####-###', '31104', '31104'],
    ['AAA-#X##', 'abc1d23', 'ABC-1d23'],
    ['aa', 'AB', 'ab'],
    ['SSS', 'aB1c', 'aBc'],
    ['!#-##', '12', '#-12'],
  ])('%s writes %s as %s', (mask, typed, written) => {
    expect(fixedMask(mask).write(typed)).toBe(written);
  });

  it.each(['#####-###', '###.###.###-##', '##/##/####'])('%s gives back the value it wrote', (mask) => {
    const digits = mask.replace(/[^#]/g, '').replace(/#/g, '7');
    expect(fixedMask(mask).read(fixedMask(mask).write(digits))).toBe(digits);
  });

  const maskOf = (format: string): InputMask => {
    const mask = formatMask(format);
    if (mask === undefined) throw new Error(`no mask of ${format}`);
    return mask;
  };

  it.each([
    ['cpf-cnpj', '52998224725', '529.982.247-25'],
    ['cpf-cnpj', '11222333000181', '11.222.333/0001-81'],
    ['cpf-cnpj', '12abc34501de35', '12.ABC.345/01DE-35'],
    ['cnpj', '1122', '11.22'],
    ['cpf', '52998224725999', '529.982.247-25'],
    ['cpf', 'CPF 529 982 247/25', '529.982.247-25'],
    ['cns', '700500810000008', '700 5008 1000 0008'],
    ['pis', '12012345672', '120.12345.67-2'],
    ['cep', '30.140-071', '30140-071'],
    ['phone', '32291234', '3229-1234'],
    ['phone', '3132291234', '(31) 3229-1234'],
    ['phone', '31987654321', '(31) 98765-4321'],
    ['phone', '+55 31 98765-4321', '(31) 98765-4321'],
    ['phone', '08007010123', '0800 701 0123'],
    ['phone', '0800701012', '0800 70 1012'],
  ])('%s writes %s as %s and stores it bare', (format, typed, written) => {
    const mask = maskOf(format);
    expect(mask.write(typed)).toBe(written);
    expect(mask.read(written)).toBe(written.replace(/[^0-9A-Z]/g, ''));
  });

  it('a format without punctuation has no mask', () => {
    expect([formatMask('email'), formatMask(undefined), formatMask('toString')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
