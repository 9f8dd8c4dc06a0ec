/** A product whose records own rows, and how the tests of their writing ask for it. */
import type { Database } from '../../../engine/data/database.ts';
import type { OpenFresh } from '../../support/databases.ts';
import type { Caller, TestProduct } from '../../support/product.ts';
import { administrator, startTestProduct } from '../../support/product.ts';
import { owningFiles } from './owning-files.ts';

export const back = { prefer: 'return=representation' };
export const one = { accept: 'application/vnd.pgrst.object+json' };
export const three = ['a', 'b', 'c'].map((enunciado) => ({ enunciado }));

export interface Question {
  readonly id: number;
  readonly enunciado: string;
  readonly versao: number;
}

interface OwningRecord {
  readonly id: number;
  readonly nome: string;
  readonly perguntas: readonly Question[];
}

type Row = Record<string, unknown>;

export interface OwnedStage {
  readonly database: Database;
  readonly admin: Caller;
  readonly login: TestProduct['enter'];
  /** A name that no record has. */
  readonly fresh: () => string;
  readonly ask: (text: string) => Promise<readonly Row[]>;
  /** Rows of a record as the table has them. */
  readonly questions: (id: number, columns?: string) => Promise<readonly Row[]>;
  readonly create: (perguntas?: readonly object[]) => Promise<OwningRecord>;
}

export const openOwnedStage = async (open: OpenFresh): Promise<OwnedStage> => {
  const database = await open({ from: 'product' });
  const product = await startTestProduct(database, { files: owningFiles });
  const admin = await product.as(administrator.login, administrator.password);
  for (const codigo of ['001', '002'])
    await admin.call('POST', '/api/bancos', { body: { codigo, nome: `B${codigo}` } });
  let names = 0;
  const fresh = (): string => {
    names += 1;
    return `enquete ${names}`;
  };
  const ask: OwnedStage['ask'] = async (text) => (await database.query<Row>({ text, values: [] })).rows;
  return {
    database,
    admin,
    login: (...who) => product.enter(...who),
    fresh,
    ask,
    questions: (id, columns = 'enunciado, posicao, versao') =>
      ask(`select ${columns} from enquete_perguntas where enquete_id = ${id} order by posicao, id`),
    create: async (perguntas = []) => {
      const answer = await admin.call('POST', '/api/enquetes?select=id,nome,perguntas(id,enunciado,versao)', {
        body: { nome: fresh(), perguntas },
        headers: { ...back, ...one },
      });
      if (answer.statusCode !== 201) throw new Error(answer.body);
      return answer.json() as OwningRecord;
    },
  };
};
