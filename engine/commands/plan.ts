import { stepWords } from '../core/change-words.ts';
import type { Messages } from '../core/messages.ts';
import { fillText } from '../core/messages.ts';
import type { PlannedStep, SchemaPlan } from '../data/ddl/plan-schema.ts';
import { planSchema } from '../data/ddl/plan-schema.ts';
import { smallTableRows } from '../data/ddl/take-parts.ts';
import type { RowClash } from '../data/find-row-clashes.ts';
import { findRowClashes } from '../data/find-row-clashes.ts';
import { loadMessages } from '../metadata/load-messages.ts';
import { initialRowsOf } from '../overlay/initial-rows-of.ts';
import { compileProject } from './compile-project.ts';
import type { Command } from './contract.ts';

const whole = (number: number): string => number.toLocaleString('pt-BR');
const counted = (number: number, one: string, many: string): string => `${whole(number)} ${number === 1 ? one : many}`;

const place = ({ entity, field }: PlannedStep): string => (field === '*' ? entity : `${entity}.${field}`);

const refusalLine = ({ refusal }: PlannedStep, messages: Messages | undefined): string[] => {
  if (refusal === undefined) return [];
  const text = messages?.errors[refusal.code];
  return [`   RECUSADO ${refusal.code} ${text === undefined ? '' : fillText(text.message, refusal.params)}`];
};

/** Nobody waits for what comes after the transaction, but for a moment where its lock says so. */
const lockOf = ({ lock, after }: PlannedStep): string => {
  if (lock === 'none') return 'sem trava';
  if (!after) return `trava ${lock}`;
  const meanwhile = lock === 'SHARE UPDATE EXCLUSIVE' ? ': lê-se e grava-se enquanto isso' : ' por um instante';
  return `depois da transação, trava ${lock}${meanwhile}`;
};

