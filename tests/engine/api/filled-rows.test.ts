/** Fields of owned rows that a relation of the row fills: by every door of a write, and for whom. */
import { expect, test } from 'vitest';
import type { HelpModule } from '../../../engine/contract/calls/help-calls.ts';
import type { ScreenModel } from '../../../engine/contract/screen-model.ts';
import { applyFile, checkFile, refusalsOf, sendFile } from '../../src/imports/import-stage.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { fixtureStage } from '../../support/fixture-stage.ts';
import fc from '../../support/laws.ts';
import { notedDatabase } from '../../support/noted-database.ts';
import type { Caller } from '../../support/product.ts';
import { administrator, insertRow, refusalBody, refusalOf, startTestProduct } from '../../support/product.ts';
import { writeBehind } from '../../support/write-behind.ts';
import { filledFiles } from './filled-files.ts';

const pairs = (...subjects: readonly string[]) =>
  subjects.flatMap((subject) => ['list', 'view', 'insert', 'update'].map((action) => `${subject}:${action}`));

forEachDatabase((open) => {
  const stage = fixtureStage(open, filledFiles);
  const { next } = stage;
  const patient = (row: object = {}): Promise<number> =>
    insertRow(stage.admin, '/pacientes', { numero: next(), ...row });
  const stay = (row: object = {}): Promise<number> => insertRow(stage.admin, '/estadias', { numero: next(), ...row });
  const bank = (): Promise<number> =>
    insertRow(stage.admin, '/bancos', { codigo: next().slice(1).padStart(3, '0'), nome: next() });
  const bill = (itens: readonly object[], row: object = {}, caller = stage.admin): Promise<number> =>
    insertRow(caller, '/notas-diarias', { numero: next(), itens, ...row });
  const wires = ['paciente_id', 'regime', 'inicio', 'diaria', 'urgente'];
  const read = async (id: number, columns = wires): Promise<unknown> => {
    const asked = `itens(${columns.join()})`;
    const [row] = (await stage.admin.call('GET', `/api/notas-diarias?id=eq.${id}&select=${asked}`)).json() as {
      readonly itens: readonly unknown[];
    }[];
    return row?.itens;
  };
  const idsOf = async (id: number): Promise<readonly number[]> =>
    ((await read(id, ['id'])) as readonly { readonly id: number }[]).map((row) => row.id);
  const change = (id: number, body: object, caller = stage.admin) =>
    caller.call('PATCH', `/api/notas-diarias?id=eq.${id}`, { body });
  const known = { regime: 'CLINICO', inicio: '2026-02-03', diaria: 120.5, urgente: false };
  const nothing = { regime: null, inicio: null, diaria: null, urgente: null };
  const invalid = async (answer: Awaited<ReturnType<Caller['call']>>, fields: Parameters<typeof refusalBody>[2]) =>
    expect(refusalOf(answer)).toEqual({
      status: 422,
      body: await refusalBody('RECORD_INVALID', { title: 'Nota de diárias', count: 1 }, fields),
    });
  const lacking = async (answer: Awaited<ReturnType<Caller['call']>>, row = 0) =>
    invalid(answer, {
      fields: [[`itens.${row}.paciente_id`, 'VALIDATION_REQUIRED', { field: `Paciente (Itens, linha ${row + 1})` }]],
    });
  const insert = (itens: readonly unknown[], caller = stage.admin, row: object = {}) =>
    caller.call('POST', '/api/notas-diarias', { body: { numero: next(), itens, ...row } });

  test('what a new row does not say comes from what its relation points at, before anything is asked of the record', async () => {
    const dono_id = await bank();
    const paciente_id = await patient({ dono_id });
    const estadia_id = await stay({ paciente_id, ...known });
    const id = await bill([{ estadia_id }, { estadia_id, diaria: 3 }]);
    expect(await read(id, [...wires, 'dono_id', 'dobro'])).toEqual([
      { paciente_id, ...known, dono_id, dobro: 241 },
      { paciente_id, ...known, diaria: 3, dono_id, dobro: 6 },
    ]);
    expect((await stage.admin.call('GET', `/api/notas-diarias?id=eq.${id}&select=total`)).json()).toEqual([
      { total: 123.5 },
    ]);
    const dear = await stay({ paciente_id, diaria: 1000.01 });
    await invalid(await insert([{ estadia_id }, { estadia_id: dear }]), {
      fields: [['itens.1.diaria', 'VALIDATION_RULE', { rule: 'A diária passa de mil.' }]],
    });
  });

  test('what is said of a row stays, null and false among it, and an empty text', async () => {
    const paciente_id = await patient();
    const estadia_id = await stay({ paciente_id, ...known, urgente: true });
    const said = { regime: null, inicio: '', diaria: 0, urgente: false };
    expect(await read(await bill([{ estadia_id, ...said }]))).toEqual([{ paciente_id, ...said, inicio: null }]);
    await lacking(await insert([{ estadia_id, paciente_id: null }]));
  });

  test('what is empty there leaves empty here, and what must have a value is asked for as ever', async () => {
    const paciente_id = await patient();
    const [empty, bare] = [await stay({}), await stay({ paciente_id })];
    expect(await read(await bill([{ estadia_id: bare }]))).toEqual([{ paciente_id, ...nothing }]);
    await lacking(await insert([{ estadia_id: bare }, { estadia_id: empty }]), 1);
    const id = await bill([{ estadia_id: bare }]);
    const [kept] = await idsOf(id);
    await lacking(await change(id, { itens: [{ id: kept }, { estadia_id: empty }] }), 1);
    expect(await idsOf(id)).toEqual([kept]);
  });

  test.each([
    [[7]],
    [[null]],
    [['x']],
    [[{ estadia_id: 'x' }]],
    [[{ estadia_id: 1.5 }]],
    [[{ estadia_id: 1e300 }]],
    ['x'],
    [{}],
  ])('nonsense in a list is told as where nothing is filled: %j', async (itens) => {
    const id = await bill([]);
    const answers = [await insert(itens as readonly unknown[]), await change(id, { itens })];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([422, 422]);
  });

  test('the relation of a row is held against what was filled, what was said and what owns it', async () => {
    const [one, other] = [await patient(), await patient()];
    const [mine, others] = [await bank(), await bank()];
    const estadia_id = await stay({ paciente_id: one, dono_id: mine });
    const field = 'Estadia (Itens, linha 1)';
    await invalid(await insert([{ estadia_id, paciente_id: other }], stage.admin, { dono_id: mine }), {
      fields: [['itens.0.estadia_id', 'VALIDATION_TARGET', { field, reason: 'Paciente não é o mesmo deste registro' }]],
    });
    await invalid(await insert([{ estadia_id }], stage.admin, { dono_id: others }), {
      fields: [['itens.0.estadia_id', 'VALIDATION_TARGET', { field, reason: 'Dono não é o mesmo deste registro' }]],
    });
    expect(await read(await bill([{ estadia_id }], { dono_id: mine }))).toEqual([{ paciente_id: one, ...nothing }]);
  });

  test('the rows of many records are filled with one read for each relation', async () => {
    const [a, b] = [await patient(), await patient()];
    const [first, second] = [await stay({ paciente_id: a, ...known }), await stay({ paciente_id: b, urgente: true })];
    const body = Array.from({ length: 10 }, (_, at) => ({
      numero: next(),
      itens: [{ estadia_id: at % 2 === 0 ? first : second }, { estadia_id: first, regime: 'CIRURGICO' }],
    }));
    const answer = await stage.admin.call('POST', `/api/notas-diarias?select=itens(${wires.join()})`, {
      body,
      headers: { prefer: 'return=representation' },
    });
    expect(answer.json()).toEqual(
      body.map((_row, at) => ({
        itens: [
          at % 2 === 0 ? { paciente_id: a, ...known } : { paciente_id: b, ...nothing, urgente: true },
          { paciente_id: a, ...known, regime: 'CIRURGICO' },
        ],
      })),
    );
  });

  test('rows are filled with one read for each relation, however many there are', async () => {
    const { database, said } = notedDatabase(await open({ from: 'product' }));
    const product = await startTestProduct(database, { files: filledFiles });
    const admin = await product.as(administrator.login, administrator.password);
    const paciente_id = await insertRow(admin, '/pacientes', { numero: 'a' });
    const estadias = await Promise.all(
      ['a', 'b'].map((numero) => insertRow(admin, '/estadias', { numero, paciente_id, ...known })),
    );
    const itens = [...estadias, ...estadias].map((estadia_id) => ({ estadia_id }));
    const reads = async (method: 'POST' | 'PATCH', path: string, body: object): Promise<number> => {
      said.length = 0;
      expect((await admin.call(method, path, { body })).statusCode).toBeLessThan(300);
      return said.filter((text) => text.includes('_seen') && !text.includes('_at')).length;
    };
    const post = (...numeros: readonly string[]) =>
      reads(
        'POST',
        '/api/notas-diarias',
        numeros.map((numero) => ({ numero, itens })),
      );
    expect([await post('a'), await post('b', 'c', 'd')]).toEqual([2, 2]);
    expect(await reads('PATCH', '/api/notas-diarias?numero=eq.a', { itens })).toBe(2);
    await product.app.close();
  });

  test('what its condition hides or closes is not filled, be it a condition on what owns the row', async () => {
    const paciente_id = await patient();
    const estadia_id = await stay({ paciente_id, ...known });
    const itens = [{ estadia_id }, { estadia_id, fechado: true }];
    expect(await read(await bill(itens, { sem_regime: true }))).toEqual([
      { paciente_id, ...known, regime: null },
      { paciente_id, ...known, regime: null, inicio: null },
    ]);
    const id = await bill([], { sem_regime: true });
    await change(id, { itens });
    expect(await read(id, ['regime', 'inicio'])).toEqual([
      { regime: null, inicio: known.inicio },
      { regime: null, inicio: null },
    ]);
    await change(id, { sem_regime: false, itens });
    expect(await read(id, ['regime'])).toEqual([{ regime: 'CLINICO' }, { regime: 'CLINICO' }]);
  });

  test('a change fills new rows, and of those that are there what is empty where the relation is another', async () => {
    const paciente_id = await patient();
    const [first, second] = [await stay({ paciente_id, ...known }), await stay({ paciente_id, ...known, diaria: 7 })];
    const id = await bill([
      { estadia_id: first, diaria: null },
      { estadia_id: first, diaria: 3, regime: null },
      { estadia_id: first, diaria: null },
    ]);
    const [a, b, c] = await idsOf(id);
    const answer = await change(id, {
      itens: [
        { estadia_id: second },
        { id: b, estadia_id: second },
        { id: a, estadia_id: second, diaria: null },
        { id: c },
      ],
    });
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    expect(await read(id, ['id', ...wires])).toEqual([
      { id: expect.any(Number), paciente_id, ...known, diaria: 7 },
      { id: b, paciente_id, ...known, diaria: 3 },
      { id: a, paciente_id, ...known, diaria: null },
      { id: c, paciente_id, ...known, diaria: null },
    ]);
    await change(id, {
      itens: [
        { id: c, estadia_id: first },
        { id: a, estadia_id: first, fechado: true },
      ],
    });
    expect(await read(id, ['id', 'diaria'])).toEqual([
      { id: c, diaria: null },
      { id: a, diaria: 120.5 },
    ]);
  });

  test('a row of another record is none of this one, and nothing comes to it', async () => {
    const estadia_id = await stay({ paciente_id: await patient(), ...known });
    const [id, other] = [await bill([]), await bill([{ estadia_id, diaria: null }])];
    const [foreign] = await idsOf(other);
    await invalid(await change(id, { itens: [{ id: foreign, estadia_id }] }), {
      fields: [['itens.0.id', 'VALIDATION_ROW_UNKNOWN', { field: 'Itens', row: 1 }]],
    });
    expect(await read(other, ['diaria'])).toEqual([{ diaria: null }]);
  });

  test('what the caller may not read there is not filled, nor what it may not write', async () => {
    const [own, other] = [await bank(), await bank()];
    const paciente_id = await patient({ dono_id: own });
    const mine = await stay({ paciente_id, dono_id: own, ...known });
    const others = await stay({ paciente_id, dono_id: other, ...known });
    const all = pairs('nota_diaria', 'estadia', 'paciente');
    const enter = (permissions: readonly string[], more: object = {}) => stage.product.enter(next(), permissions, more);
    const confined = await enter(all, { roles: { operadora: false, prestador: true, prestador_registro: own } });
    expect(await read(await bill([{ estadia_id: mine }], {}, confined))).toEqual([{ paciente_id, ...known }]);
    await lacking(await insert([{ estadia_id: others }], confined));
    await lacking(await insert([{ estadia_id: mine }], await enter(pairs('nota_diaria'))));
    await lacking(await insert([{ estadia_id: mine }], await enter(all, { hidden: ['estadia.paciente'] })));
    await lacking(await insert([{ estadia_id: mine }], await enter(all, { masked: ['estadia.paciente'] })));
    const partly = await enter(all, {
      hidden: ['estadia.regime', 'nota_diaria_itens.inicio'],
      masked: ['estadia.diaria'],
      readOnly: ['nota_diaria_itens.urgente'],
    });
    const id = await bill([{ estadia_id: mine }], {}, partly);
    expect(await read(id)).toEqual([{ paciente_id, ...nothing }]);
    expect((await change(id, { itens: [{ estadia_id: mine }] }, partly)).statusCode).toBe(204);
    expect(await read(id)).toEqual([{ paciente_id, ...nothing }]);
    await lacking(await change(id, { itens: [{ estadia_id: others }] }, confined));
  });

  test('the form is told what it may fill in of rows, as far as the person reads it', async () => {
    const fillsOf = async (caller: Caller) =>
      ((await caller.call('GET', '/api/model/screen?path=/notas-diarias')).json() as ScreenModel).rowFills;
    const fill = {
      relation: 'estadia_id',
      title: 'Estadia',
      path: '/estadias',
      select: 'id,paciente_id,regime,inicio,diaria,urgente',
      fields: wires.map((column) => ({ column, from: column })),
    };
    const chained = {
      relation: 'paciente_id',
      title: 'Paciente',
      path: '/pacientes',
      select: 'id,dono_id',
      fields: [{ column: 'dono_id', from: 'dono_id' }],
    };
    expect(await fillsOf(stage.admin)).toEqual({ itens: [fill, chained] });
    const partly = await stage.product.enter(next(), pairs('nota_diaria', 'estadia'), {
      hidden: ['estadia.regime', 'nota_diaria_itens.inicio'],
      masked: ['estadia.diaria'],
      readOnly: ['nota_diaria_itens.urgente'],
    });
    expect(await fillsOf(partly)).toEqual({
      itens: [{ ...fill, select: 'id,paciente_id', fields: [{ column: 'paciente_id', from: 'paciente_id' }] }],
    });
    expect(await fillsOf(await stage.product.enter(next(), pairs('nota_diaria')))).toBeUndefined();
    expect((await partly.call('GET', '/api/model/screen?path=/notas-diarias')).body).not.toContain('filledFrom');
  });

  test('a file may leave columns of rows out, of new records and of those that are there', async () => {
    const paciente_id = await patient();
    const [estadia, lost, numero] = [next(), next(), next()];
    await stay({ numero: estadia, paciente_id, ...known });
    await stay({ numero: lost });
    const head = 'Número;Itens[1].Estadia;Itens[2].Estadia\n';
    const checked = await checkFile(
      stage.admin,
      await sendFile(stage.admin, '/notas-diarias', `${head}${numero};${estadia};\n${next()};${estadia};${lost}\n`),
      { whole: false },
    );
    expect([refusalsOf(checked), checked.fresh]).toEqual([[['Informe Paciente (Itens, linha 2).', ['Linha 3']]], 1]);
    await applyFile(stage.admin, checked);
    const stored = async () =>
      (await stage.admin.call('GET', `/api/notas-diarias?numero=eq.${numero}&select=itens(${wires.join()})`)).json();
    expect(await stored()).toEqual([{ itens: [{ paciente_id, ...known }] }]);
    const further = await checkFile(
      stage.admin,
      await sendFile(stage.admin, '/notas-diarias', `${head}${numero};${estadia};${estadia}\n${next()};${lost};\n`),
      { whole: false, mode: 'upsert', key: ['numero'] },
    );
    expect(refusalsOf(further)).toEqual([['Informe Paciente (Itens, linha 1).', ['Linha 3']]]);
    await applyFile(stage.admin, further);
    expect(await stored()).toEqual([
      {
        itens: [
          { paciente_id, ...known },
          { paciente_id, ...known },
        ],
      },
    ]);
  });

  test('rows of a record that a transition creates are filled as any others', async () => {
    const paciente_id = await patient();
    const numero = next();
    const id = await stay({ numero, paciente_id, ...known });
    const answer = await stage.admin.call('PATCH', `/api/estadias?id=eq.${id}&transition=encerrar`, { body: {} });
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    const rows = (
      await stage.admin.call('GET', `/api/notas-diarias?numero=eq.${numero}&select=itens(estadia_id,${wires.join()})`)
    ).json();
    expect(rows).toEqual([{ itens: [{ estadia_id: id, paciente_id, ...known }] }]);
  });

  test('whatever rows say, what is said stays, and the rest is what their relations know', async () => {
    const paciente_id = await patient();
    const knows = [{ ...known }, { regime: 'CIRURGICO', inicio: null, diaria: 7, urgente: true }, nothing];
    const stays = await Promise.all(knows.map((row) => stay({ paciente_id, ...row })));
    const said = fc.record(
      {
        regime: fc.constantFrom('CLINICO', 'CIRURGICO', null),
        inicio: fc.constantFrom('2020-01-01', null),
        diaria: fc.option(fc.integer({ min: 0, max: 9 })),
        urgente: fc.option(fc.boolean()),
      },
      { requiredKeys: [] },
    );
    const row = fc.record({ which: fc.nat(2), said });
    const sent = ({ which, said: own }: { readonly which: number; readonly said: object }) => {
      return { estadia_id: stays[which], ...own };
    };
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(row, { maxLength: 4 }), { minLength: 1, maxLength: 4 }),
        fc.array(row, { maxLength: 4 }),
        async (bills, more) => {
          const body = bills.map((rows) => ({ numero: next(), itens: rows.map(sent) }));
          const expected = (rows: readonly { readonly which: number; readonly said: object }[]) =>
            rows.map(({ which, said: own }) => ({ paciente_id, ...knows[which], ...own }));
          const answer = await stage.admin.call('POST', `/api/notas-diarias?select=id,itens(id,${wires.join()})`, {
            body,
            headers: { prefer: 'return=representation' },
          });
          const made = answer.json() as { readonly id: number; readonly itens: readonly { readonly id: number }[] }[];
          const bare = made.map(({ itens }) => itens.map(({ id: _id, ...rest }) => rest));
          expect(bare).toEqual(bills.map(expected));
          const [{ id, itens: there } = { id: 0, itens: [] }] = made;
          const itens = [...more.map(sent), ...there.map((one) => ({ id: one.id }))];
          expect((await change(id, { itens })).statusCode).toBe(204);
          expect(await read(id)).toEqual([...expected(more), ...expected(bills[0] ?? [])]);
        },
      ),
      { numRuns: 15 },
    );
  });

  test('who changes what a row is filled from is waited for, and what became of it is filled in', async () => {
    const estadia_id = await stay({ paciente_id: await patient(), diaria: 5 });
    const raise = { text: 'update estadia set diaria = 6 where id = $1::bigint', values: [String(estadia_id)] };
    const id = await writeBehind(stage.database, [raise], () => bill([{ estadia_id }]));
    expect(await read(id, ['diaria'])).toEqual([{ diaria: 6 }]);
    const further = { ...raise, text: 'update estadia set diaria = 7 where id = $1::bigint' };
    await writeBehind(stage.database, [further], () => change(id, { itens: [{ estadia_id }] }));
    expect(await read(id, ['diaria'])).toEqual([{ diaria: 7 }]);
  });

  test('a dry run answers with what it would fill, and keeps nothing', async () => {
    const paciente_id = await patient();
    const estadia_id = await stay({ paciente_id, ...known });
    const numero = next();
    const answer = await stage.admin.call('POST', `/api/notas-diarias?select=itens(${wires.join()})`, {
      body: { numero, itens: [{ estadia_id }] },
      headers: { prefer: 'return=representation, tx=rollback' },
    });
    expect([answer.statusCode, answer.json()]).toEqual([201, [{ itens: [{ paciente_id, ...known }] }]]);
    expect((await stage.admin.call('GET', `/api/notas-diarias?numero=eq.${numero}`)).json()).toEqual([]);
  });

  test('the description of the API and the help say where a value of a row comes from', async () => {
    const document = (await stage.admin.call('GET', '/api/openapi.json')).json() as {
      readonly components: { readonly schemas: Readonly<Record<string, Readonly<Record<string, unknown>>>> };
    };
    const schemas = Object.entries(document.components.schemas).flatMap(([name, one]) => {
      const itens = (one['properties'] as Readonly<Record<string, Record<string, unknown>>> | undefined)?.['itens'];
      const items = itens?.['items'] as Record<string, unknown> | undefined;
      return /notas-diarias/.test(name) && items?.['required'] !== undefined ? [items] : [];
    });
    expect(schemas.length).toBeGreaterThan(0);
    for (const items of schemas) {
      const { required } = (items['else'] ?? items) as { readonly required: readonly string[] };
      expect(required).toEqual(['estadia_id']);
      expect(items).toMatchObject({
        properties: {
          paciente_id: { 'x-filled-from': 'estadia_id.paciente_id', 'x-required-when': 'empty(estadia)' },
          inicio: { 'x-filled-from': 'estadia_id.inicio' },
        },
      });
    }
    const { entities } = (await stage.admin.call('GET', '/api/ajuda/teste')).json() as HelpModule;
    const rows = entities.find(({ name }) => name === 'nota_diaria')?.rows.flatMap(({ fields }) => fields) ?? [];
    expect(rows.flatMap(({ name, filledFrom }) => (filledFrom === undefined ? [] : [[name, filledFrom]]))).toEqual([
      ['paciente', 'Estadia › Paciente'],
      ['dono', 'Paciente › Dono'],
      ['regime', 'Estadia › Regime'],
      ['inicio', 'Estadia › Início'],
      ['diaria', 'Estadia › Diária'],
      ['urgente', 'Estadia › Urgente'],
    ]);
  });
});
