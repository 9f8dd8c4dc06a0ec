/** The product with clinics and a city, and how the tests of single writes ask for it. */
import type { Database } from '../../../engine/data/database.ts';
import type { OpenFresh } from '../../support/databases.ts';
import type { Caller } from '../../support/product.ts';
import { administrator, insertRow, startTestProduct } from '../../support/product.ts';
import { clinicFiles } from './clinic-files.ts';

export const back = { prefer: 'return=representation' };
export const one = { accept: 'application/vnd.pgrst.object+json' };
/** All that an amostra must have. */
export const good = { nome: 'abc', quantidade: 1 };

export interface WriteStage {
  readonly database: Database;
  readonly admin: Caller;
  readonly cityId: number;
  readonly insert: (path: string, row: object) => Promise<number>;
  readonly rowOf: (path: string, id: number, select?: string) => Promise<unknown>;
  /** `Content-Range` of an exact count. */
  readonly countOf: (query: string) => Promise<unknown>;
  /** A number that no ficha has. */
  readonly fresh: () => string;
}

export const openWriteStage = async (open: OpenFresh): Promise<WriteStage> => {
  const database = await open({ from: 'product' });
  const product = await startTestProduct(database, { files: clinicFiles });
  const admin = await product.as(administrator.login, administrator.password);
  const insert: WriteStage['insert'] = (path, row) => insertRow(admin, path, row);
  let numbers = 0;
  return {
    database,
    admin,
    cityId: await insert('/cidades', { ibge: '3106200', nome: 'Belo Horizonte', uf: 'MG' }),
    insert,
    rowOf: async (path, id, select = '*') =>
      ((await admin.call('GET', `/api${path}?id=eq.${id}&select=${select}`)).json() as unknown[])[0],
    countOf: async (query) =>
      (await admin.call('HEAD', `/api${query}`, { headers: { prefer: 'count=exact' } })).headers['content-range'],
    fresh: () => {
      numbers += 1;
      return `n${numbers}`;
    },
  };
};
