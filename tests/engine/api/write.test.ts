/** Changes and deletions: at a version, by a filter, under limits, against what must be unique or is pointed at. */
import { beforeAll, expect, test } from 'vitest';
import { forEachDatabase } from '../../support/databases.ts';
import { refusalBody, refusalOf } from '../../support/product.ts';
import type { WriteStage } from './write-stage.ts';
import { back, good, one, openWriteStage } from './write-stage.ts';

forEachDatabase((open, kind) => {
  let stage: WriteStage;
  beforeAll(async () => {
    stage = await openWriteStage(open);
  });
  /** Sessions of this database that wait for another's lock. */
  const waiting = async (): Promise<unknown> =>
    (
      await stage.database.query<{ n: number }>({
        text: `select count(*)::integer as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        values: [],
      })
    ).rows[0]?.n;

  test('updates one record at the version that the caller saw', async () => {
    const id = await stage.insert('/bancos', { codigo: '010', nome: 'Antes', site: 'https://a.br' });
    const answer = await stage.admin.call('PATCH', `/api/bancos?id=eq.${id}&select=nome,site,versao,alterado_por`, {
      body: { nome: 'Depois', site: '' },
      headers: { ...back, 'if-match': '"1"' },
    });
    expect([answer.statusCode, answer.headers['etag'], answer.headers['content-range']]).toEqual([200, '"2"', '*/1']);
    expect(answer.json()).toEqual([{ nome: 'Depois', site: null, versao: 2, alterado_por: 1 }]);
    const minimal = await stage.admin.call('PATCH', `/api/bancos?id=eq.${id}`, {
      body: { nome: 'Mais' },
      headers: { 'if-match': 'W/"2"' },
    });
    expect([minimal.statusCode, minimal.body, minimal.headers['etag']]).toEqual([204, '', '"3"']);
    const any = await stage.admin.call('PATCH', `/api/bancos?id=eq.${id}`, {
      body: { nome: 'x' },
      headers: { 'if-match': '*' },
    });
    expect(any.statusCode).toBe(204);
  });

  test('refuses an older version with the fields in conflict, those being written first', async () => {
    const id = await stage.insert('/bancos', { codigo: '011', nome: 'Base' });
    await stage.admin.call('PATCH', `/api/bancos?id=eq.${id}`, { body: { nome: 'Deles', ispb: '12345678' } });
    const at = { entity: 'banco', record: id };
    const mine = await stage.admin.call('PATCH', `/api/bancos?id=eq.${id}`, {
      body: { nome: 'Meu' },
      headers: { 'if-match': '"1"' },
    });
    expect(refusalOf(mine)).toEqual({
      status: 412,
      body: await refusalBody(
        'RECORD_CHANGED',
        { title: 'Banco', fields: ['Nome'] },
        { at, fields: [['nome', 'RECORD_FIELD_CHANGED', { field: 'Nome' }]] },
      ),
    });
    const apart = await stage.admin.call('PATCH', `/api/bancos?id=eq.${id}`, {
      body: { site: 'https://b.br' },
      headers: { 'if-match': '"1"' },
    });
    expect(refusalOf(apart)).toEqual({
      status: 412,
      body: await refusalBody(
        'RECORD_CHANGED',
        { title: 'Banco', fields: ['ISPB', 'Nome'] },
        {
          at,
          fields: [
            ['ispb', 'RECORD_FIELD_CHANGED', { field: 'ISPB' }],
            ['nome', 'RECORD_FIELD_CHANGED', { field: 'Nome' }],
          ],
        },
      ),
    });
    expect(await stage.rowOf('/bancos', id, 'nome,site,versao')).toEqual({ nome: 'Deles', site: null, versao: 2 });
    const removal = await stage.admin.call('DELETE', `/api/bancos?id=eq.${id}`, { headers: { 'if-match': '"1"' } });
    expect(removal.statusCode).toBe(412);
    // An answer that is to be one object changes nothing of it.
    for (const method of ['PATCH', 'DELETE'] as const) {
      const single = await stage.admin.call(method, `/api/bancos?id=eq.${id}`, {
        ...(method === 'PATCH' ? { body: { nome: 'Meu' } } : {}),
        headers: { ...one, 'if-match': '"1"' },
      });
      expect([method, single.statusCode]).toEqual([method, 412]);
    }
  });

  test('says that a record is gone, where it was to be written at a version', async () => {
    const id = await stage.insert('/bancos', { codigo: '012', nome: 'Efêmero' });
    expect(
      (await stage.admin.call('DELETE', `/api/bancos?id=eq.${id}`, { headers: { 'if-match': '"1"' } })).statusCode,
    ).toBe(204);
    const body = await refusalBody('RECORD_MISSING', { title: 'Banco' });
    for (const method of ['PATCH', 'DELETE'] as const)
      expect(
        refusalOf(
          await stage.admin.call(method, `/api/bancos?id=eq.${id}`, {
            ...(method === 'PATCH' ? { body: { nome: 'x' } } : {}),
            headers: { 'if-match': '"1"' },
          }),
        ),
      ).toEqual({ status: 404, body });
  });

  test('stores a value written in its mask without the literals, and no other way', async () => {
    const cepOf = async (cep: string): Promise<unknown> => {
      const answer = await stage.admin.call('POST', '/api/amostras?select=cep', {
        body: { nome: 'máscara', quantidade: 1, cep },
        headers: { prefer: 'return=representation' },
      });
      return answer.statusCode === 201 ? (answer.json() as { cep: string }[])[0]?.cep : answer.statusCode;
    };
    expect(await cepOf('31104-500')).toBe('31104500');
    expect(await cepOf('31104500')).toBe('31104500');
    for (const cep of ['311-04500', '31104-50', '31104--500', '31.104-500']) expect(await cepOf(cep)).toBe(422);
  });

  test('says where the id of a record goes, to who writes it into the address', async () => {
    for (const method of ['PATCH', 'DELETE'] as const)
      expect(
        refusalOf(await stage.admin.call(method, '/api/bancos/1', method === 'PATCH' ? { body: { nome: 'x' } } : {})),
      ).toEqual({
        status: 404,
        body: await refusalBody('ROUTE_UNKNOWN', { path: '/bancos/1' }, { suggestion: '/bancos?id=eq.1' }),
      });
  });

  test('refuses a version that is none', async () => {
    const answer = await stage.admin.call('PATCH', '/api/bancos?id=eq.1', {
      body: { nome: 'x' },
      headers: { 'if-match': '1' },
    });
    expect(refusalOf(answer)).toEqual({
      status: 400,
      body: await refusalBody('REQUEST_QUERY_INVALID', {
        parameter: 'If-Match',
        problem: '\'1\' não é uma versão entre aspas, como em If-Match: "3"',
      }),
    });
  });

  test('checks the version again where another write was under way, whatever the answer embeds', async () => {
    const id = await stage.insert('/distritos', { codigo: '310620099', nome: 'Disputado', cidade_id: stage.cityId });
    const held = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const other = stage.database.transaction(async (transaction) => {
      await transaction.query({
        text: `update distrito set nome = 'Primeiro', versao = versao + 1 where id = $1::text::bigint`,
        values: [String(id)],
      });
      locked.resolve();
      await held.promise;
    });
    await locked.promise;
    const late = stage.admin.call('PATCH', `/api/distritos?id=eq.${id}&select=nome,cidade(nome)&cidade.uf=eq.MG`, {
      body: { nome: 'Segundo' },
      headers: { ...back, 'if-match': '"1"' },
    });
    if (kind === 'postgres') await expect.poll(waiting, { timeout: 20_000 }).toBe(1);
    held.resolve();
    await other;
    expect((await late).statusCode).toBe(412);
    expect(await stage.rowOf('/distritos', id, 'nome,versao')).toEqual({ nome: 'Primeiro', versao: 2 });
  });

  test('asks the filter again of a row that another write changed meanwhile', async () => {
    const id = await stage.insert('/distritos', { codigo: '310620098', nome: 'Antes', cidade_id: stage.cityId });
    for (const late of [
      () =>
        stage.admin.call('PATCH', '/api/distritos?nome=eq.Antes&select=nome', {
          body: { ativo: false },
          headers: back,
        }),
      () => stage.admin.call('DELETE', '/api/distritos?nome=eq.Antes&select=nome', { headers: back }),
    ]) {
      await stage.database.execute(`update distrito set nome = 'Antes' where id = ${id}`);
      const [locked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const other = stage.database.transaction(async (transaction) => {
        await transaction.execute(`update distrito set nome = 'Depois' where id = ${id}`);
        locked.resolve();
        await held.promise;
      });
      await locked.promise;
      const answer = late();
      if (kind === 'postgres') await expect.poll(waiting, { timeout: 20_000 }).toBe(1);
      held.resolve();
      await other;
      expect([(await answer).statusCode, (await answer).json()]).toEqual([200, []]);
      expect(await stage.rowOf('/distritos', id, 'nome,ativo')).toEqual({ nome: 'Depois', ativo: true });
    }
  });

  test('changes and deletes what a filter picks, relations included', async () => {
    const rio = await stage.insert('/cidades', { ibge: '3304557', nome: 'Rio de Janeiro', uf: 'RJ' });
    for (const [index, cidade_id] of [stage.cityId, rio, rio].entries())
      await stage.insert('/distritos', { codigo: `90000000${index}`, nome: `Lote ${index}`, cidade_id });
    const changed = await stage.admin.call(
      'PATCH',
      '/api/distritos?nome=like.Lote*&cidade.uf=eq.RJ&select=nome,ativo',
      {
        body: { ativo: false },
        headers: back,
      },
    );
    expect([changed.statusCode, changed.json()]).toEqual([
      200,
      [
        { nome: 'Lote 1', ativo: false },
        { nome: 'Lote 2', ativo: false },
      ],
    ]);
    const none = await stage.admin.call('DELETE', '/api/distritos?nome=like.Lote*&cidade.uf=eq.SP');
    expect([none.statusCode, none.headers['content-range']]).toEqual([204, '*/0']);
    const gone = await stage.admin.call('DELETE', '/api/distritos?select=nome,cidade(nome)&cidade.uf=eq.RJ', {
      headers: back,
    });
    expect([gone.statusCode, gone.json()]).toEqual([
      200,
      [
        { nome: 'Lote 1', cidade: { nome: 'Rio de Janeiro' } },
        { nome: 'Lote 2', cidade: { nome: 'Rio de Janeiro' } },
      ],
    ]);
    expect(await stage.countOf('/distritos?nome=like.Lote*')).toBe('0-0/1');
  });

  test('writes nothing where more records are met than the caller expects', async () => {
    for (const nome of ['max1', 'max2', 'max3']) await stage.insert('/amostras', { ...good, nome });
    const body = await refusalBody('REQUEST_MAX_AFFECTED', { count: 3, maximum: 2 });
    const limit = { prefer: 'handling=strict, max-affected=2' };
    const change = await stage.admin.call('PATCH', '/api/amostras?nome=like.max*', {
      body: { quantidade: 9 },
      headers: limit,
    });
    expect(refusalOf(change)).toEqual({ status: 400, body });
    const removal = await stage.admin.call('DELETE', '/api/amostras?nome=like.max*', { headers: limit });
    expect(refusalOf(removal)).toEqual({ status: 400, body });
    expect(await stage.countOf('/amostras?nome=like.max*&quantidade=eq.1')).toBe('0-2/3');
    const three = await stage.admin.call('DELETE', '/api/amostras?nome=like.max*', {
      headers: { prefer: 'max-affected=3' },
    });
    expect([three.statusCode, three.headers['content-range']]).toEqual([204, '*/3']);
  });

  test('writes nothing under a limit that cannot be read', async () => {
    const id = await stage.insert('/amostras', good);
    const answer = await stage.admin.call('DELETE', `/api/amostras?id=eq.${id}`, {
      headers: { prefer: 'max-affected=um' },
    });
    expect(refusalOf(answer)).toEqual({
      status: 400,
      body: await refusalBody('REQUEST_QUERY_INVALID', {
        parameter: 'Prefer',
        problem: "'max-affected=um' não é um número",
      }),
    });
    expect(await stage.countOf(`/amostras?id=eq.${id}`)).toBe('0-0/1');
  });

  test('writes one record or none where the answer is to be one object', async () => {
    for (const nome of ['obj1', 'obj2']) await stage.insert('/amostras', { ...good, nome });
    const answer = await stage.admin.call('PATCH', '/api/amostras?nome=like.obj*', {
      body: { quantidade: 50 },
      headers: { ...back, ...one },
    });
    expect(refusalOf(answer)).toEqual({ status: 406, body: await refusalBody('REQUEST_SINGULAR', { count: 2 }) });
    expect(await stage.countOf('/amostras?quantidade=eq.50')).toBe('*/0');
    for (const headers of [one, { ...back, ...one }])
      for (const [method, query] of [
        ['PATCH', 'id=eq.999999'],
        ['DELETE', 'nome=eq.ninguém'],
      ] as const)
        expect(
          refusalOf(
            await stage.admin.call(method, `/api/amostras?${query}`, {
              ...(method === 'PATCH' ? { body: { quantidade: 50 } } : {}),
              headers,
            }),
          ),
        ).toEqual({ status: 406, body: await refusalBody('REQUEST_SINGULAR', { count: 0 }) });
    const single = await stage.admin.call('PATCH', '/api/amostras?nome=eq.obj1&select=nome', {
      body: { quantidade: 50 },
      headers: { ...back, ...one },
    });
    expect([single.statusCode, single.json()]).toEqual([200, { nome: 'obj1' }]);
  });

  test('writes one record or none at a version, whatever the filter picks', async () => {
    const ids: number[] = [];
    for (const nome of ['ver1', 'ver2']) ids.push(await stage.insert('/amostras', { ...good, nome }));
    for (const filter of ['nome=like.ver*', `id=in.(${ids})`, `id=eq(any).{${ids}}`]) {
      const many = await stage.admin.call('PATCH', `/api/amostras?${filter}`, {
        body: { quantidade: 60 },
        headers: { 'if-match': '"1"' },
      });
      expect(refusalOf(many)).toEqual({ status: 406, body: await refusalBody('REQUEST_SINGULAR', { count: 2 }) });
    }
    expect(await stage.countOf('/amostras?quantidade=eq.60')).toBe('*/0');
    const creation = await stage.admin.call('POST', '/api/amostras', { body: good, headers: { 'if-match': '"1"' } });
    expect(refusalOf(creation)).toEqual({
      status: 400,
      body: await refusalBody('REQUEST_PARAMETER_UNSUPPORTED', { parameter: 'If-Match' }),
    });
  });

  test('refuses a page of the rows to be written: no limit is passed over', async () => {
    for (const method of ['PATCH', 'DELETE'] as const)
      for (const [parameter, value] of [
        ['limit', '1'],
        ['offset', '1'],
        ['cursor', 'x'],
      ] as const) {
        const answer = await stage.admin.call(method, `/api/cidades?id=gt.0&${parameter}=${value}`, {
          ...(method === 'PATCH' ? { body: { ddd: '31' } } : {}),
        });
        expect(refusalOf(answer)).toEqual({
          status: 400,
          body: await refusalBody('REQUEST_PARAMETER_UNSUPPORTED', { parameter }),
        });
      }
    expect(await stage.countOf('/cidades?ddd=not.is.null')).toBe('*/0');
  });

  test('refuses to change or delete without a filter', async () => {
    const body = await refusalBody('REQUEST_FILTER_MISSING', {});
    for (const query of ['', '?select=nome&order=nome'])
      for (const method of ['PATCH', 'DELETE'] as const)
        expect(
          refusalOf(
            await stage.admin.call(
              method,
              `/api/amostras${query}`,
              method === 'PATCH' ? { body: { quantidade: 2 } } : {},
            ),
          ),
        ).toEqual({ status: 400, body });
  });

  test('takes a delete that names the type of a body and sends none, as supabase does', async () => {
    const id = await stage.insert('/amostras', good);
    const answer = await stage.admin.call('DELETE', `/api/amostras?id=eq.${id}`, {
      headers: { 'content-type': 'application/json' },
    });
    expect([answer.statusCode, answer.headers['content-range']]).toEqual([204, '*/1']);
  });

  test('refuses a second record with the value of a unique field, on insert and on update', async () => {
    await stage.insert('/bancos', { codigo: '020', nome: 'Um' });
    const id = await stage.insert('/bancos', { codigo: '021', nome: 'Dois' });
    const body = await refusalBody(
      'RECORD_DUPLICATE',
      { title: 'Banco', fields: 'Código' },
      { at: { entity: 'banco', field: 'codigo' } },
    );
    expect(body.message).toBe('Já existe um registro de Banco com o mesmo valor em Código.');
    const insertion = await stage.admin.call('POST', '/api/bancos', { body: { codigo: '020', nome: 'Três' } });
    expect(refusalOf(insertion)).toEqual({ status: 409, body });
    const change = await stage.admin.call('PATCH', `/api/bancos?id=eq.${id}`, { body: { codigo: '020' } });
    expect(refusalOf(change)).toEqual({ status: 409, body });
  });

  test('names every field of a combination that two records may not share', async () => {
    const clinica_id = await stage.insert('/clinicas', { codigo: '0001', nome: 'Clínica' });
    await stage.insert('/fichas', { numero: stage.fresh(), clinica_id, diagnostico: 'igual' });
    const answer = await stage.admin.call('POST', '/api/fichas', {
      body: { numero: stage.fresh(), clinica_id, diagnostico: 'igual' },
    });
    expect(refusalOf(answer)).toEqual({
      status: 409,
      body: await refusalBody(
        'RECORD_DUPLICATE',
        { title: 'Ficha', fields: 'Clínica, Diagnóstico' },
        { at: { entity: 'ficha', field: 'clinica_id' } },
      ),
    });
  });

  test('refuses a relation to a record that is not there', async () => {
    const body = await refusalBody(
      'RECORD_RELATION_MISSING',
      { title: 'Amostra', field: 'Cidade' },
      { at: { entity: 'amostra', field: 'cidade_id' } },
    );
    const insertion = await stage.admin.call('POST', '/api/amostras', { body: { ...good, cidade_id: 999999 } });
    expect(refusalOf(insertion)).toEqual({ status: 409, body });
    const id = await stage.insert('/amostras', good);
    const change = await stage.admin.call('PATCH', `/api/amostras?id=eq.${id}`, { body: { cidade_id: 999999 } });
    expect(refusalOf(change)).toEqual({ status: 409, body });
  });

  test('refuses to delete a record that another one points at, and says where', async () => {
    const clinica_id = await stage.insert('/clinicas', { codigo: '0002', nome: 'Em uso' });
    const numero = stage.fresh();
    await stage.insert('/fichas', { numero, clinica_id });
    const body = await refusalBody(
      'RECORD_REFERENCED',
      { title: 'Clínica', by: `Ficha (${numero})` },
      { at: { entity: 'clinica', record: clinica_id } },
    );
    expect(body.message).toBe(`Este registro de Clínica está em uso em Ficha (${numero}) e não pode ser apagado.`);
    expect(refusalOf(await stage.admin.call('DELETE', `/api/clinicas?id=eq.${clinica_id}`))).toEqual({
      status: 409,
      body,
    });
  });

  test('stores a value as it was sent and finds it with its mask or without', async () => {
    const id = await stage.insert('/amostras', {
      ...good,
      cep: '31104500',
      notas: '\'; drop table amostra; --\n\\ "x" 😀',
    });
    expect(await stage.rowOf('/amostras', id, 'cep,notas')).toEqual({
      cep: '31104500',
      notas: '\'; drop table amostra; --\n\\ "x" 😀',
    });
    for (const cep of ['31104500', '31104-500'])
      expect(await stage.countOf(`/amostras?id=eq.${id}&cep=eq.${cep}`)).toBe('0-0/1');
  });
});
