/**
 * What a file of personal data says of itself (LGPD, Lei 13.709/2018): who made it, when, of which screen, and what its
 * holder has to know. A PDF bears it on each page and in its properties, a workbook on each printed page, in its
 * properties and on a last sheet, where it is in nobody's way who reads the first. CSV and JSON have no place for it that would not break their readers, nor may their
 * form depend on what is in them: there the name of the file says it, and the server keeps who was given sensitive values.
 */
import type { ScreenModel } from '../../engine/contract/screen-model.ts';
import { dateTime } from '../../engine/fields/temporal.ts';
import { plainField } from '../../engine/model/plain-field.ts';
import type { FileColumn } from './file-column.ts';

export interface Maker {
  readonly login: string;
  /** ISO 8601, in UTC: when it was begun. */
  readonly at: string;
  /** By which the server knows it: of a job or a request. */
  readonly reference: string;
}

export interface FileMark {
  /** One line, for pages and properties. */
  readonly line: string;
  readonly keyword: string;
  /** What is known beforehand, by its name; the number of rows comes at the end. */
  readonly facts: readonly (readonly [name: string, value: string])[];
  /** Part of the name of the file. */
  readonly inName: string;
}

const moment = plainField({ name: 'em', type: 'date-time', title: '', required: true, readOnly: true, seconds: true });

const words = {
  personal: { data: 'dados pessoais', inName: 'dados-pessoais' },
  sensitive: { data: 'dados pessoais sensíveis', inName: 'dados-sensiveis' },
} as const;

/** Letters that every file system takes. */
const plainLogin = (login: string): string =>
  login
    .normalize('NFD')
    .replace(/[^A-Za-z0-9._-]/g, '')
    .replace(/^[.-]+|[.-]+$/g, '')
    .slice(0, 40);

/** undefined where no column is of personal data. */
export const fileMark = (
  { screen }: ScreenModel,
  columns: readonly Pick<FileColumn, 'title' | 'personal'>[],
  { login, at, reference }: Maker,
  timeZone: string,
): FileMark | undefined => {
  const marked = columns.filter(({ personal }) => personal !== undefined);
  if (marked.length === 0) return undefined;
  const { data, inName } = words[marked.some(({ personal }) => personal === 'sensitive') ? 'sensitive' : 'personal'];
  const when = dateTime.format(at, moment, { timeZone });
  return {
    line: `Contém ${data} (LGPD). Gerado por ${login} em ${when}, de ${screen.title}.`,
    keyword: `LGPD, ${data}`,
    inName: [inName, plainLogin(login)].filter((part) => part !== '').join('-'),
    facts: [
      ['Conteúdo', `Este arquivo contém ${data}, protegidos pela Lei 13.709/2018 (LGPD).`],
      ['Colunas com esses dados', marked.map(({ title }) => title).join(', ')],
      ['Gerado por', login],
      ['Gerado em', when],
      ['Tela', `${screen.title} (${screen.path})`],
      ['Referência', reference],
      [
        'Uso',
        'Use só para a finalidade que justificou a exportação, com acesso restrito a quem precisa dela (art. 6º). Não repasse a terceiros sem base legal e elimine o arquivo quando ele não for mais necessário (arts. 15 e 16).',
      ],
    ],
  };
};
