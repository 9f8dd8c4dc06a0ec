import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { examples } from '../../../engine/metadata/examples.ts';
import { createFileMemory } from '../../../engine/metadata/file-memory.ts';
import { loadFiles, readSourceFiles } from '../../../engine/metadata/load-files.ts';

const folder = 'schemas/localizacao/bairros';

describe('loadFiles', () => {
  it('gives documents by kind and place', () => {
    const files = loadFiles(examples);
    expect(files.issues).toEqual([]);
    expect(files.screens.map((screen) => [screen.module, screen.folder, screen.registry.value.entity])).toEqual([
      ['localizacao', 'bairros', 'bairro'],
      ['localizacao', 'bairros', 'bairro_feiras'],
      ['localizacao', 'bairros', 'bairro_contatos'],
    ]);
    expect(files.menus.map((menu) => menu.name)).toEqual(['localizacao']);
    expect(files.codeLists.map((list) => list.name)).toEqual(['estado']);
    expect(files.clients.map((client) => client.name)).toEqual(['exemplo']);
    expect(files.flags?.file).toBe('schemas/flags.json');
    expect(files.screens[0]?.search?.value.fields).toHaveLength(3);
  });

  it('reads initial rows with the line of each, also after a cell of two lines', () => {
    const sources = new Map([...examples, [`${folder}/data.csv`, 'codigo,nome,uf\n00001,"A\nB",MG\n00002,C,MG\n']]);
    const rows = loadFiles(sources).screens[0]?.rows;
    expect(rows).toMatchObject({
      header: ['codigo', 'nome', 'uf'],
      rows: [
        ['00001', 'A\nB', 'MG'],
        ['00002', 'C', 'MG'],
      ],
      lines: [3, 4],
    });
    expect(rows?.digest).toMatch(/^[0-9a-f]{64}$/);
  });

  it('goes on with a document that has faults, the faulty parts put right or left out', () => {
    const text = JSON.stringify({
      title: 'Bairro',
      type: 'object',
      requird: ['nome'],
      properties: { nome: { title: 'Nome', type: 'strng', maxLenght: 3 }, outro: { type: 'string' } },
    });
    const sources = new Map([...examples, [`${folder}/schema.json`, text]]);
    sources.delete('schemas/parts/contato.json');
    const files = loadFiles(sources);
    expect(files.issues.map((issue) => issue.code).sort()).toEqual([
      'LANGUAGE_KEY_MISSING',
      'LANGUAGE_KEY_UNKNOWN',
      'LANGUAGE_KEY_UNKNOWN',
      'LANGUAGE_VALUE_INVALID',
    ]);
    expect(files.screens[0]?.record?.value).toEqual({
      title: 'Bairro',
      type: 'object',
      required: ['nome'],
      properties: { nome: { title: 'Nome', type: 'string', maxLength: 3 }, outro: { title: '?', type: 'string' } },
    });
  });

  it('leaves out a document without its name', () => {
    const files = loadFiles(new Map([...examples, [`${folder}/columns.json`, '{ "path": "/bairros" }']]));
    expect(files.issues.map((issue) => issue.params.key)).toEqual(['entity']);
    expect(files.screens).toEqual([]);
  });

  it('does not depend on the order of the files', () => {
    const reversed = loadFiles(new Map([...examples].reverse()));
    expect(JSON.stringify(reversed)).toBe(JSON.stringify(loadFiles(examples)));
  });

  it('with a memory gives what is the same as the same objects, and what has changed anew', () => {
    const remember = createFileMemory();
    const before = loadFiles(examples, remember);
    const again = loadFiles(new Map(examples), remember);
    expect(JSON.stringify(again)).toBe(JSON.stringify(loadFiles(examples)));
    expect(again.screens.map((screen, index) => screen === before.screens[index])).toEqual([true, true, true]);
    expect(again.codeLists === before.codeLists).toBe(true);

    const list = 'schemas/code-lists/estado.json';
    const faulty = new Map([...examples, [`${folder}/columns.json`, '{ "path": "/bairros" }'], [list, '{']]);
    expect(JSON.stringify(loadFiles(faulty, remember))).toBe(JSON.stringify(loadFiles(faulty)));
    expect(loadFiles(faulty, remember).issues).not.toEqual([]);
    expect(loadFiles(examples, remember).screens[1] === before.screens[1]).toBe(true);
  });
});

describe('readSourceFiles', () => {
  it('gives nothing for a folder without schemas and clients', async () => {
    const root = await mkdtemp(join(tmpdir(), 'fichario-'));
    await writeFile(join(root, 'outro.json'), '{}');
    expect([...(await readSourceFiles(root)).keys()]).toEqual([]);
    await rm(root, { recursive: true });
  });

  it('reads Latin-1 so that loading says it, at the line of the first byte', async () => {
    const root = await mkdtemp(join(tmpdir(), 'fichario-'));
    const file = 'schemas/code-lists/cor.json';
    await mkdir(join(root, 'schemas/code-lists'), { recursive: true });
    const text = '{ "title": "Cor",\n  "options": [{ "value": "S", "label": "Salmão" }] }\n';
    await writeFile(join(root, file), text, 'latin1');
    expect(loadFiles(await readSourceFiles(root)).issues.map(({ code, origin }) => [code, origin.line])).toEqual([
      ['LANGUAGE_ENCODING', 2],
    ]);
    await writeFile(join(root, file), `\uFEFF${text}`, 'utf8');
    expect(loadFiles(await readSourceFiles(root)).issues).toEqual([]);
    await rm(root, { recursive: true });
  });

  it('leaves out what is generated, what is hidden and what is for people, and nothing else', async () => {
    const root = await mkdtemp(join(tmpdir(), 'fichario-'));
    const read = ['clients/README.json', 'schemas/README.md.bak', 'schemas/base/README', 'schemas/messages/pt-BR.json'];
    const left = [
      'clients/README.md',
      'schemas/README.md',
      'schemas/base/moedas/README.md',
      'schemas/base/.rascunho/schema.json',
      'schemas/language/README.md',
      'schemas/language/record.schema.json',
    ];
    for (const path of [...read, ...left]) {
      await mkdir(join(root, dirname(path)), { recursive: true });
      await writeFile(join(root, path), '{}');
    }
    expect([...(await readSourceFiles(root)).keys()].sort()).toEqual(read);
    await rm(root, { recursive: true });
  });
});
