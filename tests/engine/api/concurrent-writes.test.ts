/** A write that waits for another one is settled over all that this one leaves. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Database, Statement } from '../../../engine/data/database.ts';
import { forEachDatabase } from '../../support/databases.ts';
import type { Caller } from '../../support/product.ts';
import { administrator, insertRow, startTestProduct } from '../../support/product.ts';
import { writeBehind } from '../../support/write-behind.ts';
import { effectFiles } from './effect-files.ts';
import { expressionFiles } from './expression-files.ts';

const merge = { prefer: 'resolution=merge-duplicates' };

const say = (text: string, ...values: unknown[]): Statement => ({ text, values: values.map(String) });

forEachDatabase((open) => {
  let database: Database;
  let admin: Caller;
  let codes = 0;

  beforeAll(async () => {
    database = await open({ from: 'product' });
    const product = await startTestProduct(database, { files: { ...expressionFiles, ...effectFiles } });
    admin = await product.as(administrator.login, administrator.password);
  });

  const fresh = (): string => {
    codes += 1;
    return `c${codes}`;
  };
  const read = async (path: string, filter: string, select: string): Promise<unknown> =>
    (await admin.call('GET', `/api/${path}?${filter}&select=${select}&order=id`)).json();

  describe('of the rows that a record owns', () => {
    /** As a change of the list leaves them: another row, and the sum of both. */
    const addItem = (id: number): readonly Statement[] => [
      say('update pedido set soma = 11, versao = versao + 1 where id = $1', id),
      say(
        `insert into pedido_itens (pedido_id, posicao, nome, unidades, preco, subtotal) values ($1, 2, 'b', 1, 10, 10)`,
        id,
      ),
    ];

    test.each(['its filter', 'its key', 'its id'])('a record found by %s keeps the sum of them', async (by) => {
      const codigo = fresh();
      const id = await insertRow(admin, '/pedidos', { codigo, valor: 1, itens: [{ nome: 'a', preco: 1 }] });
      const body = [{ codigo, valor: 5, ...(by === 'its id' && { id }) }];
      const answer = await writeBehind(database, addItem(id), () =>
        by === 'its filter'
          ? admin.call('PATCH', `/api/pedidos?id=eq.${id}`, { body: { valor: 5 } })
          : admin.call('POST', '/api/pedidos', { body, headers: merge }),
      );
      expect(answer.statusCode).toBe(by === 'its filter' ? 204 : 200);
      expect(await read('pedidos', `id=eq.${id}`, 'valor,total,soma,itens(nome)')).toEqual([
        { valor: 5, total: 5, soma: 11, itens: [{ nome: 'a' }, { nome: 'b' }] },
      ]);
    });

    test('a transition moves what they point at by then, with their values', async () => {
      const [a, b] = [
        await insertRow(admin, '/contas', { nome: fresh() }),
        await insertRow(admin, '/contas', { nome: fresh() }),
      ];
      const baixas = [{ conta_id: a, aceita: true, valor: 10 }];
      const id = await insertRow(admin, '/ordens', { numero: fresh(), baixas });
      const answer = await writeBehind(
        database,
        [
          say('update ordem set versao = versao + 1 where id = $1', id),
          say('update ordem_baixas set conta_id = $2, valor = 99 where ordem_id = $1', id, b),
        ],
        () => admin.call('PATCH', `/api/ordens?id=eq.${id}&transition=avaliar`, { body: {} }),
      );
      expect(answer.statusCode).toBe(204);
      expect(await read('contas', `id=in.(${a},${b})`, 'situacao,valor')).toEqual([
        { situacao: 'DEVIDA', valor: null },
        { situacao: 'PAGA', valor: 99 },
      ]);
    });
  });

  describe('of a record that comes while its key is upserted', () => {
    const insertOrder = (codigo: string): Statement =>
      say(
        `insert into pedido (codigo, tipo, situacao, quantidade, valor, total, dobro, soma, limite)
          values ($1, 'NUMERO', 'FECHADO', 3, 2, 6, 12, 0, 10)`,
        codigo,
      );
    const upsert = (body: readonly object[]) =>
      admin.call('POST', '/api/pedidos?select=codigo,quantidade,total', {
        body,
        headers: { prefer: 'resolution=merge-duplicates, return=representation' },
      });

    test('what is closed in it stays, and nothing is kept of the rows beside it', async () => {
      const [codigo, beside] = [fresh(), fresh()];
      const answer = await writeBehind(database, [insertOrder(codigo)], () =>
        upsert([
          { codigo: beside, valor: 1 },
          { codigo, valor: 5 },
        ]),
      );
      expect([answer.statusCode, answer.json().fields]).toEqual([
        422,
        [
          { field: 'valor', row: 1, message: 'Valor não pode ser alterado neste registro.' },
          { field: 'situacao', row: 1, message: 'Um pedido fechado tem itens.' },
        ],
      ]);
      expect(await read('pedidos', `codigo=in.(${codigo},${beside})`, 'codigo,valor,total')).toEqual([
        { codigo, valor: 2, total: 6 },
      ]);
    });

    test('its computed values are of what it has, and those of the other rows of theirs', async () => {
      const [codigo, there, beside] = [fresh(), fresh(), fresh()];
      await insertRow(admin, '/pedidos', { codigo: there, quantidade: 4, valor: 1 });
      const open = say(`update pedido set situacao = 'ABERTO' where codigo = $1`, codigo);
      const answer = await writeBehind(database, [insertOrder(codigo), open], () =>
        upsert([
          { codigo: beside, valor: 2 },
          { codigo, valor: 3 },
          { codigo: there, valor: 2 },
        ]),
      );
      expect([answer.statusCode, answer.json()]).toEqual([
        201,
        [
          { codigo: beside, quantidade: 1, total: 2 },
          { codigo, quantidade: 3, total: 9 },
          { codigo: there, quantidade: 4, total: 8 },
        ],
      ]);
      expect(await read('pedidos', `codigo=in.(${codigo},${there},${beside})`, 'codigo,total,versao')).toEqual([
        { codigo: there, total: 8, versao: 2 },
        { codigo, total: 9, versao: 2 },
        { codigo: beside, total: 2, versao: 1 },
      ]);
    });

    test('a key that comes twice is told of as ever', async () => {
      const codigo = fresh();
      const answer = await upsert([
        { codigo, valor: 1 },
        { codigo, valor: 1, quantidade: 2 },
      ]);
      expect([answer.statusCode, answer.json().message]).toEqual([
        400,
        'Os dados enviados trazem mais de uma vez o mesmo registro de Pedido, conforme Código. Nada foi gravado.',
      ]);
    });
  });
});
