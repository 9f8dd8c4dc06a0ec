/** POST with `Prefer: resolution`: by which key or id rows are known, which are left alone, and for whom. */
import { beforeAll, describe, expect, test } from 'vitest';
import { forEachDatabase } from '../../support/databases.ts';
import { refusalBody, refusalOf } from '../../support/product.ts';
import type { UpsertStage } from './upsert-stage.ts';
import { ignore, merge, one, openUpsertStage } from './upsert-stage.ts';

forEachDatabase((open) => {
  let stage: UpsertStage;
  beforeAll(async () => {
    stage = await openUpsertStage(open);
  });

  describe('by id', () => {
    const good = { nome: 'abc', quantidade: 1 };

    test('changes the rows that carry one and inserts the others', async () => {
      const id = await stage.insert('/amostras', { ...good, taxa: 2, ativa: false });
      const answer = await stage.admin.call(
        'POST',
        '/api/amostras?columns=id,nome,quantidade&select=id,nome,taxa,ativa,versao',
        {
          body: [
            { nome: 'nova', quantidade: 3 },
            { id, nome: 'mudada', quantidade: 4 },
          ],
          headers: { prefer: 'resolution=merge-duplicates, missing=default, return=representation' },
        },
      );
      expect([answer.statusCode, answer.headers['preference-applied']]).toEqual([
        201,
        'resolution=merge-duplicates, missing=default, return=representation',
      ]);
      const [changed, added] = answer.json() as [object, { id: number }];
      expect(changed).toEqual({ id, nome: 'mudada', taxa: 2, ativa: false, versao: 2 });
      expect(added).toEqual({ id: added.id, nome: 'nova', taxa: null, ativa: true, versao: 1 });
      expect(await stage.ask(`select _operacao, _por from historico.amostra where id = ${id} order by versao`)).toEqual(
        [
          { _operacao: 'I', _por: 1 },
          { _operacao: 'U', _por: 1 },
        ],
      );
    });

    test('refuses an id that is not there, and writes nothing', async () => {
      const id = await stage.insert('/amostras', good);
      for (const headers of [merge, ignore]) {
        const answer = await stage.admin.call('POST', '/api/amostras', {
          body: [
            { id, ...good, nome: 'mudada' },
            { id: 999_999, ...good },
          ],
          headers,
        });
        expect(refusalOf(answer)).toEqual({
          status: 404,
          body: await refusalBody(
            'RECORD_MISSING',
            { title: 'Amostra' },
            { at: { entity: 'amostra', field: 'id', row: 1 } },
          ),
        });
      }
      expect(await stage.rowOf('/amostras', `id=eq.${id}`, 'nome,versao')).toEqual([{ nome: 'abc', versao: 1 }]);
    });

    test('refuses an id said twice, and what is no id', async () => {
      const id = await stage.insert('/amostras', good);
      const twice = await stage.admin.call('POST', '/api/amostras?on_conflict=id', {
        body: [
          { id, ...good },
          { id, ...good },
        ],
        headers: merge,
      });
      expect(refusalOf(twice)).toEqual({
        status: 400,
        body: await refusalBody('RECORD_REPEATED', { title: 'Amostra', fields: 'id' }),
      });
      for (const odd of ['1', 0, -1, 1.5, 1e20, true, [1]])
        expect(
          refusalOf(await stage.admin.call('POST', '/api/amostras', { body: { id: odd, ...good }, headers: merge })),
        ).toEqual({
          status: 422,
          body: await refusalBody(
            'RECORD_INVALID',
            { title: 'Amostra', count: 1 },
            { fields: [['id', 'VALIDATION_TYPE', { field: 'id', expected: 'o id de um registro' }]] },
          ),
        });
    });

    test('leaves the rows there alone, where they are to be ignored', async () => {
      const id = await stage.insert('/amostras', good);
      const answer = await stage.admin.call('POST', '/api/amostras?select=nome', {
        body: [
          { id, ...good, nome: 'mudada' },
          { ...good, nome: 'nova' },
        ],
        headers: ignore,
      });
      expect([answer.statusCode, answer.json()]).toEqual([201, [{ nome: 'nova' }]]);
      expect(await stage.rowOf('/amostras', `id=eq.${id}`, 'nome,versao')).toEqual([{ nome: 'abc', versao: 1 }]);
    });
  });

  describe('ignore-duplicates', () => {
    test('inserts what is new and gives back that alone', async () => {
      const [there, absent] = [stage.fresh(), stage.fresh()];
      await stage.insert('/bancos', { codigo: there, nome: 'Antes' });
      const answer = await stage.admin.call('POST', '/api/bancos?select=codigo,nome,ativo', {
        body: [
          { codigo: there, nome: 'Depois' },
          { codigo: absent, nome: 'Novo', ativo: false },
          { codigo: absent, nome: 'Outra vez' },
        ],
        headers: ignore,
      });
      expect([answer.statusCode, answer.headers['content-range'], answer.json()]).toEqual([
        201,
        '*/1',
        [{ codigo: absent, nome: 'Novo', ativo: false }],
      ]);
      expect(answer.headers['preference-applied']).toBe('resolution=ignore-duplicates, return=representation');
      expect(await stage.rowOf('/bancos', `codigo=eq.${there}`, 'nome,versao')).toEqual([{ nome: 'Antes', versao: 1 }]);
      const again = await stage.admin.call('POST', '/api/bancos', {
        body: { codigo: there, nome: 'x' },
        headers: ignore,
      });
      expect([again.statusCode, again.body, again.headers['location']]).toEqual([201, '[]', undefined]);
    });
  });

  describe('the key', () => {
    test.each([
      ['nome', 'nome'],
      ['codigo,nome', 'codigo,nome'],
      ['codig', 'codig'],
      ['naoha', 'naoha'],
    ])('by %s is none of a banco', async (asked, columns) => {
      const answer = await stage.admin.call('POST', `/api/bancos?on_conflict=${asked}`, {
        body: { codigo: stage.fresh(), nome: 'x' },
        headers: merge,
      });
      expect(refusalOf(answer)).toEqual({
        status: 400,
        body: await refusalBody('REQUEST_CONFLICT_COLUMNS', { entity: 'Banco', columns, known: 'codigo; id' }),
      });
    });

    test('has to be named where a registry has no natural one and the rows carry no id', async () => {
      const answer = await stage.admin.call('POST', '/api/amostras', {
        body: { nome: 'abc', quantidade: 1 },
        headers: merge,
      });
      expect(refusalOf(answer)).toEqual({
        status: 400,
        body: await refusalBody('REQUEST_CONFLICT_COLUMNS', {
          entity: 'Amostra',
          columns: 'nenhum campo',
          known: 'id',
        }),
      });
    });

    test('takes no field that is kept from the caller, and says so of none', async () => {
      const clerk = await stage.login('discreto', ['ficha:list', 'ficha:view', 'ficha:insert', 'ficha:update'], {
        hidden: ['ficha.diagnostico'],
      });
      for (const name of ['diagnostico', 'inexistente'])
        expect(
          refusalOf(
            await clerk.call('POST', `/api/fichas?on_conflict=clinica_id,${name}`, {
              body: { numero: 'z', clinica_id: 1 },
              headers: merge,
            }),
          ),
        ).toEqual({
          status: 400,
          body: await refusalBody('REQUEST_CONFLICT_COLUMNS', {
            entity: 'Ficha',
            columns: `clinica_id,${name}`,
            known: 'numero; id',
          }),
        });
    });
  });

  describe('rights', () => {
    test('to merge are those to insert and to update; to ignore, to insert', async () => {
      const codigo = stage.fresh();
      await stage.insert('/bancos', { codigo, nome: 'Antes' });
      const inserter = await stage.login('so-inclui', ['banco:list', 'banco:insert']);
      const updater = await stage.login('so-altera', ['banco:list', 'banco:update']);
      const body = { codigo, nome: 'Depois' };
      const denied = async (action: string) => ({
        status: 403,
        body: await refusalBody('ACCESS_DENIED', { action, title: 'Banco' }),
      });
      expect(refusalOf(await inserter.call('POST', '/api/bancos', { body, headers: merge }))).toEqual(
        await denied('update'),
      );
      expect(refusalOf(await updater.call('POST', '/api/bancos', { body, headers: merge }))).toEqual(
        await denied('insert'),
      );
      expect(refusalOf(await updater.call('POST', '/api/bancos', { body, headers: ignore }))).toEqual(
        await denied('insert'),
      );
      expect((await inserter.call('POST', '/api/bancos', { body, headers: ignore })).json()).toEqual([]);
      expect(await stage.rowOf('/bancos', `codigo=eq.${codigo}`, 'nome')).toEqual([{ nome: 'Antes' }]);
    });

    test('end at the rows of the caller: another one is a duplicate, by its key, and missing, by its id', async () => {
      const confined = await stage.login('clinica-um', ['ficha:list', 'ficha:view', 'ficha:insert', 'ficha:update'], {
        roles: { operadora: false, prestador: true, prestador_registro: 1 },
      });
      const own = await stage.insert('/fichas', { numero: 's1', clinica_id: 1, diagnostico: 's1' });
      const alien = await stage.insert('/fichas', { numero: 's2', clinica_id: 2, diagnostico: 's2' });
      const body = (numero: string, more: object = {}) => ({
        numero,
        clinica_id: 1,
        diagnostico: `novo ${numero}`,
        ...more,
      });
      const duplicate = {
        status: 409,
        body: await refusalBody(
          'RECORD_DUPLICATE',
          { title: 'Ficha', fields: 'Número' },
          { at: { entity: 'ficha', field: 'numero' } },
        ),
      };
      const plain = await confined.call('POST', '/api/fichas', { body: body('s2') });
      expect(refusalOf(plain)).toEqual(duplicate);
      for (const headers of [merge, { ...merge, ...one }])
        expect(refusalOf(await confined.call('POST', '/api/fichas', { body: body('s2'), headers }))).toEqual(duplicate);
      const mixed = await confined.call('POST', '/api/fichas', { body: [body('s1'), body('s2')], headers: merge });
      expect(refusalOf(mixed)).toEqual(duplicate);
      const ignored = await confined.call('POST', '/api/fichas', { body: body('s2'), headers: ignore });
      expect([ignored.statusCode, ignored.body]).toEqual([201, '[]']);

      const missing = (id: number) =>
        confined.call('POST', '/api/fichas', { body: body('s3', { id }), headers: merge });
      const answer = refusalOf(await missing(alien));
      expect(answer).toEqual({
        status: 404,
        body: await refusalBody('RECORD_MISSING', { title: 'Ficha' }, { at: { entity: 'ficha', field: 'id' } }),
      });
      expect(refusalOf(await missing(999_999))).toEqual(answer);

      const away = await confined.call('POST', '/api/fichas', { body: body('s1', { clinica_id: 2 }), headers: merge });
      expect(refusalOf(away)).toEqual({
        status: 403,
        body: await refusalBody('RECORD_OUT_OF_SCOPE', { title: 'Ficha' }),
      });
      expect(await stage.rowOf('/fichas', `id=in.(${own},${alien})&order=id`, 'numero,versao')).toEqual([
        { numero: 's1', versao: 1 },
        { numero: 's2', versao: 1 },
      ]);
      const good = await confined.call('POST', '/api/fichas?select=numero,diagnostico', {
        body: body('s1'),
        headers: merge,
      });
      expect([good.statusCode, good.json()]).toEqual([200, [{ numero: 's1', diagnostico: 'novo s1' }]]);
    });
  });
});
