/** Fields that are filled from what a relation knows: by every door of a write, and for whom. */
import { expect, test } from 'vitest';
import type { HelpModule } from '../../../engine/contract/calls/help-calls.ts';
import type { ScreenModel } from '../../../engine/contract/screen-model.ts';
import { applyFile, checkFile, refusalsOf, sendFile } from '../../src/imports/import-stage.ts';
import { applyBatch, planBatch, planUndo } from '../../support/batches.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { fixtureStage } from '../../support/fixture-stage.ts';
import fc from '../../support/laws.ts';
import type { Caller } from '../../support/product.ts';
import { insertRow, refusalBody, refusalOf } from '../../support/product.ts';
import { writeBehind } from '../../support/write-behind.ts';
import { filledFiles } from './filled-files.ts';

const pairs = (...subjects: readonly string[]) =>
  subjects.flatMap((subject) => ['list', 'view', 'insert', 'update'].map((action) => `${subject}:${action}`));

forEachDatabase((open) => {
  const stage = fixtureStage(open, filledFiles);
  const { next } = stage;
  const bankCode = (): string => next().slice(1).padStart(3, '0');
  const patient = (row: object = {}): Promise<number> =>
    insertRow(stage.admin, '/pacientes', { numero: next(), ...row });
  const stay = (row: object = {}): Promise<number> => insertRow(stage.admin, '/estadias', { numero: next(), ...row });
  const bank = (): Promise<number> => insertRow(stage.admin, '/bancos', { codigo: bankCode(), nome: next() });
  const extension = (row: object, caller = stage.admin): Promise<number> =>
    insertRow(caller, '/prolongamentos', { numero: next(), ...row });
  const read = async (id: number, path = 'prolongamentos', columns = wires): Promise<unknown> =>
    ((await stage.admin.call('GET', `/api/${path}?id=eq.${id}&select=${columns.join()}`)).json() as unknown[])[0];
  const wires = ['paciente_id', 'regime', 'inicio', 'diaria', 'urgente'];
  const known = { regime: 'CLINICO', inicio: '2026-02-03', diaria: 120.5, urgente: false };
  const nothing = { regime: null, inicio: null, diaria: null, urgente: null };
  const lacking = async (caller: Caller, row: object) => {
    const answer = await caller.call('POST', '/api/prolongamentos', { body: { numero: next(), ...row } });
    expect(refusalOf(answer)).toEqual({
      status: 422,
      body: await refusalBody(
        'RECORD_INVALID',
        { title: 'Prolongamento', count: 1 },
        { fields: [['paciente_id', 'VALIDATION_REQUIRED', { field: 'Paciente' }]] },
      ),
    });
  };

  test('what is not said comes from what the relation points at, before anything is asked of the record', async () => {
    const paciente_id = await patient();
    const estadia_id = await stay({ paciente_id, ...known });
    expect(await read(await extension({ estadia_id }))).toEqual({ paciente_id, ...known });
    expect(await read(await extension({ estadia_id }), 'prolongamentos', ['dobro'])).toEqual({ dobro: 241 });
    const dear = await stay({ paciente_id, diaria: 1000.01 });
    const answer = await stage.admin.call('POST', '/api/prolongamentos', {
      body: { numero: next(), estadia_id: dear },
    });
    expect(refusalOf(answer)).toEqual({
      status: 422,
      body: await refusalBody(
        'RECORD_INVALID',
        { title: 'Prolongamento', count: 1 },
        { fields: [['diaria', 'VALIDATION_RULE', { rule: 'A diária passa de mil.' }]] },
      ),
    });
  });

  test('what is said stays, null and false among it, and an empty text', async () => {
    const paciente_id = await patient();
    const estadia_id = await stay({ paciente_id, ...known, urgente: true });
    const said = { regime: null, inicio: '', diaria: 0, urgente: false };
    expect(await read(await extension({ estadia_id, ...said }))).toEqual({ paciente_id, ...said, inicio: null });
  });

  test('what is empty there leaves empty here, and what must have a value is asked for as ever', async () => {
    const paciente_id = await patient();
    const [empty, bare] = [await stay({}), await stay({ paciente_id })];
    expect(await read(await extension({ estadia_id: bare }))).toEqual({ paciente_id, ...nothing });
    await lacking(stage.admin, { estadia_id: empty });
    await lacking(stage.admin, { estadia_id: null });
    await lacking(stage.admin, {});
  });

  test('the relation is held against what was filled and against what was said', async () => {
    const [one, other] = [await patient(), await patient()];
    const estadia_id = await stay({ paciente_id: one });
    const answer = await stage.admin.call('POST', '/api/prolongamentos', {
      body: { numero: next(), estadia_id, paciente_id: other },
    });
    const reason = 'Paciente não é o mesmo deste registro';
    expect(refusalOf(answer)).toEqual({
      status: 422,
      body: await refusalBody(
        'RECORD_INVALID',
        { title: 'Prolongamento', count: 1 },
        { fields: [['estadia_id', 'VALIDATION_TARGET', { field: 'Estadia', reason }]] },
      ),
    });
  });

  test('of many new records each is filled from its own, and a relation that is filled fills what rests on it', async () => {
    const [a, b] = [await patient(), await patient()];
    const [first, second] = [await stay({ paciente_id: a, ...known }), await stay({ paciente_id: b, urgente: true })];
    const answer = await stage.admin.call('POST', `/api/prolongamentos?select=${wires.join()}`, {
      body: [
        { numero: next(), estadia_id: first },
        { numero: next(), estadia_id: second },
        { numero: next(), estadia_id: first, regime: 'CIRURGICO' },
        { numero: next(), paciente_id: b },
      ],
      headers: { prefer: 'return=representation' },
    });
    expect(answer.json()).toEqual([
      { paciente_id: a, ...known },
      { paciente_id: b, ...nothing, urgente: true },
      { paciente_id: a, ...known, regime: 'CIRURGICO' },
      { paciente_id: b, ...nothing },
    ]);
    const prolongamento_id = await extension({ estadia_id: first });
    const appeal = await insertRow(stage.admin, '/recursos', { numero: next(), prolongamento_id });
    expect(await read(appeal, 'recursos', ['estadia_id', 'paciente_id'])).toEqual({
      estadia_id: first,
      paciente_id: a,
    });
  });

  test('what its condition hides or closes is not filled', async () => {
    const estadia_id = await stay({ paciente_id: await patient(), ...known });
    const prolongamento_id = await extension({ estadia_id });
    const seen = await insertRow(stage.admin, '/recursos', { numero: next(), prolongamento_id });
    expect(await read(seen, 'recursos', ['regime', 'inicio'])).toEqual({ regime: 'CLINICO', inicio: null });
    const unseen = await insertRow(stage.admin, '/recursos', { numero: next(), prolongamento_id, clinico: false });
    expect(await read(unseen, 'recursos', ['regime', 'inicio'])).toEqual({ regime: null, inicio: '2026-02-03' });
  });

  test('a change fills what is empty where the relation is another, and writes over nothing', async () => {
    const paciente_id = await patient();
    const [first, second] = [await stay({ paciente_id, ...known }), await stay({ paciente_id, ...known, diaria: 7 })];
    const ids = [
      await extension({ paciente_id, diaria: 3 }),
      await extension({ paciente_id }),
      await extension({ estadia_id: first, diaria: null }),
    ];
    const change = (body: object, id = ids) =>
      stage.admin.call('PATCH', `/api/prolongamentos?id=in.(${id.join()})`, { body });
    expect((await change({ estadia_id: second, regime: null })).statusCode).toBe(204);
    expect(await Promise.all(ids.map((id) => read(id)))).toEqual([
      { paciente_id, ...known, regime: null, diaria: 3 },
      { paciente_id, ...known, regime: null, diaria: 7 },
      { paciente_id, ...known, regime: null, diaria: 7 },
    ]);
    expect(await read(ids[1] ?? 0, 'prolongamentos', ['dobro'])).toEqual({ dobro: 14 });
    const [last = 0] = ids.slice(-1);
    expect((await change({ diaria: null }, [last])).statusCode).toBe(204);
    expect((await change({ estadia_id: second, cirurgia: 'x' }, [last])).statusCode).toBe(204);
    expect((await change({ estadia_id: null }, [last])).statusCode).toBe(204);
    expect(await read(last)).toEqual({ paciente_id, ...known, regime: null, diaria: null });
  });

  test('a change by relations that follow each other fills all that is empty', async () => {
    const paciente_id = await patient();
    const prolongamento_id = await extension({ estadia_id: await stay({ paciente_id, ...known }) });
    const appeal = await insertRow(stage.admin, '/recursos', { numero: next() });
    await stage.admin.call('PATCH', `/api/recursos?id=eq.${appeal}`, { body: { prolongamento_id } });
    expect(await read(appeal, 'recursos', ['paciente_id', 'regime', 'inicio'])).toEqual({
      paciente_id,
      regime: 'CLINICO',
      inicio: null,
    });
  });

  test.each(['merge-duplicates', 'ignore-duplicates'])(
    'an upsert (%s) fills new records, and changes as a change does',
    async (resolution) => {
      const paciente_id = await patient();
      const [first, second] = [await stay({ paciente_id, ...known }), await stay({ paciente_id, ...known, diaria: 9 })];
      const [there, fresh] = [next(), next()];
      const id = await extension({ numero: there, estadia_id: first, diaria: 5, inicio: null });
      const answer = await stage.admin.call('POST', '/api/prolongamentos?on_conflict=numero', {
        body: [
          { numero: there, estadia_id: second },
          { numero: fresh, estadia_id: second },
        ],
        headers: { prefer: `resolution=${resolution}` },
      });
      expect(answer.statusCode).toBe(201);
      const merged = resolution === 'merge-duplicates';
      expect(await read(id)).toEqual({ paciente_id, ...known, diaria: 5, inicio: merged ? known.inicio : null });
      const made = (
        await stage.admin.call('GET', `/api/prolongamentos?numero=eq.${fresh}&select=${wires.join()}`)
      ).json();
      expect(made).toEqual([{ paciente_id, ...known, diaria: 9 }]);
    },
  );

  test('what the caller may not read there is not filled, nor what it may not write', async () => {
    const [own, other] = [await bank(), await bank()];
    const paciente_id = await patient({ dono_id: own });
    const mine = await stay({ paciente_id, dono_id: own, ...known });
    const others = await stay({ paciente_id, dono_id: other, ...known });
    const all = pairs('prolongamento', 'estadia', 'paciente');
    const enter = (permissions: readonly string[], more: object = {}) => stage.product.enter(next(), permissions, more);
    const confined = await enter(all, { roles: { operadora: false, prestador: true, prestador_registro: own } });
    expect(await read(await extension({ estadia_id: mine }, confined))).toEqual({ paciente_id, ...known });
    await lacking(confined, { estadia_id: others });
    await lacking(await enter(pairs('prolongamento')), { estadia_id: mine });
    await lacking(await enter(all, { hidden: ['estadia.paciente'] }), { estadia_id: mine });
    await lacking(await enter(all, { masked: ['estadia.paciente'] }), { estadia_id: mine });
    const partly = await enter(all, {
      hidden: ['estadia.regime', 'prolongamento.inicio'],
      masked: ['estadia.diaria'],
      readOnly: ['prolongamento.urgente'],
    });
    expect(await read(await extension({ estadia_id: mine }, partly))).toEqual({ paciente_id, ...nothing });
  });

  test('the form is told what it may fill in, as far as the person reads it', async () => {
    const fillsOf = async (caller: Caller) =>
      ((await caller.call('GET', '/api/model/screen?path=/prolongamentos')).json() as ScreenModel).fills;
    const fill = {
      relation: 'estadia_id',
      title: 'Estadia',
      path: '/estadias',
      select: 'id,paciente_id,regime,inicio,diaria,urgente',
      fields: wires.map((column) => ({ column, from: column })),
    };
    expect(await fillsOf(stage.admin)).toEqual([fill]);
    const partly = await stage.product.enter(next(), pairs('prolongamento', 'estadia', 'paciente'), {
      hidden: ['estadia.regime', 'prolongamento.inicio'],
      masked: ['estadia.diaria'],
      readOnly: ['prolongamento.urgente'],
    });
    expect(await fillsOf(partly)).toEqual([
      { ...fill, select: 'id,paciente_id', fields: [{ column: 'paciente_id', from: 'paciente_id' }] },
    ]);
    expect(await fillsOf(await stage.product.enter(next(), pairs('prolongamento')))).toBeUndefined();
    const screen = await partly.call('GET', '/api/model/screen?path=/prolongamentos');
    expect(screen.body).not.toContain('filledFrom');
    const { select, fields } = fill;
    const row = await stage.admin.call('GET', `/api/estadias?id=eq.${await stay(known)}&select=${select}`);
    expect(Object.keys((row.json() as object[])[0] ?? {})).toEqual(['id', ...fields.map(({ from }) => from)]);
  });

  test('a file may leave a column out, and its preview shows what will be stored', async () => {
    const paciente_id = await patient();
    const numero = next();
    const estadia = next();
    await stay({ numero: estadia, paciente_id, ...known });
    const lost = next();
    await stay({ numero: lost });
    const file = `Número;Estadia\n${numero};${estadia}\n${next()};${lost}\n`;
    const sent = await sendFile(stage.admin, '/prolongamentos', file);
    const checked = await checkFile(stage.admin, sent, { whole: false });
    expect([refusalsOf(checked), checked.fresh]).toEqual([[['Informe Paciente.', ['Linha 3']]], 1]);
    const previewed = checked.plan?.sample.map(({ changes }) =>
      Object.fromEntries(changes.map(({ field, after }) => [field, after])),
    );
    const label = await read(paciente_id, 'pacientes', ['numero']);
    expect(previewed).toEqual([
      {
        numero,
        estadia_id: estadia,
        paciente_id: (label as { readonly numero: string }).numero,
        ...known,
        encerrado: false,
        dobro: 241,
      },
    ]);
    await applyFile(stage.admin, checked);
    const rows = (
      await stage.admin.call('GET', `/api/prolongamentos?numero=eq.${numero}&select=${wires.join()}`)
    ).json();
    expect(rows).toEqual([{ paciente_id, ...known }]);
  });

  test('a record that a transition creates is filled as any other', async () => {
    const paciente_id = await patient();
    const numero = next();
    const id = await stay({ numero, paciente_id, ...known });
    const answer = await stage.admin.call('PATCH', `/api/estadias?id=eq.${id}&transition=encerrar`, { body: {} });
    expect(answer.statusCode).toBe(204);
    const rows = (
      await stage.admin.call('GET', `/api/prolongamentos?numero=eq.${numero}&select=estadia_id,${wires.join()}`)
    ).json();
    expect(rows).toEqual([{ estadia_id: id, paciente_id, ...known }]);
  });

  test('who changes what is filled from is waited for, and what became of it is filled in', async () => {
    const paciente_id = await patient();
    const estadia_id = await stay({ paciente_id, diaria: 5 });
    const raise = { text: 'update estadia set diaria = 6 where id = $1::bigint', values: [String(estadia_id)] };
    const id = await writeBehind(stage.database, [raise], () => extension({ estadia_id }));
    expect(await read(id, 'prolongamentos', ['diaria'])).toEqual({ diaria: 6 });
  });

  test('a batch fills as a change does, and taken back it takes along what it filled', async () => {
    const paciente_id = await patient();
    const [first, second] = [await stay({ paciente_id, ...known }), await stay({ paciente_id, ...known, diaria: 2 })];
    const ids = [await extension({ paciente_id }), await extension({ estadia_id: first, diaria: null })];
    const before = await Promise.all(ids.map((id) => read(id)));
    const asked = { path: '/prolongamentos', operation: 'update', ids, values: { estadia_id: second } };
    const plan = await planBatch(stage.admin, asked);
    expect(await Promise.all(ids.map((id) => read(id)))).toEqual(before);
    await applyBatch(stage.admin, plan);
    expect(await Promise.all(ids.map((id) => read(id)))).toEqual(ids.map(() => ({ paciente_id, ...known, diaria: 2 })));
    await applyBatch(stage.admin, await planUndo(stage.admin, plan));
    expect(await Promise.all(ids.map((id) => read(id)))).toEqual(before);
  });

  test('records that a batch adds are filled, also where others of them are refused', async () => {
    const paciente_id = await patient();
    const [full, bare] = [await stay({ paciente_id, ...known }), await stay({})];
    const numeros = [next(), next()];
    const rows = [full, bare].map((estadia_id, at) => ({ numero: numeros[at], estadia_id }));
    const plan = await planBatch(stage.admin, { path: '/prolongamentos', operation: 'insert', rows });
    expect([plan.rows, plan.refused]).toEqual([2, 1]);
    await applyBatch(stage.admin, plan);
    const found = await stage.admin.call(
      'GET',
      `/api/prolongamentos?numero=in.(${numeros.join()})&select=estadia_id,${wires.join()}`,
    );
    expect(found.json()).toEqual([{ estadia_id: full, paciente_id, ...known }]);
  });

  test('a dry run answers with what it would fill, and keeps nothing', async () => {
    const paciente_id = await patient();
    const estadia_id = await stay({ paciente_id, ...known });
    const numero = next();
    const answer = await stage.admin.call('POST', `/api/prolongamentos?select=${wires.join()}`, {
      body: { numero, estadia_id },
      headers: { prefer: 'return=representation, tx=rollback' },
    });
    expect([answer.statusCode, answer.json()]).toEqual([201, [{ paciente_id, ...known }]]);
    expect((await stage.admin.call('GET', `/api/prolongamentos?numero=eq.${numero}`)).json()).toEqual([]);
  });

  test('the description of the API says where a value comes from, and asks for none', async () => {
    const document = (await stage.admin.call('GET', '/api/openapi.json')).json() as {
      readonly components: { readonly schemas: Readonly<Record<string, Readonly<Record<string, unknown>>>> };
    };
    const schema = Object.entries(document.components.schemas).find(
      ([name, one]) =>
        /prolongamento/i.test(name) && (one['required'] as readonly string[] | undefined)?.includes('numero'),
    )?.[1];
    expect(schema?.['required']).toEqual(['numero']);
    expect(schema).toMatchObject({
      properties: {
        paciente_id: {
          description:
            'O `id` de um registro de `/pacientes`. Obrigatório quando `empty(estadia)`. Ausente, vem de `paciente_id` do que `estadia_id` aponta.',
          'x-filled-from': 'estadia_id.paciente_id',
          'x-required-when': 'empty(estadia)',
        },
        inicio: {
          description: 'Ausente, vem de `inicio` do que `estadia_id` aponta; `null` deixa vazio.',
          'x-filled-from': 'estadia_id.inicio',
        },
      },
    });
  });

  test('the help says where a value comes from, to who reads it there', async () => {
    const told = async (caller: Caller) => {
      const { entities } = (await caller.call('GET', '/api/ajuda/teste')).json() as HelpModule;
      const fields = entities.find(({ name }) => name === 'prolongamento')?.fields ?? [];
      return fields.flatMap(({ name, filledFrom }) => (filledFrom === undefined ? [] : [[name, filledFrom]]));
    };
    const titles = ['Paciente', 'Regime', 'Início', 'Diária', 'Urgente'];
    const names = ['paciente', 'regime', 'inicio', 'diaria', 'urgente'];
    expect(await told(stage.admin)).toEqual(names.map((name, at) => [name, `Estadia › ${titles[at]}`]));
    const partly = await stage.product.enter(next(), pairs('ajuda', 'prolongamento', 'estadia', 'paciente'), {
      hidden: ['estadia.regime', 'estadia.inicio', 'estadia.diaria'],
    });
    expect(await told(partly)).toEqual([
      ['paciente', 'Estadia › Paciente'],
      ['urgente', 'Estadia › Urgente'],
    ]);
    expect(await told(await stage.product.enter(next(), pairs('ajuda', 'prolongamento')))).toEqual([]);
  });

  test('whatever is written in whatever order, what was said stays, and the rest is what the relation knew then', async () => {
    const paciente_id = await patient();
    const values = fc.option(fc.integer({ min: 0, max: 9 }), { nil: undefined, freq: 1 });
    const places = [0, 1];
    const stays = await Promise.all(places.map(() => stay({ paciente_id })));
    const step = fc.oneof(
      fc.record({
        kind: fc.constant('know' as const),
        which: fc.nat(1),
        diaria: fc.option(fc.integer({ min: 0, max: 9 })),
      }),
      fc.record({
        kind: fc.constant('write' as const),
        which: fc.option(fc.nat(1), { nil: undefined }),
        diaria: values,
      }),
      fc.record({ kind: fc.constant('empty' as const) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 20 }), async (steps) => {
        const known: (number | null)[] = places.map(() => null);
        for (const id of stays)
          await stage.admin.call('PATCH', `/api/estadias?id=eq.${id}`, { body: { diaria: null } });
        const id = await extension({ paciente_id });
        const expected: { which: number | undefined; diaria: number | null } = { which: undefined, diaria: null };
        const patch = async (path: string, body: object) =>
          expect((await stage.admin.call('PATCH', path, { body })).statusCode).toBe(204);
        for (const one of steps) {
          if (one.kind === 'know') {
            known[one.which] = one.diaria;
            await patch(`/api/estadias?id=eq.${stays[one.which]}`, { diaria: one.diaria });
          } else if (one.kind === 'empty') {
            expected.diaria = null;
            await patch(`/api/prolongamentos?id=eq.${id}`, { diaria: null });
          } else {
            const { which, diaria } = one;
            if (which === undefined && diaria === undefined) continue;
            await patch(`/api/prolongamentos?id=eq.${id}`, {
              ...(which !== undefined && { estadia_id: stays[which] }),
              ...(diaria !== undefined && { diaria }),
            });
            if (diaria !== undefined) expected.diaria = diaria;
            else if (which !== expected.which && expected.diaria === null) expected.diaria = known[which ?? 0] ?? null;
            expected.which = which ?? expected.which;
          }
          expect(await read(id, 'prolongamentos', ['estadia_id', 'diaria'])).toEqual({
            estadia_id: expected.which === undefined ? null : stays[expected.which],
            diaria: expected.diaria,
          });
        }
      }),
      { numRuns: 15 },
    );
  });
});
