import type { Model } from '../model/types.ts';
import { compileProject } from './compile-project.ts';
import type { Command } from './contract.ts';

/** The command over the builder of the API's description, which `src` hands over. */
export const createOpenApi = (build: (model: Model) => unknown): Command => ({
  name: 'openapi',
  usage: '[--client X]',
  summary: 'escreve a descrição OpenAPI da API',
  help: `A descrição completa, como a vê quem pode tudo. Sem --client, a da base.

  --client X   a API da instalação do cliente X

Exemplo:
  npm run -s fichario -- openapi --client copass > openapi.json`,
  options: { client: { type: 'string' } },
  positionals: { least: 0, most: 0 },
  run: async ({ values }, project) => {
    const { model } = await compileProject(project, typeof values.client === 'string' ? values.client : undefined);
    return { text: JSON.stringify(build(model), null, 2), exitCode: 0 };
  },
});
