/** What the files ask of a database: planned, sealed and done from the command line. */
import { beforeAll, expect, test } from 'vitest';
import { commands } from '../../../engine/commands/index.ts';
import { runCommandLine } from '../../../engine/commands/run.ts';
import type { Database } from '../../../engine/data/database.ts';
import type { SourceFiles } from '../../../engine/metadata/documents.ts';
import { examples } from '../../../engine/metadata/examples.ts';
import { messagesFile } from '../../../engine/metadata/load-messages.ts';
import { bareProject } from '../../support/bare-project.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { readRealFiles } from '../../support/real-files.ts';

const file = 'schemas/localizacao/bairros/columns.json';
const first: SourceFiles = new Map([...examples].filter(([path]) => !path.endsWith('.csv')));
/** With one index more. */
const second: SourceFiles = new Map([
  ...first,
  [file, JSON.stringify({ ...JSON.parse(first.get(file) ?? ''), indexes: [['nome'], ['inauguracao']] })],
]);
/** With names that may not repeat, and a row that repeats one of those below. */
const third: SourceFiles = new Map([
  ...first,
  [file, JSON.stringify({ ...JSON.parse(first.get(file) ?? ''), unique: [['nome', 'uf']] })],
  ['schemas/localizacao/bairros/data.csv', 'codigo,nome,uf\n99998,Outro,MG\n99999,Bairro 7,MG\n'],
]);

forEachDatabase((open, kind) => {
  let database: Database;
  let messages: string;
  const heard: string[] = [];
  beforeAll(async () => {
    database = await open();
    messages = (await readRealFiles()).get(messagesFile) ?? '';
  });
  const run = (sources: SourceFiles, ...args: string[]) =>
    runCommandLine(args, commands, {
      ...bareProject,
      read: async () => new Map([...sources, [messagesFile, messages]]),
      tell: (line) => void heard.push(line),
      openData: async () => ({
        client: 'exemplo',
        timeZone: 'UTC',
        database,
        archives: '',
        schemaOptions: {},
        close: async () => undefined,
      }),
    });
  /** What varies from run to run. */
  const plain = (text: string): string => text.replace(/[\d,]+ s\b/g, 'N s').replace(/[0-9a-f]{64}/g, 'SELO');
  const sealOf = (text: string): string => /^selo ([0-9a-f]{64})$/m.exec(text)?.[1] ?? '';

  test('what was planned is done, once, and what the files ask since is not', async () => {
    const planned = await run(first, 'plan');
    expect([planned.exitCode, planned.text.split('\n').length > 10]).toEqual([2, true]);
    const moved = await run(second, 'apply', '--seal', sealOf(planned.text));
    expect([moved.exitCode, moved.refused, moved.text.split('\n')[0]]).toEqual([
      1,
      true,
      'SCHEMA_PLAN_MOVED O plano não é mais o que foi mostrado. Mudou desde então: os arquivos, os passos.',
    ]);
    expect(await run(first, 'plan')).toEqual(planned);
    const done = await run(first, 'apply', '--seal', sealOf(planned.text));
    expect([done.exitCode, plain(done.text)]).toEqual([0, expect.stringMatching(/^Feito: \d+ passos em N s\.$/)]);
    const none = { text: 'Nada a fazer: o banco está como os arquivos pedem.', exitCode: 0 };
    expect(await run(first, 'plan')).toEqual(none);
    expect(await run(first, 'apply', '--seal', sealOf(planned.text))).toEqual(none);
    expect(heard).toEqual([]);
  });

  test('each step that comes after the transaction is told as it begins, and when it is done', async () => {
    await database.execute(
      "insert into bairro (codigo, nome, uf) select lpad(n::text, 5, '0'), 'Bairro ' || n, 'MG' from generate_series(1, 10001) n",
    );
    const planned = await run(second, 'plan');
    const done = await run(second, 'apply', '--seal', sealOf(planned.text));
    expect([done.exitCode, plain(done.text)]).toEqual([0, 'Feito: 1 passo em N s.']);
    expect(heard.map(plain)).toEqual(
      kind === 'pglite'
        ? []
        : ['Depois da transação, 1 de 1: bairro, cria o índice de inauguracao, id...', '  feito em N s'],
    );
  });

  test('a row of data.csv that meets a record is refused, with its line, before anything is done', async () => {
    const planned = await run(third, 'plan');
    const told = planned.text.split('\n');
    const at = told.findIndex((line) => line.includes('data.csv'));
    const refusal =
      "START_ROW_CLASH A linha 3 de schemas/localizacao/bairros/data.csv não cabe entre os registros de 'bairro' que já existem: repete os valores de 'nome', 'uf' do registro '00007' (id 7).";
    expect([planned.exitCode, ...told.slice(at, at + 3)]).toEqual([
      1,
      expect.stringMatching(
        /^\d+\. \[safe\] bairro\.nome, uf: insere a linha 3 de schemas\/localizacao\/bairros\/data\.csv$/,
      ),
      '   trava ROW EXCLUSIVE',
      `   RECUSADO ${refusal}`,
    ]);
    const refused = await run(third, 'apply', '--seal', sealOf(planned.text));
    expect([refused.exitCode, refused.text.split('\n')[0]]).toEqual([1, refusal]);
    expect(await run(third, 'plan')).toEqual(planned);
  });

  test.each([
    { args: [], problem: "falta; 'plan' mostra o selo" },
    { args: ['--seal', 'abc'], problem: "são os 64 dígitos que 'plan' mostra" },
  ])('without a seal nothing is done: $args', async ({ args, problem }) => {
    const { exitCode, refused, text } = await run(first, 'apply', ...args);
    expect([exitCode, refused, text.includes('--seal'), text.includes(problem)]).toEqual([1, true, true, true]);
  });
});
