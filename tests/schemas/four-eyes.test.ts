/** Who asks for an expense does not authorise it; who approves, analyses or holds something is whoever does so, where nobody else is named. */
import { beforeAll, expect, test } from 'vitest';
import { forEachDatabase } from '../support/databases.ts';
import type { Caller, TestProduct } from '../support/product.ts';
import { administrator, insertRow, startTestProduct } from '../support/product.ts';

forEachDatabase((open) => {
  let product: TestProduct;
  let admin: Caller;
  const ids: Record<string, number> = {};

  const enter = async (login: string): Promise<Caller> => {
    const actions = ['list', 'view', 'insert', 'update', 'autorizar'];
    const caller = await product.enter(
      login,
      actions.map((action) => `notaautorizacaodespesa:${action}`),
    );
    const users = (await admin.call('GET', `/api/usuarios?login=eq.${login}&select=id`)).json() as { id: number }[];
    ids[login] = users[0]?.id ?? 0;
    return caller;
  };
  const path = '/notas-autorizacoes-despesas';
  const note = (solicitante_id: number | undefined) =>
    insertRow(admin, path, { fornecedor_id: 1, descricao: 'Exames', valor: 10, data: '2026-01-05', solicitante_id });
  const go = async (caller: Caller, id: number, transition: string, body: object = {}): Promise<unknown> => {
    const answer = await caller.call('PATCH', `/api${path}?id=eq.${id}&transition=${transition}`, { body });
    return answer.statusCode === 204 ? 204 : (answer.json() as { readonly fields: unknown }).fields;
  };
  const read = async (id: number): Promise<unknown> =>
    (await admin.call('GET', `/api${path}?id=eq.${id}&select=situacao,autorizador_id`)).json();

  beforeAll(async () => {
    product = await startTestProduct(await open({ from: 'product' }), { client: 'rondo' });
    admin = await product.as(administrator.login, administrator.password);
    await product.database.execute(`
      insert into motivo (codigo, descricao, aplicacao) values ('N1', 'Sem dotação', 'NEGATIVA');
      insert into fornecedor (codigo, nome, tipo_pessoa, cnpj) values ('1', 'Hospital', 'JURIDICA', '11222333000181');`);
  });

  test('an expense is authorised by another than who asked for it, in the own name', async () => {
    const [ana, bia] = [await enter('ana'), await enter('bia')];
    const id = await note(ids['ana']);
    const message = 'Quem pede a despesa não a autoriza.';
    expect(await go(ana, id, 'autorizar')).toEqual([{ field: 'situacao', message }]);
    // Nobody decides in the name of another.
    for (const caller of [ana, bia])
      expect(await go(caller, id, 'autorizar', { autorizador_id: ids['bia'] })).not.toBe(204);
    expect(await go(bia, id, 'negar', { motivo_negativa_id: 1, autorizador_id: ids['ana'] })).not.toBe(204);
    expect(await read(id)).toEqual([{ situacao: 'ABERTA', autorizador_id: null }]);
    expect(await go(bia, id, 'autorizar')).toBe(204);
    expect(await read(id)).toEqual([{ situacao: 'AUTORIZADA', autorizador_id: ids['bia'] }]);
  });

  test('it is denied by whoever may, who stands as the one who decided', async () => {
    const carla = await enter('carla');
    const id = await note(ids['carla']);
    expect(await go(carla, id, 'negar', { motivo_negativa_id: 1 })).toBe(204);
    expect(await read(id)).toEqual([{ situacao: 'NEGADA', autorizador_id: ids['carla'] }]);
  });
});
