import { compileProject } from './compile-project.ts';
import type { Command } from './contract.ts';
import { rightsMatrix } from './rights-matrix.ts';

/** Who may do what, as a file that is read as a diff. */
export const matrix: Command = {
  name: 'matrix',
  usage: '[--client X]',
  summary: 'mostra os direitos dos grupos de demonstração: cadastro, campo, operação e porta',
  help: `Uma linha por grupo e cadastro; abaixo dela, só os campos que diferem dos outros. Sem --client, a base.

  --client X   os cadastros da instalação do cliente X

Exemplo:
  npm run -s fichario -- matrix --client copass`,
  options: { client: { type: 'string' } },
  positionals: { least: 0, most: 0 },
  run: async ({ values }, project) => {
    const { model } = await compileProject(project, typeof values.client === 'string' ? values.client : undefined);
    return { text: rightsMatrix(model, project.people(model)).trimEnd(), exitCode: 0 };
  },
};
