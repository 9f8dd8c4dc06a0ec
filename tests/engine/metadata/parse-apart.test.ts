/** SQL parsed in a process that ends is what the parser gives in this one. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { readParsedFiles, readSourceFiles } from '../../../engine/metadata/load-files.ts';
import { parseApart } from '../../../engine/metadata/parse-apart.ts';
import { loadSqlParser } from '../../../engine/metadata/sql-parser.ts';

const root = join(import.meta.dirname, '../../..');

describe('SQL parsed apart', () => {
  it('is what it is here: every query of the product, and texts that are none', async () => {
    const queries = [...(await readSourceFiles(root))].filter(([path]) => path.endsWith('/query.sql'));
    expect(queries.length).toBeGreaterThan(20);
    const texts = [
      ...queries.map(([, text]) => text),
      '',
      '-- só uma observação',
      'select 1; select 2',
      'delete from guia',
      "select 'São João' as nome frm guia",
      "select '👍' ||",
      'select "',
    ];
    const parse = await loadSqlParser();
    expect(await parseApart(texts)).toEqual(texts.map(parse));
    expect(await parseApart([])).toEqual([]);
  });

  it('is all that files which are served need: they are the same, and loaded without a parser', async () => {
    expect([...(await readParsedFiles(root))]).toEqual([...(await readSourceFiles(root))]);
    const folder = await mkdtemp(join(tmpdir(), 'fichario-'));
    await mkdir(join(folder, 'schemas/teste/guias-abertas'), { recursive: true });
    await writeFile(join(folder, 'schemas/teste/guias-abertas/query.sql'), 'select 1 as um frm guia');
    const script = `
      const { loadFiles, readParsedFiles } = await import(${JSON.stringify(join(root, 'engine/metadata/load-files.ts'))});
      const { issues } = loadFiles(await readParsedFiles(${JSON.stringify(folder)}));
      console.log(JSON.stringify(issues.filter(({ code }) => code === 'LANGUAGE_QUERY_SYNTAX').map(({ origin }) => [origin.file, origin.line, origin.column])));`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
    expect(JSON.parse(stdout)).toEqual([['schemas/teste/guias-abertas/query.sql', 1, 16]]);
    await rm(folder, { recursive: true });
  });
});
