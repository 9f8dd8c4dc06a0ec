/** The labelled spreadsheets: real-looking exports and what a good analyst takes each column for. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readGrid } from '../../../engine/files/read-grid.ts';
import { findTable } from '../../../engine/inference/find-table.ts';
import { knownRegistries } from '../../../engine/inference/known-registries.ts';
import { propose } from '../../../engine/inference/propose.ts';
import type { Known, Proposal, ProposedField } from '../../../engine/inference/types.ts';
import { loadFiles } from '../../../engine/metadata/load-files.ts';
import { compile } from '../../../engine/model/compile.ts';
import { resolve } from '../../../engine/overlay/resolve.ts';
import { catalogues } from '../../../src/catalogues.ts';
import { fileMemory, readRealFiles } from '../../support/real-files.ts';

const folder = import.meta.dirname;

/** What a column is, as labels.json writes it: `cpf`, `text ####`, `relation cidade`, `code uf`, `code *` (a new list), `derived`. */
type Label = string;

interface LabelledSheet {
  readonly file: string;
  readonly columns: ReadonlyMap<string, Label>;
  readonly key: readonly string[] | null;
}

export const readLabels = async (): Promise<readonly LabelledSheet[]> => {
  const text = await readFile(join(folder, 'labels.json'), 'utf8');
  const labels = JSON.parse(text) as Record<string, { key: string[] | null; columns: Record<string, Label> }>;
  return Object.entries(labels).map(([file, { key, columns }]) => ({
    file,
    key,
    columns: new Map(Object.entries(columns)),
  }));
};

let known: Known | undefined;
export const realRegistries = async (): Promise<Known> => {
  if (known === undefined) {
    const raw = loadFiles(await readRealFiles(), fileMemory);
    known = knownRegistries(raw, compile(resolve(raw, undefined), catalogues).model);
  }
  return known;
};

export const proposeFor = async (file: string): Promise<Proposal> => {
  const grid = await readGrid(new Uint8Array(await readFile(join(folder, 'sheets', file))));
  const sheet = grid === undefined ? undefined : findTable(grid);
  if (sheet === undefined) throw new Error(`${file} holds no table`);
  const subject = file.replace(/\.\w+$/, '');
  return propose(sheet, await realRegistries(), { timeZone: 'America/Sao_Paulo', subject });
};

/** A proposed field in the words of the labels. */
export const labelOf = ({ property, options }: ProposedField): Label => {
  if (property['x-relation'] !== undefined) return `relation ${property['x-relation'].entity}`;
  if (options !== undefined) return 'code *';
  if (property['x-code-list'] !== undefined) return `code ${property['x-code-list']}`;
  if (property['x-mask'] !== undefined) return `text ${property['x-mask']}`;
  if (property.format === 'multiline') return 'long-text';
  if (property.format !== undefined) return property.format;
  return property.type === 'number' ? 'decimal' : property.type === 'string' ? 'text' : (property.type ?? '');
};
