/** Types that a value shows by its own form: addresses of the internet, documents, phones, days and hours. */

import { filledCells, isMost, readingOf, tryRead } from './read-column.ts';
import { readDate, readDocument, readEmail, readMoment, readMonth, readTime, readUri, readYear } from './readers.ts';
import type { Reading, SheetColumn } from './types.ts';
import { says, speaking } from './words.ts';

interface Settings {
  /** Zone of moments that do not say theirs. */
  readonly timeZone: string;
}

type Guess = (column: SheetColumn, words: readonly string[], settings: Settings) => Reading | undefined;

const guessAddress: Guess = (column, words) => {
  const email = tryRead(column, readEmail);
  if (isMost(email, true))
    return readingOf(
      email,
      { type: 'string', format: 'email', maxLength: 100 },
      { said: 'e-mail', what: 'em forma de e-mail', named: says(words, speaking.email), strong: true },
    );
  const uri = tryRead(column, readUri);
  const longest = Math.max(0, ...uri.cells.map((cell) => cell.length));
  return isMost(uri, true)
    ? readingOf(
        uri,
        { type: 'string', format: 'uri', maxLength: longest <= 100 ? 100 : 500 },
        { said: 'endereço da internet', what: 'que começam com http', named: false, strong: true },
      )
    : undefined;
};

interface Form {
  readonly name: 'cpf' | 'cnpj' | 'cns' | 'pis';
  readonly said: string;
  readonly words: ReadonlySet<string>;
  readonly length: number;
}

const forms: readonly Form[] = [
  { name: 'cpf', said: 'CPF', words: speaking.cpf, length: 11 },
  { name: 'cnpj', said: 'CNPJ', words: speaking.cnpj, length: 14 },
  { name: 'pis', said: 'PIS/Pasep', words: speaking.pis, length: 11 },
  { name: 'cns', said: 'Cartão Nacional de Saúde', words: speaking.cns, length: 15 },
];

/** One value in a hundred has the right digits by chance: it takes three of them, or the header. */
const guessDocument: Guess = (column, words) => {
  const both = says(words, speaking.cpf) && says(words, speaking.cnpj);
  const what = 'com dígito verificador certo';
  if (!both) {
    const named = forms.filter((form) => says(words, form.words));
    for (const form of [...named, ...forms.filter((other) => !named.includes(other))]) {
      const said = named.includes(form);
      const tried = tryRead(column, readDocument(form.name, said ? form.length : undefined));
      if (isMost(tried, true) && (said || new Set(tried.cells).size > 3))
        return readingOf(
          tried,
          { type: 'string', format: form.name },
          { said: form.said, what, named: said, strong: true },
        );
    }
  }
  const either = tryRead(column, readDocument('cpf-cnpj'));
  return isMost(either, true) && (both || new Set(either.cells).size > 3)
    ? readingOf(
        either,
        { type: 'string', format: 'cpf-cnpj' },
        { said: 'CPF ou CNPJ', what, named: both, strong: true },
      )
    : undefined;
};

const guessPlace: Guess = (column, words) => {
  const cells = filledCells(column);
  const isCep = says(words, speaking.cep);
  const cep = tryRead(column, readDocument('cep', isCep ? 8 : undefined));
  if (isMost(cep, isCep) && (isCep || cells.every((text) => /^\d{2}\.?\d{3}-\d{3}$/.test(text))))
    return readingOf(cep, { type: 'string', format: 'cep' }, { said: 'CEP', what: 'em forma de CEP', named: isCep });
  const isPhone = says(words, speaking.phone);
  const phone = tryRead(column, readDocument('phone'));
  const punctuated = cells.filter((text) => /^(\+?55 ?)?\(\d{2}\)|^0800[ .-]/.test(text)).length;
  return isMost(phone, isPhone) && (isPhone || punctuated / cells.length > 0.8)
    ? readingOf(
        phone,
        { type: 'string', format: 'phone' },
        { said: 'telefone', what: 'em forma de telefone', named: isPhone },
      )
    : undefined;
};

