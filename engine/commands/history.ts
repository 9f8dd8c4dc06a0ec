import { Refusal } from '../core/errors.ts';
import { nearest } from '../core/nearest.ts';
import { recordVersions } from '../data/archive/record-versions.ts';
import { hasTable } from '../model/has-table.ts';
import { compileProject } from './compile-project.ts';
import type { Command } from './contract.ts';

const wrong = (argument: string, problem: string, suggestion?: string): Refusal =>
  new Refusal('COMMAND_ARGUMENT', { argument, problem }, { suggestion });

/** All versions of one record, those in files with those in the database. */
export const history: Command = {
  name: 'history',
  usage: '<entidade> <id>',
  summary: 'mostra todas as versões de um registro, também as que já estão em arquivo',
  help: `Uma linha JSON para cada versão do registro e das linhas que são dele, da mais antiga à mais nova: a tabela, o arquivo em que
está (nulo: no banco de dados) e os valores, como a tabela de histórico os tinha. Sai com 1 se um arquivo falta ou não é mais o que
foi gravado, e diz qual. Só lê.

Com o banco embutido, pare o servidor antes.

Exemplo:
  npm run -s fichario -- history guia 42`,
  options: {},
  positionals: { least: 2, most: 2 },
  run: async ({ positionals: [name = '', id = ''] }, project) => {
    if (!/^\d{1,18}$/.test(id)) throw wrong(id, 'espera o id de um registro');
    const store = await project.openData();
    try {
      const { model } = await compileProject(project, store.client);
      const known = Object.values(model.entities).filter((one) => hasTable(one) && one.owner === undefined);
      const entity = known.find((one) => one.name === name);
      if (entity === undefined)
        throw wrong(
          name,
          `'${name}' não existe`,
          nearest(
            name,
            known.map((one) => one.name),
          ),
        );
      const { versions, missing } = await recordVersions(store.database, store.archives, entity, String(Number(id)));
      const lines = versions.map(({ table, file, version }) => JSON.stringify({ table, file, version }));
      const lacking = missing.map((file) => `falta, ou não está inteiro: ${file}`);
      return { text: [...lines, ...lacking].join('\n'), exitCode: missing.length > 0 ? 1 : 0 };
    } finally {
      await store.close();
    }
  },
};
