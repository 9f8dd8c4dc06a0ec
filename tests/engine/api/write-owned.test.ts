/** Records written together with the rows that they own: new ones, new sets, under the version of the record. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../../engine/data/database.ts';
import { forEachDatabase } from '../../support/databases.ts';
import type { Caller, TestProduct } from '../../support/product.ts';
import { administrator, refusalBody, refusalOf, startTestProduct } from '../../support/product.ts';
import { owningFiles } from './owning-files.ts';

const back = { prefer: 'return=representation' };
const one = { accept: 'application/vnd.pgrst.object+json' };

interface Question {
  readonly id: number;
  readonly enunciado: string;
  readonly versao: number;
}

forEachDatabase((open) => {
  let database: Database;
  let product: TestProduct;
  let admin: Caller;
  let names = 0;

  beforeAll(async () => {
    database = await open();
    product = await startTestProduct(database, { files: owningFiles });
    admin = await product.as(administrator.login, administrator.password);
    for (const codigo of ['001', '002'])
      await admin.call('POST', '/api/bancos', { body: { codigo, nome: `B${codigo}` } });
  });

  const fresh = (): string => {
    names += 1;
    return `enquete ${names}`;
  };
  const ask = async (text: string) => (await database.query<Record<string, unknown>>({ text, values: [] })).rows;
  const questions = (id: number, columns = 'enunciado, posicao, versao') =>
    ask(`select ${columns} from enquete_perguntas where enquete_id = ${id} order by posicao, id`);
  const login: TestProduct['enter'] = (...who) => product.enter(...who);
  const create = async (perguntas: readonly object[] = []): Promise<{ id: number; perguntas: Question[] }> => {
    const answer = await admin.call('POST', '/api/enquetes?select=id,perguntas(id,enunciado,versao)', {
      body: { nome: fresh(), perguntas },
      headers: { ...back, ...one },
    });
    if (answer.statusCode !== 201) throw new Error(answer.body);
    return answer.json() as { id: number; perguntas: Question[] };
  };
  const three = ['a', 'b', 'c'].map((enunciado) => ({ enunciado }));

  describe('POST', () => {
    test('inserts a record and its rows, in order, and gives back what was written', async () => {
      const answer = await admin.call(
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
        await ask(
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
      const answer = await admin.call('POST', '/api/enquetes?select=nome,perguntas(enunciado)&order=nome', {
        body,
        headers: back,
      });
      expect(answer.statusCode).toBe(201);
      expect(answer.json()).toEqual(
        body
          .toReversed()
          .map(({ nome, perguntas = [] }) => ({ nome, perguntas: perguntas.map(({ enunciado }) => ({ enunciado })) })),
      );
      const minimal = await admin.call('POST', '/api/enquetes', {
        body: ['m1', 'm2'].map((nome) => ({ nome, perguntas: three })),
      });
      expect([minimal.statusCode, minimal.body, minimal.headers['content-range']]).toEqual([201, '', '*/2']);
      expect(
        await ask(
          `select count(*)::integer as n from enquete_perguntas q join enquete e on e.id = q.enquete_id where e.nome in ('m1', 'm2')`,
        ),
      ).toEqual([{ n: 6 }]);
    });

    test('inserts a record without rows where none are named', async () => {
      const answer = await admin.call('POST', '/api/enquetes?select=versao,perguntas(id),notas(id)', {
        body: { nome: fresh() },
        headers: back,
      });
      expect([answer.statusCode, answer.json()]).toEqual([201, [{ versao: 1, perguntas: [], notas: [] }]]);
      const empty = await admin.call('POST', '/api/enquetes?select=versao,perguntas(id)', {
        body: { nome: fresh(), perguntas: [] },
        headers: back,
      });
      expect([empty.statusCode, empty.json()]).toEqual([201, [{ versao: 1, perguntas: [] }]]);
    });

    test('keeps nothing of a record one of whose rows is refused', async () => {
      const nome = fresh();
      const answer = await admin.call('POST', '/api/enquetes', {
        body: { nome, perguntas: [{ enunciado: 'boa' }, { peso: 101 }] },
      });
      expect(answer.statusCode).toBe(422);
      expect((answer.json() as { fields: { field: string }[] }).fields.map(({ field }) => field)).toEqual([
        'perguntas.1.enunciado',
        'perguntas.1.peso',
      ]);
      const relation = await admin.call('POST', '/api/enquetes', {
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
      const twice = await admin.call('POST', '/api/enquetes', {
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
      expect(await ask(`select id from enquete where nome = '${nome}'`)).toEqual([]);
    });

    test('asks for rows where the record must have some', async () => {
      for (const more of [{}, { etapas: [] }, { etapas: null }]) {
        const answer = await admin.call('POST', '/api/roteiros', { body: { nome: 'r', ...more } });
        expect(answer.statusCode).toBe(422);
        expect((answer.json() as { fields: { field: string }[] }).fields.map(({ field }) => field)).toEqual(['etapas']);
      }
      const good = await admin.call('POST', '/api/roteiros?select=nome,etapas(titulo)', {
        body: { nome: 'r', etapas: [{ titulo: 'e' }] },
        headers: back,
      });
      expect([good.statusCode, good.json()]).toEqual([201, [{ nome: 'r', etapas: [{ titulo: 'e' }] }]]);
    });

    test('takes no id in the rows of a new record, nor texts that cannot be stored', async () => {
      const { perguntas } = await create(three);
      const answer = await admin.call('POST', '/api/enquetes', {
        body: { nome: fresh(), perguntas: [{ enunciado: 'nova' }, { id: perguntas[0]?.id, enunciado: 'a' }] },
      });
      expect(refusalOf(answer)).toEqual({
        status: 422,
        body: await refusalBody(
          'RECORD_INVALID',
          { title: 'Enquete', count: 1 },
          { fields: [['perguntas.1.id', 'VALIDATION_ROW_UNKNOWN', { field: 'Perguntas', row: 2 }]] },
        ),
      });
      const nul = await admin.call('POST', '/api/enquetes', {
        body: [{ nome: fresh() }, { nome: fresh(), perguntas: [{ enunciado: 'a\u0000b' }] }],
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
    const answer = await admin.call('POST', '/api/enquetes', {
      body: { nome: fresh(), perguntas: Array.from({ length: 100_000 }, () => 1), notas: [1] },
    });
    expect(refusalOf(answer)).toEqual({
      status: 422,
      body: await refusalBody(
        'RECORD_INVALID',
        { title: 'Enquete', count: 1 },
        { fields: [['perguntas', 'VALIDATION_MAX_ITEMS', { field: 'Perguntas', limit: 5 }]] },
      ),
    });
    const { id } = await create();
    const six = await admin.call('PATCH', `/api/enquetes?id=eq.${id}`, {
      body: { perguntas: Array.from({ length: 6 }, () => ({ enunciado: 'a' })) },
    });
    expect((six.json() as { fields: { field: string }[] }).fields.map(({ field }) => field)).toEqual(['perguntas']);
  });

  describe('PATCH', () => {
    test('leaves the rows as they are where their array is not named', async () => {
      const { id } = await create(three);
      const answer = await admin.call('PATCH', `/api/enquetes?id=eq.${id}&select=nome,versao,perguntas(enunciado)`, {
        body: { nome: `${names} outro nome` },
        headers: { ...back, 'if-match': '"1"' },
      });
      expect([answer.statusCode, answer.json()]).toEqual([
        200,
        [{ nome: `${names} outro nome`, versao: 2, perguntas: three }],
      ]);
      expect(await questions(id, 'versao')).toEqual([{ versao: 1 }, { versao: 1 }, { versao: 1 }]);
    });

    test('makes the array the new set: rows kept, changed, moved, added and gone', async () => {
      const neighbour = await create(three);
      const { id, perguntas } = await create([...three, { enunciado: 'd' }]);
      const [a, b, , d] = perguntas.map((row) => row.id);
      const answer = await admin.call(
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
        await ask(
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
      expect(await questions(neighbour.id)).toEqual(three.map((row, posicao) => ({ ...row, posicao, versao: 1 })));
    });

    test('touches no row that is what it was, however its values are written', async () => {
      const { id, perguntas } = await create([
        { enunciado: 'a', peso: 1.5, hora: '10:30', instante: '2026-02-28T10:00:00-03:00', banco_id: 1 },
      ]);
      const answer = await admin.call('PATCH', `/api/enquetes?id=eq.${id}`, {
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
      expect(await questions(id)).toEqual([{ enunciado: 'a', posicao: 0, versao: 1 }]);
      expect(
        await ask(`select count(*)::integer as n from historico.enquete_perguntas where enquete_id = ${id}`),
      ).toEqual([{ n: 1 }]);
    });

    test('sets of a row only the fields that it names, and defaults of new rows alone', async () => {
      const { id, perguntas } = await create([{ enunciado: 'a', codigo: 'c1', peso: 7, obrigatoria: true }]);
      await database.execute(
        `update enquete_perguntas set protocolo = 'P1', interno = 'dentro' where enquete_id = ${id}`,
      );
      await admin.call('PATCH', `/api/enquetes?id=eq.${id}`, {
        body: { perguntas: [{ enunciado: 'nova' }, { id: perguntas[0]?.id, enunciado: 'b', codigo: null }] },
      });
      expect(await questions(id, 'enunciado, codigo, peso::text, obrigatoria, protocolo, interno')).toEqual([
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
      const { id, perguntas } = await create([
        { enunciado: 'a', codigo: 'c1', peso: 7 },
        { enunciado: 'b', obrigatoria: true },
        { enunciado: 'c', hora: '08:00' },
      ]);
      const [a, b, c] = perguntas.map((row) => row.id);
      const answer = await admin.call(
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
      const refused = await admin.call('PATCH', `/api/enquetes?id=eq.${id}`, {
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
      expect(await questions(id)).toEqual([
        { enunciado: 'c', posicao: 0, versao: 2 },
        { enunciado: 'a', posicao: 1, versao: 2 },
        { enunciado: 'mudada', posicao: 2, versao: 2 },
      ]);
    });

    test('empties an array, and lets rows exchange what must not repeat', async () => {
      const { id, perguntas } = await create([
        { enunciado: 'a', codigo: 'x' },
        { enunciado: 'b', codigo: 'y' },
      ]);
      const [a, b] = perguntas.map((row) => row.id);
      const swapped = await admin.call('PATCH', `/api/enquetes?id=eq.${id}&select=perguntas(id,codigo)`, {
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
      const replaced = await admin.call('PATCH', `/api/enquetes?id=eq.${id}&select=perguntas(codigo)`, {
        body: { perguntas: [{ enunciado: 'n', codigo: 'x' }] },
        headers: back,
      });
      expect(replaced.json()).toEqual([{ perguntas: [{ codigo: 'x' }] }]);
      const emptied = await admin.call('PATCH', `/api/enquetes?id=eq.${id}&select=versao,perguntas(codigo)`, {
        body: { perguntas: [] },
        headers: back,
      });
      expect([emptied.statusCode, emptied.json()]).toEqual([200, [{ versao: 4, perguntas: [] }]]);
    });

    test('refuses a row of another record, one that is gone, and one said twice', async () => {
      const other = await create(three);
      const { id, perguntas } = await create(three);
      const refused = async (
        rows: readonly object[],
        code: 'VALIDATION_ROW_UNKNOWN' | 'VALIDATION_ROW_REPEATED',
        row: number,
      ) => {
        const answer = await admin.call('PATCH', `/api/enquetes?id=eq.${id}`, {
          body: { nome: fresh(), perguntas: rows },
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
      expect(await questions(id)).toEqual(three.map((row, posicao) => ({ ...row, posicao, versao: 1 })));
      expect(await ask(`select versao from enquete where id = ${id}`)).toEqual([{ versao: 1 }]);
      expect(await questions(other.id)).toEqual(three.map((row, posicao) => ({ ...row, posicao, versao: 1 })));
    });

    test('writes arrays of one record at a time', async () => {
      const first = await create(three);
      const second = await create(three);
      const answer = await admin.call('PATCH', `/api/enquetes?id=in.(${first.id},${second.id})`, {
        body: { perguntas: [] },
      });
      expect(refusalOf(answer)).toEqual({
        status: 400,
        body: await refusalBody('REQUEST_ARRAY_MANY', { field: 'perguntas', count: 2 }),
      });
      expect(await questions(first.id)).toHaveLength(3);
      const none = await admin.call('PATCH', '/api/enquetes?id=eq.999999', { body: { perguntas: [] }, headers: back });
      expect([none.statusCode, none.json()]).toEqual([200, []]);
    });

    test('keeps nothing of a rehearsal', async () => {
      const { id } = await create(three);
      const answer = await admin.call('PATCH', `/api/enquetes?id=eq.${id}&select=versao,perguntas(enunciado)`, {
        body: { perguntas: [{ enunciado: 'ensaio' }] },
        headers: { prefer: 'tx=rollback, return=representation' },
      });
      expect([answer.statusCode, answer.json()]).toEqual([200, [{ versao: 2, perguntas: [{ enunciado: 'ensaio' }] }]]);
      expect(await questions(id)).toEqual(three.map((row, posicao) => ({ ...row, posicao, versao: 1 })));
    });
  });

  describe('at an older version', () => {
    const refused = async (id: number, body: object, titles: readonly (readonly [string, string])[]) => {
      const answer = await admin.call('PATCH', `/api/enquetes?id=eq.${id}`, { body, headers: { 'if-match': '"1"' } });
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
        const { id } = await create(three);
        await admin.call('PATCH', `/api/enquetes?id=eq.${id}`, { body: { perguntas } });
        await refused(id, { perguntas: three }, [['perguntas', 'Perguntas']]);
        await refused(id, { nome: fresh() }, [['perguntas', 'Perguntas']]);
      }
    });

    test('names the array whose rows are changed or in another order, and not one that is the same', async () => {
      const { id, perguntas } = await create(three);
      const nome = fresh();
      await admin.call('PATCH', `/api/enquetes?id=eq.${id}`, {
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
      const { id } = await create(three);
      await admin.call('PATCH', `/api/enquetes?id=eq.${id}`, { body: { perguntas: [] } });
      await admin.call('PATCH', `/api/enquetes?id=eq.${id}`, { body: { notas: [{ texto: 'n' }] } });
      const answer = await admin.call('PATCH', `/api/enquetes?id=eq.${id}`, {
        body: { perguntas: three },
        headers: { 'if-match': '"2"' },
      });
      expect((answer.json() as { fields: { field: string }[] }).fields.map(({ field }) => field)).toEqual(['notas']);
    });

    test('says no more than that it changed to who may not see the array', async () => {
      const { id } = await create(three);
      await admin.call('PATCH', `/api/enquetes?id=eq.${id}`, { body: { perguntas: [] } });
      const clerk = await login('sem-perguntas', ['enquete:list', 'enquete:view', 'enquete:update'], {
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

  describe('other doors', () => {
    test('delete the rows with their record, and say who did', async () => {
      const { id } = await create(three);
      const answer = await admin.call('DELETE', `/api/enquetes?id=eq.${id}&select=nome,perguntas(enunciado)`, {
        headers: back,
      });
      expect([answer.statusCode, answer.json()]).toEqual([200, [{ nome: `enquete ${names}`, perguntas: three }]]);
      expect(await questions(id)).toEqual([]);
      expect(
        await ask(
          `select count(*)::integer as n, min(_por) as by from historico.enquete_perguntas where enquete_id = ${id} and _operacao = 'D'`,
        ),
      ).toEqual([{ n: 3, by: 1 }]);
    });

    test('do not take arrays: neither an upsert nor CSV', async () => {
      const upsert = await admin.call('POST', '/api/enquetes', {
        body: [{ nome: fresh() }, { nome: fresh(), perguntas: three }],
        headers: { prefer: 'resolution=merge-duplicates' },
      });
      expect(refusalOf(upsert)).toEqual({
        status: 400,
        body: await refusalBody('REQUEST_ARRAY_UPSERT', { field: 'perguntas' }),
      });
      const csv = await admin.call('POST', '/api/enquetes', {
        text: 'nome,perguntas\nx,[]',
        headers: { 'content-type': 'text/csv' },
      });
      expect(refusalOf(csv)).toEqual({
        status: 400,
        body: await refusalBody('REQUEST_CSV_INVALID', { problem: "a lista 'perguntas' só vai em JSON" }),
      });
    });

    test('keep the rows of a record that an upsert changes', async () => {
      const { id } = await create(three);
      const answer = await admin.call('POST', '/api/enquetes?on_conflict=nome&select=versao,perguntas(enunciado)', {
        body: { nome: `enquete ${names}` },
        headers: { prefer: 'resolution=merge-duplicates, return=representation' },
      });
      expect([answer.statusCode, answer.json()]).toEqual([200, [{ versao: 2, perguntas: three }]]);
      expect(await questions(id)).toHaveLength(3);
    });

    test('limit the keys by the name of an array, too', async () => {
      const answer = await admin.call('POST', '/api/enquetes?columns=nome,notas&select=perguntas(id),notas(texto)', {
        body: { nome: fresh(), perguntas: three, notas: [{ texto: 'n' }] },
        headers: back,
      });
      expect([answer.statusCode, answer.json()]).toEqual([201, [{ perguntas: [], notas: [{ texto: 'n' }] }]]);
    });
  });

  describe('rights', () => {
    test('on the rows are those on the record; what is hidden of them is as absent as any name', async () => {
      const { id, perguntas } = await create([{ enunciado: 'a', codigo: 'c', peso: 5 }]);
      const everything = ['list', 'view', 'insert', 'update', 'delete'].map((action) => `enquete:${action}`);
      const clerk = await login('escriba', everything, { hidden: ['enquete_perguntas.peso', 'enquete.notas'] });
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
      expect(await questions(id, 'enunciado, codigo, peso::text')).toEqual([
        { enunciado: 'b', codigo: 'c', peso: '5.00' },
        { enunciado: 'nova', codigo: null, peso: '1.00' },
      ]);
      const reader = await login('leitor', ['enquete:list', 'enquete:view']);
      expect((await reader.call('PATCH', `/api/enquetes?id=eq.${id}`, { body: { perguntas: [] } })).statusCode).toBe(
        403,
      );
    });

    test('end at the records of the caller', async () => {
      const confined = await login('banco-um', ['enquete:list', 'enquete:view', 'enquete:insert', 'enquete:update'], {
        roles: { operadora: false, prestador: true, prestador_registro: 1 },
      });
      const { id } = await create(three);
      const none = await confined.call('PATCH', `/api/enquetes?id=eq.${id}`, { body: { perguntas: [] } });
      expect([none.statusCode, none.headers['content-range']]).toEqual([204, '*/0']);
      expect(await questions(id)).toHaveLength(3);
      const alien = await confined.call('POST', '/api/enquetes', {
        body: { nome: fresh(), prestador_id: 2, perguntas: three },
      });
      expect(refusalOf(alien)).toEqual({
        status: 403,
        body: await refusalBody('RECORD_OUT_OF_SCOPE', { title: 'Enquete' }),
      });
      const own = await confined.call('POST', '/api/enquetes?select=perguntas(enunciado)', {
        body: { nome: fresh(), prestador_id: 1, perguntas: three },
        headers: back,
      });
      expect([own.statusCode, own.json()]).toEqual([201, [{ perguntas: three }]]);
    });
  });
});