const guessTime: Guess = (column, words, { timeZone }) => {
  const date = tryRead(column, readDate);
  const named = says(
    words,
    new Set(['data', 'dt', 'vencimento', 'nascimento', 'emissao', 'inicio', 'fim', 'vigencia']),
  );
  if (isMost(date, true))
    return readingOf(
      date,
      { type: 'string', format: 'date' },
      { said: 'data', what: 'em forma de data', named, strong: true },
    );
  const moment = tryRead(column, (text) => readMoment(timeZone)(text) ?? readMoment(timeZone)(`${text} 00:00`));
  if (isMost(moment, true)) {
    const seconds = moment.cells.some((cell) => cell !== '' && !/T\d\d:\d\d:00/.test(cell));
    return readingOf(
      moment,
      { type: 'string', format: 'date-time', ...(seconds ? { 'x-seconds': true } : {}) },
      { said: 'data e hora', what: `em forma de data e hora, na hora de ${timeZone}`, named, strong: true },
    );
  }
  const time = tryRead(column, readTime);
  if (isMost(time, true))
    return readingOf(
      time,
      { type: 'string', format: 'time' },
      { said: 'hora', what: 'em forma de hora', named: says(words, new Set(['hora', 'inicio', 'fim'])) },
    );
  const isMonth = says(words, new Set(['competencia', 'mes', 'referencia', 'ref', 'periodo']));
  const month = tryRead(column, readMonth(isMonth));
  if (isMost(month, true))
    return readingOf(
      month,
      { type: 'string', format: 'month' },
      { said: 'mês e ano', what: 'em forma de competência', named: isMonth },
    );
  const year = tryRead(column, readYear);
  return says(words, speaking.year) && isMost(year, false)
    ? readingOf(year, { type: 'integer', format: 'year' }, { said: 'ano', what: 'de quatro dígitos', named: true })
    : undefined;
};

const yes: ReadonlyMap<string, string> = new Map([
  ['sim', 'não'],
  ['s', 'n'],
  ['1', '0'],
  ['true', 'false'],
  ['verdadeiro', 'falso'],
  ['v', 'f'],
  ['yes', 'no'],
  ['y', 'n'],
  ['ativo', 'inativo'],
  ['ativa', 'inativa'],
]);
const no = new Set([...yes.values(), 'nao']);

/** Whether a flag: 0 and 1 alone count things as well. */
const flagWords = new Set('ativo ativa possui tem exige permite e flag ind indicador aceita obrigatorio'.split(' '));

const guessBoolean: Guess = (column, words) => {
  const texts = filledCells(column).map((text) => text.toLowerCase());
  const distinct = new Set(texts);
  const marked = distinct.size === 1 && distinct.has('x');
  const pair = [...yes].find(([on, off]) =>
    [...distinct].every((text) => text === on || text === off || (off === 'não' && text === 'nao')),
  );
  if (texts.length === 0 || (!marked && pair === undefined)) return undefined;
  const [on = 'x'] = pair ?? [];
  const named = says(words, flagWords);
  // One value alone, or figures, may be anything.
  if (!marked && distinct.size === 1 && on.length < 3 && !named) return undefined;
  if (on === '1' && !named && (distinct.size === 1 || says(words, speaking.quantity))) return undefined;
  const tried = tryRead({ ...column, cells: column.cells.map((cell) => cell.toLowerCase()) }, (text) =>
    text === on ? 'true' : no.has(text) ? 'false' : undefined,
  );
  const cells = marked ? tried.cells.map((cell) => cell || 'false') : tried.cells;
  const said = marked ? 'X onde é, vazio onde não é' : [...distinct].map((text) => `"${text}"`).join(' e ');
  const activity = on.startsWith('ativ') && on.length === 5;
  return readingOf(
    { ...tried, cells },
    { type: 'boolean', ...(cells.includes('') ? {} : { default: activity }) },
    { said: 'sim ou não', what: `entre ${said}`, named, strong: distinct.size > 1 },
    activity ? { renamed: { name: on, title: on === 'ativo' ? 'Ativo' : 'Ativa' } } : {},
  );
};

const guesses: readonly Guess[] = [guessAddress, guessDocument, guessPlace, guessTime, guessBoolean];

/** The first of these types that the values have the form of. */
export const guessForm: Guess = (column, words, settings) => {
  if (filledCells(column).length === 0) return undefined;
  for (const guess of guesses) {
    const reading = guess(column, words, settings);
    if (reading !== undefined) return reading;
  }
  return undefined;
};
