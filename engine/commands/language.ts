import type { Command } from './contract.ts';
import { languageFiles } from './language-files.ts';

/** Writes the JSON Schemas of the files and the reference page again. */
export const language: Command = {
  name: 'language',
  usage: '',
  summary: 'gera de novo schemas/language: os JSON Schemas dos arquivos e a página de referência',
  help: `Rode depois de mudar uma definição em engine/metadata. Um teste falha enquanto o gerado difere do que está no
repositório.`,
  options: {},
  positionals: { least: 0, most: 0 },
  run: async (_given, project) => {
    const files = languageFiles();
    await project.write(files);
    return { text: [...files.keys()].join('\n'), exitCode: 0 };
  },
};
