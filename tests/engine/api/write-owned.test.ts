/** New records with the rows that they own, the other doors to such rows, and who may write them. */
import { beforeAll, describe, expect, test } from 'vitest';
import { forEachDatabase } from '../../support/databases.ts';
import { refusalBody, refusalOf } from '../../support/product.ts';
import type { OwnedStage } from './owned-stage.ts';
import { back, openOwnedStage, three } from './owned-stage.ts';

forEachDatabase((open) => {
  let stage: OwnedStage;
  beforeAll(async () => {
    stage = await openOwnedStage(open);
  });

  describe('POST', () => {
    test('inserts a record and its rows, in order, and gives back what was written', async () => {
      const answer = await stage.admin.call(
        'POST',
        '/api/enquetes?select=nome,versao,perguntas(enunciado,codigo,peso,obrigatoria,hora,protocolo,versao,banco(nome)),notas(texto)',
        {
          body: {
            nome: 'completa',
            perguntas: [
              { enunciado: 'Primeira', codigo: 'p1', peso: 2.5, obrigatoria: true, hora: '10:30', banco_id: 2 },
              { enunciado: 'Segunda', codigo: '' },
            ],
            notas: [{ texto: 'n1' }, {}],
          },
          headers: back,
        },
      );
      expect([answer.statusCode, answer.headers['content-range'], answer.headers['etag']]).toEqual([201, '*/1', '"1"']);
      expect(answer.json()).toEqual([
        {
          nome: 'completa',
          versao: 1,
          perguntas: [
            {
              enunciado: 'Primeira',
              codigo: 'p1',
              peso: 2.5,
              obrigatoria: true,
              hora: '10:30:00',
              protocolo: 'automático',
              versao: 1,
              banco: { nome: 'B002' },
            },
            {
              enunciado: 'Segunda',
              codigo: null,
              peso: 1,
              obrigatoria: false,
              hora: null,
              protocolo: 'automático',
              versao: 1,
              banco: null,
            },
          ],
          notas: [{ texto: 'n1' }, { texto: null }],
        },
      ]);
      expect(
        await stage.ask(
          `select h.enunciado, h._operacao, h._por, h.posicao, h.interno, h._pedido = p._pedido as together, h._transacao = p._transacao as at_once
            from historico.enquete_perguntas h join historico.enquete p on p.id = h.enquete_id where p.nome = 'completa' order by h.posicao`,
        ),
      ).toEqual(
        ['Primeira', 'Segunda'].map((enunciado, posicao) => ({
          enunciado,
          posicao,
          _operacao: 'I',
          _por: 1,
          interno: 'segredo',
          together: true,
          at_once: true,
        })),
      );
    });

    test('inserts many records at once, to each its own rows', async () => {
      const body = Array.from({ length: 50 }, (_, index) => ({
        nome: `lote ${String(index).padStart(2, '0')}`,
        ...(index % 3 === 0
          ? {}
          : { perguntas: Array.from({ length: index % 4 }, (_row, row) => ({ enunciado: `${index}.${row}` })) }),
      })).reverse();
      const answer = await stage.admin.call('POST', '/api/enquetes?select=nome,perguntas(enunciado)&order=nome', {
        body,
        headers: back,
      });
      expect(answer.statusCode).toBe(201);
      expect(answer.json()).toEqual(
        body
          .toReversed()
          .map(({ nome, perguntas = [] }) => ({ nome, perguntas: perguntas.map(({ enunciado }) => ({ enunciado })) })),
      );
      const minimal = await stage.admin.call('POST', '/api/enquetes', {
        body: ['m1', 'm2'].map((nome) => ({ nome, perguntas: three })),
      });
      expect([minimal.statusCode, minimal.body, minimal.headers['content-range']]).toEqual([201, '', '*/2']);
      expect(
        await stage.ask(
          `select count(*)::integer as n from enquete_perguntas q join enquete e on e.id = q.enquete_id where e.nome in ('m1', 'm2')`,
        ),
      ).toEqual([{ n: 6 }]);
    });

    test('inserts a record without rows where none are named', async () => {
      const answer = await stage.admin.call('POST', '/api/enquetes?select=versao,perguntas(id),notas(id)', {
        body: { nome: stage.fresh() },
        headers: back,
      });
      expect([answer.statusCode, answer.json()]).toEqual([201, [{ versao: 1, perguntas: [], notas: [] }]]);
      const empty = await stage.admin.call('POST', '/api/enquetes?select=versao,perguntas(id)', {
        body: { nome: stage.fresh(), perguntas: [] },
        headers: back,
      });
      expect([empty.statusCode, empty.json()]).toEqual([201, [{ versao: 1, perguntas: [] }]]);
    });

    test('keeps nothing of a record one of whose rows is refused', async () => {
      const nome = stage.fresh();
      const answer = await stage.admin.call('POST', '/api/enquetes', {
        body: { nome, perguntas: [{ enunciado: 'boa' }, { peso: 101 }] },
      });
      expect(answer.statusCode).toBe(422);
      expect((answer.json() as { fields: { field: string }[] }).fields.map(({ field }) => field)).toEqual([
        'perguntas.1.enunciado',
        'perguntas.1.peso',
      ]);
      const relation = await stage.admin.call('POST', '/api/enquetes', {
        body: { nome, perguntas: [{ enunciado: 'boa', banco_id: 999_999 }] },
      });
      expect(refusalOf(relation)).toEqual({
        status: 409,
        body: await refusalBody(
          'RECORD_RELATION_MISSING',
          { title: 'Enquete', field: 'Banco' },
          { at: { entity: 'enquete', field: 'perguntas' } },
        ),
      });
      const twice = await stage.admin.call('POST', '/api/enquetes', {
        body: {
          nome,
          perguntas: [
            { enunciado: 'a', codigo: 'x' },
            { enunciado: 'b', codigo: 'x' },
          ],
        },
      });
      expect(refusalOf(twice)).toEqual({
        status: 409,
        body: await refusalBody(
          'RECORD_DUPLICATE',
          { title: 'Pergunta', fields: 'Código (Perguntas, linha 2)' },
          { at: { entity: 'enquete', field: 'perguntas.1.codigo' } },
        ),
      });
      expect(await stage.ask(`select id from enquete where nome = '${nome}'`)).toEqual([]);
    });

    test('asks for rows where the record must have some', async () => {
      for (const more of [{}, { etapas: [] }, { etapas: null }]) {
        const answer = await stage.admin.call('POST', '/api/roteiros', { body: { nome: 'r', ...more } });
        expect(answer.statusCode).toBe(422);
        expect((answer.json() as { fields: { field: string }[] }).fields.map(({ field }) => field)).toEqual(['etapas']);
      }
      const good = await stage.admin.call('POST', '/api/roteiros?select=nome,etapas(titulo)', {
        body: { nome: 'r', etapas: [{ titulo: 'e' }] },
        headers: back,
      });
      expect([good.statusCode, good.json()]).toEqual([201, [{ nome: 'r', etapas: [{ titulo: 'e' }] }]]);
    });

    test('takes no id in the rows of a new record, nor texts that cannot be stored', async () => {
      const { perguntas } = await stage.create(three);
      const answer = await stage.admin.call('POST', '/api/enquetes', {
        body: { nome: stage.fresh(), perguntas: [{ enunciado: 'nova' }, { id: perguntas[0]?.id, enunciado: 'a' }] },
      });
      expect(refusalOf(answer)).toEqual({
        status: 422,
        body: await refusalBody(
          'RECORD_INVALID',
          { title: 'Enquete', count: 1 },
          { fields: [['perguntas.1.id', 'VALIDATION_ROW_UNKNOWN', { field: 'Perguntas', row: 2 }]] },
        ),
      });
      const nul = await stage.admin.call('POST', '/api/enquetes', {
        body: [{ nome: stage.fresh() }, { nome: stage.fresh(), perguntas: [{ enunciado: 'a\u0000b' }] }],
      });
      expect(refusalOf(nul)).toEqual({
        status: 422,
        body: await refusalBody(
          'RECORD_INVALID',
          { title: 'Enquete', count: 1 },
          {
            fields: [
              [
                'perguntas.0.enunciado',
                'VALIDATION_TYPE',
                { field: 'Enunciado (Perguntas, linha 1)', expected: 'um texto sem caracteres inválidos' },
                1,
              ],
            ],
          },
        ),
      });
    });
  });

  test('no more rows than the array may have are looked at', async () => {
    const answer = await stage.admin.call('POST', '/api/enquetes', {
      body: { nome: stage.fresh(), perguntas: Array.from({ length: 100_000 }, () => 1), notas: [1] },
    });
    expect(refusalOf(answer)).toEqual({
      status: 422,
      body: await refusalBody(
        'RECORD_INVALID',
        { title: 'Enquete', count: 1 },
        { fields: [['perguntas', 'VALIDATION_MAX_ITEMS', { field: 'Perguntas', limit: 5 }]] },
      ),
    });
    const { id } = await stage.create();
    const six = await stage.admin.call('PATCH', `/api/enquetes?id=eq.${id}`, {
      body: { perguntas: Array.from({ length: 6 }, () => ({ enunciado: 'a' })) },
    });
    expect((six.json() as { fields: { field: string }[] }).fields.map(({ field }) => field)).toEqual(['perguntas']);
  });

  describe('other doors', () => {
    test('delete the rows with their record, and say who did', async () => {
      const { id, nome } = await stage.create(three);
      const answer = await stage.admin.call('DELETE', `/api/enquetes?id=eq.${id}&select=nome,perguntas(enunciado)`, {
        headers: back,
      });
      expect([answer.statusCode, answer.json()]).toEqual([200, [{ nome, perguntas: three }]]);
      expect(await stage.questions(id)).toEqual([]);
      expect(
        await stage.ask(
          `select count(*)::integer as n, min(_por) as by from historico.enquete_perguntas where enquete_id = ${id} and _operacao = 'D'`,
        ),
      ).toEqual([{ n: 3, by: 1 }]);
    });

    test('do not take arrays: neither an upsert nor CSV', async () => {
      const upsert = await stage.admin.call('POST', '/api/enquetes', {
        body: [{ nome: stage.fresh() }, { nome: stage.fresh(), perguntas: three }],
        headers: { prefer: 'resolution=merge-duplicates' },
      });
      expect(refusalOf(upsert)).toEqual({
        status: 400,
        body: await refusalBody('REQUEST_ARRAY_UPSERT', { field: 'perguntas' }),
      });
      const csv = await stage.admin.call('POST', '/api/enquetes', {
        text: 'nome,perguntas\nx,[]',
        headers: { 'content-type': 'text/csv' },
      });
      expect(refusalOf(csv)).toEqual({
        status: 400,
        body: await refusalBody('REQUEST_CSV_INVALID', { problem: "a lista 'perguntas' só vai em JSON" }),
      });
    });

    test('keep the rows of a record that an upsert changes', async () => {
      const { id, nome } = await stage.create(three);
      const answer = await stage.admin.call(
        'POST',
        '/api/enquetes?on_conflict=nome&select=versao,perguntas(enunciado)',
        {
          body: { nome },
          headers: { prefer: 'resolution=merge-duplicates, return=representation' },
        },
      );
      expect([answer.statusCode, answer.json()]).toEqual([200, [{ versao: 2, perguntas: three }]]);
      expect(await stage.questions(id)).toHaveLength(3);
    });

    test('limit the keys by the name of an array, too', async () => {
      const answer = await stage.admin.call(
        'POST',
        '/api/enquetes?columns=nome,notas&select=perguntas(id),notas(texto)',
        {
          body: { nome: stage.fresh(), perguntas: three, notas: [{ texto: 'n' }] },
          headers: back,
        },
      );
      expect([answer.statusCode, answer.json()]).toEqual([201, [{ perguntas: [], notas: [{ texto: 'n' }] }]]);
    });
  });

  describe('rights', () => {
    test('on the rows are those on the record; what is hidden of them is as absent as any name', async () => {
      const { id, perguntas } = await stage.create([{ enunciado: 'a', codigo: 'c', peso: 5 }]);
      const everything = ['list', 'view', 'insert', 'update', 'delete'].map((action) => `enquete:${action}`);
      const clerk = await stage.login('escriba', everything, { hidden: ['enquete_perguntas.peso', 'enquete.notas'] });
      const unknown = async (field: string) => ({
        status: 422,
        body: await refusalBody(
          'RECORD_INVALID',
          { title: 'Enquete', count: 1 },
          { fields: [[field, 'VALIDATION_UNKNOWN', { field }]] },
        ),
      });
      for (const name of ['notas', 'naoha'])
        expect(
          refusalOf(await clerk.call('PATCH', `/api/enquetes?id=eq.${id}`, { body: { [name]: [{ texto: 'x' }] } })),
        ).toEqual(await unknown(name));
      for (const name of ['peso', 'interno', 'protocolo', 'naoha', 'posicao', 'enquete_id', 'versao'])
        expect(
          refusalOf(
            await clerk.call('PATCH', `/api/enquetes?id=eq.${id}`, {
              body: { perguntas: [{ enunciado: 'a', [name]: 1 }] },
            }),
          ),
        ).toEqual(await unknown(`perguntas.0.${name}`));
      const change = await clerk.call('PATCH', `/api/enquetes?id=eq.${id}`, {
        body: { perguntas: [{ id: perguntas[0]?.id, enunciado: 'b' }, { enunciado: 'nova' }] },
      });
      expect(change.statusCode).toBe(204);
      expect(await stage.questions(id, 'enunciado, codigo, peso::text')).toEqual([
        { enunciado: 'b', codigo: 'c', peso: '5.00' },
        { enunciado: 'nova', codigo: null, peso: '1.00' },
      ]);
      const reader = await stage.login('leitor', ['enquete:list', 'enquete:view']);
      expect((await reader.call('PATCH', `/api/enquetes?id=eq.${id}`, { body: { perguntas: [] } })).statusCode).toBe(
        403,
      );
    });

    test('end at the records of the caller', async () => {
      const confined = await stage.login(
        'banco-um',
        ['enquete:list', 'enquete:view', 'enquete:insert', 'enquete:update'],
        {
          roles: { operadora: false, prestador: true, prestador_registro: 1 },
        },
      );
      const { id } = await stage.create(three);
      const none = await confined.call('PATCH', `/api/enquetes?id=eq.${id}`, { body: { perguntas: [] } });
      expect([none.statusCode, none.headers['content-range']]).toEqual([204, '*/0']);
      expect(await stage.questions(id)).toHaveLength(3);
      const alien = await confined.call('POST', '/api/enquetes', {
        body: { nome: stage.fresh(), prestador_id: 2, perguntas: three },
      });
      expect(refusalOf(alien)).toEqual({
        status: 403,
        body: await refusalBody('RECORD_OUT_OF_SCOPE', { title: 'Enquete' }),
      });
      const own = await confined.call('POST', '/api/enquetes?select=perguntas(enunciado)', {
        body: { nome: stage.fresh(), prestador_id: 1, perguntas: three },
        headers: back,
      });
      expect([own.statusCode, own.json()]).toEqual([201, [{ perguntas: three }]]);
    });
  });
});
