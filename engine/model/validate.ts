import type { Issue } from '../core/errors.ts';
import { arrangeIssues } from '../core/issues.ts';
import type { RawFiles } from '../metadata/documents.ts';
import { resolve } from '../overlay/resolve.ts';
import { compile } from './compile.ts';
import type { Catalogues } from './contracts.ts';

/** Every issue of the files: of loading, of the base, and of each client over it; what clients share is said once. */
export const validate = (files: RawFiles, catalogues: Catalogues): readonly Issue[] => {
  const clients = [undefined, ...files.clients.map((client) => client.name)];
  return arrangeIssues([
    ...files.issues,
    ...clients.flatMap((client) => {
      const resolved = resolve(files, client);
      return [...resolved.issues, ...compile(resolved, catalogues).issues];
    }),
  ]);
};
