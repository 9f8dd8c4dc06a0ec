/** The project's files with drafts over them, loaded and checked; what did not change since is not done again. */
import { arrangeIssues, reportIssue } from '../../engine/core/issues.ts';
import type { RawFiles, SourceFiles } from '../../engine/metadata/documents.ts';
import { createFileMemory } from '../../engine/metadata/file-memory.ts';
import { loadFiles } from '../../engine/metadata/load-files.ts';
import { loadMessages } from '../../engine/metadata/load-messages.ts';
import { openSqlParser } from '../../engine/metadata/parse-query.ts';
import { validate } from '../../engine/model/validate.ts';
import { catalogues } from '../catalogues.ts';
import type { Checked, Drafts, ScreenEntry } from './workbench.ts';

export const withDrafts = (sources: SourceFiles, drafts: Drafts): SourceFiles => {
  const merged = new Map(sources);
  for (const [path, text] of Object.entries(drafts))
    if (text === null) merged.delete(path);
    else merged.set(path, text);
  return merged;
};

const screensOf = (files: RawFiles): readonly ScreenEntry[] =>
  files.screens.flatMap(({ module, folder, record, registry: { value } }) =>
    value.path === undefined
      ? []
      : [{ folder: `schemas/${module}/${folder}`, path: value.path, title: value.title ?? record?.value.title ?? '' }],
  );

export interface DraftChecker {
  readonly load: (sources: SourceFiles) => RawFiles;
  readonly check: (sources: SourceFiles) => Checked;
}

export const createDraftChecker = async (): Promise<DraftChecker> => {
  // A draft may be the first query of the project.
  await openSqlParser();
  const remember = createFileMemory();
  const load = (sources: SourceFiles): RawFiles => loadFiles(sources, remember);
  return {
    load,
    check: (sources) => {
      const { messages, issues } = loadMessages(sources);
      const files = load(sources);
      const found = arrangeIssues([...validate(files, catalogues), ...issues]);
      return { issues: found.map((issue) => reportIssue(issue, messages)), screens: screensOf(files) };
    },
  };
};
