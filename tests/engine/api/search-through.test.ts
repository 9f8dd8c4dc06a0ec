/** The quick search of records by the texts of those that they point at: what it finds, for whom, and by every door that knows it. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { ScreenModel } from '../../../engine/contract/screen-model.ts';
import type { Database } from '../../../engine/data/database.ts';
import { forEachDatabase } from '../../support/databases.ts';
import fc from '../../support/laws.ts';
import type { Caller, TestProduct } from '../../support/product.ts';
import { administrator, createUser, insertRow, refusalBody, startTestProduct } from '../../support/product.ts';

const record = (title: string, properties: object) => ({ title, type: 'object', properties });
const screen = (entity: string, path: string, more: object) => ({
  entity,
  path,
  title: path,
  icon: 'table',
  permission: { subject: entity },
  parent: '/',
  ...more,
});
const text = (title: string, more: object = {}) => ({ title, type: 'string', maxLength: 40, ...more });
const to = (title: string, entity: string) => ({ title, 'x-relation': { entity } });

const files: Readonly<Record<string, object>> = {
  'schemas/teste/socios/schema.json': record('Sócio', {
    nome: text('Nome'),
    apelido: text('Apelido'),
    documento: text('CPF', { format: 'cpf' }),
    loja: to('Loja', 'loja'),
    saude: text('Saúde', { 'x-personal-data': 'sensitive' }),
  }),
  'schemas/teste/socios/columns.json': screen('socio', '/socios', {
    columns: ['nome'],
    label: '{nome}',
    search: ['nome', 'apelido', 'documento'],
    scope: [{ role: 'prestador', field: 'loja' }],
  }),
  'schemas/teste/lojas/schema.json': record('Loja', { nome: text('Nome') }),
  'schemas/teste/lojas/columns.json': screen('loja', '/lojas', {
    columns: ['nome'],
    label: '{nome}',
    search: ['nome'],
  }),
  'schemas/teste/vendas/schema.json': record('Venda', {
    numero: text('Número'),
    socio: to('Sócio', 'socio'),
    loja: to('Loja', 'loja'),
    valor: { title: 'Valor', type: 'integer' },
  }),
  'schemas/teste/vendas/columns.json': screen('venda', '/vendas', {
    columns: ['numero', 'socio', 'loja', 'valor'],
    sort: ['numero'],
    indexes: [['numero']],
    openTo: ['prestador'],
    label: '{numero}',
    search: ['numero', 'socio', 'loja'],
  }),
  'schemas/teste/vendas/search.json': { fields: [{ field: 'numero' }] },
  'schemas/teste/recibos/schema.json': record('Recibo', {
    dia: { title: 'Dia', type: 'integer' },
    socio: to('De', 'socio'),
  }),
  'schemas/teste/recibos/columns.json': screen('recibo', '/recibos', {
    columns: ['dia', 'socio'],
    sort: ['dia'],
    indexes: [['dia']],
    openTo: ['prestador'],
    search: ['socio'],
  }),
  'schemas/teste/laudos/schema.json': record('Laudo', { numero: text('Número'), socio: to('De', 'socio') }),
  'schemas/teste/laudos/columns.json': screen('laudo', '/laudos', {
    columns: ['numero', 'socio.saude'],
    sort: ['numero'],
    indexes: [['numero']],
    openTo: ['prestador'],
    label: '{numero}',
    search: ['numero', 'socio'],
  }),
};

const everything = (subject: string) => ['list', 'view', 'insert', 'update'].map((action) => `${subject}:${action}`);
const counted = { prefer: 'count=exact' };

forEachDatabase((open) => {
  let database: Database;
  let product: TestProduct;
  let admin: Caller;
  const ids = new Map<string, number>();
  const id = (name: string): number => ids.get(name) ?? 0;
  const found = async (who: Caller, q: string, more = ''): Promise<readonly unknown[]> => {
    const answer = await who.call('GET', `/api/vendas?q=${encodeURIComponent(q)}${more}`);
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return (answer.json() as readonly { numero: string }[]).map(({ numero }) => numero);
  };

  beforeAll(async () => {
    database = await open({ from: 'product' });
    product = await startTestProduct(database, { files });
    admin = await product.as(administrator.login, administrator.password);
    for (const nome of ['Norte', 'Sul']) ids.set(nome, await insertRow(admin, '/lojas', { nome }));
    for (const [nome, apelido, documento, loja] of [
      ['Joana Araújo', 'Jô', '52998224725', 'Norte'],
      ['Joana Souza', 'Nana', null, 'Sul'],
      ['Caio Norte', null, null, 'Sul'],
    ] as const)
      ids.set(nome, await insertRow(admin, '/socios', { nome, apelido, documento, loja_id: id(loja) }));
    for (const [numero, socio, loja, valor] of [
      ['v1', 'Joana Araújo', 'Norte', 1],
      ['v2', 'Joana Souza', 'Sul', 2],
      ['v3', 'Caio Norte', 'Sul', 4],
      ['v4', undefined, 'Norte', 8],
      ['v5 araujo', undefined, undefined, 16],
    ] as const) {
      const related = { socio_id: socio ? id(socio) : null, loja_id: loja ? id(loja) : null };
      await insertRow(admin, '/vendas', { numero, ...related, valor });
    }
  });

  test.each<readonly [string, readonly string[]]>([
    ['v2', ['v2']],
    ['joana', ['v1', 'v2']],
    ['JOANA  Araujo', ['v1']],
    // The own texts of one, and those of the person of another.
    ['araújo', ['v1', 'v5 araujo']],
    // By any of several relations, each record once.
    ['norte', ['v1', 'v3', 'v4']],
    ['529.982.247-25', ['v1']],
    ['nana', ['v2']],
    // Words of two places are of no single one.
    ['joana sul', []],
    ['v1 joana', []],
    ['ninguém', []],
    ['%', []],
  ])('finds by %s', async (words, expected) => {
    expect(await found(admin, words)).toEqual(expected);
  });

  test('orders, pages, narrows, embeds, counts, sums and exports what it finds as any list', async () => {
    expect(await found(admin, 'norte', '&order=valor.desc&limit=2')).toEqual(['v4', 'v3']);
    const first = await admin.call('GET', '/api/vendas?q=norte&limit=2');
    expect(await found(admin, 'norte', `&limit=2&cursor=${first.headers['fichario-next-cursor']}`)).toEqual(['v4']);
    expect(await found(admin, 'norte', '&socio_id=not.is.null')).toEqual(['v1', 'v3']);
    // A condition that empties the embed says nothing about where the words are.
    expect(
      (await admin.call('GET', '/api/vendas?q=joana&select=numero,socio(nome)&socio.nome=has.souza')).json(),
    ).toEqual([
      { numero: 'v1', socio: null },
      { numero: 'v2', socio: { nome: 'Joana Souza' } },
    ]);
    const head = await admin.call('HEAD', '/api/vendas?q=norte', { headers: counted });
    expect(head.headers['content-range']).toBe('0-2/3');
    expect((await admin.call('GET', '/api/vendas?q=norte&select=valor.sum(),count()')).json()).toEqual([
      { sum: 13, count: 3 },
    ]);
    const csv = await admin.call('GET', '/api/vendas?q=norte&select=numero', { headers: { accept: 'text/csv' } });
    expect(csv.body.trim().split(/\r?\n/)).toEqual(['numero', 'v1', 'v3', 'v4']);
    expect((await admin.call('GET', '/api/vendas/souza')).json()).toMatchObject([{ numero: 'v2' }]);
  });

  test('tells by a term whom each found record concerns, as its list shows it', async () => {
    expect((await admin.call('GET', '/api/vendas/norte')).json()).toEqual([
      { id: expect.any(Number), numero: 'v1', label: 'v1', detail: 'Joana Araújo · Norte' },
      { id: expect.any(Number), numero: 'v3', label: 'v3', detail: 'Caio Norte · Sul' },
      { id: expect.any(Number), numero: 'v4', label: 'v4', detail: 'Norte' },
    ]);
    // A registry whose search reads its own texts alone has nothing to add.
    expect((await admin.call('GET', '/api/lojas/norte')).json()).toEqual([
      { id: id('Norte'), nome: 'Norte', label: 'Norte' },
    ]);
  });

  test('tells of nothing sensitive, also where the list shows it', async () => {
    const socio_id = await insertRow(admin, '/socios', { nome: 'Rute Lima', saude: 'Asma' });
    await insertRow(admin, '/laudos', { numero: 'l1', socio_id });
    expect((await admin.call('GET', '/api/laudos/rute')).json()).toEqual([
      { id: expect.any(Number), numero: 'l1', label: 'l1' },
    ]);
  });

  test('serves where the relation alone is searched', async () => {
    await insertRow(admin, '/recibos', { dia: 1, socio_id: id('Joana Souza') });
    await insertRow(admin, '/recibos', { dia: 2 });
    const answer = await admin.call('GET', '/api/recibos?q=souza&select=dia');
    expect(answer.json()).toEqual([{ dia: 1 }]);
    expect((await admin.call('GET', '/api/model/screen?path=/recibos')).json()).toMatchObject({ quickSearch: ['De'] });
  });

  test('chooses the records that a write changes', async () => {
    const changed = await admin.call('PATCH', '/api/vendas?q=caio&select=numero,valor', {
      body: { valor: 5 },
      headers: { prefer: 'return=representation' },
    });
    expect(changed.json()).toEqual([{ numero: 'v3', valor: 5 }]);
    await admin.call('PATCH', '/api/vendas?q=caio', { body: { valor: 4 } });
  });

  test('finds at a moment by the names of that moment', async () => {
    const nome = 'Rita Antiga';
    const rita = await insertRow(admin, '/socios', { nome });
    await insertRow(admin, '/vendas', { numero: 'v9', socio_id: rita });
    const { rows } = await database.query<{ now: string }>({
      text: `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as now`,
      values: [],
    });
    await admin.call('PATCH', `/api/socios?id=eq.${rita}`, { body: { nome: 'Rita Nova' } });
    const then = `&as_of=${encodeURIComponent(rows[0]?.now ?? '')}`;
    expect(await found(admin, 'antiga', then)).toEqual(['v9']);
    expect(await found(admin, 'nova', then)).toEqual([]);
    expect(await found(admin, 'antiga')).toEqual([]);
    expect(await found(admin, 'rita nova')).toEqual(['v9']);
  });

  describe('for who reads less', () => {
    const login = async (name: string, rights: readonly string[], more: Parameters<typeof createUser>[3] = {}) => {
      const user = await createUser(database, name, rights, more);
      return product.as(user.login, user.password);
    };

    test('looks in no record that is closed to them, nor through a relation that is', async () => {
      const clerk = await login('balconista', [...everything('venda'), ...everything('loja')]);
      expect(await found(clerk, 'joana')).toEqual([]);
      expect(await found(clerk, 'norte')).toEqual(['v1', 'v4']);
      // A column that would be blank in every row is not there, nor among what is searched.
      const { columns, quickSearch } = (
        await clerk.call('GET', '/api/model/screen?path=/vendas')
      ).json() as ScreenModel;
      expect([columns.map(({ key }) => key), quickSearch]).toEqual([
        ['numero', 'loja', 'valor'],
        ['Número', 'Loja'],
      ]);
      const blind = await login('sem-socio', [...everything('venda'), ...everything('socio')], {
        hidden: ['venda.socio'],
      });
      expect(await found(blind, 'joana')).toEqual([]);
      const receipts = await login('sem-nada', everything('recibo'));
      const refused = await receipts.call('GET', '/api/recibos?q=souza');
      expect([refused.statusCode, refused.json()]).toEqual([
        400,
        await refusalBody('REQUEST_COLUMN_UNKNOWN', { column: 'q', entity: 'Recibo' }),
      ]);
      expect((await receipts.call('GET', '/api/model/screen?path=/recibos')).json()).toMatchObject({ quickSearch: [] });
    });

    test('tells of nobody who is kept from them', async () => {
      const clerk = await login('caixa', [...everything('venda'), ...everything('loja')]);
      expect((await clerk.call('GET', '/api/vendas/v1')).json()).toMatchObject([{ numero: 'v1', detail: 'Norte' }]);
      for (const how of ['hidden', 'masked'] as const) {
        const some = await login(`caixa-${how}`, [...everything('venda'), ...everything('socio')], {
          [how]: ['socio.nome'],
        });
        expect(JSON.stringify((await some.call('GET', '/api/vendas/v1')).json())).not.toContain('Joana');
      }
      const own = await login('caixa-sul', [...everything('venda'), ...everything('socio')], {
        roles: { operadora: false, prestador: true, prestador_registro: id('Sul') },
      });
      expect((await own.call('GET', '/api/vendas/v1')).json()).toMatchObject([{ numero: 'v1', detail: '' }]);
    });

    test.each<['hidden' | 'masked']>([['hidden'], ['masked']])('finds nothing by a %s text', async (how) => {
      const some = await login(`sem-apelido-${how}`, [...everything('venda'), ...everything('socio')], {
        [how]: ['socio.apelido', 'socio.documento'],
      });
      expect(await found(some, 'nana')).toEqual([]);
      expect(await found(some, '52998224725')).toEqual([]);
      expect(await found(some, 'souza')).toEqual(['v2']);
      // One word in what is kept and one in what is open.
      expect(await found(some, 'nana souza')).toEqual([]);
      const head = await some.call('HEAD', '/api/vendas?q=nana', { headers: counted });
      expect(head.headers['content-range']).toBe('*/0');
    });

    test('finds by none of the records of others', async () => {
      const own = await login('loja-sul', [...everything('venda'), ...everything('socio')], {
        roles: { operadora: false, prestador: true, prestador_registro: id('Sul') },
      });
      // Sales confine nobody; people are those of the own shop.
      expect(await found(own, 'joana')).toEqual(['v2']);
      expect(await found(own, 'araujo')).toEqual(['v5 araujo']);
    });
  });

  describe('over many records', () => {
    const names = ['ana', 'anabela', 'bruno', 'bela', 'x'];
    /** More than a search sorts at once share a name: those are read in the order of the list. */
    const many = 6000;

    beforeAll(async () => {
      await database.execute(`insert into socio (nome) select n from unnest(array['${names.join("','")}']) n;
        insert into venda (numero, socio_id, valor)
          select 'w' || lpad(((i * 7919) % ${many})::text, 5, '0'), s.id, i % 11 from generate_series(0, ${many - 1}) i
            join socio s on s.nome = (array['${names.join("','")}'])[case when i % 2 = 0 then 1 else 1 + i % 5 end];
        analyze venda; analyze socio`);
    });

    const numbers = Array.from({ length: 10 }, (_one, index) => String(index));
    const words = fc.oneof(fc.constantFrom(...names, 'an', 'el', 'be', 'w0000', 'zz'), fc.constantFrom(...numbers));

    test('finds, pages and counts what has all the words in its number or in the name that it points at', async () => {
      const { rows } = await database.query<{ numero: string; nome: string; valor: number }>({
        text: `select numero, coalesce(s.nome, '') as nome, valor from venda v left join socio s on s.id = v.socio_id
          where numero like 'w%' order by numero`,
        values: [],
      });
      await fc.assert(
        fc.asyncProperty(
          fc.uniqueArray(words, { minLength: 1, maxLength: 2 }),
          fc.boolean(),
          async (some, narrowed) => {
            const has = (text: string): boolean => some.every((word) => text.includes(word));
            const expected = rows.filter(
              ({ numero, nome, valor }) => (has(numero) || has(nome)) && (!narrowed || valor > 5),
            );
            const asked = `q=${some.join('%20')}&numero=like.w*${narrowed ? '&valor=gt.5' : ''}`;
            const url = `/api/vendas?select=numero&limit=300&${asked}`;
            const first = await admin.call('GET', url);
            const cursor = first.headers['fichario-next-cursor'];
            const second = cursor === undefined ? [] : (await admin.call('GET', `${url}&cursor=${cursor}`)).json();
            const pages = [first.json(), second].flat() as readonly { numero: string }[];
            expect(pages.map(({ numero }) => numero)).toEqual(expected.slice(0, 600).map(({ numero }) => numero));
            const sums = await admin.call('GET', `/api/vendas?select=count(),valor.sum()&${asked}`);
            expect(sums.json()).toEqual([
              {
                count: expected.length,
                sum: expected.length === 0 ? null : expected.reduce((total, { valor }) => total + valor, 0),
              },
            ]);
          },
        ),
        { numRuns: 40 },
      );
    });
  });
});
