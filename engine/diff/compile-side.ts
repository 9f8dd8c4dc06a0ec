import type { Issue } from '../core/errors.ts';
import { hasErrors } from '../core/issues.ts';
import type { Messages } from '../core/messages.ts';
import type { RawFiles, SourceFiles } from '../metadata/documents.ts';
import type { FileMemory } from '../metadata/file-memory.ts';
import { loadFiles } from '../metadata/load-files.ts';
import { loadMessages } from '../metadata/load-messages.ts';
import { compile } from '../model/compile.ts';
import type { Catalogues } from '../model/contracts.ts';
import type { Model } from '../model/types.ts';
import { resolve } from '../overlay/resolve.ts';
import type { ResolvedFiles } from '../overlay/resolved.ts';

/** The files as one client has them; undefined: the base. */
export interface CompiledClient {
  readonly name: string | undefined;
  readonly files: ResolvedFiles;
  readonly model: Model;
}

/** One of the two sets of files that are compared, compiled. */
export interface Side {
  readonly sources: SourceFiles;
  readonly raw: RawFiles;
  readonly messages: Messages | undefined;
  /** The base first, then the clients by the names of their files. */
  readonly clients: readonly CompiledClient[];
  /** Of all files and clients. With an error among them only parts of the models hold. */
  readonly issues: readonly Issue[];
  /** Other files in the same way, for the same clients or fewer. */
  readonly compileOther: (sources: SourceFiles, clients?: readonly string[]) => Side;
}

export interface SideOptions {
  /** One for both sides: what they share is loaded and compiled once, and is the same object in both. */
  readonly memory?: FileMemory;
  /** Clients by name, beside the base. Default: all. */
  readonly clients?: readonly string[];
}

/** The files compiled for the base and every client. Never throws: what is wrong with them is among the issues. */
export const compileSide = (
  sources: SourceFiles,
  catalogues: Catalogues,
  { memory, clients: wanted }: SideOptions = {},
): Side => {
  const raw = loadFiles(sources, memory);
  const { messages, issues: ofMessages } = loadMessages(sources);
  const issues: Issue[] = [...raw.issues, ...ofMessages];
  const names = raw.clients.map(({ name }) => name).filter((name) => wanted?.includes(name) ?? true);
  const clients = [undefined, ...names].map((name): CompiledClient => {
    const files = resolve(raw, name);
    const compiled = compile(files, catalogues);
    issues.push(...files.issues, ...compiled.issues);
    return { name, files, model: compiled.model };
  });
  const compileOther: Side['compileOther'] = (others, fewer = wanted) =>
    compileSide(others, catalogues, { ...(memory && { memory }), ...(fewer && { clients: fewer }) });
  return { sources, raw, messages, clients, issues, compileOther };
};

export const isSound = ({ issues }: Side): boolean => !hasErrors(issues);
