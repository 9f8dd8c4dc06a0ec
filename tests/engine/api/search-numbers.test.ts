/** The quick search of records by their whole numbers, beside their texts: what it finds, for whom, and where else. */
import { describe, expect, test } from 'vitest';
import type { ScreenModel } from '../../../engine/contract/screen-model.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { fixtureStage } from '../../support/fixture-stage.ts';
import fc from '../../support/laws.ts';
import type { Caller, UserParts } from '../../support/product.ts';
import { createUser, insertRow, refusalBody, refusalOf } from '../../support/product.ts';

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
const whole = (title: string, more: object = {}) => ({ title, type: 'integer', ...more });
const text = (title: string) => ({ title, type: 'string', maxLength: 40 });
const to = (title: string, entity: string) => ({ title, 'x-relation': { entity } });

const files: Readonly<Record<string, object>> = {
  // Found by numbers and by nothing else.
  'schemas/teste/lotes/schema.json': record('Lote', { numero: whole('Número', { 'x-unique': true }) }),
  'schemas/teste/lotes/columns.json': screen('lote', '/lotes', {
    columns: ['numero'],
    sort: ['numero'],
    label: '{numero}',
    search: ['numero'],
  }),
  'schemas/teste/notas/schema.json': record('Nota', {
    assunto: text('Assunto'),
    numero: whole('Número'),
    ano: whole('Ano', { format: 'year' }),
    lote: to('Lote', 'lote'),
  }),
  'schemas/teste/notas/columns.json': screen('nota', '/notas', {
    columns: ['numero', 'assunto'],
    sort: ['numero'],
    indexes: [['numero']],
    label: '{numero} - {assunto}',
    search: ['assunto', 'numero', 'ano', 'lote'],
  }),
  'schemas/teste/notas/search.json': { fields: [{ field: 'numero' }] },
  // Of which nothing is searched: among the deleted what the label is made of is.
  'schemas/teste/senhas/schema.json': record('Senha', {
    numero: whole('Número'),
    dia: { title: 'Dia', type: 'string', format: 'date' },
  }),
  'schemas/teste/senhas/columns.json': screen('senha', '/senhas', { columns: ['numero'], label: '{numero} de {dia}' }),
};