/** A function that a step makes anew is told of by its name: its body says again what the files say. */
const withoutBodies = (sql: string): string =>
  sql.replace(
    /create or replace function (\S+?)\([\s\S]*?(\$\w*\$)[\s\S]*?\2;/g,
    (_whole, name: string) => `-- renova a função ${name}; inteira em --json`,
  );

/** `2. [lossy] banco.fax: apaga a coluna fax e os seus valores`, and below it counts, lock, refusal and SQL. */
const stepLines = (step: PlannedStep, index: number, messages: Messages | undefined): string => {
  const facts = [
    step.rows === undefined ? undefined : counted(step.rows, 'registro', 'registros'),
    step.affected === undefined ? undefined : counted(step.affected, 'valor atingido', 'valores atingidos'),
    lockOf(step),
  ].filter((part) => part !== undefined);
  return [
    `${index + 1}. [${step.class}] ${place(step)}: ${step.what}`,
    `   ${facts.join(', ')}`,
    ...refusalLine(step, messages),
    ...(step.sql === undefined
      ? []
      : withoutBodies(step.sql)
          .split('\n')
          .map((line) => `   ${line}`)),
  ].join('\n');
};

/** What is made anew in any change, one line for each thing that is done. */
const renewalLines = (steps: readonly PlannedStep[]): string[] =>
  [...Map.groupBy(steps, ({ what }) => what)].map(
    ([what, all]) =>
      `   [safe] ${what}: ${counted(new Set(all.map(({ entity }) => entity)).size, 'entidade', 'entidades')}, sem mudar registros`,
  );

const sum = (steps: readonly PlannedStep[]): string =>
  (['safe', 'needs-scan', 'needs-backfill', 'locking', 'lossy'] as const)
    .map((kind) => ({ kind, count: steps.filter((step) => step.class === kind).length }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => `${whole(count)} ${kind}`)
    .join(', ');

/** What is told of the steps that come after the transaction. */
const afterLine = (own: readonly PlannedStep[]): string[] => {
  const [first, last] = [own.findIndex(({ after }) => after) + 1, own.findLastIndex(({ after }) => after) + 1];
  if (first === 0) return [];
  const which = first === last ? `O passo ${first} vem` : `Os passos ${first} a ${last} vêm`;
  return [`${which} depois da transação; se algo o interromper, repita 'apply' com o mesmo selo.`];
};

/** A plan as a person reads it. */
export const asText = ({ steps, seal }: SchemaPlan, messages: Messages | undefined): string => {
  if (steps.length === 0) return 'Nada a fazer: o banco está como os arquivos pedem.';
  const [own, renewals] = [steps.filter(({ renewal }) => !renewal), steps.filter(({ renewal }) => renewal)];
  const refused = steps.filter(({ refusal }) => refusal !== undefined).length;
  return [
    ...own.map((step, index) => stepLines(step, index, messages)),
    ...renewalLines(renewals),
    '',
    `${counted(own.length, 'passo', 'passos')}${own.length === 0 ? '' : ` (${sum(own)})`}${refused === 0 ? '' : `; ${counted(refused, 'recusado', 'recusados')}`}`,
    ...afterLine(own),
    `selo ${seal}`,
    ...(refused === 0 ? [`Para aplicar: npm run -s fichario -- apply --seal ${seal}`] : []),
  ].join('\n');
};

export const asJson = ({ steps, seal }: SchemaPlan): object => ({
  seal,
  steps: steps.map(({ refusal, ...step }) => ({
    ...step,
    rows: step.rows ?? null,
    affected: step.affected ?? null,
    sql: step.sql ?? null,
    refusal: refusal === undefined ? null : { code: refusal.code, params: refusal.params },
  })),
});

/** A row that no start writes stands in the plan, which tells what would be refused before anybody tries. */
const rowStep = ({ entity, fields, file, line, refusal }: RowClash): PlannedStep => ({
  entity,
  field: fields.join(', '),
  class: 'safe',
  lock: 'ROW EXCLUSIVE',
  what: stepWords.insertRow(file, line),
  rows: undefined,
  affected: undefined,
  refusal,
  sql: undefined,
  renewal: false,
  after: false,
  mends: false,
});

/** The files held against the database of the installation: what would be done, and nothing of it is. */
export const plan: Command = {
  name: 'plan',
  usage: '[--json]',
  summary: 'mostra o que os arquivos mudam no banco da instalação, passo a passo, sem mudar nada',
  help: `Compara os arquivos com o banco de DATABASE_URL ou, sem ele, de DATA_FOLDER, e mostra os passos em ordem: o que cada
um faz, quantos registros há na tabela, quantos valores ele atinge, a trava que pede e o SQL, das funções só o nome. Com o banco embutido, pare o
servidor antes. Cada passo é de uma destas classes:

  safe             leva um instante, quantos registros houver, e nenhum valor muda
  needs-scan       lê todos os registros, e um que não caiba recusa o passo
  needs-backfill   escreve em registros
  locking          constrói um índice ou reescreve a tabela enquanto os outros esperam
  lossy            apaga, corta ou converte valores; só se schemas/changes.json o disser

Em PostgreSQL, numa tabela com mais de ${whole(smallTableRows)} registros, o que os lê todos vem depois da transação, sem que
ninguém espere: índices (create index concurrently), valores únicos, limites, relações e o que passa a ser obrigatório (not valid, depois
validate). O
resto, e tudo no banco embutido e em tabelas particionadas, vai na transação.

Um passo RECUSADO impede todos; uma linha nova de data.csv que não cabe entre os registros que já existem é um deles. O selo,
no fim, é o do plano inteiro: 'apply' faz este plano ou nenhum. O código de saída é 0 sem passos, 2 com passos e 1 com um
recusado.

  --json   {seal, steps}; cada passo {entity, field, what, class, lock, rows, affected, refusal, sql, renewal, after, mends}

Exemplos:
  npm run -s fichario -- plan
  DATABASE_URL=postgres://... npm run -s fichario -- plan --json`,
  options: { json: { type: 'boolean' } },
  positionals: { least: 0, most: 0 },
  refusedWith: 1,
  run: async ({ values }, project) => {
    const { messages } = loadMessages(await project.read());
    const store = await project.openData();
    try {
      const { files, model } = await compileProject(project, store.client);
      const { steps, seal } = await planSchema(store.database, model);
      const clashes = await findRowClashes(store.database, model, initialRowsOf(files));
      const made = { steps: [...steps, ...clashes.map(rowStep)], seal };
      const refused = made.steps.some(({ refusal }) => refusal !== undefined);
      const text = values['json'] === true ? JSON.stringify(asJson(made), null, 2) : asText(made, messages);
      return { text, exitCode: refused ? 1 : made.steps.length === 0 ? 0 : 2 };
    } finally {
      await store.close();
    }
  },
};
