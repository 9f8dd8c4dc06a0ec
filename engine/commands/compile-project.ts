import type { Issue } from '../core/errors.ts';
import { Refusal } from '../core/errors.ts';
import { isLost } from '../core/faults.ts';
import { arrangeIssues } from '../core/issues.ts';
import { loadFiles } from '../metadata/load-files.ts';
import { compile } from '../model/compile.ts';
import type { Model } from '../model/types.ts';
import { resolve } from '../overlay/resolve.ts';
import type { ResolvedFiles } from '../overlay/resolved.ts';
import type { Project } from './contract.ts';

/** COMMAND_FILES_INVALID, with the errors that stand in the way. */
export const refuseFiles = (errors: readonly Issue[]): Refusal =>
  new Refusal('COMMAND_FILES_INVALID', { count: arrangeIssues(errors).length }, { cause: errors });

export interface CompiledProject {
  readonly files: ResolvedFiles;
  readonly model: Model;
  /** With any, only parts of the model hold. */
  readonly errors: readonly Issue[];
}

/**
 * Files and model of a client, or of the base, whatever is wrong with them. Raises START_CLIENT_UNKNOWN, and
 * COMMAND_FILES_INVALID where the file of the client cannot be used.
 */
export const readProject = async (
  project: Pick<Project, 'read' | 'catalogues'>,
  client: string | undefined,
): Promise<CompiledProject> => {
  const raw = loadFiles(await project.read());
  const errorsOf = (issues: readonly Issue[]): readonly Issue[] =>
    arrangeIssues(issues.filter((issue) => issue.severity === 'error'));
  if (client !== undefined && isLost(raw.faults.lost, 'client', client))
    throw refuseFiles(errorsOf(raw.issues.filter((issue) => issue.origin.file === `clients/${client}.json`)));
  const files = resolve(raw, client);
  const { model, issues } = compile(files, project.catalogues);
  return { files, model, errors: errorsOf([...raw.issues, ...files.issues, ...issues]) };
};

/** The model of a client, or the base. Raises COMMAND_FILES_INVALID and START_CLIENT_UNKNOWN. */
export const compileProject = async (
  project: Pick<Project, 'read' | 'catalogues'>,
  client: string | undefined,
): Promise<Pick<CompiledProject, 'files' | 'model'>> => {
  const { files, model, errors } = await readProject(project, client);
  if (errors.length > 0) throw refuseFiles(errors);
  return { files, model };
};
