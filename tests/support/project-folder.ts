/** A small project on disk: two screens, a code list, a client; gone behind the test. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { formatJson } from '../../engine/metadata/format-json.ts';
import { messagesFile } from '../../engine/metadata/load-messages.ts';

/** By path. */
export const projectFiles: Readonly<Record<string, object>> = {
  'schemas/flags.json': { flags: { 'loja.troco': { default: false, description: 'Há troco' } } },
  'schemas/code-lists/cor.json': { title: 'Cor', options: [{ value: 'AZUL', label: 'Azul' }] },
  'schemas/loja/menu.json': { groups: [{ path: '/loja', title: 'Loja', parent: '/' }] },
  'schemas/loja/caixas/schema.json': {
    title: 'Caixa',
    type: 'object',
    required: ['codigo'],
    properties: {
      codigo: { title: 'Código', type: 'string', maxLength: 10, 'x-unique': true },
      cor: { title: 'Cor', type: 'string', 'x-code-list': 'cor' },
    },
  },
  'schemas/loja/caixas/columns.json': {
    entity: 'caixa',
    path: '/caixas',
    title: 'Caixas',
    icon: 'package',
    parent: '/loja',
    permission: { subject: 'caixa' },
    label: '{codigo}',
    columns: ['codigo', 'cor'],
  },
  'schemas/loja/vendas/schema.json': {
    title: 'Venda',
    type: 'object',
    properties: {
      numero: { title: 'Número', type: 'integer' },
      caixa: { title: 'Caixa', 'x-relation': { entity: 'caixa' } },
    },
  },
  'schemas/loja/vendas/columns.json': {
    entity: 'venda',
    path: '/vendas',
    title: 'Vendas',
    icon: 'package',
    parent: '/loja',
    permission: { subject: 'venda' },
    label: '{numero}',
    columns: ['numero', 'caixa'],
  },
  'clients/alfa.json': { name: 'alfa', title: 'Alfa' },
};

export interface ProjectFolder {
  readonly root: string;
  readonly read: (path: string) => Promise<string>;
  readonly remove: () => Promise<void>;
}

export const makeProjectFolder = async (): Promise<ProjectFolder> => {
  const root = await mkdtemp(join(tmpdir(), 'fichario-project-'));
  const write = async (path: string, text: string): Promise<void> => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  };
  for (const [path, value] of Object.entries(projectFiles)) await write(path, formatJson(value));
  await write(messagesFile, await readFile(join(import.meta.dirname, '../..', messagesFile), 'utf8'));
  return {
    root,
    read: (path) => readFile(join(root, path), 'utf8'),
    remove: () => rm(root, { recursive: true, force: true }),
  };
};
