/** `history` of columns.json: what it may say, who may say it, and what is told of a change. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { arrangeIssues, reportIssue } from '../../../engine/core/issues.ts';
import { compare } from '../../../engine/diff/compare.ts';
import { modelWords } from '../../../engine/diff/words/model-words.ts';
import { examples } from '../../../engine/metadata/examples.ts';
import { loadFiles, readSourceFiles } from '../../../engine/metadata/load-files.ts';
import { loadMessages } from '../../../engine/metadata/load-messages.ts';
import { compile } from '../../../engine/model/compile.ts';
import { validate } from '../../../engine/model/validate.ts';
import { resolve } from '../../../engine/overlay/resolve.ts';
import { catalogues } from '../../../src/catalogues.ts';

const { messages } = loadMessages(await readSourceFiles(join(import.meta.dirname, '../../..')));
const folder = 'schemas/localizacao/ruas';
const base = new Map([...examples].filter(([path]) => path !== 'clients/exemplo.json')).set(
  `${folder}/schema.json`,
  JSON.stringify({ title: 'Rua', type: 'object', properties: { nome: { title: 'Nome', type: 'string' } } }),
);
const columns = (more: object, at = 'ruas') => ({
  entity: 'rua',
  path: `/${at}`,
  title: 'Ruas',
  parent: '/localizacao',
  permission: { subject: 'rua' },
  columns: ['nome'],
  ...more,
});
const client = (screens: object) => ({ name: 'exemplo', title: 'E', screens });
const sourcesOf = (history: unknown, more: Readonly<Record<string, object>> = {}) =>
  new Map([
    ...base,
    [`${folder}/columns.json`, JSON.stringify(columns(history === undefined ? {} : { history }))],
    ...Object.entries(more).map(([path, value]) => [path, JSON.stringify(value)] as const),
  ]);
const problems = (sources: ReadonlyMap<string, string>) =>
  arrangeIssues(validate(loadFiles(sources), catalogues)).map((issue) => {
    const { message } = reportIssue(issue, messages);
    return `${issue.origin.file} ${issue.code} ${message}`;
  });
const modelOf = (sources: ReadonlyMap<string, string>, of?: string) =>
  compile(resolve(loadFiles(sources), of), catalogues).model;

it('is in the model, and absent where nobody says it', () => {
  expect(problems(sourcesOf({ keepYears: 7 }))).toEqual([]);
  expect(modelOf(sourcesOf({ keepYears: 7 })).entities['rua']?.history).toEqual({ keepYears: 7 });
  expect(modelOf(sourcesOf(undefined)).entities['rua']).not.toHaveProperty('history');
});

describe.each([
  ['no object', 7, "LANGUAGE_VALUE_TYPE 'history' espera um objeto, mas o arquivo traz um número."],
  ['nothing', {}, "LANGUAGE_KEY_MISSING Falta a chave 'keepYears'."],
  [
    'no time',
    { keepYears: 0 },
    "LANGUAGE_VALUE_INVALID O valor '0' não serve em 'history.keepYears': esperado no mínimo 1.",
  ],
  [
    'too long a time',
    { keepYears: 101 },
    "LANGUAGE_VALUE_INVALID O valor '101' não serve em 'history.keepYears': esperado no máximo 100.",
  ],
  [
    'a part of a year',
    { keepYears: 1.5 },
    "LANGUAGE_VALUE_TYPE 'history.keepYears' espera um número inteiro, mas o arquivo traz um número.",
  ],
  [
    'a text',
    { keepYears: '7' },
    "LANGUAGE_VALUE_TYPE 'history.keepYears' espera um número inteiro, mas o arquivo traz um texto.",
  ],
  ['another key', { keepYears: 7, keepMonths: 1 }, "LANGUAGE_KEY_UNKNOWN A chave 'keepMonths' não existe aqui."],
])('%s', (_what, history, expected) => {
  it('is refused with what is expected', () => {
    expect(problems(sourcesOf(history))).toEqual([`${folder}/columns.json ${expected}`]);
  });
});

it('is not said beside another screen of the entity, by a file or a client', () => {
  const second = 'schemas/localizacao/ruas-velhas/columns.json';
  expect(problems(sourcesOf(undefined, { [second]: columns({ history: { keepYears: 7 } }, 'ruas-velhas') }))).toEqual([
    `${second} LANGUAGE_KEY_UNKNOWN A chave 'history' não existe aqui.`,
  ]);
  const sources = sourcesOf(undefined, {
    [second]: columns({}, 'ruas-velhas'),
    'clients/exemplo.json': client({ 'ruas-velhas': { history: { keepYears: 7 } } }),
  });
  expect(problems(sources)).toEqual(["clients/exemplo.json LANGUAGE_KEY_UNKNOWN A chave 'history' não existe aqui."]);
  expect(modelOf(sources, 'exemplo').entities['rua']).not.toHaveProperty('history');
});

it('is what a client says in place of the base', () => {
  const sources = sourcesOf(
    { keepYears: 7 },
    {
      'clients/exemplo.json': client({ ruas: { history: { keepYears: 20 } } }),
    },
  );
  expect(modelOf(sources, 'exemplo').entities['rua']?.history).toEqual({ keepYears: 20 });
  expect(modelOf(sources).entities['rua']?.history).toEqual({ keepYears: 7 });
});

it.each([
  [undefined, { keepYears: 7 }, 'loses: guarda 7 anos de histórico no banco de dados; o mais antigo vai para arquivo'],
  [
    { keepYears: 7 },
    { keepYears: 1 },
    'loses: guarda 1 ano de histórico no banco de dados; o mais antigo vai para arquivo',
  ],
  [
    { keepYears: 1 },
    { keepYears: 7 },
    'changes: guarda 7 anos de histórico no banco de dados; o mais antigo vai para arquivo',
  ],
  [{ keepYears: 7 }, undefined, 'changes: volta a guardar todo o histórico no banco de dados'],
])('tells what changes from %j to %j', (before, after, expected) => {
  const [was, is] = [modelOf(sourcesOf(before)), modelOf(sourcesOf(after))];
  expect(compare(modelWords, was, is).map(({ words, effect }) => `${effect}: ${words}`)).toEqual([expected]);
});
