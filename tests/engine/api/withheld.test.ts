/** What nobody does with the records of an entity, whatever the rights, and the states in which one may be deleted. */
import { beforeAll, expect, test } from 'vitest';
import type { ScreenModel } from '../../../engine/contract/screen-model.ts';
import { catalogueOf } from '../../../src/access/rights-catalogue.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { codeList, text } from '../../support/fixture-fields.ts';
import type { Caller, TestProduct } from '../../support/product.ts';
import { administrator, insertRow, startTestProduct } from '../../support/product.ts';

const registry = (entity: string, more: object) => ({
  entity,
  path: `/${entity}s`,
  title: 'Baixas',
  icon: 'table',
  permission: { subject: entity },
  parent: '/',
  columns: ['numero'],
  sort: ['numero'],
  ...more,
});
const numero = text('Número', { maxLength: 10, 'x-unique': true });
const situacao = text('Situação', { 'x-code-list': 'situacao-baixa' });
const pay = { name: 'pagar', title: 'Pagar', icon: 'banknote', from: ['ABERTA'], to: 'PAGA' };

const files = {
  'schemas/code-lists/situacao-baixa.json': codeList('Situação', {
    ABERTA: 'Aberta',
    PAGA: 'Paga',
    CANCELADA: 'Cancelada',
  }),
  'schemas/teste/baixas/schema.json': {
    title: 'Baixa',
    type: 'object',
    required: ['numero', 'situacao'],
    properties: { numero, situacao },
  },
  'schemas/teste/baixas/columns.json': registry('baixa', {
    states: {
      field: 'situacao',
      initial: 'ABERTA',
      removable: ['ABERTA', 'CANCELADA'],
      transitions: [pay, { name: 'cancelar', title: 'Cancelar', icon: 'ban', from: ['PAGA'], to: 'CANCELADA' }],
    },
  }),
  'schemas/teste/registros/schema.json': {
    title: 'Registro',
    type: 'object',
    required: ['numero', 'situacao'],
    properties: { numero, situacao: { ...situacao, 'x-codes': ['ABERTA', 'PAGA'] } },
  },
  'schemas/teste/registros/columns.json': registry('registro', {
    title: 'Registros da rotina',
    withheld: ['insert', 'update', 'delete'],
    states: { field: 'situacao', initial: 'ABERTA', transitions: [pay] },
  }),
};

forEachDatabase((open) => {
  let product: TestProduct;
  let admin: Caller;
  beforeAll(async () => {
    product = await startTestProduct(await open({ from: 'product' }), { files });
    admin = await product.as(administrator.login, administrator.password);
  });

  const told = (answer: { readonly statusCode: number; readonly json: () => unknown }) => {
    const { message, hint } = answer.json() as { message: string; hint?: string };
    return [answer.statusCode, message, ...(hint ? [hint] : [])];
  };
  const screenOf = async (caller: Caller, path: string) =>
    (await caller.call('GET', `/api/model/screen?path=${path}`)).json() as ScreenModel;
  const numbers = async (filter: string): Promise<unknown> =>
    (await admin.call('GET', `/api/baixas?${filter}&select=numero&order=numero`)).json();

  test('a record is deleted in the states that allow it, and of many all or none', async () => {
    const [open, paid, cancelled] = [
      await insertRow(admin, '/baixas', { numero: 'b1' }),
      await insertRow(admin, '/baixas', { numero: 'b2' }),
      await insertRow(admin, '/baixas', { numero: 'b3' }),
    ];
    const move = (id: number, name: string) => admin.call('PATCH', `/api/baixas?id=eq.${id}&transition=${name}`);
    for (const id of [paid, cancelled]) expect((await move(id, 'pagar')).statusCode).toBe(204);
    expect((await move(cancelled, 'cancelar')).statusCode).toBe(204);
    const kept = [
      409,
      "Baixa: só se apaga o que está em 'Aberta' ou 'Cancelada'.",
      'Cancele ou estorne o registro, ou deixe-o como está.',
    ];
    expect(told(await admin.call('DELETE', `/api/baixas?id=eq.${paid}`))).toEqual(kept);
    expect(told(await admin.call('DELETE', `/api/baixas?id=in.(${open},${paid})`))).toEqual(kept);
    expect(await numbers('id=gt.0')).toEqual([{ numero: 'b1' }, { numero: 'b2' }, { numero: 'b3' }]);

    const each = await admin.call('DELETE', `/api/baixas?id=in.(${open},${paid},${cancelled})`, {
      headers: { prefer: 'outcome=each' },
    });
    expect((each.json() as { error?: { message: string } }[]).map(({ error }) => error?.message)).toEqual([
      undefined,
      kept[1],
      undefined,
    ]);
    expect(await numbers('id=gt.0')).toEqual([{ numero: 'b2' }]);
    expect((await screenOf(admin, '/baixas')).removable).toEqual({ key: 'situacao', states: ['ABERTA', 'CANCELADA'] });

    const pairs = ['list', 'view', 'delete'].map((action) => `baixa:${action}`);
    const blind = await product.enter('semsituacao', pairs, { hidden: ['baixa.situacao'] });
    expect(told(await blind.call('DELETE', `/api/baixas?id=eq.${paid}`))).toEqual([
      409,
      'Este registro de Baixa não pode ser apagado.',
    ]);
    expect((await screenOf(blind, '/baixas')).removable).toBeUndefined();
  });

  test('what is withheld nobody does, by no door, and a transition remains', async () => {
    const refused = (action: string) => [
      405,
      `Em Registros da rotina ninguém ${action} registros: é outra rotina que o faz.`,
    ];
    const body = { numero: 'r1' };
    expect(told(await admin.call('POST', '/api/registros', { body }))).toEqual(refused('inclui'));
    await product.database.execute("insert into registro (numero, situacao) values ('r1', 'ABERTA')");
    expect(told(await admin.call('PATCH', '/api/registros?numero=eq.r1', { body: { numero: 'r2' } }))).toEqual(
      refused('altera'),
    );
    expect(told(await admin.call('DELETE', '/api/registros?numero=eq.r1'))).toEqual(refused('apaga'));
    const merge = { prefer: 'resolution=merge-duplicates' };
    expect((await admin.call('POST', '/api/registros', { body, headers: merge })).statusCode).toBe(405);
    expect((await admin.call('PATCH', '/api/registros?numero=eq.r1&transition=pagar')).statusCode).toBe(204);
    expect((await admin.call('GET', '/api/registros?select=numero,situacao')).json()).toEqual([
      { numero: 'r1', situacao: 'PAGA' },
    ]);

    const { rights } = await screenOf(admin, '/registros');
    expect(rights).toMatchObject({ view: true, insert: false, update: false, delete: false, audit: true });
    const { paths } = (await admin.call('GET', '/api/openapi.json')).json() as { paths: Record<string, object> };
    expect(Object.keys(paths['/registros'] ?? {})).not.toEqual(expect.arrayContaining(['post']));
    expect(Object.keys(paths['/registros'] ?? {})).not.toEqual(expect.arrayContaining(['delete']));
    const subject = catalogueOf(product.runtime.current.model).subjects.find(({ name }) => name === 'registro');
    expect(subject?.actions).toEqual(['list', 'view', 'manage', 'update', 'audit']);
  });
});
