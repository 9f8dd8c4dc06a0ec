import type { Issue } from '../core/errors.ts';
import { arrangeIssues, hasErrors } from '../core/issues.ts';
import type { RawFiles } from '../metadata/documents.ts';
import { indexBase } from '../overlay/base-index.ts';
import { checkBase } from '../overlay/base-notes.ts';
import { resolve } from '../overlay/resolve.ts';
import type { ResolvedFiles } from '../overlay/resolved.ts';
import { compile } from './compile.ts';
import type { Catalogues } from './contracts.ts';

/** Every issue of the files: of loading, of the base, and of each client over it; what clients share is said once. */
export const validate = (files: RawFiles, catalogues: Catalogues): readonly Issue[] => {
  const clients = [undefined, ...files.clients.map((client) => client.name)].map((client) => resolve(files, client));
  const issues = [
    ...files.issues,
    ...clients.flatMap((resolved) => [...resolved.issues, ...compile(resolved, catalogues).issues]),
  ];
  // with errors it is not known what the base says
  return arrangeIssues(
    hasErrors(issues) ? issues : [...issues, ...clients.flatMap((client) => baseIssues(files, client))],
  );
};

const baseIssues = (files: RawFiles, { client, assignments }: ResolvedFiles): readonly Issue[] =>
  client === undefined ? [] : checkBase(client, indexBase(files), assignments);
