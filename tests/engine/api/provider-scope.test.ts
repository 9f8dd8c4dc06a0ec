import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { forEachDatabase } from '../../support/databases.ts';
import type { Caller, TestProduct } from '../../support/product.ts';
import { administrator, insertRow, refusalBody, refusalOf, startTestProduct } from '../../support/product.ts';

const registry = (entity: string, path: string, more: object = {}) => ({
  entity,
  path,
  title: path.slice(1),
  parent: '/base',
  permission: { subject: entity },
  ...more,
});
const credenciado = { title: 'Credenciado', 'x-relation': { entity: 'credenciado', label: '{nome}' } };

const files = {
  'schemas/base/credenciados/schema.json': {
    title: 'Credenciado',
    type: 'object',
    required: ['nome'],
    properties: { nome: { title: 'Nome', type: 'string', maxLength: 40, 'x-unique': true } },
  },
  'schemas/base/credenciados/columns.json': registry('credenciado', '/credenciados', { search: ['nome'] }),
  'schemas/base/guias/schema.json': {
    title: 'Guia',
    type: 'object',
    required: ['numero', 'credenciado'],
    properties: {
      numero: { title: 'Número', type: 'string', maxLength: 10, 'x-unique': true },
      credenciado,
      valor: { title: 'Valor', type: 'number', format: 'money' },
    },
  },
  'schemas/base/guias/columns.json': registry('guia', '/guias', {
    search: ['numero'],
    provider: 'credenciado',
    scope: [{ role: 'prestador', field: 'credenciado' }],
  }),
  // Confined for beneficiaries alone: of no provider.
  'schemas/base/carteiras/schema.json': {
    title: 'Carteira',
    type: 'object',
    required: ['numero'],
    properties: {
      numero: { title: 'Número', type: 'string', maxLength: 10, 'x-unique': true },
      titular: { title: 'Titular', 'x-relation': { entity: 'credenciado', label: '{nome}' } },
    },
  },
  'schemas/base/carteiras/columns.json': registry('carteira', '/carteiras', {
    scope: [{ role: 'beneficiario', field: 'titular' }],
  }),
  // Hangs on a guide, and is confined by nothing itself.
  'schemas/base/recursos/schema.json': {
    title: 'Recurso',
    type: 'object',
    required: ['texto'],
    properties: {
      texto: { title: 'Texto', type: 'string', maxLength: 40, 'x-unique': true },
      guia: { title: 'Guia', 'x-relation': { entity: 'guia', label: '{numero}' } },
    },
  },
  'schemas/base/recursos/columns.json': registry('recurso', '/recursos'),
};

const rights = ['guia:manage', 'credenciado:list', 'recurso:list', 'recurso:view'];

