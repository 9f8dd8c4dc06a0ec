/** `diff` and `impact` over a repository of their own, by git itself. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gitHistory } from '../../../engine/commands/git-files.ts';
import { commands } from '../../../engine/commands/index.ts';
import { runCommandLine } from '../../../engine/commands/run.ts';
import { Refusal } from '../../../engine/core/errors.ts';
import { readSourceFiles } from '../../../engine/metadata/load-files.ts';
import { renameField } from '../../../engine/model/rename/rename-field.ts';
import { bareProject } from '../../support/bare-project.ts';
import { exampleSources } from '../diff/example-sides.ts';

const root = mkdtempSync(join(tmpdir(), 'fichario-diff-'));
const bare = mkdtempSync(join(tmpdir(), 'fichario-bare-'));
const schema = 'schemas/localizacao/bairros/schema.json';

const git = (...words: string[]): void => {
  execFileSync('git', ['-c', 'user.name=teste', '-c', 'user.email=teste@exemplo', ...words], { cwd: root });
};
const write = (file: string, text: string): void => {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
};
const run = (line: string, folder = root) =>
  runCommandLine(line.split(' '), commands, {
    ...bareProject,
    read: async () => (folder === root ? readSourceFiles(root) : exampleSources),
    history: gitHistory(folder),
    write: async () => undefined,
  });

beforeAll(() => {
  for (const [file, text] of exampleSources) write(file, text);
  git('init', '-q', '-b', 'main');
  git('add', '.');
  git('commit', '-q', '-m', 'base');
  write(schema, (exampleSources.get(schema) ?? '').replace('["codigo", "nome", "uf"]', '["codigo", "nome"]'));
});
afterAll(() => {
  for (const folder of [root, bare]) rmSync(folder, { recursive: true, force: true });
});

const sentence = "campo 'Estado': deixa de ser obrigatório";

it('says what the working tree changes, and that something protects less', async () => {
  const { text, exitCode } = await run('diff');
  expect(exitCode).toBe(2);
  expect(
    text
      .replace(/\([0-9a-f]{7}\)/, '(0000000)')
      .split('\n')
      .map((line) => line.trim()),
  ).toEqual([
    'De HEAD (0000000) para árvore de trabalho: 1 enfraquecimento; banco de dados: safe 1',
    '',
    'Bairro',
    `enfraquecimento ${sentence}`,
    'todos os clientes; /bairros; banco de dados: sem efeito sobre as linhas (safe)',
    `${schema}:6:15`,
  ]);
});

it('says it to GitHub, to GitLab, in Markdown and in JSON', async () => {
  expect((await run('diff --github')).text).toBe(
    `::error file=${schema},line=6,col=15,title=Bairro::enfraquecimento: Bairro, ${sentence} (todos os clientes). banco de dados: sem efeito sobre as linhas (safe)`,
  );
  expect(JSON.parse((await run('diff --gitlab')).text)).toEqual([
    {
      description: `enfraquecimento: Bairro, ${sentence} (todos os clientes). banco de dados: sem efeito sobre as linhas (safe)`,
      check_name: 'fichario-diff-weakens',
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
      severity: 'major',
      location: { path: schema, lines: { begin: 6 } },
    },
  ]);
  expect((await run('diff --markdown')).text).toContain(
    `| **enfraquecimento** | ${sentence} | todos os clientes | \`/bairros\` | \`safe\` sem efeito sobre as linhas | \`${schema}:6:15\` |`,
  );
  expect(JSON.parse((await run('diff --json')).text)).toMatchObject({
    errors: 0,
    summary: { differences: 1, effects: { weakens: 1 }, schema: { safe: 1 }, grave: 1 },
    differences: [{ path: 'entities/bairro/fields/uf/required', before: true, after: false, clients: ['exemplo'] }],
  });
});

it('knows the index and revisions, and is silent where nothing changes', async () => {
  expect((await run('diff --staged')).text).toMatch(/: nada muda para quem usa$/);
  expect(await run('diff main..main --json')).toMatchObject({ exitCode: 0 });
  expect((await run('diff main...HEAD')).text).toMatch(/: nada muda para quem usa$/);
});

it.each([
  ['diff mian', "O argumento 'mian' não serve: não é uma revisão deste repositório.", "Você quis dizer 'main'?"],
  ['diff -- --output=x', "O argumento '--output=x' não serve: não é uma revisão deste repositório.", '--help'],
  ['diff --json --github', "O argumento '--github' não serve: não vai junto com --json.", '--help'],
  ['diff main..HEAD --staged', "O argumento '--staged' não serve: não vai junto com duas revisões.", '--help'],
  ['diff --client exempl', "O cliente 'exempl' não existe.", "Você quis dizer 'exemplo'?"],
  ['impact bairro.nme', "O argumento 'bairro.nme' não serve: 'nme' não existe em 'bairro'.", "Você quis dizer 'nome'?"],
  ['impact bairo.nome', "O argumento 'bairo.nome' não serve: 'bairo' não existe.", "Você quis dizer 'bairro'?"],
  ['impact bairro', "O argumento 'bairro' não serve: diga a entidade e o campo: banco.codigo.", '--help'],
])('refuses %j', async (line, message, hint) => {
  const { text, exitCode, refused } = await run(line);
  expect({ exitCode, refused }).toEqual({ exitCode: 2, refused: true });
  expect(text).toContain(message);
  expect(text).toContain(hint);
});

it('impact of an entity alone asks for its field, and does not propose the name that was given', async () => {
  const { text } = await run('impact bairro');
  expect(text.split('\n').map((line) => line.trim())).toEqual([
    "COMMAND_ARGUMENT O argumento 'bairro' não serve: diga a entidade e o campo: banco.codigo.",
    'Rode o comando com --help para ver como usá-lo.',
  ]);
  expect((await run('impact bairo')).text).toContain("Você quis dizer 'bairro'?");
});

describe('with errors in the files', () => {
  const faulty = new Map([
    ...exampleSources,
    [schema, (exampleSources.get(schema) ?? '').replace('"title": "Bairro"', '"titel": "Bairro"')],
  ]);
  const runFaulty = (line: string) =>
    runCommandLine(line.split(' '), commands, {
      ...bareProject,
      read: async () => faulty,
      history: gitHistory(root),
      write: async () => undefined,
    });

  it.each(['diff', 'validate'])('%s says them in each form, once for all clients', async (command) => {
    const github = await runFaulty(`${command} --github`);
    expect(github.exitCode).toBe(1);
    expect(github.text).toMatch(
      new RegExp(
        `^::error file=${schema},line=3,col=3,title=LANGUAGE_KEY_UNKNOWN::A chave 'titel' não existe aqui\\.%0A[^\n]+$`,
      ),
    );
    const gitlab = await runFaulty(`${command} --gitlab`);
    expect(gitlab.exitCode).toBe(1);
    expect(JSON.parse(gitlab.text)).toEqual([
      {
        description: expect.stringContaining("A chave 'titel' não existe aqui."),
        check_name: 'LANGUAGE_KEY_UNKNOWN',
        fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
        severity: 'blocker',
        location: { path: schema, lines: { begin: 3 } },
      },
    ]);
    const json = JSON.parse((await runFaulty(`${command} --json`)).text);
    expect(command === 'diff' ? json.refused : json).toEqual([
      expect.objectContaining({ file: schema, line: 3, column: 3, code: 'LANGUAGE_KEY_UNKNOWN', severity: 'error' }),
    ]);
  });

  it('counts what it shows', async () => {
    // Found again for each client.
    const columns = schema.replace('schema.json', 'columns.json');
    const text = await runCommandLine(['impact', 'bairro.nome'], commands, {
      ...bareProject,
      read: async () =>
        new Map([...exampleSources, [columns, (exampleSources.get(columns) ?? '').replace('"map-pin"', '"nenhum"')]]),
    }).then((output) => output.text);
    expect(text.split('\n').filter((line) => line.startsWith(columns))).toHaveLength(1);
    expect(text).toContain('Erros: 1.');
  });

  it('takes one form alone', async () => {
    expect((await runFaulty('validate --github --gitlab')).text).toContain('não vai junto com --github');
  });
});

it('without a database, impact --rows speaks of the data, not of people', async () => {
  const openData = () =>
    Promise.reject(new Refusal('COMMAND_ARGUMENT', { argument: 'DATA_FOLDER', problem: 'não há banco em .data' }));
  const { text, exitCode } = await runCommandLine(['impact', 'bairro.nome', '--rows'], commands, {
    ...bareProject,
    read: async () => exampleSources,
    openData,
  });
  expect(exitCode).toBe(2);
  expect(text).toContain("O argumento 'DATA_FOLDER' não serve: não há banco em .data.");
});

it('refuses a folder that is in no repository', async () => {
  const { text, exitCode } = await run('diff', bare);
  expect(exitCode).toBe(2);
  expect(text).toContain("O argumento 'HEAD' não serve: esta pasta não está em um repositório git que se possa ler");
});

it('lists what uses a field', async () => {
  const { text, exitCode } = await run('impact bairro.uf --json');
  expect(exitCode).toBe(0);
  const { uses } = JSON.parse(text) as { uses: { kind: string; where: string; words: string }[] };
  expect(uses.map(({ kind, where, words }) => `${kind} ${where}: ${words}`)).toEqual([
    'screen /bairros: coluna da lista',
    'screen /bairros: filtro da pesquisa',
    'screen /bairros: alteração em lote',
    'screen /bairros: alteração na própria lista',
    'screen /bairros: formulário',
    'screen /bairros: linha aberta',
    'screen /bairros: ação da linha',
    'screen /bairros: botão da lista',
    'export /bairros: arquivo CSV e API da lista',
    "relation bairro: rótulo de 'Vizinho'",
    "relation bairro: escolha de 'Vizinho'",
    'list estado: lista de códigos',
    'rows bairro: linhas iniciais',
    "overlay exemplo: muda 'codes'",
    "overlay exemplo: muda 'default'",
    "overlay exemplo: põe na lista de 'bairros'",
  ]);
});

it('tells of each of two screens that share a route', async () => {
  const file = 'schemas/localizacao/bairros-portal/columns.json';
  const columns = [{ field: 'nome' }];
  const permission = { subject: 'bairroportal' };
  write(
    file,
    JSON.stringify({
      entity: 'bairro',
      path: '/bairros',
      alternativeOf: 'bairros',
      parent: '/localizacao',
      permission,
      columns,
    }),
  );
  const { text, exitCode } = await run('impact bairro.nome --json');
  rmSync(join(root, dirname(file)), { recursive: true });
  const { uses } = JSON.parse(text) as { uses: { where: string; words: string; origin: { file: string } }[] };
  expect(exitCode).toBe(0);
  expect(
    uses.flatMap(({ where, words, origin }) => (words === 'coluna da lista' ? [[where, origin.file]] : [])),
  ).toEqual([
    ['/bairros', 'schemas/localizacao/bairros/columns.json'],
    ['/bairros (bairros-portal)', file],
  ]);
});

it('lets a declared rename pass', async () => {
  const request = { entity: 'bairro', field: 'nome', to: 'denominacao', since: '2026-11-22', why: 'Mudança de nome.' };
  const renamed = new Map([...exampleSources, ...renameField(exampleSources, bareProject.catalogues, request)]);
  for (const [file, text] of renamed) write(file, text);
  const { text, exitCode } = await run('diff');
  expect(exitCode).toBe(0);
  expect(text).toContain('1 mudança; banco de dados: safe 1');
  expect(text).toContain("campo 'Nome': 'nome' passa a chamar-se 'denominacao' na API; o nome anterior ainda responde");
});
