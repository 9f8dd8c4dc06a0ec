import { beforeAll, describe, expect, test } from 'vitest';
import { forEachDatabase } from '../../support/databases.ts';
import { fichaFiles, simpleRegistry } from '../../support/ficha-files.ts';
import fc from '../../support/laws.ts';
import type { Caller, TestProduct } from '../../support/product.ts';
import { administrator, insertRow, refusalBody, refusalOf, startTestProduct } from '../../support/product.ts';

const files = {
  ...fichaFiles({ laudo: { title: 'Laudo', 'x-attachment': { types: ['pdf'] } } }),
  'schemas/base/rede/columns.json': simpleRegistry('credenciado', '/rede', { permission: { subject: 'rede' } }),
  // Confined for beneficiaries alone: of no provider.
  'schemas/base/carteiras/schema.json': {
    title: 'Carteira',
    type: 'object',
    required: ['numero'],
    properties: {
      numero: { title: 'Número', type: 'string', maxLength: 10, 'x-unique': true },
      titular: { title: 'Titular', 'x-relation': { entity: 'carteira', label: '{numero}' } },
    },
  },
  'schemas/base/carteiras/columns.json': simpleRegistry('carteira', '/carteiras', {
    scope: [{ role: 'beneficiario', field: 'titular' }],
  }),
  // Hangs on a guide, and is confined by nothing itself.
  'schemas/base/recursos/schema.json': {
    title: 'Recurso',
    type: 'object',
    required: ['texto'],
    properties: {
      texto: { title: 'Texto', type: 'string', maxLength: 40, 'x-unique': true },
      ficha: { title: 'Ficha', 'x-relation': { entity: 'ficha', label: '{numero}' } },
    },
  },
  'schemas/base/recursos/columns.json': simpleRegistry('recurso', '/recursos', {
    openTo: ['prestador', 'beneficiario'],
  }),
};

interface Guide {
  readonly id: number;
  readonly numero: string;
  readonly credenciado_id: number;
  readonly valor: number | null;
  readonly itens: readonly { readonly nome: string }[];
}

const rights = ['ficha:manage', 'credenciado:list', 'recurso:list', 'recurso:view'];

