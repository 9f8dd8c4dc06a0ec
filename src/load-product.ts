/** Files -> model of this installation. In: the files and a client. Out: model, texts, initial rows. */
import type { Issue } from '../engine/core/errors.ts';
import { Refusal } from '../engine/core/errors.ts';
import type { Messages } from '../engine/core/messages.ts';
import type { InitialRows, SourceFiles } from '../engine/metadata/documents.ts';
import type { FileMemory } from '../engine/metadata/file-memory.ts';
import { loadFiles } from '../engine/metadata/load-files.ts';
import { loadMessages } from '../engine/metadata/load-messages.ts';
import { compile } from '../engine/model/compile.ts';
import type { FileFacts } from '../engine/model/file-facts.ts';
import { createFileFacts } from '../engine/model/file-facts.ts';
import type { Model } from '../engine/model/types.ts';
import { initialRowsOf } from '../engine/overlay/initial-rows-of.ts';
import { resolve } from '../engine/overlay/resolve.ts';
import type { ResolvedFiles } from '../engine/overlay/resolved.ts';
import { catalogues } from './catalogues.ts';

/** All that a served product knows of its files: plain data. */
export interface ServedProduct {
  readonly model: Model;
  readonly messages: Messages;
  /** By entity. */
  readonly rows: Readonly<Record<string, InitialRows>>;
  /** As `schemaDigestOf` gives it, where it was kept with the rest. */
  readonly schemaDigest?: string;
}

export interface Product extends ServedProduct {
  /** What the model was compiled from. */
  readonly files: ResolvedFiles;
  readonly issues: readonly Issue[];
}

/**
 * Loads, resolves and compiles. Raises START_CLIENT_UNKNOWN, and START_FILES_INVALID (the issues as its cause) where a
 * file has an error; warnings come back as issues.
 */
export const loadProduct = (sources: SourceFiles, client: string, remember?: FileMemory): Product => {
  const files = loadFiles(sources, remember);
  const { messages, issues: messageIssues } = loadMessages(sources);
  const resolved = resolve(files, client);
  const { model, issues } = compile(resolved, catalogues);
  const all = [...files.issues, ...messageIssues, ...resolved.issues, ...issues];
  const count = all.filter((issue) => issue.severity === 'error').length;
  if (count > 0 || messages === undefined) throw new Refusal('START_FILES_INVALID', { count }, { cause: all });
  return { files: resolved, model, messages, rows: initialRowsOf(resolved), issues: all };
};

/** What the same files say of what this installation does not show. */
export const loadFileFacts = (sources: SourceFiles, client: string, model: Model): FileFacts =>
  createFileFacts(resolve(loadFiles(sources), client), model);
