/** All versions of a record, from files and the database. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commands } from '../../../engine/commands/index.ts';
import { runCommandLine } from '../../../engine/commands/run.ts';
import { archiveHistory } from '../../../engine/data/archive/archive-history.ts';
import { listArchives } from '../../../engine/data/archive/archive-store.ts';
import type { Database } from '../../../engine/data/database.ts';
import { applySchema } from '../../../engine/data/ddl/apply-schema.ts';
import { examples } from '../../../engine/metadata/examples.ts';
import { loadFiles } from '../../../engine/metadata/load-files.ts';
import { compile } from '../../../engine/model/compile.ts';
import { resolve } from '../../../engine/overlay/resolve.ts';
import { catalogues } from '../../../src/catalogues.ts';
import { ageHistory } from '../../support/aged-history.ts';
import { bareProject } from '../../support/bare-project.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { makeMemoryFolder } from '../../support/memory-folder.ts';

const file = 'schemas/localizacao/bairros/columns.json';
const sources = new Map([
  ...[...examples].filter(([path]) => !path.endsWith('.csv')),
  [file, JSON.stringify({ ...JSON.parse(examples.get(file) ?? ''), history: { keepYears: 1 } })],
]);
const { model } = compile(resolve(loadFiles(sources), undefined), catalogues);

forEachDatabase((open) => {
  let database: Database;
  let archives: string;
  const run = (...args: string[]) =>
    runCommandLine(['history', ...args], commands, {
      ...bareProject,
      read: async () => sources,
      openData: async () => ({
        client: 'exemplo',
        timeZone: 'UTC',
        database,
        archives,
        schemaOptions: {},
        close: async () => undefined,
      }),
    });

  beforeAll(async () => {
    database = await open();
    archives = makeMemoryFolder();
    await applySchema(database, model);
    for (const text of [
      "insert into bairro (codigo, nome, uf) values ('00001', 'Centro', 'MG'), ('00002', 'Savassi', 'MG')",
      "insert into bairro_feiras (bairro_id, posicao, rua) values (1, 0, 'A'), (2, 0, 'B')",
      'update bairro set versao = versao + 1',
      'delete from bairro_feiras',
      `update bairro set nome = 'Novo', versao = versao + 1`,
    ])
      await database.execute(text);
    await ageHistory(database, ['bairro', 'bairro_feiras'], { years: 1, young: 0 });
    await archiveHistory({ database, model, folder: archives });
  });
  afterAll(() => rmSync(archives, { recursive: true, force: true }));

  test('tells them oldest first, with where each is, of the record and of the rows that it owns', async () => {
    const { text, exitCode } = await run('bairro', '1');
    const name = (await listArchives(database))[0]?.file?.name;
    const told = text.split('\n').map((line) => JSON.parse(line));
    expect(exitCode).toBe(0);
    expect(told.map(({ table, file: from, version }) => [table, from, version._operacao, version.versao])).toEqual([
      ['bairro', name, 'I', 1],
      ['bairro_feiras', name, 'I', 1],
      ['bairro', name, 'U', 2],
      ['bairro_feiras', name, 'D', 1],
      ['bairro', null, 'U', 3],
    ]);
    expect(told.at(-1).version).toMatchObject({ id: 1, nome: 'Novo' });
    expect((await run('bairro', '99')).text).toBe('');
  });

  test('says which file is missing or not whole, and refuses what is no record', async () => {
    const name = (await listArchives(database))[0]?.file?.name ?? '';
    for (const [args, problem] of [
      [['bairo', '1'], "'bairo' não existe"],
      [['bairro', 'x'], 'espera o id de um registro'],
      [['bairro_feiras', '1'], "'bairro_feiras' não existe"],
    ] as const) {
      const refused = await run(...args);
      expect([refused.refused, refused.exitCode, refused.text.includes(problem)], problem).toEqual([true, 2, true]);
    }
    writeFileSync(join(archives, name), 'outra coisa');
    const { text, exitCode } = await run('bairro', '1');
    expect(exitCode).toBe(1);
    expect(text.split('\n').at(-1)).toBe(`falta, ou não está inteiro: ${name}`);
    expect(text.split('\n').length).toBe(2);
  });
});
