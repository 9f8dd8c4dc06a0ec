import { unlimited } from '../access/access.ts';
import { buildOpenApi } from '../contract/build-openapi.ts';
import { loadMessages } from '../metadata/load-messages.ts';
import { compileProject } from './compile-project.ts';
import type { Command } from './contract.ts';

/** The description of the API. */
export const openapi: Command = {
  name: 'openapi',
  usage: '[--client X]',
  summary: 'escreve a descrição OpenAPI da API, como a vê quem pode tudo',
  help: `Sem --client, descreve a base: o que todos os clientes juntos alcançam.

  --client X   a API da instalação do cliente X

Exemplo:
  npm run -s fichario -- openapi --client copass > openapi.json`,
  options: { client: { type: 'string' } },
  positionals: { least: 0, most: 0 },
  run: async ({ values }, project) => {
    const { model } = await compileProject(project, typeof values.client === 'string' ? values.client : undefined);
    const { messages } = loadMessages(await project.read());
    return {
      text: JSON.stringify(buildOpenApi(model, unlimited, project.calls ?? [], messages), null, 2),
      exitCode: 0,
    };
  },
};
