import { Refusal } from '../core/errors.ts';
import { hasErrors } from '../core/issues.ts';
import { loadFiles } from '../metadata/load-files.ts';
import { compile } from '../model/compile.ts';
import type { Model } from '../model/types.ts';
import { resolve } from '../overlay/resolve.ts';
import type { ResolvedFiles } from '../overlay/resolved.ts';
import type { Project } from './contract.ts';

/** The model of a client, or the base. Raises START_FILES_INVALID and START_CLIENT_UNKNOWN. */
export const compileProject = async (
  project: Project,
  client: string | undefined,
): Promise<{ readonly files: ResolvedFiles; readonly model: Model }> => {
  const raw = loadFiles(await project.read());
  const files = resolve(raw, client);
  const { model, issues } = compile(files, project.catalogues);
  const all = [...raw.issues, ...files.issues, ...issues];
  if (hasErrors(all))
    throw new Refusal(
      'START_FILES_INVALID',
      { count: all.filter((issue) => issue.severity === 'error').length },
      { cause: all },
    );
  return { files, model };
};
