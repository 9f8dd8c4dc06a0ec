import { parse } from 'csv-parse/sync';
import { beforeAll, expect, it } from 'vitest';
import type { Job, JobDetail } from '../../../engine/contract/job.ts';
import { isOver } from '../../../engine/contract/job.ts';
import type { Database } from '../../../engine/data/database.ts';
import { forEachDatabase } from '../../support/databases.ts';
import type { Caller, TestProduct } from '../../support/product.ts';
import { administrator, refusalBody, startTestProduct } from '../../support/product.ts';

const rows = 2_345;

forEachDatabase((open) => {
  let database: Database;
  let product: TestProduct;
  let chief: Caller;
  let clerk: Caller;

  const asked = (columns: readonly string[], search = '', path = '/bancos') => ({
    kind: 'exportar-csv',
    input: { path, search, columns },
  });
  const ask = async (caller: Caller, body: unknown): Promise<Job> => {
    const answer = await caller.call('POST', '/api/trabalhos', { body });
    expect([answer.statusCode, answer.body]).toEqual([202, expect.any(String)]);
    return answer.json() as Job;
  };
  const ended = async (caller: Caller, { id }: Job): Promise<JobDetail> => {
    for (;;) {
      const job = (await caller.call('GET', `/api/trabalhos/${id}`)).json() as JobDetail;
      if (isOver(job.state)) return job;
      await caller.call('GET', '/api/trabalhos/agora?wait=1');
    }
  };

  beforeAll(async () => {
    database = await open({ from: 'product' });
    product = await startTestProduct(database);
    chief = await product.as(administrator.login, administrator.password);
    clerk = await product.enter('carla', ['banco:list']);
    await database.query({
      text: `insert into banco (codigo, nome) select lpad(n::text, 4, '0'), case n when 7 then '=1+1; "x"' else 'Banco ' || n end
        from generate_series(1, $1::text::integer) n`,
      values: [String(rows)],
    });
  });

  it('writes all rows of a list, as the list shows them, and gives the file to its owner alone', async () => {
    const job = await ended(clerk, await ask(clerk, asked(['nome', 'codigo'], 'order=codigo.desc')));
    expect(job).toMatchObject({ state: 'done', title: 'Banco em CSV', owner: 'carla', done: rows, total: rows });
    const answer = await clerk.call('GET', `/api/trabalhos/${job.id}/arquivo`);
    expect(answer.headers).toMatchObject({
      'content-length': String(job.file?.size),
      'content-disposition': `attachment; filename=${job.file?.name}`,
      'cache-control': 'no-store',
    });
    const lines = parse(answer.body, { bom: true, delimiter: ';' }) as string[][];
    expect(lines[0]).toEqual(['Nome', 'Código']);
    expect(lines.slice(1)).toEqual(
      Array.from({ length: rows }, (_, at) => {
        const n = rows - at;
        return [n === 7 ? `'=1+1; "x"` : `Banco ${n}`, String(n).padStart(4, '0')];
      }),
    );
    for (const other of [chief, await product.enter('rui', ['banco:list'])]) {
      const refused = await other.call('GET', `/api/trabalhos/${job.id}/arquivo`);
      expect([refused.statusCode, refused.json()]).toEqual([404, await refusalBody('JOB_MISSING', {})]);
    }
  });
});
