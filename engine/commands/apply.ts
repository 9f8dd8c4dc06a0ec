import { Refusal } from '../core/errors.ts';
import type { Progress } from '../data/ddl/apply-plan.ts';
import { applyPlan } from '../data/ddl/apply-plan.ts';
import { fillComputed } from '../data/fill-computed.ts';
import { refuseRowClashes } from '../data/find-row-clashes.ts';
import { initialRowsOf } from '../overlay/initial-rows-of.ts';
import { compileProject } from './compile-project.ts';
import type { Command } from './contract.ts';

const count = (number: number, one: string, many: string): string =>
  `${number.toLocaleString('pt-BR')} ${number === 1 ? one : many}`;

/** The seal as `plan` gives it. Raises COMMAND_ARGUMENT. */
const sealOf = (text: string | boolean | undefined): string => {
  if (typeof text === 'string' && /^[0-9a-f]{64}$/.test(text)) return text;
  const problem = text === undefined ? "falta; 'plan' mostra o selo" : "são os 64 dígitos que 'plan' mostra";
  throw new Refusal('COMMAND_ARGUMENT', { argument: '--seal', problem });
};

const inSeconds = (milliseconds: number): string =>
  `${(milliseconds / 1000).toLocaleString('pt-BR', { maximumFractionDigits: 1 })} s`;

/** A step waits for the transactions that were open: who looks on sees which one, and how many come after it. */
const tellStep = ({ step, at, of, took }: Progress): string =>
  took === undefined
    ? `Depois da transação, ${at} de ${of}: ${step.entity}, ${step.what}...`
    : `  feito em ${inSeconds(took)}`;

/** Does what `plan` showed, or nothing. */
export const apply: Command = {
  name: 'apply',
  usage: '--seal SELO',
  summary: 'faz no banco da instalação o que plan mostrou, e só isso',
  help: `Faz o plano de novo e o compara com o selo: se o banco, os arquivos, os passos ou os registros que se perdem mudaram
desde que 'plan' o mostrou, nada é feito e o comando diz o que mudou. Os passos vão em uma só transação: feitos todos, ou
nenhum; só um processo os faz de cada vez. O que 'plan' mostra depois da transação é feito em seguida, um a um, enquanto se
lê e se grava; um índice espera que acabem as transações que já estavam abertas. Se um deles falhar, ou o comando for
interrompido, o que está feito fica, um índice pela metade é retirado, e o mesmo selo faz o resto. Os campos calculados são
escritos por fim, em partes; interrompido, repita o comando. O que foi feito fica em fichario.schema_change: quando, por
quem, com que selo, em quanto tempo, e o que falhou. Sem nada a fazer, nada acontece.

Com o banco embutido, pare o servidor antes. Um servidor em PostgreSQL que está no ar lê os arquivos de antes: pare-o se o
plano muda nomes, tipos ou apaga colunas.

  --seal SELO   o selo que 'plan' mostrou

Exemplo:
  npm run -s fichario -- apply --seal 4f1c...`,
  options: { seal: { type: 'string' } },
  positionals: { least: 0, most: 0 },
  refusedWith: 1,
  run: async ({ values }, project) => {
    const seal = sealOf(values['seal']);
    const store = await project.openData();
    try {
      const { files, model } = await compileProject(project, store.client);
      await refuseRowClashes(store.database, model, initialRowsOf(files));
      const began = performance.now();
      const tell = (progress: Progress): void => project.tell?.(tellStep(progress));
      const steps = await applyPlan(store.database, model, seal, { ...store.schemaOptions, tell });
      await fillComputed(store.database, model, store.timeZone);
      const own = steps.filter(({ renewal }) => !renewal).length;
      const text =
        steps.length === 0
          ? 'Nada a fazer: o banco está como os arquivos pedem.'
          : `Feito: ${count(own, 'passo', 'passos')} em ${inSeconds(performance.now() - began)}.`;
      return { text, exitCode: 0 };
    } finally {
      await store.close();
    }
  },
};
