/** A new registry as drafts. In: title, module and perhaps a spreadsheet. Out: its files, and what was found out. */
import { draftRegistry } from '../../engine/commands/draft-registry.ts';
import { tellNew } from '../../engine/commands/new-report.ts';
import { Refusal } from '../../engine/core/errors.ts';
import { namesOfTitle } from '../../engine/inference/name-registry.ts';
import type { SourceFiles } from '../../engine/metadata/documents.ts';
import { catalogues } from '../catalogues.ts';
import type { NewRegistry } from './workbench.ts';

interface NewWanted {
  readonly title: string;
  readonly module: string;
  readonly sheet: { readonly name: string; readonly bytes: Uint8Array } | undefined;
  /** Zone of moments that do not say theirs. */
  readonly timeZone: string;
}

/** Without a spreadsheet somebody begins with a code and a name: the answers to the questions of `fichario new`. */
const startingAnswers = ['Código', 'texto 20', 's', 'Nome', 'texto 100', 's', ''];

const asRefusal = (error: unknown): unknown => {
  if (!(error instanceof Refusal)) return error;
  const { problem = '', count = 0 } = error.params as { problem?: string; count?: number };
  if (error.code === 'COMMAND_ARGUMENT') return new Refusal('WORKBENCH_NEW_REFUSED', { problem });
  return error.code === 'COMMAND_FILES_INVALID' ? new Refusal('WORKBENCH_FILES_FAULTY', { count }) : error;
};

/** Raises WORKBENCH_NEW_REFUSED, and WORKBENCH_FILES_FAULTY where the files have errors already. */
export const draftNew = async (
  sources: SourceFiles,
  { title, module, sheet, timeZone }: NewWanted,
): Promise<NewRegistry> => {
  const answers = [...startingAnswers];
  const drafted = await draftRegistry(
    { read: async () => sources, catalogues },
    {
      // What was typed names it, whatever the file is called.
      values: { title, module, path: `/${namesOfTitle(title).folder}` },
      sheet,
      timeZone,
      ask: sheet === undefined ? async () => answers.shift() ?? '' : undefined,
    },
  ).catch((error: unknown) => {
    throw asRefusal(error);
  });
  const { proposal, place, notes, files, said, problems } = drafted;
  const report = tellNew({
    source: said,
    proposal,
    place,
    notes: [...notes, ...problems],
    files: [],
    written: false,
    address: '',
  });
  return { files: Object.fromEntries(files), report, path: `/${place.folder}` };
};