forEachDatabase((open) => {
  let product: TestProduct;
  let admin: Caller;
  let staff: Caller;
  let ids: readonly [number, number];
  /** Numbers of the guides that a call for the provider gives. */
  const numbers = async (caller: Caller, provider?: number | string, query = ''): Promise<readonly string[]> => {
    const headers = provider === undefined ? {} : { 'fichario-provider': String(provider) };
    const answer = await caller.call('GET', `/api/fichas?select=numero&order=numero${query}`, { headers });
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
      const ficha = await insertRow(admin, '/fichas', { numero, credenciado_id: ids[provider], valor });
      await insertRow(admin, '/recursos', { texto: `sobre ${numero}`, ficha_id: ficha });
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
      const count = await staff.call('HEAD', '/api/fichas', {
        headers: { ...as(other).headers, prefer: 'count=exact' },
      });
      expect(count.headers['content-range']).toBe('0-0/1');
      const sum = await staff.call('GET', '/api/fichas?select=valor.sum()', as(other));
      expect(sum.json()).toEqual([{ sum: 70 }]);
      const [first] = (await staff.call('GET', '/api/fichas?select=id&numero=eq.A1')).json() as { id: number }[];
      expect((await staff.call('GET', `/api/fichas?id=eq.${first?.id}`, as(other))).json()).toEqual([]);
      expect((await staff.call('GET', `/api/fichas/${first?.id}/historico`, as(other))).statusCode).toBe(404);
      expect((await staff.call('GET', '/api/fichas/A1', as(other))).json()).toEqual([]);
      const rows = await staff.call('GET', '/api/recursos?select=texto,ficha(numero)&order=texto', as(other));
      expect(rows.json()).toEqual([
        { texto: 'sobre A1', ficha: null },
        { texto: 'sobre A2', ficha: null },
        { texto: 'sobre B1', ficha: { numero: 'B1' } },
      ]);
      const many = await staff.call('GET', '/api/credenciados?select=nome,fichas(numero)&order=nome', as(other));
      expect(many.json()).toEqual([
        { nome: 'Clínica Dois', fichas: [{ numero: 'B1' }] },
        { nome: 'Clínica Um', fichas: [] },
      ]);
    });

    test('leaves what no provider scope confines as it is', async () => {
      await insertRow(admin, '/carteiras', { numero: 'C1' });
      for (const provider of ids) {
        const answer = await admin.call('GET', '/api/carteiras?select=numero', as(provider));
        expect(answer.json()).toEqual([{ numero: 'C1' }]);
      }
    });

    test('is kept to by writing too', async () => {
      const answer = await staff.call('PATCH', '/api/fichas?numero=in.(A1,B1)', { body: { valor: 71 }, ...as(ids[1]) });
      expect(answer.statusCode).toBe(204);
      const values = await admin.call('GET', '/api/fichas?select=numero,valor&order=numero');
      expect(values.json()).toEqual([
        { numero: 'A1', valor: 10 },
        { numero: 'A2', valor: 20 },
        { numero: 'B1', valor: 71 },
      ]);
      expect((await staff.call('DELETE', '/api/fichas?numero=eq.A1', as(ids[1]))).statusCode).toBe(204);
      expect(await numbers(admin)).toEqual(['A1', 'A2', 'B1']);
      await staff.call('PATCH', '/api/fichas?numero=eq.B1', { body: { valor: 70 } });
    });

    describe('is the only one that rows are written for', () => {
      const guides = async (): Promise<readonly Guide[]> =>
        (
          await admin.call('GET', '/api/fichas?select=id,numero,credenciado_id,valor,itens(nome)&order=numero')
        ).json() as Guide[];
      const refused = async () => ({
        status: 403,
        body: await refusalBody('RECORD_OTHER_PROVIDER', { title: 'Ficha' }),
      });
      const merging = { prefer: 'resolution=merge-duplicates' };
      const ignoring = { prefer: 'resolution=ignore-duplicates' };
      /** Each sends a row that is, was, or would be the other one's. */
      const attempts = (before: readonly Guide[]): readonly (readonly [string, ...Parameters<Caller['call']>])[] => {
        const [mine, other] = ids;
        const [first, , last] = before;
        const filed = { numero: 'N1', credenciado_id: other, itens: [{ nome: 'x' }] };
        return [
          ['an insert', 'POST', '/api/fichas', { body: { numero: 'N1', credenciado_id: other } }],
          ['one with rows of its own', 'POST', '/api/fichas', { body: filed }],
          [
            'one of several',
            'POST',
            '/api/fichas',
            {
              body: [
                { numero: 'N1', credenciado_id: mine },
                { ...filed, numero: 'N2' },
              ],
            },
          ],
          [
            'CSV',
            'POST',
            '/api/fichas',
            { text: `numero,credenciado_id\nN1,${other}`, headers: { 'content-type': 'text/csv' } },
          ],
          [
            'an upsert of what is new',
            'POST',
            '/api/fichas',
            { body: { numero: 'N1', credenciado_id: other }, headers: merging },
          ],
          [
            'an upsert that leaves what is there',
            'POST',
            '/api/fichas',
            { body: { numero: 'N1', credenciado_id: other }, headers: ignoring },
          ],
          [
            'an upsert, by key, of the row of another',
            'POST',
            '/api/fichas?on_conflict=numero',
            { body: { numero: last?.numero, credenciado_id: mine, valor: 1 }, headers: merging },
          ],
          [
            'an upsert, by id, of the row of another',
            'POST',
            '/api/fichas',
            { body: { id: last?.id, numero: last?.numero, credenciado_id: mine }, headers: merging },
          ],
          [
            'an upsert that gives one away',
            'POST',
            '/api/fichas?on_conflict=numero',
            { body: { numero: first?.numero, credenciado_id: other }, headers: merging },
          ],
          [
            'a change that gives one away',
            'PATCH',
            `/api/fichas?id=eq.${first?.id}`,
            { body: { credenciado_id: other } },
          ],
          [
            'with rows of its own',
            'PATCH',
            `/api/fichas?id=eq.${first?.id}`,
            { body: { credenciado_id: other, itens: [{ nome: 'y' }] } },
          ],
        ];
      };

      test('whoever sends them: the row as it was and as it would be are both asked', async () => {
        const before = await guides();
        const roles = { operadora: false, prestador: true, prestador_registro: ids[0] };
        const own = await product.enter('clinica-que-grava', rights, { roles });
        const outside = { status: 403, body: await refusalBody('RECORD_OUT_OF_SCOPE', { title: 'Ficha' }) };
        const at = (field: string) => ({ at: { entity: 'ficha', field } });
        // Another's row is not there; of what is unique the key alone is told. That is so for everybody.
        const otherwise: Readonly<Record<string, unknown>> = {
          'an upsert, by key, of the row of another': {
            status: 409,
            body: await refusalBody('RECORD_DUPLICATE', { title: 'Ficha', fields: 'Número' }, at('numero')),
          },
          'an upsert, by id, of the row of another': {
            status: 404,
            body: await refusalBody('RECORD_MISSING', { title: 'Ficha' }, at('id')),
          },
        };
        for (const [name, method, url, more] of attempts(before)) {
          const headers = { ...more?.headers, ...as(ids[0]).headers };
          const ask = async (caller: Caller, options: typeof more) => [
            name,
            refusalOf(await caller.call(method, url, options)),
          ];
          for (const caller of [staff, admin])
            expect(await ask(caller, { ...more, headers })).toEqual([name, otherwise[name] ?? (await refused())]);
          // With the header and without: it says nothing that is not so already.
          for (const options of [more, { ...more, headers }])
            expect(await ask(own, options)).toEqual([name, otherwise[name] ?? outside]);
        }
        expect(await guides()).toEqual(before);
      });

      test('each row of a batch by itself', async () => {
        const before = await guides();
        const { headers } = as(ids[0]);
        const each = { headers: { ...headers, prefer: 'outcome=each, tx=rollback' } };
        const several = await staff.call('POST', '/api/fichas', {
          ...each,
          body: [
            { numero: 'N1', credenciado_id: ids[0] },
            { numero: 'N2', credenciado_id: ids[1] },
          ],
        });
        const statuses = (several.json() as { status: number }[]).map(({ status }) => status);
        expect(statuses).toEqual([201, 403]);
        const [first, , last] = before;
        const url = `/api/fichas?id=in.(${first?.id},${last?.id})`;
        const given = await staff.call('PATCH', url, { ...each, body: { credenciado_id: ids[1] } });
        const changed = await staff.call('PATCH', url, { ...each, body: { valor: 5 } });
        const gone = await staff.call('DELETE', url, each);
        const told = [given, changed, gone].map((answer) =>
          (answer.json() as { id: number; status: number }[]).map(({ id, status }) => [id, status]),
        );
        // The other one's is as if it were not there; its own is in use, and so is not deleted.
        expect(told).toEqual(
          [403, 204, 409].map((status) => [
            [first?.id, status],
            [last?.id, 404],
          ]),
        );
        expect(await guides()).toEqual(before);
      });

      test('and written they are: its own', async () => {
        const { headers } = as(ids[0]);
        const id = await insertRow(
          {
            ...staff,
            call: (method, url, more) =>
              staff.call(method, url, { ...more, headers: { ...more?.headers, ...headers } }),
          },
          '/fichas',
          { numero: 'N1', credenciado_id: ids[0], itens: [{ nome: 'x' }] },
        );
        const url = `/api/fichas?id=eq.${id}`;
        const changed = await staff.call('PATCH', url, { headers, body: { itens: [{ nome: 'y' }, { nome: 'z' }] } });
        expect(changed.statusCode).toBe(204);
        expect((await guides()).find((one) => one.id === id)?.itens).toEqual([{ nome: 'y' }, { nome: 'z' }]);
        // For another provider it is not there.
        const none = await staff.call('PATCH', url, { ...as(ids[1]), body: { itens: [] } });
        expect([none.statusCode, none.headers['content-range']]).toEqual([204, '*/0']);
        expect((await staff.call('DELETE', url, { headers })).statusCode).toBe(204);
      });
    });

    test('is whom files are of', async () => {
      const { headers } = as(ids[0]);
      const file = { bytes: Buffer.from('%PDF-1.4\n%%EOF\n') };
      const send = (more: Readonly<Record<string, string>>) =>
        staff.call('POST', '/api/anexos/fichas/laudo?name=a.pdf', {
          ...file,
          headers: { 'content-type': 'application/octet-stream', ...more },
        });
      expect((await send({ 'fichario-provider': '999' })).statusCode).toBe(422);
      const sent = await send(headers);
      expect(sent.statusCode).toBe(201);
      const laudo = [sent.json() as { id: string }];
      const id = await insertRow(staff, '/fichas', { numero: 'L1', credenciado_id: ids[0], laudo });
      const url = `/api/anexos/fichas/${id}/laudo/${laudo[0]?.id}`;
      const taken = async (provider: number) => {
        const get = await staff.call('GET', url, as(provider));
        const head = await staff.call('HEAD', url, as(provider));
        return [get.statusCode, head.statusCode];
      };
      expect([await taken(ids[0]), await taken(ids[1])]).toEqual([
        [200, 200],
        [404, 404],
      ]);
      expect((await admin.call('DELETE', `/api/fichas?id=eq.${id}`)).statusCode).toBe(204);
    });

    test('is a number, and of a provider that one may know of', async () => {
      const refused = (provider: string, caller = staff) =>
        caller.call('GET', '/api/fichas', { headers: { 'fichario-provider': provider } });
      const invalid = { status: 400, body: await refusalBody('REQUEST_PROVIDER_INVALID', {}) };
      for (const text of ['', '0', '-1', '1.5', 'um', '1;2', '1, 2', '9'.repeat(16)])
        expect([text, refusalOf(await refused(text))]).toEqual([text, invalid]);
      const unknown = { status: 422, body: await refusalBody('REQUEST_PROVIDER_UNKNOWN', { id: 999 }) };
      expect(refusalOf(await refused('999'))).toEqual(unknown);
      // The same for one that is there and that the caller may not read.
      const without = await product.enter('sem-cadastro', ['ficha:list']);
      expect(refusalOf(await refused(String(ids[0]), without))).toEqual({
        status: 422,
        body: await refusalBody('REQUEST_PROVIDER_UNKNOWN', { id: ids[0] }),
      });
      // By any list of them, and by their records alone.
      for (const pair of ['rede:list', 'credenciado:view']) {
        const knows = await product.enter(pair.replace(':', '-'), ['ficha:list', pair]);
        expect([pair, await numbers(knows, ids[0])]).toEqual([pair, ['A1', 'A2']]);
      }
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
      expect(refusalOf(await own.call('GET', '/api/fichas', as(id)))).toEqual({
        status: 422,
        body: await refusalBody('REQUEST_PROVIDER_UNKNOWN', { id }),
      });
    const house = await product.enter('casa', rights, { roles: { ...roles, operadora: true } });
    expect([await numbers(house), await numbers(house, ids[0])]).toEqual([
      ['A1', 'A2', 'B1'],
      ['A1', 'A2'],
    ]);
    const member = await product.enter('pessoa', rights, { roles: { operadora: false, beneficiario: true } });
    expect((await member.call('GET', '/api/fichas', as(other))).statusCode).toBe(422);
    expect(await numbers(member)).toEqual([]);
  });
});
