/** `@supabase/postgrest-js`, unchanged, over real connections. */
import { PostgrestClient } from '@supabase/postgrest-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { forEachDatabase } from '../../../support/databases.ts';
import type { ForeignProduct } from './foreign-product.ts';
import { startForeignProduct } from './foreign-product.ts';

forEachDatabase((open) => {
  let product: ForeignProduct;
  let client: PostgrestClient;
  let reader: PostgrestClient;

  beforeAll(async () => {
    product = await startForeignProduct(await open());
    const withToken = (token: string) =>
      new PostgrestClient(product.url, { headers: { authorization: `Bearer ${token}` } });
    client = withToken(product.adminToken);
    reader = withToken(product.readerToken);
  });
  afterAll(() => product?.close());

  test('lists with filters, order and a page, with the exact count', async () => {
    const answer = await client
      .from('cidades')
      .select('nome, uf', { count: 'exact' })
      .eq('uf', 'MG')
      .order('nome', { ascending: false })
      .range(0, 1);
    expect(answer).toMatchObject({ error: null, count: 3, status: 206 });
    expect(answer.data).toEqual([
      { nome: 'Uberlândia', uf: 'MG' },
      { nome: 'Belo Horizonte', uf: 'MG' },
    ]);
    const next = await client
      .from('cidades')
      .select('nome')
      .eq('uf', 'MG')
      .order('nome', { ascending: false })
      .range(2, 3);
    expect(next.data).toEqual([{ nome: 'Araxá' }]);
  });

  test.each([
    ['planned', { count: 'planned' }],
    ['estimated', { count: 'estimated' }],
  ] as const)('counts by the planner where %s is asked for', async (_name, options) => {
    const { count, error } = await client.from('cidades').select('id', options);
    expect(error).toBeNull();
    expect(count).toBeGreaterThan(0);
  });

  test('counts alone by HEAD', async () => {
    const answer = await client.from('cidades').select('*', { count: 'exact', head: true }).eq('ativo', false);
    expect(answer).toMatchObject({ data: null, error: null, count: 2 });
  });

  const names = async (query: PromiseLike<{ data: unknown; error: unknown }>): Promise<unknown> => {
    const { data, error } = await query;
    expect(error).toBeNull();
    return (data as { nome: string }[]).map(({ nome }) => nome);
  };
  const cities = () => client.from('cidades').select('nome').order('nome');

  test('filters by every operator that the columns have', async () => {
    expect(await names(cities().neq('uf', 'MG'))).toEqual(['Rio de Janeiro']);
    expect(await names(cities().gt('ibge', '3170000'))).toEqual(['Rio de Janeiro', 'Uberlândia']);
    expect(await names(cities().gte('ibge', '3170206').lt('ibge', '3200000'))).toEqual(['Uberlândia']);
    expect(await names(cities().lte('ibge', '3104007'))).toEqual(['Araxá']);
    expect(await names(cities().like('nome', 'Belo%'))).toEqual(['Belo Horizonte']);
    expect(await names(cities().ilike('nome', '%DE%'))).toEqual(['Rio de Janeiro']);
    expect(await names(cities().likeAnyOf('nome', ['Belo%', 'Rio%']))).toEqual(['Belo Horizonte', 'Rio de Janeiro']);
    expect(await names(cities().ilikeAllOf('nome', ['%de%', '%JANEIRO']))).toEqual(['Rio de Janeiro']);
    expect(await names(cities().is('ddd', null))).toEqual(['Araxá']);
    expect(await names(cities().is('ativo', false))).toEqual(['Belo Horizonte', 'Rio de Janeiro']);
    expect(await names(cities().isDistinct('ddd', '31'))).toEqual(['Araxá', 'Rio de Janeiro', 'Uberlândia']);
    expect(await names(cities().in('nome', ['Araxá', 'Lugar, com (vírgula)']))).toEqual(['Araxá']);
    expect(await names(cities().not('uf', 'eq', 'MG'))).toEqual(['Rio de Janeiro']);
    expect(await names(cities().match({ uf: 'MG', ddd: '34' }))).toEqual(['Uberlândia']);
    expect(await names(cities().or('uf.eq.RJ,and(uf.eq.MG,ddd.is.null)'))).toEqual(['Araxá', 'Rio de Janeiro']);
    expect(await names(cities().textSearch('nome', 'janeiro', { type: 'websearch', config: 'simple' }))).toEqual([
      'Rio de Janeiro',
    ]);
  });

  test('orders empty values first or last', async () => {
    const ordered = (nullsFirst: boolean) =>
      names(client.from('cidades').select('nome').eq('uf', 'MG').order('ddd', { nullsFirst }));
    expect(await ordered(true)).toEqual(['Araxá', 'Belo Horizonte', 'Uberlândia']);
    expect(await ordered(false)).toEqual(['Belo Horizonte', 'Uberlândia', 'Araxá']);
  });

  test('embeds a to-one relation, renamed, filtered and spread', async () => {
    const plain = await client.from('distritos').select('nome, cidade(nome, uf)').eq('codigo', '330455705');
    expect(plain.data).toEqual([{ nome: 'Centro', cidade: { nome: 'Rio de Janeiro', uf: 'RJ' } }]);
    const renamed = await client
      .from('distritos')
      .select('nome, municipio:cidade!cidade_id(uf)')
      .order('codigo')
      .limit(1);
    expect(renamed.data).toEqual([{ nome: 'Barreiro', municipio: { uf: 'MG' } }]);
    const inner = await client.from('distritos').select('nome, cidade!inner(uf)').eq('cidade.uf', 'RJ');
    expect(inner.data).toEqual([{ nome: 'Centro', cidade: { uf: 'RJ' } }]);
    const spread = await client.from('distritos').select('nome, ...cidade(estado:uf)').eq('nome', 'Centro');
    expect(spread.data).toEqual([{ nome: 'Centro', estado: 'RJ' }]);
    const ordered = await client.from('distritos').select('nome').order('cidade(nome)', { ascending: false }).limit(1);
    expect(ordered.data).toEqual([{ nome: 'Centro' }]);
  });

  test('embeds a to-many relation, ordered, limited and counted', async () => {
    const all = await client
      .from('cidades')
      .select('nome, distritos(nome)')
      .eq('uf', 'MG')
      .order('nome')
      .order('nome', { referencedTable: 'distritos', ascending: false });
    expect(all.data).toEqual([
      { nome: 'Araxá', distritos: [] },
      { nome: 'Belo Horizonte', distritos: [{ nome: 'Venda Nova' }, { nome: 'Barreiro' }] },
      { nome: 'Uberlândia', distritos: [] },
    ]);
    const first = await client
      .from('cidades')
      .select('nome, distritos!inner(nome)')
      .order('nome')
      .order('nome', { referencedTable: 'distritos' })
      .limit(1, { referencedTable: 'distritos' });
    expect(first.data).toEqual([
      { nome: 'Belo Horizonte', distritos: [{ nome: 'Barreiro' }] },
      { nome: 'Rio de Janeiro', distritos: [{ nome: 'Centro' }] },
    ]);
    const counted = await client.from('cidades').select('nome, distritos(count)').eq('nome', 'Belo Horizonte');
    expect(counted.data).toEqual([{ nome: 'Belo Horizonte', distritos: [{ count: 2 }] }]);
  });

  test('answers as CSV', async () => {
    const answer = await client.from('cidades').select('ibge,nome,ddd').eq('uf', 'MG').order('nome').csv();
    expect(answer.error).toBeNull();
    expect(String(answer.data).trim().split('\n')).toEqual([
      'ibge,nome,ddd',
      '3104007,Araxá,',
      '3106200,Belo Horizonte,31',
      '3170206,Uberlândia,34',
    ]);
  });

  test('reads one row, or says that there is none', async () => {
    const one = await client.from('cidades').select('nome').eq('ibge', '3104007').single();
    expect(one).toMatchObject({ error: null, data: { nome: 'Araxá' } });
    const none = await client.from('cidades').select('nome').eq('ibge', '0000000').single();
    expect(none).toMatchObject({ data: null, status: 406, error: { code: 'PGRST116' } });
    const many = await client.from('cidades').select('nome').single();
    expect(many).toMatchObject({ data: null, status: 406, error: { code: 'PGRST116' } });
    const maybe = await client.from('cidades').select('nome').eq('ibge', '0000000').maybeSingle();
    expect(maybe).toMatchObject({ data: null, error: null });
  });

  test('inserts one row and many, with and without an answer', async () => {
    const silent = await client.from('bancos').insert({ codigo: '901', nome: 'Banco Um' });
    expect(silent).toMatchObject({ data: null, error: null, status: 201 });
    const one = await client
      .from('bancos')
      .insert({ codigo: '902', nome: 'Banco Dois' })
      .select('codigo, nome')
      .single();
    expect(one).toMatchObject({ error: null, status: 201, data: { codigo: '902', nome: 'Banco Dois' } });
    const many = await client
      .from('bancos')
      .insert([
        { codigo: '903', nome: 'Banco Três' },
        { codigo: '904', nome: 'Banco Quatro', ispb: '12345678' },
      ])
      .select('codigo, ispb')
      .order('codigo');
    expect(many).toMatchObject({ error: null, status: 201 });
    expect(many.data).toEqual([
      { codigo: '903', ispb: null },
      { codigo: '904', ispb: '12345678' },
    ]);
    const without = await client.from('bancos').insert([{ codigo: '905', nome: 'Cinco' }], { defaultToNull: false });
    expect(without.error).toBeNull();
  });

  test('inserts or changes by a unique key', async () => {
    await client.from('bancos').insert({ codigo: '911', nome: 'Antes', nome_reduzido: 'Fica' });
    const merged = await client
      .from('bancos')
      .upsert(
        [
          { codigo: '911', nome: 'Depois' },
          { codigo: '912', nome: 'Novo' },
        ],
        { onConflict: 'codigo' },
      )
      .select('codigo, nome, nome_reduzido, versao')
      .order('codigo');
    expect(merged.error).toBeNull();
    expect(merged.data).toEqual([
      { codigo: '911', nome: 'Depois', nome_reduzido: 'Fica', versao: 2 },
      { codigo: '912', nome: 'Novo', nome_reduzido: null, versao: 1 },
    ]);
    const ignored = await client
      .from('bancos')
      .upsert({ codigo: '911', nome: 'Outra vez' }, { onConflict: 'codigo', ignoreDuplicates: true })
      .select('codigo');
    expect(ignored).toMatchObject({ error: null, data: [] });
    const kept = await client.from('bancos').select('nome').eq('codigo', '911').single();
    expect(kept.data).toEqual({ nome: 'Depois' });
    const noKey = await client.from('bancos').upsert({ codigo: '913', nome: 'X' }, { onConflict: 'nome' });
    expect(noKey).toMatchObject({ status: 400, data: null });
  });

  test('changes and deletes what a filter picks', async () => {
    await client.from('bancos').insert([
      { codigo: '921', nome: 'A mudar' },
      { codigo: '922', nome: 'A mudar' },
    ]);
    const silent = await client.from('bancos').update({ nome: 'Mudado' }).eq('codigo', '921');
    expect(silent).toMatchObject({ data: null, error: null, status: 204 });
    const shown = await client.from('bancos').update({ nome: 'Mudado' }).eq('codigo', '922').select('codigo, nome');
    expect(shown).toMatchObject({ error: null, status: 200, data: [{ codigo: '922', nome: 'Mudado' }] });
    const counted = await client.from('bancos').update({ nome: 'De novo' }, { count: 'exact' }).eq('nome', 'Mudado');
    expect(counted).toMatchObject({ error: null, count: 2 });
    const bounded = await client.from('bancos').delete().eq('nome', 'De novo').maxAffected(1);
    expect(bounded).toMatchObject({ status: 400, error: { code: 'PGRST124' } });
    const tried = await client
      .from('bancos')
      .delete()
      .eq('nome', 'De novo')
      .select('codigo')
      .order('codigo')
      .rollback();
    expect(tried).toMatchObject({ error: null, data: [{ codigo: '921' }, { codigo: '922' }] });
    const gone = await client.from('bancos').delete().eq('nome', 'De novo').select('codigo').order('codigo');
    expect(gone).toMatchObject({ error: null, status: 200, data: [{ codigo: '921' }, { codigo: '922' }] });
    expect((await client.from('bancos').select('codigo').eq('nome', 'De novo')).data).toEqual([]);
  });

  test('refuses to change or delete everything', async () => {
    expect(await client.from('bancos').update({ nome: 'Todos' })).toMatchObject({
      status: 400,
      error: { code: '21000' },
    });
    expect(await client.from('bancos').delete()).toMatchObject({ status: 400, error: { code: '21000' } });
  });

  test('says what is wrong in the form that the client knows', async () => {
    await client.from('bancos').insert({ codigo: '931', nome: 'Um' });
    const twice = await client.from('bancos').insert({ codigo: '931', nome: 'Dois' });
    expect(twice).toMatchObject({ status: 409, error: { code: '23505' } });
    const stale = await client
      .from('bancos')
      .update({ nome: 'Velho' })
      .eq('codigo', '931')
      .setHeader('If-Match', '"7"');
    expect(stale).toMatchObject({ status: 412, error: { code: 'RECORD_CHANGED' } });
    const column = await client.from('bancos').select('nomee');
    expect(column).toMatchObject({ status: 400, error: { code: '42703', hint: expect.stringContaining('nome') } });
    const filter = await client.from('bancos').select('nome').eq('senha', 'x');
    expect(filter).toMatchObject({ status: 400, error: { code: '42703' } });
    const embed = await client.from('bancos').select('nome, agencias(nome)');
    expect(embed).toMatchObject({ status: 400, error: { code: 'PGRST200' } });
    const resource = await client.from('nada').select();
    expect(resource).toMatchObject({ status: 404, error: { code: 'PGRST205' } });
    const value = await client.from('cidades').select('nome').eq('id', 'abc');
    expect(value).toMatchObject({ status: 400, error: { code: '22P02' } });
    const operator = await client.from('cidades').select('nome').contains('nome', ['a']);
    expect(operator.status).toBe(400);
    const referenced = await client.from('cidades').delete().eq('ibge', '3106200');
    expect(referenced).toMatchObject({ status: 409, error: { code: '23503' } });
    expect(await client.rpc('now')).toMatchObject({ status: 404 });
  });

  test('refuses who has no right and who has no token', async () => {
    expect((await reader.from('cidades').select('nome').limit(1)).error).toBeNull();
    const insert = await reader.from('cidades').insert({ ibge: '3500000', nome: 'Nova', uf: 'SP' });
    expect(insert).toMatchObject({ status: 403, error: { code: '42501' } });
    expect(await reader.from('bancos').update({ nome: 'X' }).eq('codigo', '931')).toMatchObject({ status: 403 });
    expect(await reader.from('cidades').select('nome, distritos(nome)')).toMatchObject({ status: 400 });
    const nobody = new PostgrestClient(product.url, { headers: { authorization: 'Bearer nenhum' } });
    expect(await nobody.from('cidades').select('nome')).toMatchObject({ status: 401, error: { code: 'PGRST301' } });
  });

  describe('records that own rows', () => {
    const quotes = { ascending: true, referencedTable: 'cotacoes' };

    test('are listed with their rows, which are filtered, ordered, limited and counted', async () => {
      const all = await client.from('indexadores').select('codigo, cotacoes(inicio, fim, valor)').order('codigo');
      expect(all.error).toBeNull();
      expect(all.data?.slice(0, 2)).toEqual([
        {
          codigo: 'CH',
          cotacoes: [
            { inicio: '2024-01-01', fim: '2024-12-31', valor: 0.123456 },
            { inicio: '2025-01-01', fim: null, valor: 1.5 },
          ],
        },
        { codigo: 'IPCA', cotacoes: [] },
      ]);
      const some = await client
        .from('indexadores')
        .select('codigo, cotacoes!inner(valor)', { count: 'exact' })
        .gt('cotacoes.valor', 1);
      expect(some).toMatchObject({ error: null, count: 1, data: [{ codigo: 'CH', cotacoes: [{ valor: 1.5 }] }] });
      const last = await client
        .from('indexadores')
        .select('cotacoes(valor)')
        .eq('codigo', 'CH')
        .order('inicio', { ...quotes, ascending: false })
        .limit(1, { referencedTable: 'cotacoes' });
      expect(last.data).toEqual([{ cotacoes: [{ valor: 1.5 }] }]);
      const counted = await client.from('indexadores').select('cotacoes(count)').eq('codigo', 'CH').single();
      expect(counted.data).toEqual({ cotacoes: [{ count: 2 }] });
    });

    test('are inserted and changed with their rows, all or nothing', async () => {
      const one = await client
        .from('indexadores')
        .insert({
          codigo: 'AMB',
          descricao: 'Tabela AMB',
          tipo: 'COEFICIENTE',
          cotacoes: [
            { inicio: '2023-01-01', fim: '2023-12-31', valor: 0.3 },
            { inicio: '2024-01-01', valor: 0.35 },
          ],
        })
        .select('id, versao, cotacoes(id, valor)')
        .single();
      expect(one).toMatchObject({
        error: null,
        status: 201,
        data: { versao: 1, cotacoes: [{ valor: 0.3 }, { valor: 0.35 }] },
      });
      const { id, cotacoes } = one.data as { id: number; cotacoes: { id: number }[] };
      const kept = cotacoes[1]?.id;
      const changed = await client
        .from('indexadores')
        .update({ descricao: 'AMB 92', cotacoes: [{ id: kept, valor: 0.4 }] })
        .eq('id', id)
        .setHeader('If-Match', '"1"')
        .select('descricao, versao, cotacoes(id, inicio, valor)')
        .single();
      expect(changed).toMatchObject({ error: null, status: 200 });
      expect(changed.data).toEqual({
        descricao: 'AMB 92',
        versao: 2,
        cotacoes: [{ id: kept, inicio: '2024-01-01', valor: 0.4 }],
      });
      // rows that are not named stay
      await client.from('indexadores').update({ ativo: false }).eq('id', id);
      const rest = await client.from('indexadores').select('ativo, cotacoes(valor)').eq('id', id).single();
      expect(rest.data).toEqual({ ativo: false, cotacoes: [{ valor: 0.4 }] });
      expect(await client.from('indexadores').delete().eq('id', id)).toMatchObject({ error: null, status: 204 });
    });

    test.each([
      [
        'rows that overlap',
        [
          { inicio: '2024-01-01', valor: 1 },
          { inicio: '2025-01-01', valor: 2 },
        ],
        422,
        '23514',
      ],
      ['a row without its value', [{ inicio: '2024-01-01' }], 422, '23514'],
      ['a field that no row has', [{ inicio: '2024-01-01', valor: 1, preco: 2 }], 422, '23514'],
      ['a row of another record', [{ id: 1, valor: 2 }], 422, '23514'],
    ])('are refused with %s, and stay as they were', async (_name, cotacoes, status, code) => {
      const answer = await client.from('indexadores').update({ tipo: 'MOEDA', cotacoes }).eq('codigo', 'IPCA');
      expect(answer).toMatchObject({ data: null, status, error: { code } });
      const kept = await client.from('indexadores').select('tipo, cotacoes(valor)').eq('codigo', 'IPCA').single();
      expect(kept.data).toEqual({ tipo: 'INDICE', cotacoes: [] });
    });

    test('are not changed with their rows many at once, nor by an upsert', async () => {
      const cotacoes = [{ inicio: '2024-01-01', valor: 1 }];
      expect(await client.from('indexadores').update({ cotacoes }).in('codigo', ['CH', 'IPCA'])).toMatchObject({
        status: 400,
        error: { code: 'REQUEST_ARRAY_MANY' },
      });
      const merged = { codigo: 'IPCA', descricao: 'x', tipo: 'INDICE', cotacoes };
      expect(await client.from('indexadores').upsert(merged, { onConflict: 'codigo' })).toMatchObject({
        status: 400,
        error: { code: 'REQUEST_ARRAY_UPSERT' },
      });
      expect(await reader.from('indexadores').update({ cotacoes }).eq('codigo', 'IPCA')).toMatchObject({ status: 403 });
    });
  });

  describe('a registry of another module', () => {
    const rates = () => client.from('tabelas-juros-multas');

    test('is listed by numbers and days, with a relation of another name than its target', async () => {
      const answer = await rates()
        .select('multa, juros_mes, inicio, indice(codigo, cotacoes(valor))', { count: 'exact' })
        .lt('juros_mes', 1.1)
        .gte('inicio', '2024-01-01')
        .order('inicio');
      expect(answer).toMatchObject({ error: null, count: 2 });
      expect(answer.data).toEqual([
        { multa: 2, juros_mes: 1, inicio: '2024-01-01', indice: { codigo: 'IPCA', cotacoes: [] } },
        { multa: 2, juros_mes: 0.5, inicio: '2025-01-01', indice: null },
      ]);
      const behind = await rates().select('juros_mes, indice!inner()').eq('indice.codigo', 'IPCA');
      expect(behind.data).toEqual([{ juros_mes: 1 }]);
      const users = await client
        .from('indexadores')
        .select('codigo, tabelas-juros-multas(juros_mes)')
        .eq('codigo', 'IPCA');
      expect(users.data).toEqual([{ codigo: 'IPCA', 'tabelas-juros-multas': [{ juros_mes: 1 }] }]);
    });

    test('inserts, changes and deletes, and refuses what its rules refuse', async () => {
      const row = { multa: 1.5, juros_mes: 0.75, inicio: '2026-01-01', fim: '2026-06-30', indice_id: 1 };
      const made = await rates().insert(row).select('id, multa, carencia_dias, indice(codigo)').single();
      expect(made).toMatchObject({ status: 201, data: { multa: 1.5, carencia_dias: 0, indice: { codigo: 'CH' } } });
      const { id } = made.data as { id: number };
      const moved = await rates()
        .update({ indice_id: null, carencia_dias: 5 })
        .eq('id', id)
        .select('carencia_dias, indice(codigo)');
      expect(moved.data).toEqual([{ carencia_dias: 5, indice: null }]);
      const refusals = [
        [rates().insert({ ...row, inicio: '2026-06-01', fim: null }), 409, '23P01'],
        [rates().insert({ ...row, inicio: '2027-01-01', fim: null, multa: 101 }), 422, '23514'],
        [rates().insert({ ...row, inicio: '2027-01-01', fim: null, indice_id: 99 }), 409, '23503'],
        [rates().update({ inicio: 'ontem' }).eq('id', id), 422, '23514'],
        [rates().update({ indice: 1 }).eq('id', id), 422, '23514'],
        [rates().select('*').eq('inicio', 'ontem'), 400, '22P02'],
        [client.from('indexadores').delete().eq('codigo', 'IPCA'), 409, '23503'],
        [reader.from('tabelas-juros-multas').select('*'), 403, '42501'],
      ] as const;
      for (const [query, status, code] of refusals)
        expect(await query).toMatchObject({ data: null, status, error: { code } });
      expect(await rates().delete().eq('id', id)).toMatchObject({ error: null, status: 204 });
    });
  });
});
