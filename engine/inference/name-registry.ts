import { plainName as plainPath } from '../core/plain-name.ts';
import { titleOf } from './name-field.ts';

/** What a registry is called, and where its files are. */
export interface RegistryNames {
  /** `contrato`: its table. */
  readonly entity: string;
  /** `contratos`: the folder, and the route behind a slash. */
  readonly folder: string;
  /** `Contrato`. */
  readonly title: string;
}

/** Dots are no parts of a path here. */
const plainName = (text: string): string => plainPath(text.replaceAll('.', ' '));

const singularWord = (word: string): string => {
  const endings: readonly (readonly [RegExp, string])[] = [
    [/[õo]es$/, 'ão'],
    [/ães$/, 'ão'],
    [/([aeou])is$/, '$1l'],
    [/éis$/, 'el'],
    [/óis$/, 'ol'],
    [/ns$/, 'm'],
    [/([rz])es$/, '$1'],
    [/([^su])s$/, '$1'],
  ];
  if (word.length < 4) return word;
  const [pattern, end] = endings.find(([ending]) => ending.test(word)) ?? [];
  return pattern === undefined || end === undefined ? word : word.replace(pattern, end);
};

const pluralWord = (word: string): string => {
  if (/ao$/.test(word)) return word.replace(/ao$/, 'oes');
  if (/[aeou]l$/.test(word)) return word.replace(/l$/, 'is');
  if (/m$/.test(word)) return word.replace(/m$/, 'ns');
  if (/[rz]$/.test(word)) return `${word}es`;
  return /s$/.test(word) ? word : `${word}s`;
};

const first = (text: string, change: (word: string) => string): string => text.replace(/^\S+/, (word) => change(word));

/** Years, days and copies say when the file was saved: `contratos_2024 (1)`. */
const bareFile = (file: string): string =>
  (file.split(/[\\/]/).at(-1) ?? '')
    .replace(/\.[^.]*$/, '')
    .normalize('NFC')
    .replace(/\(\d+\)|\b(final|v\d+|copia|cópia)\b/giu, ' ')
    .replace(/[_\-.\s]+/g, ' ')
    .replace(/(^| )\d+(?= |$)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

const kebab = (text: string): string => plainName(text).replaceAll('_', '-');

/** Names by the file that the rows come of: `contratos_2024.csv` is the registry `contrato`, `Contrato`, in `contratos`. */
export const namesOfFile = (file: string): RegistryNames => {
  const text = bareFile(file).toLowerCase();
  const title = titleOf(first(text, singularWord));
  return { entity: plainName(title), folder: kebab(text), title };
};

/** Names by a title: `Contrato de prestador` is `contrato_de_prestador`, in `contratos-de-prestador`. */
export const namesOfTitle = (title: string): RegistryNames => {
  const plain = plainName(title);
  return { entity: plain, folder: first(plain.replaceAll('_', ' '), pluralWord).replaceAll(' ', '-'), title };
};
