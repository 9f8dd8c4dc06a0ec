import { Refusal } from '../core/errors.ts';
import type { SampleSize } from '../data/samples/recipe.ts';
import type { Command } from './contract.ts';

const sizes: readonly SampleSize[] = ['small', 'medium', 'large'];

const whole = (number: number): string => number.toLocaleString('pt-BR');

/** A whole number that the same rows come of. Raises COMMAND_ARGUMENT. */
const seedOf = (text: string): number => {
  if (!/^\d{1,9}$/.test(text))
    throw new Refusal('COMMAND_ARGUMENT', { argument: '--seed', problem: 'é um número inteiro de até 9 dígitos' });
  return Number(text);
};

/** Demonstration data into the database that the environment names. */
export const demo: Command = {
  name: 'demo',
  usage: '[--size small|medium|large] [--seed N]',
  summary: 'enche o banco da instalação com dados de demonstração',
  help: `Os registros são inventados, mas valem pelas mesmas regras de um registro digitado. CPF, CNPJ e CNS têm dígitos
verificadores certos e não são de ninguém a não ser por acaso: não use estes dados fora de uma demonstração.

Use um banco sem dados de verdade: o do ambiente, por DATABASE_URL ou DATA_FOLDER. Com o banco embutido, pare o servidor
antes; em PostgreSQL, as maiores tabelas ficam fechadas aos outros enquanto se enchem. Interrompido, o comando continua
de onde parou, uma dessas tabelas do começo; os mesmos argumentos dão os mesmos registros.

  --size X   small: alguns milhares de registros, em todos os cadastros (padrão)
             medium: 100 mil beneficiários e 2 milhões de itens de guia
             large: 1 milhão de beneficiários e 20 milhões de itens de guia, só em PostgreSQL
  --seed N   outro número dá outros registros (padrão: 1)

Exemplos:
  npm run -s fichario -- demo
  DATABASE_URL=postgres://... npm run -s fichario -- demo --size medium`,
  options: { size: { type: 'string' }, seed: { type: 'string' } },
  positionals: { least: 0, most: 0 },
  run: async ({ values }, project) => {
    const size = sizes.find((one) => one === (values['size'] ?? 'small'));
    if (size === undefined)
      throw new Refusal('COMMAND_ARGUMENT', { argument: '--size', problem: `é um destes: ${sizes.join(', ')}` });
    const made = await project.demonstrate({ size, seed: seedOf(String(values['seed'] ?? '1')) });
    const entries = Object.entries(made).filter(([, count]) => count > 0);
    const total = entries.reduce((sum, [, count]) => sum + count, 0);
    const lines = entries.map(([entity, count]) => `${whole(count).padStart(12)}  ${entity}`);
    return { text: [...lines, `${whole(total).padStart(12)}  ao todo`].join('\n'), exitCode: 0 };
  },
};
