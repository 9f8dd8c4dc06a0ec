/** What a plan tells of rows that records own: whoever is shown sensitive values of them is noted, and nobody else is shown any. */
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { BatchPlan } from '../../../engine/contract/batch.ts';
import type { Database } from '../../../engine/data/database.ts';
import { forEachDatabase } from '../../support/databases.ts';
import type { Caller, TestProduct } from '../../support/product.ts';
import { administrator, insertRow, refusalBody, startTestProduct } from '../../support/product.ts';
import { applyFile, checkFile, sendFile } from './import-stage.ts';

const files = {
  'schemas/teste/prontuarios/schema.json': {
    title: 'Prontuário',
    type: 'object',
    required: ['codigo'],
    properties: {
      codigo: { title: 'Código', type: 'string', maxLength: 10, 'x-unique': true },
      nome: { title: 'Nome', type: 'string', maxLength: 20 },
      notas: {
        title: 'Notas',
        type: 'array',
        items: {
          title: 'Nota',
          type: 'object',
          properties: {
            autor: { title: 'Autor', type: 'string', maxLength: 20 },
            texto: { title: 'Texto', type: 'string', maxLength: 60, 'x-personal-data': 'sensitive' },
          },
        },
      },
    },
  },
  'schemas/teste/prontuarios/columns.json': {
    entity: 'prontuario',
    path: '/prontuarios',
    title: 'Prontuários',
    icon: 'table',
    permission: { subject: 'prontuario' },
    parent: '/',
    columns: ['codigo'],
    search: ['codigo'],
    label: '{codigo}',
  },
};
const path = '/prontuarios';
const pairs = (...actions: readonly string[]) => actions.map((action) => `prontuario:${action}`);

