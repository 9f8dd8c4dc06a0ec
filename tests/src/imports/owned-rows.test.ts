/** Rows that records own, in files: what they come to, what is told of it, and the way back, on both databases. */

import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ImportDetail } from '../../../engine/contract/import.ts';
import type { Database } from '../../../engine/data/database.ts';
import { forEachDatabase } from '../../support/databases.ts';
import fc from '../../support/laws.ts';
import type { Caller, TestProduct } from '../../support/product.ts';
import { administrator, refusalBody, startTestProduct } from '../../support/product.ts';
import { inlineRow, xlsxRows } from '../../support/xlsx-file.ts';
import { applyFile, checkFile, refusalsOf, sendFile, undoBatch } from './import-stage.ts';

const text = (title: string, more: object = {}) => ({ title, type: 'string', maxLength: 40, ...more });

const files = {
  'schemas/teste/agendas/schema.json': {
    title: 'Agenda',
    type: 'object',
    required: ['codigo'],
    properties: {
      codigo: text('Código', { 'x-unique': true }),
      nome: text('Nome'),
      contatos: {
        title: 'Contatos',
        type: 'array',
        maxItems: 5,
        items: {
          title: 'Contato',
          type: 'object',
          required: ['tipo', 'valor'],
          properties: {
            tipo: text('Tipo', { default: 'FONE' }),
            valor: text('Valor'),
            desde: { title: 'Desde', type: 'string', format: 'date' },
            cidade: { title: 'Cidade', 'x-relation': { entity: 'cidade', label: '{nome} - {uf}' } },
            nota: text('Nota'),
          },
        },
      },
      senhas: {
        title: 'Senhas',
        type: 'array',
        items: { title: 'Senha', type: 'object', properties: { valor: text('Valor') } },
      },
    },
  },
  'schemas/teste/agendas/columns.json': {
    entity: 'agenda',
    path: '/agendas',
    title: 'Agendas',
    icon: 'table',
    permission: { subject: 'agenda' },
    parent: '/',
    columns: ['codigo', 'nome'],
  },
};

const json = (records: readonly object[]): string => JSON.stringify(records);