forEachDatabase((open) => {
  const stage = fixtureStage(open, files);
  const found = async (who: Caller, q: string, path = '/notas'): Promise<readonly unknown[]> => {
    const answer = await who.call('GET', `/api${path}?q=${encodeURIComponent(q)}&order=id`);
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return (answer.json() as readonly { numero: number }[]).map(({ numero }) => numero);
  };
  const user = async (more: UserParts = {}): Promise<Caller> => {
    const rights = ['nota', 'lote'].flatMap((subject) => [`${subject}:list`, `${subject}:view`]);
    const { login, password } = await createUser(stage.database, stage.next(), rights, more);
    return stage.product.as(login, password);
  };
  let made: Promise<void> | undefined;
  const makeRecords = (): Promise<void> => {
    made ??= (async () => {
      const lote_id = await insertRow(stage.admin, '/lotes', { numero: 21 });
      await insertRow(stage.admin, '/lotes', { numero: 210 });
      for (const row of [
        { numero: 21, assunto: 'Compra', ano: 2025 },
        { numero: 210, assunto: 'Compra de 21 mesas', ano: 2026 },
        { numero: 1234, assunto: 'Venda', ano: 2026 },
        { numero: -7, assunto: 'Estorno' },
        { numero: 500, assunto: 'Outra', lote_id },
        { assunto: 'Sem número' },
      ])
        await insertRow(stage.admin, '/notas', row);
    })();
    return made;
  };

  describe('finds', () => {
    test.each<readonly [string, readonly unknown[]]>([
      // A number is the whole of it; of a text any part will do, and so will the number of what is pointed at.
      ['21', [21, 210, 500]],
      ['210', [210]],
      ['1.234', [1234]],
      ['-7', [-7]],
      ['2026', [210, 1234]],
      ['2026 venda', [1234]],
      ['1234 compra', []],
      ['compra', [21, 210]],
      ['numero', [null]],
      ['12,5', []],
      ['99999999999999999999', []],
      ['2147483648', []],
      ['%', []],
    ])('%s', async (words, expected) => {
      await makeRecords();
      expect(await found(stage.admin, words)).toEqual(expected);
    });

    test.each<readonly [string, readonly unknown[]]>([
      ['21', [21]],
      ['2', []],
      ['lote', []],
      ['21 210', []],
    ])('by numbers alone: %s', async (words, expected) => {
      await makeRecords();
      expect(await found(stage.admin, words, '/lotes')).toEqual(expected);
    });
  });

  test('finds by a number for who may hold it against a value, counts what it finds, and writes by it', async () => {
    await makeRecords();
    const without = await user({ hidden: ['nota.numero'] });
    const masked = await user({ masked: ['lote.numero'] });
    const answer = await without.call('GET', '/api/notas?q=1234&select=id');
    expect([answer.statusCode, answer.json()]).toEqual([200, []]);
    // Who may not compare the number of the lot finds nothing by it.
    expect(await found(masked, '21')).toEqual([21, 210]);
    expect(refusalOf(await masked.call('GET', '/api/lotes?q=21'))).toEqual({
      status: 400,
      body: await refusalBody('REQUEST_COLUMN_UNKNOWN', { column: 'q', entity: 'Lote' }),
    });
    const titles = async (who: Caller): Promise<unknown> =>
      ((await who.call('GET', '/api/model/screen?path=/notas')).json() as ScreenModel).quickSearch;
    expect([await titles(stage.admin), await titles(without), await titles(masked)]).toEqual([
      ['Assunto', 'Número', 'Ano', 'Lote'],
      ['Assunto', 'Ano', 'Lote'],
      ['Assunto', 'Número', 'Ano'],
    ]);
    const counted = await stage.admin.call('GET', '/api/notas?q=21', { headers: { prefer: 'count=exact' } });
    expect(counted.headers['content-range']).toBe('0-2/3');
    const written = await stage.admin.call('PATCH', '/api/notas?q=500', { body: { assunto: 'Esta' } });
    expect([written.statusCode, written.headers['content-range']]).toEqual([204, '*/1']);
  });

  test('the law: a number is found by itself as people write it, and no other is', async () => {
    await makeRecords();
    const numbers = fc.integer({ min: -2147483648, max: 2147483647 });
    await fc.assert(
      fc.asyncProperty(numbers, fc.boolean(), async (number, grouped) => {
        const typed = grouped ? number.toLocaleString('pt-BR') : String(number);
        const id = await insertRow(stage.admin, '/notas', { numero: number });
        const rows = (
          await stage.admin.call(
            'GET',
            `/api/notas?q=${encodeURIComponent(typed)}&lote_id=is.null&assunto=is.null&select=id,numero`,
          )
        ).json() as {
          id: number;
          numero: number;
        }[];
        expect(rows.map((row) => row.id)).toContain(id);
        expect(new Set(rows.map((row) => row.numero))).toEqual(new Set([number]));
      }),
      { numRuns: 15 },
    );
  });

  test('what was deleted is found by the numbers of its label, where nothing else is searched', async () => {
    const [one, other] = [
      await insertRow(stage.admin, '/senhas', { numero: 33, dia: '2026-02-01' }),
      await insertRow(stage.admin, '/senhas', { numero: 330, dia: '2026-02-01' }),
    ];
    for (const id of [one, other]) await stage.admin.call('DELETE', `/api/senhas?id=eq.${id}`);
    const deleted = async (q: string): Promise<unknown> => {
      const answer = await stage.admin.call('GET', `/api/senhas/historico/excluidos?q=${encodeURIComponent(q)}`);
      return answer.statusCode === 200 ? (answer.json() as { id: number }[]).map(({ id }) => id) : answer.body;
    };
    expect([await deleted('33'), await deleted('330'), await deleted('3'), await deleted('x')]).toEqual([
      [one],
      [other],
      [],
      [],
    ]);
  });
});
