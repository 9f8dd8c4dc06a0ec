/** Changes of records with the rows that they own: the new set, under the version of the record. */
import { beforeAll, describe, expect, test } from 'vitest';
import { forEachDatabase } from '../../support/databases.ts';
import { refusalBody, refusalOf } from '../../support/product.ts';
import type { OwnedStage, Question } from './owned-stage.ts';
import { back, one, openOwnedStage, three } from './owned-stage.ts';

forEachDatabase((open) => {
  let stage: OwnedStage;
  beforeAll(async () => {
    stage = await openOwnedStage(open);
  });

  describe('PATCH', () => {
    test('leaves the rows as they are where their array is not named', async () => {
      const { id, nome } = await stage.create(three);
      const answer = await stage.admin.call(
        'PATCH',
        `/api/enquetes?id=eq.${id}&select=nome,versao,perguntas(enunciado)`,
        {
          body: { nome: `${nome} outro` },
          headers: { ...back, 'if-match': '"1"' },
        },
      );
      expect([answer.statusCode, answer.json()]).toEqual([
        200,
        [{ nome: `${nome} outro`, versao: 2, perguntas: three }],
      ]);
      expect(await stage.questions(id, 'versao')).toEqual([{ versao: 1 }, { versao: 1 }, { versao: 1 }]);
    });

    test('makes the array the new set: rows kept, changed, moved, added and gone', async () => {
      const neighbour = await stage.create(three);
      const { id, perguntas } = await stage.create([...three, { enunciado: 'd' }]);
      const [a, b, , d] = perguntas.map((row) => row.id);
      const answer = await stage.admin.call(
        'PATCH',
        `/api/enquetes?id=eq.${id}&select=versao,perguntas(id,enunciado,peso,versao,alterado_por)`,
        {
          body: {
            perguntas: [
              { id: a, enunciado: 'a' },
              { enunciado: 'nova', peso: 3 },
              { id: d, enunciado: 'd' },
              { id: b, enunciado: 'mudada' },
            ],
          },
          headers: { ...back, ...one, 'if-match': '"1"' },
        },
      );
      expect([answer.statusCode, answer.headers['etag']]).toEqual([200, '"2"']);
      const { versao, perguntas: rows } = answer.json() as { versao: number; perguntas: Question[] };
      expect([versao, rows]).toEqual([
        2,
        [
          { id: a, enunciado: 'a', peso: 1, versao: 1, alterado_por: null },
          { id: rows[1]?.id, enunciado: 'nova', peso: 3, versao: 1, alterado_por: null },
          { id: d, enunciado: 'd', peso: 1, versao: 2, alterado_por: 1 },
          { id: b, enunciado: 'mudada', peso: 1, versao: 2, alterado_por: 1 },
        ],
      ]);
      expect(
        await stage.ask(
          `select h.enunciado, h._operacao, h._por from historico.enquete_perguntas h where h.enquete_id = ${id} and h._transacao =
            (select p._transacao from historico.enquete p where p.id = ${id} and p.versao = 2) order by h._operacao, h.enunciado`,
        ),
      ).toEqual(
        [
          { enunciado: 'c', _operacao: 'D', _por: 1 },
          { enunciado: 'nova', _operacao: 'I', _por: 1 },
          { enunciado: 'd', _operacao: 'U', _por: 1 },
          { enunciado: 'mudada', _operacao: 'U', _por: 1 },
        ].sort((x, y) => x._operacao.localeCompare(y._operacao) || x.enunciado.localeCompare(y.enunciado)),
      );
      expect(await stage.questions(neighbour.id)).toEqual(
        three.map((row, posicao) => ({ ...row, posicao, versao: 1 })),
      );
    });

    test('touches no row that is what it was, however its values are written', async () => {
      const { id, perguntas } = await stage.create([
        { enunciado: 'a', peso: 1.5, hora: '10:30', instante: '2026-02-28T10:00:00-03:00', banco_id: 1 },
      ]);
      const answer = await stage.admin.call('PATCH', `/api/enquetes?id=eq.${id}`, {
        body: {
          perguntas: [
            {
              id: perguntas[0]?.id,
              enunciado: 'a',
              codigo: '',
              peso: 1.5,
              hora: '10:30:00',
              instante: '2026-02-28T13:00:00Z',
              banco_id: 1,
            },
          ],
        },
      });
      expect([answer.statusCode, answer.headers['etag']]).toEqual([204, '"2"']);
      expect(await stage.questions(id)).toEqual([{ enunciado: 'a', posicao: 0, versao: 1 }]);
      expect(
        await stage.ask(`select count(*)::integer as n from historico.enquete_perguntas where enquete_id = ${id}`),
      ).toEqual([{ n: 1 }]);
    });

    test('sets of a row only the fields that it names, and defaults of new rows alone', async () => {
      const { id, perguntas } = await stage.create([{ enunciado: 'a', codigo: 'c1', peso: 7, obrigatoria: true }]);
      await stage.database.execute(
        `update enquete_perguntas set protocolo = 'P1', interno = 'dentro' where enquete_id = ${id}`,
      );
      await stage.admin.call('PATCH', `/api/enquetes?id=eq.${id}`, {
        body: { perguntas: [{ enunciado: 'nova' }, { id: perguntas[0]?.id, enunciado: 'b', codigo: null }] },
      });
      expect(await stage.questions(id, 'enunciado, codigo, peso::text, obrigatoria, protocolo, interno')).toEqual([
        {
          enunciado: 'nova',
          codigo: null,
          peso: '1.00',
          obrigatoria: false,
          protocolo: 'automático',
          interno: 'segredo',
        },
        { enunciado: 'b', codigo: null, peso: '7.00', obrigatoria: true, protocolo: 'P1', interno: 'dentro' },
      ]);
    });

    test('takes a row with id as a change of it, which names no more than it changes, and a new one complete', async () => {
      const { id, perguntas } = await stage.create([
        { enunciado: 'a', codigo: 'c1', peso: 7 },
        { enunciado: 'b', obrigatoria: true },
        { enunciado: 'c', hora: '08:00' },
      ]);
      const [a, b, c] = perguntas.map((row) => row.id);
      const answer = await stage.admin.call(
        'PATCH',
        `/api/enquetes?id=eq.${id}&select=perguntas(id,enunciado,codigo,peso,obrigatoria,hora,versao)`,
        { body: { perguntas: [{ id: c }, { id: a, peso: 8 }, { id: b, enunciado: 'mudada' }] }, headers: back },
      );
      expect([answer.statusCode, answer.json()]).toEqual([
        200,
        [
          {
            perguntas: [
              { id: c, enunciado: 'c', codigo: null, peso: 1, obrigatoria: false, hora: '08:00:00', versao: 2 },
              { id: a, enunciado: 'a', codigo: 'c1', peso: 8, obrigatoria: false, hora: null, versao: 2 },
              { id: b, enunciado: 'mudada', codigo: null, peso: 1, obrigatoria: true, hora: null, versao: 2 },
            ],
          },
        ],
      ]);
      const refused = await stage.admin.call('PATCH', `/api/enquetes?id=eq.${id}`, {
        body: { perguntas: [{ id: a, enunciado: null }, { id: b, enunciado: '' }, { peso: 2 }, { id: c, peso: 101 }] },
      });
      const required = (row: number) =>
        [
          `perguntas.${row}.enunciado`,
          'VALIDATION_REQUIRED',
          { field: `Enunciado (Perguntas, linha ${row + 1})` },
        ] as const;
      expect(refusalOf(refused)).toEqual({
        status: 422,
        body: await refusalBody(
          'RECORD_INVALID',
          { title: 'Enquete', count: 4 },
          {
            fields: [
              required(0),
              required(1),
              required(2),
              ['perguntas.3.peso', 'VALIDATION_MAXIMUM', { field: 'Peso (Perguntas, linha 4)', limit: 100 }],
            ],
          },
        ),
      });
      expect(await stage.questions(id)).toEqual([
        { enunciado: 'c', posicao: 0, versao: 2 },
        { enunciado: 'a', posicao: 1, versao: 2 },
        { enunciado: 'mudada', posicao: 2, versao: 2 },
      ]);
    });

    test('empties an array, and lets rows exchange what must not repeat', async () => {
      const { id, perguntas } = await stage.create([
        { enunciado: 'a', codigo: 'x' },
        { enunciado: 'b', codigo: 'y' },
      ]);
      const [a, b] = perguntas.map((row) => row.id);
      const swapped = await stage.admin.call('PATCH', `/api/enquetes?id=eq.${id}&select=perguntas(id,codigo)`, {
        body: {
          perguntas: [
            { id: a, enunciado: 'a', codigo: 'y' },
            { id: b, enunciado: 'b', codigo: 'x' },
          ],
        },
        headers: back,
      });
      expect([swapped.statusCode, swapped.json()]).toEqual([
        200,
        [
          {
            perguntas: [
              { id: a, codigo: 'y' },
              { id: b, codigo: 'x' },
            ],
          },
        ],
      ]);
      const replaced = await stage.admin.call('PATCH', `/api/enquetes?id=eq.${id}&select=perguntas(codigo)`, {
        body: { perguntas: [{ enunciado: 'n', codigo: 'x' }] },
        headers: back,
      });
      expect(replaced.json()).toEqual([{ perguntas: [{ codigo: 'x' }] }]);
      const emptied = await stage.admin.call('PATCH', `/api/enquetes?id=eq.${id}&select=versao,perguntas(codigo)`, {
        body: { perguntas: [] },
        headers: back,
      });
      expect([emptied.statusCode, emptied.json()]).toEqual([200, [{ versao: 4, perguntas: [] }]]);
    });

    test('refuses a row of another record, one that is gone, and one said twice', async () => {
      const other = await stage.create(three);
      const { id, perguntas } = await stage.create(three);
      const refused = async (
        rows: readonly object[],
        code: 'VALIDATION_ROW_UNKNOWN' | 'VALIDATION_ROW_REPEATED',
        row: number,
      ) => {
        const answer = await stage.admin.call('PATCH', `/api/enquetes?id=eq.${id}`, {
          body: { nome: stage.fresh(), perguntas: rows },
        });
        expect(refusalOf(answer)).toEqual({
          status: 422,
          body: await refusalBody(
            'RECORD_INVALID',
            { title: 'Enquete', count: 1 },
            { fields: [[`perguntas.${row - 1}.id`, code, { field: 'Perguntas', row }]] },
          ),
        });
      };
      const own = { id: perguntas[0]?.id, enunciado: 'a' };
      await refused([own, { id: other.perguntas[0]?.id, enunciado: 'x' }], 'VALIDATION_ROW_UNKNOWN', 2);
      await refused([{ id: 999_999, enunciado: 'x' }, own], 'VALIDATION_ROW_UNKNOWN', 1);
      await refused([own, { id: other.perguntas[0]?.id }], 'VALIDATION_ROW_UNKNOWN', 2);
      await refused([own, { enunciado: 'x' }, own], 'VALIDATION_ROW_REPEATED', 3);
      expect(await stage.questions(id)).toEqual(three.map((row, posicao) => ({ ...row, posicao, versao: 1 })));
      expect(await stage.ask(`select versao from enquete where id = ${id}`)).toEqual([{ versao: 1 }]);
      expect(await stage.questions(other.id)).toEqual(three.map((row, posicao) => ({ ...row, posicao, versao: 1 })));
    });

    test('writes arrays of one record at a time', async () => {
      const first = await stage.create(three);
      const second = await stage.create(three);
      const answer = await stage.admin.call('PATCH', `/api/enquetes?id=in.(${first.id},${second.id})`, {
        body: { perguntas: [] },
      });
      expect(refusalOf(answer)).toEqual({
        status: 400,
        body: await refusalBody('REQUEST_ARRAY_MANY', { field: 'perguntas', count: 2 }),
      });
      expect(await stage.questions(first.id)).toHaveLength(3);
      const none = await stage.admin.call('PATCH', '/api/enquetes?id=eq.999999', {
        body: { perguntas: [] },
        headers: back,
      });
      expect([none.statusCode, none.json()]).toEqual([200, []]);
    });

    test('keeps nothing of a rehearsal', async () => {
      const { id } = await stage.create(three);
      const answer = await stage.admin.call('PATCH', `/api/enquetes?id=eq.${id}&select=versao,perguntas(enunciado)`, {
        body: { perguntas: [{ enunciado: 'ensaio' }] },
        headers: { prefer: 'tx=rollback, return=representation' },
      });
      expect([answer.statusCode, answer.json()]).toEqual([200, [{ versao: 2, perguntas: [{ enunciado: 'ensaio' }] }]]);
      expect(await stage.questions(id)).toEqual(three.map((row, posicao) => ({ ...row, posicao, versao: 1 })));
    });
  });

  describe('at an older version', () => {
    const refused = async (id: number, body: object, titles: readonly (readonly [string, string])[]) => {
      const answer = await stage.admin.call('PATCH', `/api/enquetes?id=eq.${id}`, {
        body,
        headers: { 'if-match': '"1"' },
      });
      expect(refusalOf(answer)).toEqual({
        status: 412,
        body: await refusalBody(
          'RECORD_CHANGED',
          { title: 'Enquete', fields: titles.map(([, title]) => title) },
          {
            at: { entity: 'enquete', record: id },
            fields: titles.map(([name, title]) => [name, 'RECORD_FIELD_CHANGED', { field: title }] as const),
          },
        ),
      });
    };

    test('names the array whose rows are others', async () => {
      for (const perguntas of [[...three, { enunciado: 'mais' }], [{ enunciado: 'a' }], []]) {
        const { id } = await stage.create(three);
        await stage.admin.call('PATCH', `/api/enquetes?id=eq.${id}`, { body: { perguntas } });
        await refused(id, { perguntas: three }, [['perguntas', 'Perguntas']]);
        await refused(id, { nome: stage.fresh() }, [['perguntas', 'Perguntas']]);
      }
    });

    test('names the array whose rows are changed or in another order, and not one that is the same', async () => {
      const { id, perguntas } = await stage.create(three);
      const nome = stage.fresh();
      await stage.admin.call('PATCH', `/api/enquetes?id=eq.${id}`, {
        body: {
          nome,
          perguntas: perguntas.map((row) => ({ id: row.id, enunciado: row.enunciado })).reverse(),
          notas: [],
        },
      });
      await refused(id, { notas: [] }, [
        ['nome', 'Nome'],
        ['perguntas', 'Perguntas'],
      ]);
      await refused(id, { perguntas: [], notas: [] }, [['perguntas', 'Perguntas']]);
      await refused(id, { nome: 'x', perguntas: [] }, [
        ['nome', 'Nome'],
        ['perguntas', 'Perguntas'],
      ]);
    });

    test('tells apart what later versions did to the rows', async () => {
      const { id } = await stage.create(three);
      await stage.admin.call('PATCH', `/api/enquetes?id=eq.${id}`, { body: { perguntas: [] } });
      await stage.admin.call('PATCH', `/api/enquetes?id=eq.${id}`, { body: { notas: [{ texto: 'n' }] } });
      const answer = await stage.admin.call('PATCH', `/api/enquetes?id=eq.${id}`, {
        body: { perguntas: three },
        headers: { 'if-match': '"2"' },
      });
      expect((answer.json() as { fields: { field: string }[] }).fields.map(({ field }) => field)).toEqual(['notas']);
    });

    test('says no more than that it changed to who may not see the array', async () => {
      const { id } = await stage.create(three);
      await stage.admin.call('PATCH', `/api/enquetes?id=eq.${id}`, { body: { perguntas: [] } });
      const clerk = await stage.login('sem-perguntas', ['enquete:list', 'enquete:view', 'enquete:update'], {
        hidden: ['enquete.perguntas'],
      });
      const answer = await clerk.call('PATCH', `/api/enquetes?id=eq.${id}`, {
        body: { nome: 'x' },
        headers: { 'if-match': '"1"' },
      });
      expect(refusalOf(answer)).toEqual({
        status: 412,
        body: await refusalBody(
          'RECORD_CHANGED_UNSEEN',
          { title: 'Enquete' },
          { at: { entity: 'enquete', record: id } },
        ),
      });
    });
  });
});
