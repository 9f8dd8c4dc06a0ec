/** Imports of whoever works for a provider reach the rows of that provider alone, as every other door does. */
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { ImportDetail } from '../../../engine/contract/import.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { fichaFiles } from '../../support/ficha-files.ts';
import type { Caller, TestProduct } from '../../support/product.ts';
import { administrator, insertRow, refusalBody, startTestProduct } from '../../support/product.ts';
import { applyFile, checkFile, readImport, refusalsOf, sendFile, undoBatch } from './import-stage.ts';

const rights = ['ficha:manage', 'credenciado:list'];

/** One who says in every call which provider the work is for. */
const working = ({ call, ...rest }: Caller, provider: number): Caller => ({
  ...rest,
  call: (method, url, more = {}) =>
    call(method, url, { ...more, headers: { ...more.headers, 'fichario-provider': String(provider) } }),
});

forEachDatabase((open) => {
  let product: TestProduct;
  let admin: Caller;
  let staff: Caller;
  let ids: readonly [number, number];
  const callers: Record<string, Caller> = {};

  const fichas = async () =>
    (
      (await admin.call('GET', '/api/fichas?select=numero,credenciado_id,valor,itens(nome)&order=numero')).json() as {
        numero: string;
        credenciado_id: number;
        valor: number;
        itens: { nome: string }[];
      }[]
    ).map(({ numero, credenciado_id, valor, itens }) => [
      numero,
      ids.indexOf(credenciado_id) + 1,
      valor,
      itens.map(({ nome }) => nome).join(),
    ]);
  const first = [
    ['A1', 1, 98_765, 'x'],
    ['B1', 2, 70, 'y'],
  ];

  beforeAll(async () => {
    product = await startTestProduct(await open({ from: 'product' }), { files: fichaFiles() });
    admin = await product.as(administrator.login, administrator.password);
    staff = await product.enter('equipe', rights);
    ids = [
      await insertRow(admin, '/credenciados', { nome: 'Clínica Um' }),
      await insertRow(admin, '/credenciados', { nome: 'Clínica Dois' }),
    ];
    callers['staff that chose it'] = working(staff, ids[1]);
    callers['its own user'] = await product.enter('clinica', rights, {
      roles: { operadora: false, prestador: true, prestador_registro: ids[1] },
    });
  });
  beforeEach(async () => {
    await admin.call('DELETE', '/api/fichas?numero=neq.0');
    await product.database.query({ text: 'delete from fichario.turn', values: [] });
    for (const [numero, provider, valor, nome] of first)
      await insertRow(admin, '/fichas', {
        numero,
        credenciado_id: ids[Number(provider) - 1],
        valor,
        itens: [{ nome }],
      });
  });

  const check = async (caller: Caller, records: readonly object[]): Promise<ImportDetail> =>
    checkFile(caller, await sendFile(caller, '/fichas', JSON.stringify(records), 'fichas.json'));

  it.each(['staff that chose it', 'its own user'])('%s', async (who) => {
    const caller = callers[who] as Caller;
    const of = (numero: string, credenciado: string, nome: string) => ({
      numero,
      credenciado,
      valor: 1,
      itens: [{ nome }],
    });
    const planned = await check(caller, [
      of('A1', 'Clínica Dois', 'roubado'),
      of('B1', 'Clínica Dois', 'novo'),
      of('C1', 'Clínica Um', 'alheio'),
      of('C2', 'Clínica Dois', 'meu'),
    ]);
    // Of the other's record nothing is told but that its number is taken.
    expect(JSON.stringify(planned.plan)).not.toContain('98765');
    expect(planned.batch).toMatchObject({ rows: 4, changes: 2, refused: 2 });
    const told = refusalsOf(planned).map(([message, lines]) => [lines.join(), message]);
    expect(told.map(([lines]) => lines).sort()).toEqual(['Linha 1', 'Linha 3']);
    const done = await applyFile(caller, planned);
    expect(done.batch).toMatchObject({ written: 2, refused: 2 });
    expect(await fichas()).toEqual([
      ['A1', 1, 98_765, 'x'],
      ['B1', 2, 1, 'novo'],
      ['C2', 2, 1, 'meu'],
    ]);
    expect(await undoBatch(caller, done.batch?.id)).toMatchObject({ written: 2, refused: 0 });
    expect(await fichas()).toEqual(first);
  });

  it('a record is not given to another provider, and its rows are not emptied for another', async () => {
    const chosen = callers['staff that chose it'] as Caller;
    const planned = await check(chosen, [{ numero: 'B1', credenciado: 'Clínica Um', valor: 70, itens: [] }]);
    const body = await refusalBody('RECORD_OTHER_PROVIDER', { title: 'Ficha' });
    expect([planned.batch?.changes, refusalsOf(planned).map(([message]) => message)]).toEqual([
      0,
      [`${body.message} ${body.hint}`],
    ]);
  });

  it('what was looked at for nobody or another is neither shown nor written beyond the chosen one', async () => {
    const records = [
      { numero: 'A1', credenciado: 'Clínica Um', valor: 11, itens: [] },
      { numero: 'B1', credenciado: 'Clínica Dois', valor: 71, itens: [] },
    ];
    const planned = await check(staff, records);
    expect([planned.batch?.changes, planned.plan === null]).toEqual([2, false]);
    const chosen = callers['staff that chose it'] as Caller;
    expect((await readImport(chosen, planned)).plan).toBeNull();
    const refused = await applyFile(chosen, planned);
    expect([refused.state, refused.job?.state]).toEqual(['planned', 'failed']);
    expect(await fichas()).toEqual(first);
    const other = await check(working(staff, ids[0]), records.slice(0, 1));
    expect([other.batch?.changes, other.plan === null]).toEqual([1, false]);
    expect((await readImport(chosen, other)).plan).toBeNull();
    await applyFile(chosen, other);
    expect(await fichas()).toEqual(first);
    await applyFile(working(staff, ids[0]), other);
    expect(await fichas()).toEqual([['A1', 1, 11, ''], first[1]]);
  });
});
