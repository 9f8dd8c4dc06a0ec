/** An upsert by a key of several columns, one of which may be empty: the combination is one all the same. */
import { beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../engine/data/database.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { codeList, money, registry, text } from '../../support/fixture-fields.ts';
import type { Caller } from '../../support/product.ts';
import { administrator, insertRow, startTestProduct } from '../../support/product.ts';

const files = {
  'schemas/code-lists/situacao-nota.json': codeList('Situação', { ABERTA: 'Aberta', FECHADA: 'Fechada' }),
  'schemas/teste/notas/schema.json': {
    title: 'Nota',
    type: 'object',
    required: ['numero', 'situacao'],
    properties: {
      numero: text('Número', { maxLength: 10 }),
      serie: text('Série', { maxLength: 10 }),
      situacao: text('Situação', { 'x-code-list': 'situacao-nota', default: 'ABERTA' }),
      quantidade: { title: 'Quantidade', type: 'integer', default: 1 },
      valor: money('Valor', { 'x-read-only-when': "situacao == 'FECHADA'" }),
      total: money('Total', { 'x-computed': 'quantidade * valor' }),
      limite: money('Limite'),
    },
    'x-rules': [{ must: 'total <= limite', message: 'Passa do limite.', fields: ['valor'] }],
  },
  'schemas/teste/notas/columns.json': registry('notas', 'nota', 'Notas', {
    columns: ['numero'],
    sort: ['numero'],
    unique: [['numero', 'serie']],
  }),
};

forEachDatabase((open) => {
  let database: Database;
  let admin: Caller;
  let numbers = 0;

  beforeAll(async () => {
    database = await open({ from: 'product' });
    const product = await startTestProduct(database, { files });
    admin = await product.as(administrator.login, administrator.password);
  });

  const next = (): string => {
    numbers += 1;
    return `n${numbers}`;
  };
  const upsert = (body: readonly object[], select = 'total') =>
    admin.call('POST', `/api/notas?on_conflict=numero,serie&select=${select}`, {
      body,
      headers: { prefer: 'resolution=merge-duplicates, return=representation' },
    });

  test.each(['1', null])('of the series %s is settled over the record that is there', async (serie) => {
    const [open, closed] = [next(), next()];
    await insertRow(admin, '/notas', { numero: open, serie, quantidade: 3, valor: 2, limite: 10 });
    const id = await insertRow(admin, '/notas', { numero: closed, serie, quantidade: 3, valor: 2 });
    await admin.call('PATCH', `/api/notas?id=eq.${id}`, { body: { situacao: 'FECHADA' } });
    expect((await upsert([{ numero: open, serie, valor: 3 }])).json()).toEqual([{ total: 9 }]);
    const answers = [
      await upsert([{ numero: open, serie, valor: 4 }]),
      await upsert([{ numero: closed, serie, valor: 4 }]),
    ];
    expect(answers.map((answer) => [answer.statusCode, answer.json().fields[0].message])).toEqual([
      [422, 'Passa do limite.'],
      [422, 'Valor não pode ser alterado neste registro.'],
    ]);
  });

  test('gives rows of several series back in the order in which they were sent', async () => {
    const numero = next();
    await insertRow(admin, '/notas', { numero, serie: '2', quantidade: 5 });
    await insertRow(admin, '/notas', { numero, quantidade: 3 });
    const answer = await upsert(
      [
        { numero, serie: null, valor: 2 },
        { numero, serie: '1', valor: 2 },
        { numero, serie: '2', valor: 2 },
      ],
      'serie,total',
    );
    expect(answer.json()).toEqual([
      { serie: null, total: 6 },
      { serie: '1', total: 2 },
      { serie: '2', total: 10 },
    ]);
  });
});
