/** What a person keeps on the server: theirs alone, whole or not at all, no more than there is room for. */
import { beforeAll, describe, expect, it } from 'vitest';
import { settingLimits } from '../../../engine/contract/user-setting.ts';
import type { Database } from '../../../engine/data/database.ts';
import { forEachDatabase } from '../../support/databases.ts';
import type { Caller, TestProduct } from '../../support/product.ts';
import { createUser, refusalBody, startTestProduct } from '../../support/product.ts';

const at = (key: string): string => `/api/settings/${encodeURIComponent(key)}`;

forEachDatabase((open) => {
  let database: Database;
  let product: TestProduct;
  let users = 0;
  const someone = async (): Promise<Caller> => {
    users += 1;
    const { login, password } = await createUser(database, `pessoa-${users}`, []);
    return product.as(login, password);
  };
  const kept = async (who: Caller) => (await who.call('GET', '/api/settings')).json() as unknown;

  beforeAll(async () => {
    database = await open({ from: 'product' });
    product = await startTestProduct(database);
  });

  describe('settings', () => {
    it('are nothing at first, then each value as it was sent last, for their owner alone', async () => {
      const [who, other] = [await someone(), await someone()];
      expect(await kept(who)).toEqual({});
      for (const [key, value] of [
        ['list:/cidades', { shown: ['nome', 'uf'], widths: { nome: 240 } }],
        ['favorites', ['/bancos']],
        ['favorites', ['/bancos', '/cidades']],
        ['density', 'compact'],
      ] as const) {
        const answer = await who.call('PUT', at(key), { body: value });
        expect([answer.statusCode, answer.body]).toEqual([204, '']);
      }
      expect(await kept(who)).toEqual({
        'list:/cidades': { shown: ['nome', 'uf'], widths: { nome: 240 } },
        favorites: ['/bancos', '/cidades'],
        density: 'compact',
      });
      expect(await kept(other)).toEqual({});
      await other.call('DELETE', at('density'));
      expect((await who.call('DELETE', at('favorites'))).statusCode).toBe(204);
      expect((await who.call('DELETE', at('favorites'))).statusCode).toBe(204);
      expect(Object.keys((await kept(who)) as object)).toEqual(['density', 'list:/cidades']);
    });

    it('are sent with an ETag, and not again to who has them', async () => {
      const who = await someone();
      await who.call('PUT', at('a'), { body: 1 });
      const first = await who.call('GET', '/api/settings');
      const tag = { 'if-none-match': String(first.headers['etag']) };
      expect((await who.call('GET', '/api/settings', { headers: tag })).statusCode).toBe(304);
      await who.call('PUT', at('a'), { body: 2 });
      expect((await who.call('GET', '/api/settings', { headers: tag })).json()).toEqual({ a: 2 });
    });

    it.each([
      ['null', null],
      ['a text of any characters', 'ação 🏥 \u202e "\\u0000" \\'],
      ['numbers', [0, -1.5, 1e20]],
      ['names of prototypes', { constructor: 1, toString: [] }],
    ])('keep %s exactly', async (_what, value) => {
      const who = await someone();
      expect((await who.call('PUT', at('x'), { text: JSON.stringify(value), headers: json })).statusCode).toBe(204);
      expect(await kept(who)).toEqual({ x: value });
    });

    it.each(['Grande', 'a b', '', 'list:', 'list:/a b', 'list:/\u0000', '__proto__', `a:${'x'.repeat(161)}`])(
      'refuse the key %j',
      async (key) => {
        const who = await someone();
        if (key === '') return expect((await who.call('PUT', '/api/settings/', { body: 1 })).statusCode).toBe(400);
        const answer = await who.call('PUT', at(key), { body: 1 });
        expect([answer.statusCode, answer.json()]).toEqual([
          400,
          await refusalBody('SETTING_KEY_INVALID', { key: key.slice(0, 60) }),
        ]);
        expect(await kept(who)).toEqual({});
      },
    );

    it.each([
      ['U+0000', '"\\u0000"'],
      ['U+0000 in a key', '{"a":{"\\u0000":1}}'],
      ['half a character', '["\\ud800"]'],
      ['too deep', '['.repeat(settingLimits.depth + 1) + ']'.repeat(settingLimits.depth + 1)],
    ])('refuse %s', async (_what, text) => {
      const who = await someone();
      const answer = await who.call('PUT', at('x'), { text, headers: json });
      expect([answer.statusCode, answer.json()]).toEqual([
        400,
        await refusalBody('SETTING_VALUE_INVALID', {
          problem: `há um caractere que não se guarda, ou listas e objetos em mais de ${settingLimits.depth} níveis`,
        }),
      ]);
    });

    it('refuse what is no value, no JSON, too large, or somebody unknown', async () => {
      const who = await someone();
      const refused = async (more: Parameters<Caller['call']>[2]) => {
        const answer = await who.call('PUT', at('x'), more);
        return [answer.statusCode, answer.json()];
      };
      expect(await refused({})).toEqual([
        400,
        await refusalBody('SETTING_VALUE_INVALID', { problem: 'falta o valor' }),
      ]);
      expect(await refused({ text: '{', headers: json })).toEqual([
        400,
        await refusalBody('REQUEST_BODY_INVALID', { problem: 'não é JSON' }),
      ]);
      expect(await refused({ text: 'a,b', headers: { 'content-type': 'text/csv' } })).toEqual([
        415,
        await refusalBody('REQUEST_CONTENT_TYPE', { type: 'text/csv' }),
      ]);
      expect(await refused({ body: 'x'.repeat(settingLimits.value) })).toEqual([
        413,
        await refusalBody('REQUEST_TOO_LARGE', {}),
      ]);
      const nobody = await product.app.inject({ method: 'GET', url: '/api/settings' });
      expect([nobody.statusCode, nobody.json()]).toEqual([401, await refusalBody('ACCESS_UNAUTHENTICATED', {})]);
      expect(await kept(who)).toEqual({});
    });

    it('end where there is no more room, in number and in size, but a value may still be changed', async () => {
      const who = await someone();
      const id = (await database.query<{ id: string }>({ text: 'select max(id)::text as id from usuario', values: [] }))
        .rows[0]?.id;
      const fill = (count: number, size: number) =>
        database.query({
          text: `insert into fichario.user_setting (usuario_id, key, value)
            select $1::text::bigint, 'f:' || n, to_jsonb(repeat('x', $3::text::integer)) from generate_series(1, $2::text::integer) n`,
          values: [id ?? '', String(count), String(size)],
        });
      const limit = [
        422,
        await refusalBody('SETTING_LIMIT', { count: settingLimits.count, size: settingLimits.total / 1024 }),
      ];
      const put = async (key: string, body: unknown) => {
        const answer = await who.call('PUT', at(key), { body });
        return [answer.statusCode, answer.body === '' ? '' : answer.json()];
      };
      await fill(settingLimits.count, 1);
      expect(await put('more', 1)).toEqual(limit);
      expect(await put('f:1', 'changed')).toEqual([204, '']);
      await database.query({ text: 'delete from fichario.user_setting', values: [] });
      await fill(33, 16_000 - 2);
      expect(await put('more', 'x'.repeat(10))).toEqual(limit);
      expect(await put('f:1', 'short')).toEqual([204, '']);
      expect(await put('more', 'x'.repeat(10))).toEqual([204, '']);
    });

    it('may be written only so often', async () => {
      const who = await someone();
      await who.call('PUT', at('x'), { body: 1 });
      await database.query({ text: "update fichario.turn set turns = 240 where key like 'setting:%'", values: [] });
      const answer = await who.call('PUT', at('x'), { body: 2 });
      expect(answer.statusCode).toBe(429);
      const seconds = Number(answer.headers['retry-after']);
      expect(answer.json()).toEqual(await refusalBody('REQUEST_TOO_MANY', { seconds }));
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(60);
      await database.query({ text: "update fichario.turn set began = began - interval '61 seconds'", values: [] });
      expect((await who.call('PUT', at('x'), { body: 3 })).statusCode).toBe(204);
      expect(await kept(who)).toEqual({ x: 3 });
    });
  });
});

const json = { 'content-type': 'application/json' };