forEachDatabase((open) => {
  let database: Database;
  let product: TestProduct;
  let chief: Caller;

  const run = (sql: string) => database.query({ text: sql, values: [] });
  /** Records with their rows, and the ids of these. */
  const agendas = async () =>
    (
      await chief.call(
        'GET',
        '/api/agendas?select=codigo,nome,contatos(id,tipo,valor,desde,nota,cidade_id),senhas(valor)&order=codigo',
      )
    ).json() as readonly {
      readonly codigo: string;
      readonly contatos: readonly { readonly id: number; readonly tipo: string; readonly valor: string }[];
    }[];
  const contacts = async (codigo: string) =>
    (await agendas()).find((one) => one.codigo === codigo)?.contatos.map(({ id, tipo, valor }) => [id, tipo, valor]);
  const ids = async (codigo: string) => (await contacts(codigo))?.map(([id]) => id as number) ?? [];

  beforeAll(async () => {
    database = await open({ from: 'product' });
    product = await startTestProduct(database, { files });
    chief = await product.as(administrator.login, administrator.password);
    await run(`insert into cidade (id, ibge, nome, uf) overriding system value values
      (2, '3106200', 'Belo Horizonte', 'MG'), (3, '2901007', 'Santa Rita', 'BA'), (4, '3101102', 'Santa Rita', 'MG')`);
  });
  beforeEach(async () => {
    await run('delete from agenda');
    await run('delete from fichario.turn');
    const contatos = [
      { tipo: 'FONE', valor: '111', nota: 'a primeira' },
      { tipo: 'MAIL', valor: 'a@b', desde: '2020-01-31', cidade_id: 2 },
      { tipo: 'FONE', valor: '333' },
    ];
    const answer = await chief.call('POST', '/api/agendas', {
      body: [
        { codigo: 'A', nome: 'Um', contatos, senhas: [{ valor: 'x' }] },
        { codigo: 'B', nome: 'Dois', contatos: [{ valor: '999' }] },
      ],
    });
    expect(answer.statusCode).toBe(201);
  });

  const check = async (records: readonly object[], caller = chief): Promise<ImportDetail> =>
    checkFile(caller, await sendFile(caller, '/agendas', json(records), 'agendas.json'));

  describe('a list of JSON', () => {
    it('comes, changes and goes with its record, as the plan says, and all comes back', async () => {
      const before = await agendas();
      const [first, second, third] = await ids('A');
      const planned = await check([
        {
          codigo: 'A',
          contatos: [
            { tipo: 'FONE', valor: '333', desde: null, cidade: null },
            { tipo: 'MAIL', valor: 'novo@b', desde: '31/01/2020', cidade: { id: 99, label: 'Belo Horizonte - MG' } },
            { tipo: 'SITE', valor: 'c.d', cidade: 'Santa Rita - BA' },
          ],
        },
        { codigo: 'C', contatos: [{ valor: '1' }, { tipo: 'MAIL', valor: '2' }] },
      ]);
      expect(refusalsOf(planned)).toEqual([]);
      expect(planned.batch).toMatchObject({ rows: 2, changes: 2, same: 0, refused: 0 });
      expect(planned.plan?.lists).toEqual([{ field: 'contatos', title: 'Contatos', come: 3, change: 1, go: 1 }]);
      expect(planned.plan?.sample).toMatchObject([
        { id: null, label: 'C' },
        {
          label: 'A - Um',
          changes: [],
          lists: [
            {
              field: 'contatos',
              others: 0,
              rows: [
                { kind: 'change', place: 2, changes: [{ field: 'valor', before: 'a@b', after: 'novo@b' }] },
                {
                  kind: 'come',
                  place: 3,
                  changes: [
                    { field: 'tipo', before: null, after: 'SITE' },
                    { field: 'valor', before: null, after: 'c.d' },
                    { field: 'cidade_id', before: null, after: 'Santa Rita - BA' },
                  ],
                },
                {
                  kind: 'go',
                  place: 1,
                  changes: [
                    { field: 'tipo', before: 'FONE', after: null },
                    { field: 'valor', before: '111', after: null },
                    { field: 'nota', before: 'a primeira', after: null },
                  ],
                },
              ],
            },
          ],
        },
      ]);
      expect(await agendas()).toEqual(before);
      const done = await applyFile(chief, planned);
      expect(done.batch).toMatchObject({ written: 2, refused: 0 });
      const after = await agendas();
      expect(await contacts('A')).toEqual([
        [third, 'FONE', '333'],
        [second, 'MAIL', 'novo@b'],
        [expect.any(Number), 'SITE', 'c.d'],
      ]);
      expect((await contacts('C'))?.map(([, tipo, valor]) => [tipo, valor])).toEqual([
        ['FONE', '1'],
        ['MAIL', '2'],
      ]);
      expect(after[1]).toEqual(before[1]);
      expect(after[0]).toMatchObject({ senhas: [{ valor: 'x' }] });
      const withdrawn = await undoBatch(chief, done.batch?.id);
      expect(withdrawn).toMatchObject({ operation: 'withdraw', written: 2, refused: 0 });
      expect(await agendas()).toEqual(before);
      expect((await ids('A'))[0]).toBe(first);
      expect(await undoBatch(chief, withdrawn.id)).toMatchObject({ operation: 'reinstate', written: 2, refused: 0 });
      const again = await agendas();
      expect(again.slice(0, 2)).toEqual(after.slice(0, 2));
    });

    it('of which nothing is said stays, one that is empty empties, and one that is so already is no change', async () => {
      const planned = await check([
        { codigo: 'A', nome: 'Outro' },
        { codigo: 'B', nome: 'Dois', contatos: [] },
      ]);
      expect(planned.plan?.lists).toEqual([{ field: 'contatos', title: 'Contatos', come: 0, change: 0, go: 1 }]);
      const done = await applyFile(chief, planned);
      expect(done.batch).toMatchObject({ written: 2 });
      expect(await contacts('A')).toHaveLength(3);
      expect(await contacts('B')).toEqual([]);
      const same = (await agendas()).map((record) => ({
        ...record,
        contatos: record.contatos.map(({ id: _id, ...one }) => ({ ...one, cidade_id: undefined })),
      }));
      expect((await check(same)).batch).toMatchObject({ rows: 2, changes: 0, same: 2, refused: 0 });
      const absent = same.map((record, index) => ({ ...record, contatos: index === 0 ? null : [] }));
      expect((await check(absent)).batch).toMatchObject({ changes: 0, same: 2 });
    });

    it('is refused with the row and the place in the list', async () => {
      const many = Array.from({ length: 6 }, (_, index) => ({ tipo: 'FONE', valor: String(index) }));
      const planned = await check([
        { codigo: 'A', contatos: [{ valor: '111' }, { tipo: 'FONE', valor: 'x'.repeat(50) }] },
        { codigo: 'B', contatos: [{ tipo: 'MAIL' }] },
        { codigo: 'C', contatos: [{ valor: '1', desde: '31/02/2020' }] },
        { codigo: 'D', contatos: [{ valor: '1' }, { valor: '2', cidade: 'Atlântida' }] },
        { codigo: 'E', contatos: [{ valor: '1', cidade: 'Santa Rita' }] },
        { codigo: 'F', contatos: many },
        { codigo: 'G', contatos: [{ tipo: 'FONE' }] },
        { codigo: 'H', contatos: 'nenhum' },
        { codigo: 'I', contatos: [{ valor: { a: 1 } }] },
      ]);
      expect(planned.batch).toMatchObject({ rows: 9, changes: 0, refused: 9 });
      expect(refusalsOf(planned)).toEqual([
        ['Informe Valor (Contatos, linha 1).', ['Linha 2', 'Linha 7']],
        ['Valor (Contatos, linha 2) passa do limite de caracteres, 40.', ['Linha 1']],
        ['Desde (Contatos, linha 1): 31/02/2020 não existe no calendário.', ['Linha 3']],
        ["Cidade (Contatos, linha 2): não há 'Atlântida', ou você não pode vê-lo.", ['Linha 4']],
        ["Cidade (Contatos, linha 1): há mais de um 'Santa Rita'. Diga-o por um campo que só ele tenha.", ['Linha 5']],
        ['Contatos tem linhas demais; o máximo é 5.', ['Linha 6']],
        [
          'contatos: aqui não é uma lista de objetos, e em outros registros é. Escreva uma lista, ou [] para nenhuma linha.',
          ['Linha 8'],
        ],
        [
          'O valor da coluna 2 é uma lista ou um objeto, e aqui cabe um só valor. Escreva um texto, um número, true, false ou null.',
          ['Linha 9'],
        ],
      ]);
    });

    it('may lack in its new rows nothing that is required, and in those that are there anything', async () => {
      const [id] = await ids('B');
      // The row that is there keeps what the file says nothing of.
      const planned = await check([{ codigo: 'B', contatos: [{ valor: '999', nota: 'nova' }] }]);
      expect(planned.plan?.lists).toEqual([{ field: 'contatos', title: 'Contatos', come: 0, change: 1, go: 0 }]);
      await applyFile(chief, planned);
      expect(await contacts('B')).toEqual([[id, 'FONE', '999']]);
      const lacking = await check([{ codigo: 'B', contatos: [{ valor: '999' }, { nota: 'sem valor' }] }]);
      expect(refusalsOf(lacking)).toEqual([['Informe Valor (Contatos, linha 2).', ['Linha 1']]]);
    });

    it('that somebody has changed since stays as it is when the import is taken back', async () => {
      const done = await applyFile(
        chief,
        await check([
          { codigo: 'A', nome: 'Novo', contatos: [] },
          { codigo: 'B', nome: 'Dois', contatos: [] },
        ]),
      );
      const rows = { contatos: [{ tipo: 'FONE', valor: '555' }] };
      expect((await chief.call('PATCH', '/api/agendas?codigo=eq.A', { body: rows })).statusCode).toBe(204);
      const undone = await undoBatch(chief, done.batch?.id);
      expect(undone.refusals).toMatchObject([
        { message: 'Alterado depois do lote, fica como está: Contatos.', rows: 1 },
      ]);
      expect((await contacts('A'))?.map(([, , valor]) => valor)).toEqual(['555']);
      expect((await contacts('B'))?.map(([, , valor]) => valor)).toEqual(['999']);
      expect((await agendas())[0]).toMatchObject({ codigo: 'A', nome: 'Um' });
    });

    it('keeps to the fields that its sender may write, and to what it may read', async () => {
      const pairs = ['list', 'view', 'insert', 'update'].map((action) => `agenda:${action}`);
      const limited = await product.enter('limitada', pairs, {
        hidden: ['agenda_contatos.nota'],
        readOnly: ['agenda_contatos.desde', 'agenda.senhas'],
      });
      const bytes = json([
        { codigo: 'A', contatos: [{ tipo: 'FONE', valor: '112', nota: 'x', desde: '2021-01-01' }], senhas: [] },
      ]);
      const detail = await sendFile(limited, '/agendas', bytes, 'agendas.json');
      expect(detail.fields.map(({ field }) => field)).toEqual([
        'codigo',
        'nome',
        'contatos.tipo',
        'contatos.valor',
        'contatos.cidade_id',
      ]);
      expect(detail.choices.columns.map(({ field }) => field)).toEqual(['codigo', 'contatos.tipo', 'contatos.valor']);
      for (const field of ['contatos.nota', 'contatos.desde', 'senhas.valor']) {
        const columns = [...detail.choices.columns, { column: 3, field }];
        const answer = await limited.call('POST', `/api/importacoes/${detail.id}/conferir`, {
          body: { ...detail.choices, columns },
        });
        expect([answer.statusCode, answer.json()]).toEqual([
          422,
          await refusalBody('IMPORT_CHOICES', { problem: `'${field}' não é um campo que se preenche em Agenda` }),
        ]);
      }
      const planned = await checkFile(limited, detail);
      expect(JSON.stringify(planned)).not.toContain('a primeira');
      await applyFile(limited, planned);
      expect((await agendas())[0]).toMatchObject({
        contatos: [{ tipo: 'FONE', valor: '112', nota: 'a primeira' }],
        senhas: [{ valor: 'x' }],
      });
      expect((await sendFile(limited, '/agendas', bytes, 'a.json')).choices.columns).toHaveLength(3);
    });

    it('is no single value, and a single value is no list', async () => {
      const detail = await sendFile(
        chief,
        '/agendas',
        json([{ codigo: 'A', contatos: [{ valor: '1' }], outros: [{ valor: '2' }] }]),
      );
      const refused = async (columns: ImportDetail['choices']['columns']) => {
        const answer = await chief.call('POST', `/api/importacoes/${detail.id}/conferir`, {
          body: { ...detail.choices, columns: [{ column: 0, field: 'codigo' }, ...columns] },
        });
        return [answer.statusCode, (answer.json() as { message: string }).message];
      };
      expect(detail.columns.map(({ title, list }) => [title, list])).toEqual([
        ['codigo', undefined],
        ['contatos[].valor', 'contatos'],
        ['outros[].valor', 'outros'],
      ]);
      const said = 'As colunas da importação não estão certas: ';
      expect(await refused([{ column: 1, field: 'nome' }])).toEqual([
        422,
        `${said}a coluna 2 é da lista 'contatos', e Nome não é de uma lista.`,
      ]);
      expect(
        await refused([
          { column: 1, field: 'contatos.valor' },
          { column: 2, field: 'contatos.tipo' },
        ]),
      ).toEqual([422, `${said}Contatos vem de 'contatos' e de 'outros'.`]);
    });
  });

  const plainRows = async () =>
    (await agendas()).map((record) => ({
      ...record,
      contatos: record.contatos.map(({ id: _id, ...one }) => one),
    }));

  describe('columns of one row each, of CSV and XLSX', () => {
    const titles = ['Código', 'Contatos[1].Tipo', 'contatos[1].valor', 'Contatos 2 Tipo', 'CONTATOS[2].VALOR'];
    const lines = [
      ['A', 'FONE', '111', 'MAIL', 'z@w'],
      ['B', '', '', '', ''],
      ['C', '', '', 'FONE', '777'],
    ];
    const kinds = {
      csv: () => [titles, ...lines].map((line) => line.join(';')).join('\n'),
      xlsx: () => xlsxRows([titles, ...lines].map((line, index) => inlineRow(index + 1, ...line)).join('')),
    };

    it.each(['csv', 'xlsx'] as const)('say the whole list: %s', async (kind) => {
      const before = await agendas();
      const [first, second] = await ids('A');
      const detail = await sendFile(chief, '/agendas', kinds[kind](), `agendas.${kind}`);
      expect(detail.choices.columns).toEqual([
        { column: 0, field: 'codigo' },
        { column: 1, field: 'contatos.tipo', row: 1 },
        { column: 2, field: 'contatos.valor', row: 1 },
        { column: 3, field: 'contatos.tipo', row: 2 },
        { column: 4, field: 'contatos.valor', row: 2 },
      ]);
      const planned = await checkFile(chief, detail);
      expect(refusalsOf(planned)).toEqual([]);
      expect(planned.batch).toMatchObject({ rows: 3, changes: 3, refused: 0 });
      expect(planned.plan?.lists).toEqual([{ field: 'contatos', title: 'Contatos', come: 1, change: 1, go: 2 }]);
      const done = await applyFile(chief, planned);
      expect(await contacts('A')).toEqual([
        [first, 'FONE', '111'],
        [second, 'MAIL', 'z@w'],
      ]);
      expect(await contacts('B')).toEqual([]);
      expect(await contacts('C')).toEqual([[expect.any(Number), 'FONE', '777']]);
      await undoBatch(chief, done.batch?.id);
      expect(await agendas()).toEqual(before);
      // What the file says nothing of: notes of the rows that stay, and other lists.
      expect((await plainRows())[0]).toMatchObject({
        contatos: [{ nota: 'a primeira' }, {}, {}],
        senhas: [{ valor: 'x' }],
      });
    });

    it('refuse with the line and the row that their titles name', async () => {
      const text = 'Código;Contatos[1].Valor;Contatos[2].Valor;Contatos[2].Desde\nA;1;2;ontem\n';
      expect(refusalsOf(await checkFile(chief, await sendFile(chief, '/agendas', text)))).toEqual([
        ["Desde (Contatos, linha 2): 'ontem' não é uma data DD/MM/AAAA.", ['Linha 2']],
      ]);
      // Also where the rows before it are not there.
      const gap = 'Código;Contatos[1].Valor;Contatos[3].Valor;Contatos[3].Desde\nA;1;2;ontem\n';
      expect(refusalsOf(await checkFile(chief, await sendFile(chief, '/agendas', gap)))).toEqual([
        ["Desde (Contatos, linha 3): 'ontem' não é uma data DD/MM/AAAA.", ['Linha 2']],
      ]);
    });

    it('are of a row that there may be, each of another, and each of one', async () => {
      const detail = await sendFile(chief, '/agendas', 'Código;Contatos[6].Valor;X\nA;1;2\n');
      expect(detail.choices.columns).toEqual([{ column: 0, field: 'codigo' }]);
      const valor = (column: number, row?: number) => ({
        column,
        field: 'contatos.valor',
        ...(row === undefined ? {} : { row }),
      });
      for (const [columns, problem] of [
        [[valor(1)], "a coluna 'Contatos[6].Valor' não diz de qual linha de Contatos é"],
        [[valor(1, 6)], 'Contatos tem no máximo 5 linhas, e não a 6'],
        [[valor(1, 1), valor(2, 1)], 'o campo Valor (Contatos, linha 1) aparece mais de uma vez'],
        [[{ column: 1, field: 'nome', row: 1 }], 'Nome não é de uma lista, e não tem linha'],
      ] as const) {
        const answer = await chief.call('POST', `/api/importacoes/${detail.id}/conferir`, {
          body: { ...detail.choices, columns: [...detail.choices.columns, ...columns] },
        });
        expect([answer.statusCode, answer.json()]).toEqual([422, await refusalBody('IMPORT_CHOICES', { problem })]);
      }
    });
  });

  describe('what the API gives', () => {
    const value = fc.constantFrom('1', '2', "=x';", 'ç, "d"');
    const contact = fc.record({
      tipo: fc.constantFrom('FONE', 'MAIL'),
      valor: value,
      desde: fc.option(fc.constantFrom('2020-02-29', '1999-12-31'), { nil: null }),
      nota: fc.option(value, { nil: null }),
    });
    const state = fc.uniqueArray(
      fc.record({
        codigo: fc.constantFrom('A', 'B', 'C'),
        nome: value,
        contatos: fc.array(contact, { maxLength: 4 }),
      }),
      { selector: ({ codigo }) => codigo, minLength: 1 },
    );
    /** As a table of one line a record. */
    const tableOf = (records: readonly Readonly<Record<string, unknown>>[]): string => {
      const names = ['tipo', 'valor', 'desde', 'nota'];
      const quoted = (one: unknown): string =>
        one === null || one === undefined ? '' : `"${String(one).replace(/^=/, "'=").replaceAll('"', '""')}"`;
      const places = [0, 1, 2, 3].flatMap((row) => names.map((name) => [row, name] as const));
      const line = ({ codigo, nome, contatos }: Readonly<Record<string, unknown>>): string =>
        [
          codigo,
          nome,
          ...places.map(([row, name]) => (contatos as readonly Readonly<Record<string, unknown>>[])[row]?.[name]),
        ]
          .map(quoted)
          .join(';');
      const head = ['codigo', 'nome', ...places.map(([row, name]) => `contatos[${row + 1}].${name}`)].join(';');
      return [head, ...records.map(line)].join('\n');
    };

    it.each([
      ['json', (records: readonly object[]) => json(records)],
      ['csv', tableOf],
    ] as const)(
      'is had back from a file, whatever there is meanwhile, and what there was when it is taken back: %s',
      { timeout: 120_000 },
      async (kind, write) => {
        const put = async (records: readonly object[]) => {
          await run('delete from agenda');
          await run('delete from fichario.turn');
          expect((await chief.call('POST', '/api/agendas', { body: records })).statusCode).toBe(201);
        };
        const law = fc.asyncProperty(state, state, async (wanted, meanwhile) => {
          await put(wanted);
          const given = await plainRows();
          const bytes = write(
            given.map(({ senhas: _senhas, ...one }: (typeof given)[number] & { senhas?: unknown }) => one),
          );
          await put(meanwhile);
          const before = await agendas();
          const planned = await checkFile(chief, await sendFile(chief, '/agendas', bytes, `agendas.${kind}`));
          expect(refusalsOf(planned)).toEqual([]);
          const done = planned.batch?.changes === 0 ? planned : await applyFile(chief, planned);
          const codes = new Set(wanted.map(({ codigo }) => codigo));
          expect((await plainRows()).filter(({ codigo }) => codes.has(codigo as 'A'))).toEqual(given);
          // And once more it is so already.
          expect(
            (await checkFile(chief, await sendFile(chief, '/agendas', bytes, `agendas.${kind}`))).batch,
          ).toMatchObject({
            changes: 0,
            same: wanted.length,
          });
          if (done.state === 'applied') await undoBatch(chief, done.batch?.id);
          expect(await agendas()).toEqual(before);
        });
        await fc.assert(law, { numRuns: 6 });
      },
    );
  });
});
