/** What a record may point at (`x-relation.where`) is so when it is written, whoever changes it meanwhile. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Database, Statement } from '../../../engine/data/database.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { codeList, registry, text, transition } from '../../support/fixture-fields.ts';
import type { Caller } from '../../support/product.ts';
import { administrator, insertRow, startTestProduct } from '../../support/product.ts';
import { waiting, writeBehind } from '../../support/write-behind.ts';

const to = (title: string, entity: string, where: object, more: object = {}) => ({
  title,
  'x-relation': { entity, where },
  ...more,
});

const files: Readonly<Record<string, object>> = {
  'schemas/code-lists/situacao-lote.json': codeList('Situação', { ABERTO: 'Aberto', PAGO: 'Pago' }),
  'schemas/code-lists/situacao-ordem.json': codeList('Situação', { ABERTA: 'Aberta', FECHADA: 'Fechada' }),
  'schemas/teste/lotes/schema.json': {
    title: 'Lote',
    type: 'object',
    required: ['nome', 'situacao'],
    properties: {
      nome: text('Nome', { 'x-unique': true }),
      ativo: { title: 'Ativo', type: 'boolean', default: true },
      situacao: text('Situação', { 'x-code-list': 'situacao-lote' }),
    },
  },
  'schemas/teste/lotes/columns.json': registry('lotes', 'lote_teste', 'Lotes', {
    columns: ['nome'],
    sort: ['nome'],
    states: { field: 'situacao', initial: 'ABERTO', transitions: [transition('pagar', ['ABERTO'], 'PAGO')] },
  }),
  'schemas/teste/papeis/schema.json': {
    title: 'Papel',
    type: 'object',
    required: ['nome'],
    properties: {
      nome: text('Nome', { 'x-unique': true }),
      lote: to('Lote', 'lote_teste', { ativo: true }),
      folhas: {
        title: 'Folhas',
        type: 'array',
        items: { title: 'Folha', type: 'object', properties: { lote: to('Lote', 'lote_teste', { ativo: true }) } },
      },
    },
  },
  'schemas/teste/papeis/columns.json': registry('papeis', 'papel', 'Papéis', { columns: ['nome'], sort: ['nome'] }),
  'schemas/teste/ordens/schema.json': {
    title: 'Ordem',
    type: 'object',
    required: ['nome', 'situacao'],
    properties: {
      nome: text('Nome', { 'x-unique': true }),
      situacao: text('Situação', { 'x-code-list': 'situacao-ordem' }),
      lote: to('Lote', 'lote_teste', { situacao: 'ABERTO' }, { readOnly: true }),
    },
  },
  'schemas/teste/ordens/columns.json': registry('ordens', 'ordem_teste', 'Ordens', {
    columns: ['nome'],
    sort: ['nome'],
    states: {
      field: 'situacao',
      initial: 'ABERTA',
      transitions: [
        transition('fechar', ['ABERTA'], 'FECHADA', {
          fields: ['lote'],
          required: ['lote'],
          effects: [{ through: 'lote', transition: 'pagar' }],
        }),
      ],
    },
  }),
};

forEachDatabase((open, kind) => {
  let database: Database;
  let admin: Caller;
  let names = 0;
  // The embedded database has one connection: there nobody writes meanwhile.
  const onServer = kind === 'postgres' ? test : undefined;

  beforeAll(async () => {
    database = await open({ from: 'product' });
    const product = await startTestProduct(database, { files });
    admin = await product.as(administrator.login, administrator.password);
  });

  const fresh = (): string => {
    names += 1;
    return `n${names}`;
  };
  const lot = (): Promise<number> => insertRow(admin, '/lotes', { nome: fresh() });
  const close = (id: number): Statement => ({
    text: 'update lote_teste set ativo = false, versao = versao + 1 where id = $1',
    values: [String(id)],
  });
  const unfit = (field: string, place = '') => ({
    field,
    message: `Lote${place} não aceita o registro escolhido: Ativo tem de ser sim.`,
  });

  describe('a record that is written while its target is closed', () => {
    test('is refused, as it is a moment later', async () => {
      const id = await lot();
      const body = { nome: fresh(), lote_id: id };
      const answer = await writeBehind(database, [close(id)], () => admin.call('POST', '/api/papeis', { body }));
      expect([answer.statusCode, answer.json().fields]).toEqual([422, [unfit('lote_id')]]);
    });

    test('so is one whose rows point at it', async () => {
      const [id, other] = [await lot(), await lot()];
      const paper = await insertRow(admin, '/papeis', { nome: fresh(), folhas: [{ lote_id: id }] });
      const body = { folhas: [{ lote_id: id }, { lote_id: other }, { lote_id: other }] };
      const answer = await writeBehind(database, [close(other)], () =>
        admin.call('PATCH', `/api/papeis?id=eq.${paper}`, { body }),
      );
      expect([answer.statusCode, answer.json().fields]).toEqual([
        422,
        [unfit('folhas.1.lote_id', ' (Folhas, linha 2)'), unfit('folhas.2.lote_id', ' (Folhas, linha 3)')],
      ]);
    });
  });

  onServer?.('a target is not closed before the record that points at it is there', async () => {
    const id = await lot();
    const nome = fresh();
    let closed: Promise<{ readonly statusCode: number }> | undefined;
    // The insert has looked at its target, and waits to know whether its name is taken.
    const taking = { text: 'insert into papel (nome) values ($1)', values: [nome] };
    const taken = { text: 'delete from papel where nome = $1', values: [nome] };
    const answer = await writeBehind(
      database,
      [taking, taken],
      async () => {
        const late = admin.call('POST', '/api/papeis', { body: { nome, lote_id: id } });
        await expect.poll(() => waiting(database), { timeout: 20_000 }).toBe(1);
        closed = admin.call('PATCH', `/api/lotes?id=eq.${id}`, { body: { ativo: false } });
        return late;
      },
      2,
    );
    expect([answer.statusCode, (await closed)?.statusCode]).toEqual([201, 204]);
  });

  onServer?.('a write that is only tried waits for nobody', async () => {
    const id = await lot();
    await database.transaction(async (transaction) => {
      await transaction.query(close(id));
      const body = { nome: fresh(), lote_id: id };
      const answer = await admin.call('POST', '/api/papeis', { body, headers: { prefer: 'tx=rollback' } });
      expect(answer.statusCode).toBe(201);
    });
  });

  test('of two records that move one target, one does, and the other is refused', async () => {
    const id = await lot();
    const orders = [
      await insertRow(admin, '/ordens', { nome: fresh() }),
      await insertRow(admin, '/ordens', { nome: fresh() }),
    ];
    const held = { text: 'update lote_teste set ativo = true where id = $1', values: [String(id)] };
    const answers = await writeBehind(
      database,
      [held],
      () =>
        Promise.all(
          orders.map((order) =>
            admin.call('PATCH', `/api/ordens?id=eq.${order}&transition=fechar`, { body: { lote_id: id } }),
          ),
        ),
      2,
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 422]);
  });
});
