/** Conditions, computed values and rules hold at every door through which a record is written. */
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { ScreenModel } from '../../../engine/contract/screen-model.ts';
import type { Database } from '../../../engine/data/database.ts';
import { forEachDatabase } from '../../support/databases.ts';
import type { Caller, TestProduct } from '../../support/product.ts';
import { administrator, createUser, startTestProduct } from '../../support/product.ts';
import { writeBehind } from '../../support/write-behind.ts';
import { expressionFiles } from './expression-files.ts';

const instalments: Readonly<Record<string, object>> = {
  'schemas/teste/parcelamentos/schema.json': {
    title: 'Parcelamento',
    type: 'object',
    required: ['nome'],
    properties: {
      nome: { title: 'Nome', type: 'string', maxLength: 20 },
      valor: { title: 'Valor', type: 'number', format: 'money' },
      parcela: { title: 'Parcela', type: 'number', format: 'money', 'x-computed': 'valor / 3' },
      parcelas: { title: 'Parcelas', type: 'number', format: 'money', 'x-computed': 'parcela * 3' },
      abono: { title: 'Abono', type: 'number', 'x-scale': 2, multipleOf: 0.25 },
      cheio: { title: 'Abono cheio', type: 'number', multipleOf: 0.5, 'x-computed': 'abono * 3' },
      assinatura: { title: 'Assinatura', type: 'string', format: 'date' },
    },
    'x-rules': [
      { must: 'assinatura <= today()', message: 'A assinatura não pode ser futura.', fields: ['assinatura'] },
    ],
  },
  'schemas/teste/parcelamentos/columns.json': {
    entity: 'parcelamento',
    path: '/parcelamentos',
    title: 'Parcelamentos',
    permission: { subject: 'parcelamento' },
    parent: '/',
    columns: ['nome', 'valor'],
    icon: 'table',
  },
};

const back = { prefer: 'return=representation' };

interface Refused {
  readonly code: string;
  readonly fields: readonly { readonly field: string; readonly message: string; readonly record?: number }[];
}

