import { beforeAll, expect, it } from 'vitest';
import type { Job, JobDetail } from '../../../engine/contract/job.ts';
import { isOver } from '../../../engine/contract/job.ts';
import type { Database } from '../../../engine/data/database.ts';
import { forEachDatabase } from '../../support/databases.ts';
import type { Caller, TestProduct } from '../../support/product.ts';
import { administrator, insertRow, startTestProduct } from '../../support/product.ts';

const files = {
  'schemas/teste/prontuarios/schema.json': {
    title: 'Prontuário',
    type: 'object',
    required: ['codigo'],
    properties: {
      codigo: { title: 'Código', type: 'string', maxLength: 10, 'x-unique': true },
      laudo: { title: 'Laudo', type: 'string', maxLength: 60, 'x-personal-data': 'sensitive' },
    },
  },
  'schemas/teste/prontuarios/columns.json': {
    entity: 'prontuario',
    path: '/prontuarios',
    title: 'Prontuários',
    icon: 'table',
    permission: { subject: 'prontuario' },
    parent: '/',
    columns: ['codigo', 'laudo'],
    label: '{codigo}',
    sort: ['codigo'],
  },
};

forEachDatabase((open) => {
  let database: Database;
  let product: TestProduct;

  beforeAll(async () => {
    database = await open({ from: 'product' });
    product = await startTestProduct(database, { files });
    const chief = await product.as(administrator.login, administrator.password);
    await insertRow(chief, '/prontuarios', { codigo: 'P1', laudo: '=1+1' });
    await insertRow(chief, '/prontuarios', { codigo: 'P2' });
    await insertRow(chief, '/prontuarios', { codigo: 'P3', laudo: 'bom' });
  });

  const exported = async (caller: Caller): Promise<{ readonly id: string; readonly text: string }> => {
    const body = { kind: 'exportar-csv', input: { path: '/prontuarios', search: '', columns: ['codigo', 'laudo'] } };
    const { id } = (await caller.call('POST', '/api/trabalhos', { body })).json() as Job;
    for (;;) {
      const job = (await caller.call('GET', `/api/trabalhos/${id}`)).json() as JobDetail;
      if (isOver(job.state)) return { id, text: (await caller.call('GET', `/api/trabalhos/${id}/arquivo`)).body };
      await caller.call('GET', '/api/trabalhos/agora?wait=1');
    }
  };
  const noted = async (): Promise<readonly unknown[]> => {
    const { rows } = await database.query({
      text: `select login, door, path, request, array_to_json(fields)::text as fields, rows from fichario.sensitive_read`,
      values: [],
    });
    return rows;
  };

  it('notes who was given sensitive values by a file, and covers what the person sees covered', async () => {
    const covered = await exported(await product.enter('coberto', ['prontuario:list']));
    expect(covered.text.split('\r\n')).toEqual([
      '\uFEFFCódigo;Laudo',
      'P1;•••',
      expect.stringMatching(/^P2;/),
      'P3;•••',
      '',
    ]);
    expect(await noted()).toEqual([]);
    const open = await exported(await product.enter('leitor', ['prontuario:list'], { sensitive: 'ABERTO' }));
    expect(open.text).toBe("\uFEFFCódigo;Laudo\r\nP1;'=1+1\r\nP2;\r\nP3;bom\r\n");
    expect(await noted()).toEqual([
      {
        login: 'leitor',
        door: 'rows',
        path: '/prontuarios',
        request: open.id,
        fields: '["prontuario.laudo"]',
        rows: 2,
      },
    ]);
  });
});
