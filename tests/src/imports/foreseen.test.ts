/** The law between the look at a file and its writing: what was told is what comes, though most rows are written but once. */

import { beforeAll, describe, expect, it } from 'vitest';
import type { ImportChoices } from '../../../engine/contract/import.ts';
import type { Database } from '../../../engine/data/database.ts';
import { forEachDatabase } from '../../support/databases.ts';
import fc from '../../support/laws.ts';
import type { Caller } from '../../support/product.ts';
import { administrator, startTestProduct } from '../../support/product.ts';
import { applyFile, checkFile, refusalsOf, sendFile } from './import-stage.ts';

const text = (title: string, maxLength = 20) => ({ title, type: 'string', maxLength });
const columns = {
  entity: 'ficha',
  title: 'Ficha',
  icon: 'table',
  permission: { subject: 'ficha' },
  parent: '/',
  columns: ['codigo', 'nome'],
  search: ['nome'],
};
const files = {
  'schemas/teste/fichas/schema.json': {
    title: 'Ficha',
    type: 'object',
    required: ['nome'],
    properties: {
      codigo: { ...text('Código'), 'x-unique': true },
      documento: { ...text('Documento'), 'x-unique': true },
      grupo: text('Grupo'),
      numero: { title: 'Número', type: 'integer' },
      nome: { ...text('Nome', 4000), 'x-unique': true },
      tipo: text('Tipo'),
    },
  },
  'schemas/teste/fichas/columns.json': {
    ...columns,
    path: '/fichas',
    label: '{codigo}',
    unique: [['grupo', 'numero']],
  },
  'schemas/teste/fichas-a/columns.json': { ...columns, path: '/fichas-a', filter: { tipo: 'A' } },
};

interface Ficha {
  readonly codigo: string;
  readonly documento: string;
  readonly grupo: string;
  readonly numero: string;
  readonly nome: string;
}
const fields = ['codigo', 'documento', 'grupo', 'numero', 'nome'] as const;
const titles = 'Código;Documento;Grupo;Número;Nome';

forEachDatabase((open) => {
  let database: Database;
  let chief: Caller;

  const count = async (): Promise<number> =>
    (await database.query<{ n: number }>({ text: 'select count(*)::integer as n from ficha', values: [] })).rows[0]
      ?.n ?? 0;
  const begin = async (present: readonly Ficha[]): Promise<void> => {
    await database.query({ text: 'delete from ficha', values: [] });
    await database.query({ text: 'delete from fichario.turn', values: [] });
    // Those that are there need not be fit in the eyes of one another.
    await database.query({
      text: `insert into ficha (codigo, documento, grupo, numero, nome, tipo)
        select nullif(codigo, ''), nullif(documento, ''), nullif(grupo, ''), nullif(numero, '')::integer, nome, tipo
        from json_to_recordset($1::text::json) as r(codigo text, documento text, grupo text, numero text, nome text, tipo text)
        on conflict do nothing`,
      values: [JSON.stringify(present)],
    });
  };

  beforeAll(async () => {
    database = await open({ from: 'product' });
    chief = await (await startTestProduct(database, { files })).as(administrator.login, administrator.password);
  });

  const few = (prefix: string) =>
    fc.oneof(
      { weight: 3, arbitrary: fc.integer({ min: 0, max: 99_999 }).map((n) => `${prefix}${n}`) },
      { weight: 2, arbitrary: fc.integer({ min: 0, max: 15 }).map((n) => `${prefix}${n}`) },
      fc.constant(''),
    );
  const anyFicha = fc.record({
    codigo: few('C'),
    documento: few('D'),
    grupo: fc.constantFrom('', 'g', 'h'),
    numero: fc.oneof(fc.integer({ min: 0, max: 99_999 }).map(String), fc.constantFrom('', '1', '2', '3')),
    nome: fc.oneof(
      { weight: 6, arbitrary: fc.integer({ min: 0, max: 99_999 }).map((n) => `Nome ${n}`) },
      fc.constantFrom('', 'Mesmo', 'x'.repeat(600)),
    ),
  });

  // A line with nothing in it is none.
  const ficha = anyFicha.filter((one) => fields.some((field) => one[field] !== ''));

  it.each(['/fichas', '/fichas-a'])('in %s', { timeout: 120_000 }, async (path) => {
    const law = fc.asyncProperty(
      fc.array(fc.tuple(ficha, fc.constantFrom('A', 'B')), { maxLength: 25 }),
      fc.array(ficha, { minLength: 25, maxLength: 90 }),
      fc.constantFrom<string[]>([], ['codigo'], ['documento'], ['grupo', 'numero'], ['nome']),
      fc.constantFrom<ImportChoices['mode'][]>('upsert', 'insert', 'update'),
      async (present, rows, key, mode) => {
        await begin(present.map(([one, tipo]) => ({ ...one, nome: one.nome || 'Sem nome', tipo })));
        const before = await count();
        const csv = [titles, ...rows.map((row) => fields.map((field) => row[field]).join(';'))].join('\n');
        const choices: Pick<ImportChoices, 'key' | 'mode'> = { key, mode: key.length === 0 ? 'insert' : mode };
        const planned = await checkFile(chief, await sendFile(chief, path, csv), choices);
        expect([planned.state, planned.batch?.rows]).toEqual(['planned', rows.length]);
        const { changes = 0, refused = 0 } = planned.batch ?? {};
        const done = await applyFile(chief, planned);
        expect(done.batch).toMatchObject({ state: 'applied', written: changes, refused });
        expect(await count()).toBe(before + planned.fresh);
      },
    );
    await fc.assert(law, { numRuns: 12, endOnFailure: true });
  });

  describe('a row far down', () => {
    const many = Array.from({ length: 60 }, (_, n) => `C${n};D${n};g;${n};Nome ${n}`);
    const lines = [...many, 'C60;D900;g;60;Nome 60', 'C61;D61;h;7;Nome 61', 'C900;D62;g;62;Nome 62'];
    const present = [{ codigo: 'C900', documento: 'D900', grupo: 'h', numero: '7', nome: 'Já estava', tipo: 'B' }];

    it('is told of that has another unique key of a record that is there', async () => {
      await begin(present);
      const planned = await checkFile(chief, await sendFile(chief, '/fichas', [titles, ...lines].join('\n')), {
        key: ['codigo'],
        mode: 'insert',
      });
      expect(refusalsOf(planned)).toEqual([
        [
          'Já existe um registro de Ficha com o mesmo valor em Documento. Informe outro valor ou edite o registro que já existe.',
          ['Linha 62'],
        ],
        [
          'Já existe um registro de Ficha com o mesmo valor em Grupo, Número. Informe outro valor ou edite o registro que já existe.',
          ['Linha 63'],
        ],
        ['Ficha: já existe com o mesmo valor de Código, e a importação só inclui.', ['Linha 64']],
      ]);
      expect(planned.batch).toMatchObject({ rows: 63, changes: 60, refused: 3 });
    });

    it('is told of where that record is not of the screen', async () => {
      await begin(present);
      const planned = await checkFile(chief, await sendFile(chief, '/fichas-a', [titles, ...lines].join('\n')), {
        key: ['codigo'],
        mode: 'upsert',
      });
      expect(planned.batch).toMatchObject({ rows: 63, changes: 60, refused: 3 });
      expect(refusalsOf(planned).flatMap(([, of]) => of)).toEqual(['Linha 62', 'Linha 63', 'Linha 64']);
    });
  });
});
