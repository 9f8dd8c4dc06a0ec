/** The product with two clinics, and how the tests of upserts ask for it. */
import type { Database } from '../../../engine/data/database.ts';
import type { OpenFresh } from '../../support/databases.ts';
import type { Caller, TestProduct } from '../../support/product.ts';
import { administrator, insertRow, startTestProduct } from '../../support/product.ts';
import { clinicFiles } from './clinic-files.ts';

export const merge = { prefer: 'resolution=merge-duplicates, return=representation' };
export const ignore = { prefer: 'resolution=ignore-duplicates, return=representation' };
export const one = { accept: 'application/vnd.pgrst.object+json' };

type Row = Record<string, unknown>;

export interface UpsertStage {
  readonly database: Database;
  readonly admin: Caller;
  readonly login: TestProduct['enter'];
  readonly insert: (path: string, row: object) => Promise<number>;
  readonly rowOf: (path: string, filter: string, select: string) => Promise<unknown>;
  /** A code that no bank has. */
  readonly fresh: () => string;
  readonly ask: (text: string) => Promise<readonly Row[]>;
}

export const openUpsertStage = async (open: OpenFresh): Promise<UpsertStage> => {
  const database = await open({ from: 'product' });
  const product = await startTestProduct(database, { files: clinicFiles });
  const admin = await product.as(administrator.login, administrator.password);
  const insert: UpsertStage['insert'] = (path, row) => insertRow(admin, path, row);
  for (const codigo of ['0001', '0002']) await insert('/clinicas', { codigo, nome: `Clínica ${codigo}` });
  let numbers = 100;
  return {
    database,
    admin,
    login: (...who) => product.enter(...who),
    insert,
    rowOf: async (path, filter, select) =>
      (await admin.call('GET', `/api${path}?${filter}&select=${select}`)).json() as unknown,
    fresh: () => {
      numbers += 1;
      return String(numbers);
    },
    ask: async (text) => (await database.query<Row>({ text, values: [] })).rows,
  };
};