forEachDatabase((open) => {
  let database: Database;
  let product: TestProduct;
  let admin: Caller;
  let codes = 0;

  beforeAll(async () => {
    database = await open({ from: 'product' });
    product = await startTestProduct(database, { files: { ...expressionFiles, ...instalments } });
    admin = await product.as(administrator.login, administrator.password);
  });

  const fresh = (): string => {
    codes += 1;
    return `p${codes}`;
  };
  const post = (body: object, select = '*', headers: Record<string, string> = back) =>
    admin.call('POST', `/api/pedidos?select=${select}`, { body, headers });
  const create = async (body: object): Promise<number> => {
    const answer = await post({ codigo: fresh(), ...body }, 'id');
    if (answer.statusCode !== 201) throw new Error(answer.body);
    return (answer.json() as { id: number }[])[0]?.id ?? 0;
  };
  const patch = (filter: string, body: object, select = '*') =>
    admin.call('PATCH', `/api/pedidos?${filter}&select=${select}`, { body, headers: back });
  const told = (answer: { statusCode: number; json: () => unknown }) => {
    const body = answer.json() as Refused;
    return [answer.statusCode, body.code, body.fields?.map(({ field, message }) => [field, message])];
  };

  describe('a new record', () => {
    test('comes with its computed values, each from those before it, rows included', async () => {
      const answer = await post(
        {
          codigo: 'ABCDE',
          inicio: '2026-01-01',
          fim: '2026-03-01',
          quantidade: 3,
          valor: 0.1,
          itens: [{ nome: 'a', unidades: 2, preco: 0.15 }, { nome: 'b', preco: 1 }, { nome: 'c' }],
        },
        'dias,total,dobro,prefixo,soma,itens(nome,unidades,subtotal)',
      );
      expect(answer.json()).toEqual([
        {
          dias: 59,
          total: 0.3,
          dobro: 0.6,
          prefixo: 'ABC',
          soma: 1.3,
          itens: [
            { nome: 'a', unidades: 2, subtotal: 0.3 },
            { nome: 'b', unidades: 1, subtotal: 1 },
            { nome: 'c', unidades: 1, subtotal: null },
          ],
        },
      ]);
    });

    test('is refused with everything that it breaks, the schema and the expressions together', async () => {
      const answer = await post({
        tipo: 'ESCOLHA',
        inicio: '2026-02-01',
        fim: '2026-01-01',
        situacao: 'FECHADO',
        valor: 5,
        itens: [{ nome: 'a', preco: 1, desconto: 2 }, { nome: 'b' }],
      });
      expect(told(answer)).toEqual([
        422,
        '23514',
        [
          ['codigo', 'Informe Código.'],
          ['opcoes', 'Informe Opções.'],
          ['valor', 'Valor não pode ser alterado neste registro.'],
          ['itens.0.desconto', 'O desconto não pode passar do preço.'],
          ['itens.1.desconto', 'Informe Desconto (Itens, linha 2).'],
          ['fim', 'O fim deve ser depois do início.'],
        ],
      ]);
    });

    test('of many names its place', async () => {
      const answer = await post([{ codigo: fresh() }, { codigo: fresh(), tipo: 'ESCOLHA' }]);
      expect((answer.json() as { fields: unknown }).fields).toEqual([
        { field: 'opcoes', message: 'Informe Opções.', row: 1 },
      ]);
    });

    test('may not give a computed value itself', async () => {
      expect((await post({ codigo: fresh(), total: 5 })).statusCode).toBe(400);
      expect((await post({ codigo: fresh(), itens: [{ nome: 'a', subtotal: 5 }] })).statusCode).toBe(422);
    });

    test('comes as CSV too', async () => {
      const answer = await admin.call('POST', '/api/pedidos?select=total,prefixo', {
        text: 'codigo,quantidade,valor\nXYZ9,2,1.5\n',
        headers: { ...back, 'content-type': 'text/csv' },
      });
      expect(answer.json()).toEqual([{ total: 3, prefixo: 'XYZ' }]);
    });

    test('has computed amounts rounded to the places of their fields, before others are worked out from them', async () => {
      const rounded = await admin.call('POST', '/api/parcelamentos?select=parcela,parcelas', {
        body: [10, -10, 0.01, 20].map((valor, index) => ({ nome: `p${index}`, valor })),
        headers: back,
      });
      expect(rounded.json()).toEqual([
        { parcela: 3.33, parcelas: 9.99 },
        { parcela: -3.33, parcelas: -9.99 },
        { parcela: 0, parcelas: 0 },
        { parcela: 6.67, parcelas: 20.01 },
      ]);
    });

    test('is held against the step of a typed and of a computed number, and neither is rounded to it', async () => {
      const give = async (abono: number) => {
        const answer = await admin.call('POST', '/api/parcelamentos?select=abono,cheio', {
          body: { nome: 'abono', abono },
          headers: back,
        });
        return answer.statusCode === 201 ? answer.json() : told(answer);
      };
      expect([await give(0.5), await give(0.75), await give(2.255)]).toEqual([
        [{ abono: 0.5, cheio: 1.5 }],
        [422, '23514', [['cheio', 'O valor calculado de Abono cheio não cabe no campo.']]],
        [422, '23514', [['abono', 'Abono deve ser múltiplo de 0.25.']]],
      ]);
    });

    test('is held against the day that it is in the zone of the installation', async () => {
      const sign = async (now: string, assinatura: string): Promise<number> => {
        vi.useFakeTimers({ now: new Date(now), toFake: ['Date'] });
        try {
          return (await admin.call('POST', '/api/parcelamentos', { body: { nome: 'hoje', assinatura } })).statusCode;
        } finally {
          vi.useRealTimers();
        }
      };
      expect([
        await sign('2026-06-15T02:59:00Z', '2026-06-14'),
        await sign('2026-06-15T02:59:00Z', '2026-06-15'),
        await sign('2026-06-15T03:01:00Z', '2026-06-15'),
      ]).toEqual([201, 422, 201]);
    });

    test('whose computed value no field can hold is refused', async () => {
      const answer = await post({ codigo: fresh(), quantidade: 1000000, valor: 999999999999 });
      expect(told(answer)).toEqual([
        422,
        '23514',
        [
          ['dobro', 'O valor calculado de Dobro não cabe no campo.'],
          ['total', 'O valor calculado de Total não cabe no campo.'],
        ],
      ]);
      // Beside what was typed wrong it is not told: it may come of that.
      const wrong = { codigo: 'código longo', quantidade: 1000000, valor: 999999999999 };
      expect(told(await post(wrong))).toEqual([
        422,
        '23514',
        [['codigo', 'Código passa do limite de caracteres, 10.']],
      ]);
    });
  });

  describe('a change', () => {
    test('is laid over what is stored: what rests on it is worked out anew, the rest stays', async () => {
      const id = await create({ quantidade: 2, valor: 10, itens: [{ nome: 'a', preco: 4 }] });
      const answer = await patch(`id=eq.${id}`, { quantidade: 3 }, 'total,dobro,soma,versao,itens(subtotal,versao)');
      expect(answer.json()).toEqual([
        { total: 30, dobro: 60, soma: 4, versao: 2, itens: [{ subtotal: 4, versao: 1 }] },
      ]);
    });

    test('is refused for what the whole record then breaks', async () => {
      const id = await create({ inicio: '2026-02-01', itens: [{ nome: 'a' }] });
      expect(told(await patch(`id=eq.${id}`, { fim: '2026-01-01' }))).toEqual([
        422,
        '23514',
        [['fim', 'O fim deve ser depois do início.']],
      ]);
      expect(told(await patch(`id=eq.${id}`, { tipo: 'ESCOLHA' }))).toEqual([
        422,
        '23514',
        [
          ['opcoes', 'Informe Opções.'],
          ['itens.0.desconto', 'Informe Desconto (Itens, linha 1).'],
        ],
      ]);
      expect((await patch(`id=eq.${id}`, { opcoes: 'x' })).statusCode).toBe(200);
    });

    test('of a value that is closed is refused, and the same value is none', async () => {
      const id = await create({ valor: 5, itens: [{ nome: 'a' }] });
      expect((await patch(`id=eq.${id}`, { situacao: 'FECHADO' })).statusCode).toBe(200);
      expect(told(await patch(`id=eq.${id}`, { valor: 6 }))).toEqual([
        422,
        '23514',
        [['valor', 'Valor não pode ser alterado neste registro.']],
      ]);
      expect((await patch(`id=eq.${id}`, { valor: 5 })).statusCode).toBe(200);
      expect((await patch(`id=eq.${id}`, { valor: 6, situacao: 'ABERTO' }, 'total')).json()).toEqual([{ total: 6 }]);
    });

    test('of rows computes the kept ones from what they keep, and the record from all', async () => {
      const id = await create({
        itens: [
          { nome: 'a', unidades: 2, preco: 4 },
          { nome: 'b', preco: 1 },
        ],
      });
      const [before] = (await admin.call('GET', `/api/pedidos?id=eq.${id}&select=itens(id)`)).json() as {
        itens: { id: number }[];
      }[];
      const answer = await patch(
        `id=eq.${id}`,
        {
          itens: [
            { id: before?.itens[0]?.id, nome: 'a', unidades: 3 },
            { nome: 'novo', preco: 2 },
          ],
        },
        'soma,itens(nome,subtotal)',
      );
      expect(answer.json()).toEqual([
        {
          soma: 14,
          itens: [
            { nome: 'a', subtotal: 12 },
            { nome: 'novo', subtotal: 2 },
          ],
        },
      ]);
    });

    test('of many settles each by itself, and names the records that it would break', async () => {
      const ids = [await create({ valor: 1 }), await create({ valor: 2, inicio: '2026-05-01' })];
      const answer = await patch(`id=in.(${ids})`, { quantidade: 10 }, 'total');
      expect(answer.json()).toEqual([{ total: 10 }, { total: 20 }]);
      const refused = await patch(`id=in.(${ids})`, { fim: '2026-04-01' });
      expect((refused.json() as Refused).fields).toEqual([
        { field: 'fim', message: 'O fim deve ser depois do início.', record: ids[1] },
      ]);
      const kept = await admin.call('GET', `/api/pedidos?id=in.(${ids})&select=fim&order=id`);
      expect(kept.json()).toEqual([{ fim: null }, { fim: null }]);
    });

    test('at an old version is told of as ever', async () => {
      const id = await create({ valor: 1 });
      await patch(`id=eq.${id}`, { quantidade: 2 });
      const answer = await admin.call('PATCH', `/api/pedidos?id=eq.${id}`, {
        body: { quantidade: 3 },
        headers: { 'if-match': '"1"' },
      });
      expect(answer.statusCode).toBe(412);
    });

    test('that touches no expression reads nothing first', async () => {
      const id = await create({ valor: 2 });
      const transaction = vi.spyOn(database, 'transaction');
      expect((await patch(`id=eq.${id}`, { observacao: 'x' }, 'total')).json()).toEqual([{ total: 2 }]);
      expect(transaction).toHaveBeenCalledTimes(0);
      expect((await patch(`id=eq.${id}`, { limite: 9 }, 'total')).json()).toEqual([{ total: 2 }]);
      expect(transaction).toHaveBeenCalledTimes(1);
      transaction.mockRestore();
    });
  });

  describe('an upsert', () => {
    const upsert = (body: object, resolution: string, select = '*') =>
      admin.call('POST', `/api/pedidos?select=${select}`, {
        body,
        headers: { prefer: `return=representation,resolution=${resolution}` },
      });

    test('settles those that are there over what is stored, and new ones as new', async () => {
      const [old, other] = [fresh(), fresh()];
      await post({ codigo: old, quantidade: 4, valor: 10 });
      const answer = await upsert(
        [
          { codigo: old, valor: 2 },
          { codigo: other, valor: 3 },
        ],
        'merge-duplicates',
        'quantidade,total',
      );
      expect(answer.json()).toEqual([
        { quantidade: 4, total: 8 },
        { quantidade: 1, total: 3 },
      ]);
    });

    test('by id as well', async () => {
      const id = await create({ quantidade: 4, valor: 10 });
      const codigo = fresh();
      const answer = await upsert([{ id, codigo, valor: 2 }], 'merge-duplicates', 'total,prefixo');
      expect(answer.json()).toEqual([{ total: 8, prefixo: codigo.slice(0, 3) }]);
    });

    test('is refused for what a record that is there would break', async () => {
      const codigo = fresh();
      await post({ codigo, inicio: '2026-02-01' });
      expect(told(await upsert([{ codigo, fim: '2026-01-01' }], 'merge-duplicates'))).toEqual([
        422,
        '23514',
        [['fim', 'O fim deve ser depois do início.']],
      ]);
      expect((await upsert([{ codigo, fim: '2026-01-01' }], 'ignore-duplicates')).json()).toEqual([]);
    });
  });

  describe('while another write is under way', () => {
    /** Sends a write of the record that has to wait for one that sets `quantidade` to 3. */
    const behind = async (id: number, write: () => Promise<{ readonly statusCode: number }>): Promise<unknown> => {
      const first = { text: 'update pedido set quantidade = 3 where id = $1', values: [String(id)] };
      const { statusCode } = await writeBehind(database, [first], write);
      const [row] = (
        await admin.call('GET', `/api/pedidos?id=eq.${id}&select=quantidade,valor,total`)
      ).json() as object[];
      return { statusCode, ...row };
    };

    test('a change is laid over what that one leaves', async () => {
      const id = await create({ quantidade: 1, valor: 2 });
      expect(await behind(id, () => patch(`id=eq.${id}`, { valor: 5 }))).toEqual({
        statusCode: 200,
        quantidade: 3,
        valor: 5,
        total: 15,
      });
    });

    test('an upsert is laid over what that one leaves, by its key and by its id', async () => {
      for (const byId of [false, true]) {
        const codigo = fresh();
        const id = await create({ codigo, quantidade: 1, valor: 2 });
        const body = { ...(byId ? { id } : {}), codigo, valor: 5 };
        const headers = { prefer: 'resolution=merge-duplicates' };
        expect(await behind(id, () => admin.call('POST', '/api/pedidos', { body: [body], headers }))).toEqual({
          statusCode: 200,
          quantidade: 3,
          valor: 5,
          total: 15,
        });
      }
    });
  });

  describe('a field that is kept from the caller', () => {
    test('takes part in a rule, and the refusal does not speak of it', async () => {
      const user = await createUser(database, 'sem-limite', ['pedido:manage'], { hidden: ['pedido.limite'] });
      const caller = await product.as(user.login, user.password);
      const id = await create({ valor: 1, limite: 10 });
      const answer = await caller.call('PATCH', `/api/pedidos?id=eq.${id}`, { body: { valor: 11 } });
      expect(told(answer)).toEqual([
        422,
        '23514',
        [['valor', 'Pedido: o registro não atende a uma regra que envolve dados aos quais você não tem acesso.']],
      ]);
      expect(answer.body).not.toContain('imite');
    });

    test('has its default in the values computed of new rows, in a new record and in one that is there', async () => {
      const user = await createUser(database, 'sem-unidades', ['pedido:manage'], {
        hidden: ['pedido_itens.unidades', 'pedido.quantidade'],
      });
      const caller = await product.as(user.login, user.password);
      const sums = async (id: number): Promise<unknown> =>
        (
          await admin.call('GET', `/api/pedidos?id=eq.${id}&select=quantidade,total,soma,itens(unidades,subtotal)`)
        ).json();
      const added = await caller.call('POST', '/api/pedidos?select=id', {
        body: { codigo: fresh(), valor: 5, itens: [{ nome: 'a', preco: 2 }] },
        headers: back,
      });
      const [{ id }] = added.json() as [{ id: number }];
      expect(await sums(id)).toEqual([{ quantidade: 1, total: 5, soma: 2, itens: [{ unidades: 1, subtotal: 2 }] }]);
      await caller.call('PATCH', `/api/pedidos?id=eq.${id}`, { body: { itens: [{ nome: 'b', preco: 3 }] } });
      expect(await sums(id)).toEqual([{ quantidade: 1, total: 5, soma: 3, itens: [{ unidades: 1, subtotal: 3 }] }]);
    });

    test('takes its expression out of a screen that shows the value and not what it is computed from', async () => {
      const user = await createUser(database, 'so-lista', ['pedido:list']);
      const caller = await product.as(user.login, user.password);
      const screen = await caller.call('GET', '/api/model/screen?path=/pedidos');
      const { entity } = screen.json() as ScreenModel;
      expect(entity.fields.map(({ name }) => name)).toEqual(['codigo', 'tipo', 'opcoes', 'dias', 'total']);
      expect(entity.expressions?.computed).toEqual([]);
      expect(screen.body).not.toMatch(/quantidade|inicio|limite/);
    });

    test('is an array, with whatever is computed from its rows', async () => {
      const user = await createUser(database, 'sem-itens', ['pedido:manage'], { hidden: ['pedido.itens'] });
      const caller = await product.as(user.login, user.password);
      const id = await create({ valor: 1, itens: [{ nome: 'a', preco: 2 }] });
      const read = (query: string) => caller.call('GET', `/api/pedidos?id=eq.${id}&${query}`);
      for (const query of ['select=soma', 'select=id&soma=eq.2', 'select=id&order=soma', 'select=soma.sum()'])
        expect([query, (await read(query)).statusCode]).toEqual([query, 400]);
      const [row] = (await read('select=*')).json() as object[];
      expect(Object.keys(row ?? {})).toContain('total');
      expect(Object.keys(row ?? {})).not.toContain('soma');
    });

    test('keeps with it whatever is computed from it, at any remove', async () => {
      const user = await createUser(database, 'sem-preco', ['pedido:manage'], {
        hidden: ['pedido_itens.preco', 'pedido.valor'],
      });
      const caller = await product.as(user.login, user.password);
      const id = await create({ valor: 1, itens: [{ nome: 'a', preco: 2 }] });
      const read = (select: string) => caller.call('GET', `/api/pedidos?id=eq.${id}&select=${select}`);
      for (const select of ['total', 'dobro', 'soma', 'itens(subtotal)'])
        expect((await read(select)).statusCode).toBe(400);
      expect((await read('quantidade,prefixo,itens(nome)')).json()).toEqual([
        { quantidade: 1, prefixo: expect.any(String), itens: [{ nome: 'a' }] },
      ]);
    });
  });
});
