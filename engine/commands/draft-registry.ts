/** A registry that is not written yet, out of a spreadsheet or of answers: for the command and for the workbench. */
import { Refusal } from '../core/errors.ts';
import { arrangeIssues, hasErrors, reportIssue } from '../core/issues.ts';
import { readGrid } from '../files/read-grid.ts';
import { findTable } from '../inference/find-table.ts';
import { knownRegistries } from '../inference/known-registries.ts';
import { propose } from '../inference/propose.ts';
import type { Known, Proposal } from '../inference/types.ts';
import type { Place } from '../inference/write-registry.ts';
import { writeRegistry } from '../inference/write-registry.ts';
import type { SourceFiles } from '../metadata/documents.ts';
import { loadFiles } from '../metadata/load-files.ts';
import { loadMessages } from '../metadata/load-messages.ts';
import { validate as validateFiles } from '../model/validate.ts';
import { askFields } from './ask-fields.ts';
import { compileProject } from './compile-project.ts';
import type { CommandArguments, Desk, Project } from './contract.ts';
import { placeOf } from './new-place.ts';

export interface Spreadsheet {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface DraftedRegistry {
  readonly proposal: Proposal;
  readonly place: Place;
  /** What to look at in the place. */
  readonly notes: readonly string[];
  /** What was read, in words; undefined where there was no spreadsheet. */
  readonly said: string | undefined;
  readonly files: ReadonlyMap<string, string>;
  /** What `validate` says of the project with the files in it, one line each. */
  readonly problems: readonly string[];
  /** Whether one of them is an error. */
  readonly refused: boolean;
}

/** COMMAND_ARGUMENT of the file. */
export const refuseFile = (file: string, problem: string): Refusal =>
  new Refusal('COMMAND_ARGUMENT', { argument: file, problem });

const proposeFrom = async (
  { name: file, bytes }: Spreadsheet,
  subject: string,
  known: Known,
  timeZone: string,
): Promise<Pick<DraftedRegistry, 'proposal' | 'said'>> => {
  const grid = await readGrid(bytes);
  if (grid === undefined) throw refuseFile(file, 'não é um CSV nem um XLSX que se possa ler; salve-o como um dos dois');
  const sheet = findTable(grid);
  if (sheet === undefined || sheet.lines.length === 0)
    throw refuseFile(file, 'não tem uma tabela: um cabeçalho e ao menos uma linha abaixo dele');
  const proposal = propose(sheet, known, { timeZone, subject });
  return {
    proposal,
    said: `${file}: ${grid.format}, linhas: ${sheet.lines.length}, colunas: ${sheet.columns.length}`,
  };
};

/** What is wrong with the project once the files are in it, one line each; the files as they are have no errors. */
const problemsWith = (
  files: ReadonlyMap<string, string>,
  sources: SourceFiles,
  project: Pick<Project, 'catalogues'>,
): { readonly lines: readonly string[]; readonly refused: boolean } => {
  const { messages } = loadMessages(sources);
  const merged = loadFiles(new Map([...sources, ...files]));
  const issues = arrangeIssues(validateFiles(merged, project.catalogues));
  const ours = issues.filter((issue) => files.has(reportIssue(issue, messages).file) || issue.severity === 'error');
  return {
    lines: ours
      .map((issue) => reportIssue(issue, messages))
      .map(({ file, line, column, code, message }) => `${file}:${line}:${column} ${code} ${message}`),
    refused: hasErrors(ours),
  };
};

export interface DraftWanted {
  /** `module`, `title`, `path`, `entity`, `parent`. */
  readonly values: CommandArguments['values'];
  readonly sheet: Spreadsheet | undefined;
  /** Zone of moments that do not say theirs. */
  readonly timeZone: string;
  /** Absent: whatever is missing is refused. */
  readonly ask: Desk['ask'];
}

/** Raises COMMAND_ARGUMENT for what is missing, taken or no table, and COMMAND_FILES_INVALID where the project has errors. */
export const draftRegistry = async (
  project: Pick<Project, 'read' | 'catalogues'>,
  { values, sheet, timeZone, ask }: DraftWanted,
): Promise<DraftedRegistry> => {
  const sources = await project.read();
  const { model } = await compileProject(project, undefined);
  const raw = loadFiles(sources);
  const known = knownRegistries(raw, model);
  const { place, notes } = await placeOf(values, sheet?.name, { raw, model, ask });
  if (sheet === undefined && ask === undefined)
    throw refuseFile('<arquivo>', 'falta, e não há a quem perguntar os campos');
  const { proposal, said } =
    sheet === undefined
      ? { proposal: await askFields(ask as NonNullable<Desk['ask']>, known, model), said: undefined }
      : await proposeFrom(sheet, place.entity, known, timeZone);
  const files = writeRegistry(proposal, place, new Set(known.codeLists.map(({ name }) => name)));
  const { lines, refused } = problemsWith(files, sources, project);
  return { proposal, place, notes, said, files, problems: lines, refused };
};
