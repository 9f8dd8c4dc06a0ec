/**
 * Filters that a screen gives names of their own: in its address `inicio=01/12/2026` stands for `data=gte.2026-12-01`.
 * Everything that draws the screen knows the plain form alone; the address is read and written through here.
 */
import type { AddressParameter } from '../../contract/screen-model.ts';

export type AddressParameters = readonly AddressParameter[];
export const noParameters: AddressParameters = [];

/** `01/12/2026` is `2026-12-01`; undefined where the text is no day so written. */
const isoOf = (text: string): string | undefined => {
  const [, day, month, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text) ?? [];
  const iso = `${year}-${month}-${day}`;
  const date = new Date(`${iso}T00:00:00Z`);
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== iso ? undefined : iso;
};

/** As the address writes a value of the wire. */
export const shownValue = ({ format, options }: AddressParameter, value: string): string =>
  format === null ? (options?.find(({ key }) => key === value)?.label ?? value) : value.split('-').reverse().join('/');

/** The value of the wire that a text of the address means; undefined where it means none. */
export const wireValue = ({ format, options }: AddressParameter, text: string): string | undefined => {
  if (format !== null) return isoOf(text);
  if (options === null) return text === '' ? undefined : text;
  return options.find(({ key, label }) => key === text || label === text)?.key;
};

/** The value that a plain condition compares with as the parameter does; undefined where it is another one. */
export const valueIn = (parameter: AddressParameter, key: string, condition: string): string | undefined => {
  if (key !== parameter.key) return undefined;
  if (condition.startsWith(`${parameter.operator}.`)) return condition.slice(parameter.operator.length + 1);
  // The panel asks for any of several codes: of one it is the same.
  const [, , only] = /^in\.\(("?)([^",()]+)\1\)$/.exec(condition) ?? [];
  return parameter.operator === 'eq' ? only : undefined;
};

/** What the names stand for; a text that means nothing stays under its name, where nobody filters by it. */
export const toPlain = (parameters: AddressParameters, params: URLSearchParams): URLSearchParams => {
  if (parameters.length === 0) return params;
  const entries = [...params].map(([name, text]): [string, string] => {
    const parameter = parameters.find((one) => one.name === name);
    const value = parameter && wireValue(parameter, text);
    return parameter && value !== undefined ? [parameter.key, `${parameter.operator}.${value}`] : [name, text];
  });
  return new URLSearchParams(entries);
};

/** The same address by the names; each is said once, and what it could not say again stays plain. */
export const toNamed = (parameters: AddressParameters, plain: URLSearchParams): URLSearchParams => {
  if (parameters.length === 0) return plain;
  const said = new Set<string>();
  const entries = [...plain].map(([key, condition]): [string, string] => {
    for (const parameter of parameters) {
      const value = said.has(parameter.name) ? undefined : valueIn(parameter, key, condition);
      const shown = value === undefined ? undefined : shownValue(parameter, value);
      if (shown === undefined || wireValue(parameter, shown) !== value) continue;
      said.add(parameter.name);
      return [parameter.name, shown];
    }
    return [key, condition];
  });
  return new URLSearchParams(entries);
};
