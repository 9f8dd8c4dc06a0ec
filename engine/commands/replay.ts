import { Refusal } from '../core/errors.ts';
import { nearest } from '../core/nearest.ts';
import { DatabaseError } from '../data/database.ts';
import { describeTables } from '../data/ddl/describe-tables.ts';
import type { TableSpec } from '../data/ddl/table-spec.ts';
import type { ReplayDifference, Replayed } from '../data/replay.ts';
import { replayTable } from '../data/replay.ts';
import { compileProject } from './compile-project.ts';
import type { Command, DataStore } from './contract.ts';

const said: Readonly<Record<ReplayDifference['kind'], string>> = {
  unwritten: 'está na tabela e não no histórico',
  vanished: 'está no histórico e não na tabela',
  differs: 'difere em',
  broken: 'as versões não se seguem',
};

const asText = ({ entity, rows, versions, wrong, differences }: Replayed): string =>
  [
    `${wrong === 0 ? 'confere' : 'difere '} ${entity}: ${rows.toLocaleString('pt-BR')} registros, ${versions.toLocaleString('pt-BR')} versões${wrong === 0 ? '' : `, ${wrong.toLocaleString('pt-BR')} com diferença`}`,
    ...differences.map(({ id, kind, columns }) => `    ${id} ${[said[kind], columns.join(', ')].join(' ').trim()}`),
  ].join('\n');

/** Raises COMMAND_ARGUMENT where the database has not the table, or not with these columns. */
const replayOf = async (store: DataStore, table: TableSpec): Promise<Replayed> => {
  try {
    return await replayTable(store.database, table);
  } catch (error) {
    if (!(error instanceof DatabaseError) || !['42P01', '42703'].includes(error.code)) throw error;
    const problem = "o banco não está como os arquivos pedem; 'plan' mostra o que falta";
    throw new Refusal('COMMAND_ARGUMENT', { argument: table.entity, problem }, { cause: error });
  }
};

/** Raises COMMAND_ARGUMENT. */
const chosen = (tables: readonly TableSpec[], name: string | undefined): readonly TableSpec[] => {
  if (name === undefined) return tables;
  const found = tables.filter(({ entity }) => entity === name);
  if (found.length > 0) return found;
  const suggestion = nearest(
    name,
    tables.map(({ entity }) => entity),
  );
  throw new Refusal('COMMAND_ARGUMENT', { argument: name, problem: `'${name}' não existe` }, { suggestion });
};

/** Whether the history gives the tables that there are. */
export const replay: Command = {
  name: 'replay',
  usage: '[entidade] [--json]',
  summary: 'confere se o histórico, refeito do começo, dá as tabelas como estão',
  help: `Refaz cada tabela a partir do histórico, do nada até hoje, e compara com a que há: registros a mais ou a menos, valores que
diferem, versões que não se seguem. Mostra as dez primeiras diferenças de cada tabela e sai com 1 se houver alguma. Só lê.

Com o banco embutido, pare o servidor antes.

  --json   a lista das tabelas, com as diferenças

Exemplo:
  npm run -s fichario -- replay banco`,
  options: { json: { type: 'boolean' } },
  positionals: { least: 0, most: 1 },
  run: async ({ values, positionals: [name] }, project) => {
    const store = await project.openData();
    try {
      const { model } = await compileProject(project, store.client);
      const told: Replayed[] = [];
      for (const table of chosen(describeTables(model), name)) told.push(await replayOf(store, table));
      const wrong = told.filter((one) => one.wrong > 0).length;
      const end =
        wrong === 0
          ? `${told.length} tabelas: o histórico confere.`
          : `${told.length} tabelas: em ${wrong} o histórico não confere.`;
      const text = values['json'] === true ? JSON.stringify(told, null, 2) : [...told.map(asText), end].join('\n');
      return { text, exitCode: wrong === 0 ? 0 : 1 };
    } finally {
      await store.close();
    }
  },
};