forEachDatabase((open) => {
  let database: Database;
  let product: TestProduct;
  let chief: Caller;

  beforeAll(async () => {
    database = await open({ from: 'product' });
    product = await startTestProduct(database, { files });
    chief = await product.as(administrator.login, administrator.password);
  });
  beforeEach(async () => {
    await chief.call('DELETE', '/api/prontuarios?id=gt.0');
    await insertRow(chief, path, { codigo: 'P1', notas: [{ autor: 'Ana', texto: 'febre' }] });
    await notes();
  });

  /** Who was noted since they were asked for last, of what, and of how many rows. */
  const notes = async (): Promise<readonly object[]> => {
    const { rows } = await database.query<Record<string, unknown>>({
      text: `with given as (delete from fichario.sensitive_read returning *)
        select login, door, path, array_to_json(fields)::text as fields, rows from given order by at`,
      values: [],
    });
    return rows;
  };
  const noted = (login: string, rows: number) => [
    { login, door: 'write', path, fields: '["prontuario_notas.texto"]', rows },
  ];
  const check = async (caller: Caller, notas: readonly object[]) =>
    checkFile(caller, await sendFile(caller, path, JSON.stringify([{ codigo: 'P1', notas }]), 'notas.json'));
  const kept = async () =>
    (await chief.call('GET', '/api/prontuarios?select=codigo,notas(autor,texto)&codigo=eq.P1')).json();

  it('is noted, as the rows are and as they would be, also where a batch is taken back', async () => {
    const reader = await product.enter('leitor', pairs('list', 'view', 'insert', 'update'), { sensitive: 'ABERTO' });
    const planned = await check(reader, [
      { autor: 'Ana', texto: 'febre' },
      { autor: 'Bia', texto: 'tosse' },
    ]);
    expect(planned.plan?.lists).toEqual([{ field: 'notas', title: 'Notas', come: 1, change: 0, go: 0 }]);
    expect(JSON.stringify(planned.plan?.sample)).toContain('tosse');
    expect(await notes()).toEqual(noted('leitor', 3));
    const done = await applyFile(reader, planned);
    expect(await notes()).toEqual([]);
    const back = (await reader.call('POST', `/api/alteracoes-em-lote/${done.batch?.id}/desfazer`)).json() as BatchPlan;
    expect(back.lists).toEqual([{ field: 'notas', title: 'Notas', come: 0, change: 0, go: 1 }]);
    expect(JSON.stringify(back.sample)).toContain('tosse');
    expect(await notes()).toEqual(noted('leitor', 3));
  });

  // Visible, covered, read-only: what is hidden is not named.
  it.each([
    ['closed to', 'fechada', [true, false, true], ['Notas']],
    ['hidden from', 'oculta', [false, false, false], []],
  ] as const)(
    'stays where its list is %s who takes the batch back, and the rest comes back',
    async (_, login, levels, told) => {
      const clerk = await product.enter(login, pairs('list', 'view', 'insert', 'update'), { sensitive: 'ABERTO' });
      const bytes = JSON.stringify([{ codigo: 'P1', nome: 'Novo', notas: [{ autor: 'Bia', texto: 'tosse' }] }]);
      const done = await applyFile(clerk, await checkFile(clerk, await sendFile(clerk, path, bytes, 'notas.json')));
      expect(done.batch).toMatchObject({ written: 1, refused: 0 });
      await database.query({
        text: `insert into config_permissao (grupo_id, entidade, campo, visivel, mascarado, somente_leitura)
        select id, 'prontuario', 'notas', $2::text::boolean, $3::text::boolean, $4::text::boolean from grupo where nome = $1::text`,
        values: [login, ...levels.map(String)],
      });
      product.runtime.sessions.forget();
      const answer = await clerk.call('POST', `/api/alteracoes-em-lote/${done.batch?.id}/desfazer`);
      expect([answer.statusCode, answer.body]).toEqual([201, expect.any(String)]);
      const back = answer.json() as BatchPlan;
      expect(back).toMatchObject({ rows: 1, changes: 1, refused: 0, lists: [] });
      const messages = await Promise.all(
        told.map(async (list) => (await refusalBody('RECORD_CLOSED_SINCE', { fields: [list] })).message),
      );
      expect(back.refusals.map(({ message, rows }) => [message, rows])).toEqual(messages.map((one) => [one, 1]));
      const body = { seal: back.seal };
      const undone = await clerk.call('POST', `/api/alteracoes-em-lote/${back.id}/aplicar`, { body });
      expect(undone.json()).toMatchObject({ state: 'applied', written: 1 });
      expect((await chief.call('GET', '/api/prontuarios?select=codigo,nome,notas(autor,texto)')).json()).toEqual([
        { codigo: 'P1', nome: null, notas: [{ autor: 'Bia', texto: 'tosse' }] },
      ]);
    },
  );

  it('is covered for whoever reads it covered, and nobody is noted', async () => {
    const covered = await product.enter('coberto', pairs('list', 'view', 'insert', 'update'));
    const planned = await check(covered, [{ autor: 'Bia' }]);
    expect(planned.batch).toMatchObject({ changes: 1, refused: 0 });
    expect(planned.plan?.lists).not.toEqual([]);
    expect(JSON.stringify(planned)).not.toContain('febre');
    expect(await notes()).toEqual([]);
  });

  it('is nothing for whoever may write the rows and not read them, not even how many there are', async () => {
    const writer = await product.enter('escritor', pairs('list', 'insert', 'update'), { sensitive: 'ABERTO' });
    const planned = await check(writer, [
      { autor: 'Bia', texto: 'tosse' },
      { autor: 'Rui', texto: 'gripe' },
    ]);
    expect(planned.batch).toMatchObject({ changes: 1, refused: 0 });
    expect(planned.plan?.lists).toEqual([]);
    expect(planned.plan?.sample.map(({ label, changes, lists }) => [label, changes, lists])).toEqual([
      ['P1', [], undefined],
    ]);
    // Nor whether they are so already, or whether there are any.
    await insertRow(chief, path, { codigo: 'P2', notas: [] });
    for (const guess of [
      { codigo: 'P1', notas: [{ autor: 'Ana', texto: 'febre' }] },
      { codigo: 'P2', notas: [] },
    ]) {
      const guessed = await checkFile(writer, await sendFile(writer, path, JSON.stringify([guess]), 'notas.json'));
      expect(guessed.batch).toMatchObject({ changes: 1, same: 0, refused: 0 });
    }
    expect(await notes()).toEqual([]);
    await applyFile(writer, planned);
    expect(await kept()).toEqual([
      {
        codigo: 'P1',
        notas: [
          { autor: 'Bia', texto: 'tosse' },
          { autor: 'Rui', texto: 'gripe' },
        ],
      },
    ]);
  });
});
