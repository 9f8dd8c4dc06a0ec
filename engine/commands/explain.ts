import { explain as explainTarget } from '../model/explain.ts';
import type { Explanation } from '../model/types.ts';
import { compileProject } from './compile-project.ts';
import type { Command } from './contract.ts';

const write = (value: unknown): string => (value === undefined ? '(nada)' : JSON.stringify(value));

const place = ({ origin, rule }: Pick<Explanation, 'origin' | 'rule'>): string =>
  origin === undefined ? `regra: ${rule ?? ''}` : `${origin.file}:${origin.line}:${origin.column}`;

const asText = (explanation: Explanation): string =>
  [
    `${explanation.target} = ${write(explanation.value)}`,
    `    ${place(explanation)}`,
    ...explanation.lost.map((layer) => `    perdeu: ${write(layer.value)}, ${place(layer)}`),
  ].join('\n');

/** Who set a value: file, line and column, and the layers that lost. */
export const explain: Command = {
  name: 'explain',
  usage: '<entidade>.<campo>[.<propriedade>] [--client X] [--json]',
  summary: 'diz que arquivo, linha e coluna definiram um valor, e que camadas perderam',
  help: `O alvo é uma entidade, um campo ou uma propriedade dele; uma tela, pelo nome da pasta; uma opção de
configuração, com flags. na frente; ou o próprio cliente, com client na frente. Sem --client vale a base.
Um valor que nenhum arquivo define traz a regra que o derivou.

  --client X   a base com o arquivo clients/X.json por cima
  --json       uma lista JSON de {target, value, origin, rule, lost}

Exemplos:
  npm run -s fichario -- explain distrito.codigo --client copass
  npm run -s fichario -- explain distrito.codigo.label --client copass
  npm run -s fichario -- explain bancos.columns --client nuclep
  npm run -s fichario -- explain flags.beneficiario.cartao --client copass`,
  options: { client: { type: 'string' }, json: { type: 'boolean' } },
  positionals: { least: 1, most: 1 },
  run: async ({ values, positionals: [target = ''] }, project) => {
    const client = typeof values.client === 'string' ? values.client : undefined;
    const { files, model } = await compileProject(project, client);
    const found = explainTarget(files, model, target);
    return { text: values.json === true ? JSON.stringify(found, null, 2) : found.map(asText).join('\n'), exitCode: 0 };
  },
};
