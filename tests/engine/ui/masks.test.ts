import { describe, expect, it } from 'vitest';
import { documentMask, fixedMask, phoneMask } from '../../../engine/ui/controls/masks.ts';

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

  it.each([
    [undefined, '52998224725', '529.982.247-25'],
    [undefined, '11222333000181', '11.222.333/0001-81'],
    [undefined, '12abc34501de35', '12.ABC.345/01DE-35'],
    ['cnpj', '1122', '11.22'],
    ['cpf', '52998224725999', '529.982.247-25'],
  ])('document of format %s writes %s as %s', (format, typed, written) => {
    const mask = documentMask(format);
    expect(mask.write(typed)).toBe(written);
    expect(mask.read(written)).toBe(written.replace(/[^0-9A-Z]/g, ''));
  });

  it.each([
    ['32291234', '3229-1234'],
    ['3132291234', '(31) 3229-1234'],
    ['31987654321', '(31) 98765-4321'],
    ['08007010123', '0800 701 0123'],
    ['0800701012', '0800 70 1012'],
  ])('phone %s is %s', (typed, written) => {
    expect(phoneMask.write(typed)).toBe(written);
    expect(phoneMask.read(written)).toBe(typed);
  });
});
