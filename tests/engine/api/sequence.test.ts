/** Numbers that the engine gives: to each new record the next one, by whichever door it comes. */
import { beforeAll, describe, expect, test } from 'vitest';
import { dayInZone } from '../../../engine/core/day-in-zone.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { text } from '../../support/fixture-fields.ts';
import type { Caller, TestProduct } from '../../support/product.ts';
import { administrator, startTestProduct } from '../../support/product.ts';

const files = {
  'schemas/teste/protocolos/schema.json': {
    title: 'Protocolo',
    type: 'object',
    properties: {
      numero: text('Número', { maxLength: 20, 'x-unique': true, 'x-sequence': 'ANS-{yyyy}{mm}{dd}{000}/A' }),
      ordem: { title: 'Ordem', type: 'integer', 'x-unique': true, 'x-sequence': '{0}' },
      ano: text('Do ano', { maxLength: 8, 'x-unique': true, 'x-sequence': '{0000}.{yy}' }),
      assunto: text('Assunto', { maxLength: 10, 'x-unique': true }),
    },
  },
  'schemas/teste/protocolos/columns.json': {
    entity: 'protocolo',
    path: '/protocolos',
    title: 'Protocolos',
    icon: 'table',
    permission: { subject: 'protocolo' },
    parent: '/',
    columns: ['numero', 'assunto'],
    sort: ['numero'],
  },
};

const back = { prefer: 'return=representation' };

forEachDatabase((open) => {
  let product: TestProduct;
  let admin: Caller;
  beforeAll(async () => {
    product = await startTestProduct(await open({ from: 'product' }), { files, withoutRows: true });
    admin = await product.as(administrator.login, administrator.password);
  });

  const day = () => dayInZone('America/Sao_Paulo').replaceAll('-', '');
  const insert = (body: unknown, query = '', headers: Record<string, string> = {}) =>
    admin.call('POST', `/api/protocolos?select=numero,ordem,ano${query}`, { body, headers: { ...back, ...headers } });
  const number = (order: number) => ({
    numero: `ANS-${day()}${String(order).padStart(3, '0')}/A`,
    ordem: order,
    ano: `${String(order).padStart(4, '0')}.${day().slice(2, 4)}`,
  });

  describe('a number that the engine gives', () => {
    test('follows the last one, of one record and of many, and is used up by none that is refused', async () => {
      expect((await insert({ assunto: 'a' })).json()).toEqual([number(1)]);
      expect((await insert([{ assunto: 'b' }, { assunto: 'c' }])).json()).toEqual([number(2), number(3)]);
      expect((await insert({ assunto: 'a' })).statusCode).toBe(409);
      expect((await insert({ assunto: 'd' }, '', { prefer: `${back.prefer}, tx=rollback` })).json()).toEqual([
        number(4),
      ]);
      expect((await insert({ assunto: 'd' })).json()).toEqual([number(4)]);
    });

    test('is given once to each of several that come at the same time', async () => {
      const answers = await Promise.all(['e', 'f', 'g', 'h', 'i', 'j'].map((assunto) => insert({ assunto })));
      const given = answers.flatMap((answer) => answer.json() as readonly { ordem: number }[]);
      expect(given.map(({ ordem }) => ordem).toSorted((a, b) => a - b)).toEqual([5, 6, 7, 8, 9, 10]);
    });

    test('is written by nobody: not in a new record, not in a change', async () => {
      const refused = (answer: Awaited<ReturnType<Caller['call']>>) => [answer.statusCode, answer.json().at];
      const place = (field: string) => ({ field });
      expect(refused(await insert({ assunto: 'z', ordem: 99 }))).toEqual([400, place('ordem')]);
      const change = { body: { numero: 'ANS-1' } };
      expect(refused(await admin.call('PATCH', '/api/protocolos?ordem=eq.1', change))).toEqual([400, place('numero')]);
    });

    test('stands in the history as any other value', async () => {
      const [{ id } = { id: 0 }] = (await insert({ assunto: 'k' }, ',id')).json() as { id: number }[];
      const history = (await admin.call('GET', `/api/protocolos/${id}/historico`)).body;
      expect(history).toContain(number(11).numero);
    });

    test('grows beyond its digits', async () => {
      await product.database.execute("update fichario.sequence set last = 999 where key = 'protocolo.numero'");
      expect((await insert({ assunto: 'l' })).json()).toMatchObject([{ numero: `ANS-${day()}1000/A` }]);
    });

    test('begins anew with each new text around it', async () => {
      await admin.call('DELETE', '/api/protocolos?id=gt.0');
      await product.database.execute("update fichario.sequence set period = 'ontem' where key = 'protocolo.ano'");
      expect((await insert({ assunto: 'm' })).json()).toMatchObject([{ ano: number(1).ano }]);
    });
  });
});
