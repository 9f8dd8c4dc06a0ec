/** The history of a record tells what became of the rows that it owns. */
import { beforeAll, expect, test, vi } from 'vitest';
import type { HistoryChange, HistoryEntry, HistoryRow } from '../../../engine/contract/screen-model.ts';
import type { Database } from '../../../engine/data/database.ts';
import { forEachDatabase } from '../../support/databases.ts';
import type { Caller, TestProduct } from '../../support/product.ts';
import { administrator, startTestProduct } from '../../support/product.ts';
import { owningFiles } from './owning-files.ts';

forEachDatabase((open) => {
  let database: Database;
  let product: TestProduct;
  let admin: Caller;
  let names = 0;

  beforeAll(async () => {
    database = await open({ from: 'product' });
    product = await startTestProduct(database, { files: owningFiles });
    admin = await product.as(administrator.login, administrator.password);
    await admin.call('POST', '/api/bancos', {
      body: ['001', '002'].map((codigo) => ({ codigo, nome: `B${codigo}` })),
    });
  });

  const ids = async (id: number): Promise<Readonly<Record<string, number>>> => {
    const { rows } = await database.query<{ id: number; enunciado: string }>({
      text: `select id::integer, enunciado from enquete_perguntas where enquete_id = ${id}`,
      values: [],
    });
    return Object.fromEntries(rows.map((row) => [row.enunciado, row.id]));
  };
  const create = async (enunciados: readonly string[], more: object = {}): Promise<number> => {
    names += 1;
    const answer = await admin.call('POST', '/api/enquetes?select=id', {
      body: { nome: `enquete ${names}`, perguntas: enunciados.map((enunciado) => ({ enunciado })), ...more },
      headers: { prefer: 'return=representation' },
    });
    if (answer.statusCode !== 201) throw new Error(answer.body);
    return (answer.json() as { id: number }[])[0]?.id ?? 0;
  };
  const change = async (id: number, body: object): Promise<void> => {
    const answer = await admin.call('PATCH', `/api/enquetes?id=eq.${id}`, { body });
    if (answer.statusCode !== 204) throw new Error(answer.body);
  };
  const history = async (id: number, caller = admin): Promise<readonly HistoryEntry[]> =>
    (await caller.call('GET', `/api/enquetes/${id}/historico`)).json() as HistoryEntry[];
  const login: TestProduct['enter'] = (...who) => product.enter(...who);
  const outside = (text: string) => database.query({ text, values: [] });
  const questionsOf = (entry: HistoryEntry | undefined): HistoryChange | undefined =>
    entry?.changes.find(({ field }) => field === 'perguntas');
  /** `insert:a:-:1`, with `!` where it moved. */
  const short = (change: HistoryChange | undefined): readonly string[] | undefined =>
    change?.rows?.map(
      ({ operation, label, from, to, moved }: HistoryRow) =>
        `${operation}:${label}:${from ?? '-'}:${to ?? '-'}${moved ? '!' : ''}`,
    );
  const field = (name: string, title: string, before: unknown, after: unknown) => ({
    field: name,
    title,
    before,
    after,
  });

  test('tells which rows came, changed, moved and went, field by field, relations by their label', async () => {
    const id = await create(['a', 'b', 'c', 'd']);
    const known = await ids(id);
    await change(id, {
      nome: 'mudou',
      perguntas: [
        { enunciado: 'nova', codigo: 'n1', banco_id: 1 },
        { id: known['d'], enunciado: 'd' },
        { id: known['a'], enunciado: 'a' },
        { id: known['c'], enunciado: 'c', peso: 2.5, banco_id: 2 },
      ],
    });
    const [entry, ...older] = await history(id);
    expect(older).toHaveLength(1);
    expect([entry?.operation, entry?.by, entry?.version]).toEqual(['update', administrator.login, 2]);
    expect(entry?.changes).toEqual([
      field('nome', 'Nome', `enquete ${names}`, 'mudou'),
      {
        field: 'perguntas',
        title: 'Perguntas',
        before: ['b', 'c', 'd'],
        after: ['nova - n1', 'd', 'c'],
        rows: [
          {
            operation: 'insert',
            label: 'nova - n1',
            from: null,
            to: 1,
            moved: false,
            changes: [
              field('enunciado', 'Enunciado', null, 'nova'),
              field('codigo', 'Código', null, 'n1'),
              field('peso', 'Peso', null, 1),
              field('obrigatoria', 'Obrigatória', null, false),
              field('protocolo', 'Protocolo', null, 'automático'),
              field('banco_id', 'Banco', null, '001 - B001'),
            ],
          },
          { operation: 'update', label: 'd', from: 4, to: 2, moved: true, changes: [] },
          {
            operation: 'update',
            label: 'c',
            from: 3,
            to: 4,
            moved: false,
            changes: [field('peso', 'Peso', 1, 2.5), field('banco_id', 'Banco', null, '002 - B002')],
          },
          {
            operation: 'delete',
            label: 'b',
            from: 2,
            to: null,
            moved: false,
            changes: [
              field('enunciado', 'Enunciado', 'b', null),
              field('peso', 'Peso', 1, null),
              field('obrigatoria', 'Obrigatória', false, null),
              field('protocolo', 'Protocolo', 'automático', null),
            ],
          },
        ],
      },
    ]);
  });

  test('tells all rows of a new record and of one that was deleted, and nothing where none changed', async () => {
    const id = await create(['a', 'b']);
    await change(id, { nome: 'outro nome' });
    const known = await ids(id);
    await change(id, { perguntas: ['a', 'b'].map((enunciado) => ({ id: known[enunciado], enunciado })) });
    await admin.call('DELETE', `/api/enquetes?id=eq.${id}`);
    const entries = await history(id);
    expect(entries.map((entry) => [entry.operation, entry.version, short(questionsOf(entry))])).toEqual([
      ['delete', 3, ['delete:a:1:-', 'delete:b:2:-']],
      ['update', 3, undefined],
      ['update', 2, undefined],
      ['insert', 1, ['insert:a:-:1', 'insert:b:-:2']],
    ]);
    expect(questionsOf(entries[0])).toMatchObject({ before: ['a', 'b'], after: [] });
  });

  test('tells rows changed outside of the product as moments of their own, at the version of the record', async () => {
    const id = await create(['a', 'b']);
    await outside(`update enquete_perguntas set enunciado = 'z' where enquete_id = ${id} and enunciado = 'a'`);
    await outside(`update enquete_perguntas set interno = 'nada' where enquete_id = ${id}`);
    const known = await ids(id);
    await change(id, { perguntas: [{ id: known['z'], enunciado: 'z' }] });
    await outside(`delete from enquete_perguntas where enquete_id = ${id}`);
    const entries = await history(id);
    expect(entries.map((entry) => [entry.operation, entry.by, entry.version, short(questionsOf(entry))])).toEqual([
      ['update', null, 2, ['delete:z:1:-']],
      ['update', administrator.login, 2, ['delete:b:2:-']],
      ['update', null, 1, ['update:z:1:1']],
      ['insert', administrator.login, 1, ['insert:a:-:1', 'insert:b:-:2']],
    ]);
    expect(questionsOf(entries[2])?.rows?.[0]?.changes).toEqual([field('enunciado', 'Enunciado', 'a', 'z')]);
  });

  test('tells what one transaction did to the rows in two steps in the entry of each step', async () => {
    const id = await create(['a']);
    await database.execute(`
      update enquete set nome = 'passo 1', versao = versao + 1 where id = ${id};
      update enquete_perguntas set enunciado = 'b' where enquete_id = ${id};
      update enquete set nome = 'passo 2', versao = versao + 1 where id = ${id};
      update enquete_perguntas set enunciado = 'c' where enquete_id = ${id}`);
    const entries = await history(id);
    expect(
      entries.map(({ version, changes }) => [
        version,
        changes.find((one) => one.field === 'nome')?.after,
        changes.find((one) => one.field === 'perguntas')?.after,
      ]),
    ).toEqual([
      [3, 'passo 2', ['c']],
      [2, 'passo 1', ['b']],
      [1, `enquete ${names}`, ['a']],
    ]);
  });

  test('tells no array and no field of its rows that is kept from the caller', async () => {
    const id = await create(['a'], { notas: [{ texto: 'n' }] });
    await change(id, { perguntas: [{ enunciado: 'b' }] });
    const rights = ['enquete:list', 'enquete:view', 'enquete:audit', 'banco:view'];
    const blind = await login('sem-lista', rights, { hidden: ['enquete.perguntas'] });
    expect((await history(id, blind)).map(({ changes }) => changes.map((one) => one.field))).toEqual([
      [],
      ['nome', 'notas'],
    ]);
    await outside(`update enquete_perguntas set enunciado = 'c', peso = 3 where enquete_id = ${id}`);
    await outside(`update enquete_perguntas set enunciado = 'd' where enquete_id = ${id}`);
    const half = await login('sem-enunciado', rights, { hidden: ['enquete_perguntas.enunciado'] });
    const entries = await history(id, half);
    expect(entries.map(({ version }) => version)).toEqual([2, 2, 1]);
    expect(questionsOf(entries[0])?.rows).toEqual([
      { operation: 'update', label: '', from: 1, to: 1, moved: false, changes: [field('peso', 'Peso', 1, 3)] },
    ]);
    expect(JSON.stringify(entries)).not.toMatch(/enunciado|segredo|interno/);
    const auditor = await login('so-audita', ['enquete:list', 'enquete:audit']);
    expect((await history(id, auditor)).map(({ changes }) => changes.map((one) => one.field))).toEqual([[], ['nome']]);
  });

  test('tells a confined caller nothing of rows while the record was not theirs', async () => {
    const id = await create(['a'], { prestador_id: 2 });
    await change(id, { perguntas: [{ enunciado: 'alheia' }] });
    await outside(`update enquete_perguntas set enunciado = 'por fora' where enquete_id = ${id}`);
    await change(id, { prestador_id: 1 });
    await change(id, { perguntas: [] });
    const own = await login('prestador-1', ['enquete:list', 'enquete:view', 'enquete:audit'], {
      roles: { operadora: false, prestador: true, prestador_registro: 1 },
    });
    expect((await history(id, own)).map((entry) => [entry.version, short(questionsOf(entry))])).toEqual([
      [4, ['delete:por fora:1:-']],
      [3, ['insert:por fora:-:1']],
    ]);
  });

  test('asks the database once, whatever the number of entries and of arrays', async () => {
    const id = await create(['a', 'b'], { notas: [{ texto: 'n' }] });
    for (const texto of ['1', '2', '3']) await change(id, { notas: [{ texto }] });
    const query = vi.spyOn(database, 'query');
    const entries = await history(id);
    const statements = query.mock.calls.filter(([{ text }]) => text.includes('historico.'));
    query.mockRestore();
    expect(statements).toHaveLength(1);
    expect(entries.map(({ changes }) => changes.map((one) => one.field))).toEqual([
      ['notas'],
      ['notas'],
      ['notas'],
      ['nome', 'perguntas', 'notas'],
    ]);
  });

  test('shows the last five hundred entries with the rows that were there before them', async () => {
    const id = await create(['a']);
    await outside(`do $$ begin for i in 1..505 loop
      update enquete set versao = versao + 1 where id = ${id}; end loop; end $$`);
    await change(id, { perguntas: [] });
    const entries = await history(id);
    expect(entries).toHaveLength(500);
    expect(entries.map((entry) => short(questionsOf(entry))).filter((one) => one !== undefined)).toEqual([
      ['delete:a:1:-'],
    ]);
  });
});