forEachDatabase((open) => {
  let product: TestProduct;
  let admin: Caller;
  let staff: Caller;
  let ids: readonly [number, number];
  /** Numbers of the guides that a call for the provider gives. */
  const numbers = async (caller: Caller, provider?: number | string, query = ''): Promise<readonly string[]> => {
    const headers = provider === undefined ? {} : { 'fichario-provider': String(provider) };
    const answer = await caller.call('GET', `/api/guias?select=numero&order=numero${query}`, { headers });
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return (answer.json() as { numero: string }[]).map(({ numero }) => numero);
  };
  const as = (provider: number) => ({ headers: { 'fichario-provider': String(provider) } });

  beforeAll(async () => {
    product = await startTestProduct(await open({ from: 'product' }), { files });
    admin = await product.as(administrator.login, administrator.password);
    staff = await product.enter('equipe', rights);
    const add = (nome: string) => insertRow(admin, '/credenciados', { nome });
    ids = [await add('Clínica Um'), await add('Clínica Dois')];
    for (const [numero, provider, valor] of [
      ['A1', 0, 10],
      ['A2', 0, 20],
      ['B1', 1, 70],
    ] as const) {
      const guia = await insertRow(admin, '/guias', { numero, credenciado_id: ids[provider], valor });
      await insertRow(admin, '/recursos', { texto: `sobre ${numero}`, guia_id: guia });
    }
  });

  describe('the provider that staff have chosen', () => {
    test('narrows lists, and nothing chosen narrows none', async () => {
      for (const caller of [staff, admin]) {
        expect(await numbers(caller)).toEqual(['A1', 'A2', 'B1']);
        expect(await numbers(caller, ids[0])).toEqual(['A1', 'A2']);
        expect(await numbers(caller, ids[1])).toEqual(['B1']);
      }
      // Another filter never opens what is not the chosen one's.
      expect(await numbers(staff, ids[1], `&credenciado_id=eq.${ids[0]}`)).toEqual([]);
      expect(await numbers(staff, ids[1], '&or=(numero.eq.A1,numero.eq.B1)')).toEqual(['B1']);
    });

    test('narrows every other door: count, sum, one record, its history, what is typed, rows of relations', async () => {
      const [, other] = ids;
      const count = await staff.call('HEAD', '/api/guias', {
        headers: { ...as(other).headers, prefer: 'count=exact' },
      });
      expect(count.headers['content-range']).toBe('0-0/1');
      const sum = await staff.call('GET', '/api/guias?select=valor.sum()', as(other));
      expect(sum.json()).toEqual([{ sum: 70 }]);
      const [first] = (await staff.call('GET', '/api/guias?select=id&numero=eq.A1')).json() as { id: number }[];
      expect((await staff.call('GET', `/api/guias?id=eq.${first?.id}`, as(other))).json()).toEqual([]);
      expect((await staff.call('GET', `/api/guias/${first?.id}/historico`, as(other))).statusCode).toBe(404);
      expect((await staff.call('GET', '/api/guias/A1', as(other))).json()).toEqual([]);
      const rows = await staff.call('GET', '/api/recursos?select=texto,guia(numero)&order=texto', as(other));
      expect(rows.json()).toEqual([
        { texto: 'sobre A1', guia: null },
        { texto: 'sobre A2', guia: null },
        { texto: 'sobre B1', guia: { numero: 'B1' } },
      ]);
      const many = await staff.call('GET', '/api/credenciados?select=nome,guias(numero)&order=nome', as(other));
      expect(many.json()).toEqual([
        { nome: 'Clínica Dois', guias: [{ numero: 'B1' }] },
        { nome: 'Clínica Um', guias: [] },
      ]);
    });

    test('leaves what no provider scope confines as it is', async () => {
      await insertRow(admin, '/carteiras', { numero: 'C1', titular_id: ids[0] });
      for (const provider of ids) {
        const answer = await admin.call('GET', '/api/carteiras?select=numero', as(provider));
        expect(answer.json()).toEqual([{ numero: 'C1' }]);
      }
    });

    test('is kept to by writing too', async () => {
      const answer = await staff.call('PATCH', '/api/guias?numero=in.(A1,B1)', { body: { valor: 71 }, ...as(ids[1]) });
      expect(answer.statusCode).toBe(204);
      const values = await admin.call('GET', '/api/guias?select=numero,valor&order=numero');
      expect(values.json()).toEqual([
        { numero: 'A1', valor: 10 },
        { numero: 'A2', valor: 20 },
        { numero: 'B1', valor: 71 },
      ]);
      expect((await staff.call('DELETE', '/api/guias?numero=eq.A1', as(ids[1]))).statusCode).toBe(204);
      expect(await numbers(admin)).toEqual(['A1', 'A2', 'B1']);
      await staff.call('PATCH', '/api/guias?numero=eq.B1', { body: { valor: 70 } });
    });

    test('is a number, and of a provider that one may know of', async () => {
      const refused = (provider: string, caller = staff) =>
        caller.call('GET', '/api/guias', { headers: { 'fichario-provider': provider } });
      const invalid = { status: 400, body: await refusalBody('REQUEST_PROVIDER_INVALID', {}) };
      for (const text of ['', '0', '-1', '1.5', 'um', '1;2', '1, 2', '9'.repeat(16)])
        expect([text, refusalOf(await refused(text))]).toEqual([text, invalid]);
      const unknown = { status: 422, body: await refusalBody('REQUEST_PROVIDER_UNKNOWN', { id: 999 }) };
      expect(refusalOf(await refused('999'))).toEqual(unknown);
      // The same for one that is there and that the caller may not read.
      const without = await product.enter('sem-cadastro', ['guia:list']);
      expect(refusalOf(await refused(String(ids[0]), without))).toEqual({
        status: 422,
        body: await refusalBody('REQUEST_PROVIDER_UNKNOWN', { id: ids[0] }),
      });
    });

    test('never gives a row more', async () => {
      const provider = fc.constantFrom(undefined, ids[0], ids[1]);
      const query = fc.constantFrom('', '&numero=gt.A1', '&valor=lte.20', '&not.or=(numero.eq.A1)', '&limit=1');
      await fc.assert(
        fc.asyncProperty(provider, query, async (chosen, filter) => {
          const all = new Set(await numbers(staff, undefined, filter.replace('&limit=1', '')));
          const some = await numbers(staff, chosen, filter);
          expect(some.every((one) => all.has(one))).toBe(true);
        }),
        { numRuns: 30 },
      );
    });
  });

  test('a provider is fixed to its own record, whatever it says', async () => {
    const roles = { operadora: false, prestador: true, prestador_registro: ids[0] };
    const own = await product.enter('clinica', rights, { roles });
    expect(await numbers(own)).toEqual(['A1', 'A2']);
    expect(await numbers(own, ids[0])).toEqual(['A1', 'A2']);
    const [, other] = ids;
    for (const id of [other, 999])
      expect(refusalOf(await own.call('GET', '/api/guias', as(id)))).toEqual({
        status: 422,
        body: await refusalBody('REQUEST_PROVIDER_UNKNOWN', { id }),
      });
    const member = await product.enter('pessoa', rights, { roles: { operadora: false, beneficiario: true } });
    expect((await member.call('GET', '/api/guias', as(other))).statusCode).toBe(422);
    expect(await numbers(member)).toEqual([]);
  });
});
