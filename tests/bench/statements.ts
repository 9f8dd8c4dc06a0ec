/** How many statements a list with three to-one relations costs. */
import type { Database } from '../../engine/data/database.ts';
import { openDatabase } from '../../engine/data/open-database.ts';
import { readSourceFiles } from '../../engine/metadata/load-files.ts';
import { readConfiguration } from '../../src/configuration.ts';
import { startProduct } from '../../src/start-product.ts';
import { registryFiles, registryFolder } from './registry-files.ts';
import type { Report } from './report.ts';
import { find } from './report.ts';

const root = new URL('../..', import.meta.url).pathname;

/** The same database, telling of every statement. */
const watch = (database: Database, said: () => void): Database => ({
  ...database,
  query: (statement) => {
    said();
    return database.query(statement);
  },
  transaction: (run) => {
    said();
    return database.transaction(run);
  },
});

export const benchStatements = async (report: Report): Promise<void> => {
  let statements = 0;
  const product = await startProduct({
    sources: async () => {
      const files = new Map([...(await readSourceFiles(root))].filter(([path]) => !path.endsWith('.csv')));
      for (const [name, value] of Object.entries(registryFiles))
        files.set(`${registryFolder}/${name}`, JSON.stringify(value));
      return files;
    },
    open: async () =>
      watch(await openDatabase({ folder: 'memory://' }), () => {
        statements += 1;
      }),
    configuration: readConfiguration({ LOG_LEVEL: 'silent' }),
    pages: undefined,
  });
  const { token } = (
    await product.app.inject({
      method: 'POST',
      url: '/api/auth/token/issue',
      payload: { userId: 'admin', password: 'admin-demo' },
    })
  ).json() as { token: string };
  const select = 'select=id,codigo,cidade(nome,uf),naturalidade(nome,uf),banco(nome)';
  const most: number[] = [];
  for (const query of ['', '&order=cidade(nome).asc', '&and=(banco.nome.eq.X,cidade.uf.eq.MG)']) {
    statements = 0;
    const answer = await product.app.inject({
      url: `/api/amostras?${select}${query}`,
      headers: { authorization: `Bearer ${token}` },
    });
    if (answer.statusCode !== 200) throw new Error(answer.body);
    most.push(statements);
  }
  await product.close();
  find(report, {
    what: 'Statements of a list with three to-one relations',
    measured: String(Math.max(...most)),
    bar: 'at most 2',
    met: Math.max(...most) <= 2,
  });
};
