/** Fields of new records that begin by an expression: by every door that makes a record, and for whom. */
import { expect, test } from 'vitest';
import type { HelpModule } from '../../../engine/contract/calls/help-calls.ts';
import type { ScreenModel } from '../../../engine/contract/screen-model.ts';
import type { Values } from '../../../engine/expressions/evaluate.ts';
import { momentIn } from '../../../engine/expressions/moment-in.ts';
import { conditionsAt } from '../../../engine/fields/record-expressions.ts';
import type { Begun } from '../../../engine/ui/form/lay-begun.ts';
import { layBegun, unwritten } from '../../../engine/ui/form/lay-begun.ts';
import { applyFile, checkFile, refusalsOf, sendFile } from '../../src/imports/import-stage.ts';
import { applyBatch, planBatch, planUndo } from '../../support/batches.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { fixtureStage } from '../../support/fixture-stage.ts';
import fc from '../../support/laws.ts';
import type { Caller, UserParts } from '../../support/product.ts';
import { insertRow, refusalBody, refusalOf } from '../../support/product.ts';
import { writeBehind } from '../../support/write-behind.ts';
import { begunFiles } from './begun-files.ts';

const pairs = (...subjects: readonly string[]) =>
  subjects.flatMap((subject) => ['list', 'view', 'insert', 'update'].map((action) => `${subject}:${action}`));

forEachDatabase((open) => {
  const stage = fixtureStage(open, begunFiles);
  const { next } = stage;
  const wires = ['vencimento', 'fim', 'valor', 'dobro', 'limite', 'multa', 'soma'];
  const emissao = '2026-01-31';
  const days = { vencimento: '2026-03-02', fim: '2027-03-02' };
  const noMoney = { valor: null, dobro: null, limite: null, multa: null };
  const priced = { valor: 31.5, dobro: 63, limite: 64, multa: 3.15 };
  const tariff = (row: object = {}): Promise<number> =>
    insertRow(stage.admin, '/tabelas-tarifas', { numero: next(), preco: 10.5, ...row });
  const charge = (row: object = {}, caller = stage.admin): Promise<number> =>
    insertRow(caller, '/cobrancas', { numero: next(), emissao, ...row });
  const rows = async (search: string, columns: readonly string[] = wires): Promise<unknown> =>
    (await stage.admin.call('GET', `/api/cobrancas?${search}&select=${columns.join()}`)).json();
  const read = async (id: number, columns: readonly string[] = wires): Promise<unknown> =>
    ((await rows(`id=eq.${id}`, columns)) as unknown[])[0];
  const itemsOf = (id: number): Promise<unknown> => read(id, ['itens(descricao,vence,valor,dobro)', 'soma']);
  const lacking = async (caller: Caller, row: object, field = 'vencimento', title = 'Vencimento') =>
    expect(refusalOf(await caller.call('POST', '/api/cobrancas', { body: { numero: next(), ...row } }))).toEqual({
      status: 422,
      body: await refusalBody(
        'RECORD_INVALID',
        { title: 'Cobrança', count: 1 },
        { fields: [[field, 'VALIDATION_REQUIRED', { field: title }]] },
      ),
    });
  const idOf = async (login: string): Promise<number> => {
    const { rows: found } = await stage.database.query<{ id: number }>({
      text: 'select id::integer from usuario where login = $1::text',
      values: [login],
    });
    return found[0]?.id ?? 0;
  };

  test('what is not said is worked out of what is said, of defaults and of each other, whatever their order', async () => {
    const tarifa_id = await tariff();
    expect(await read(await charge())).toEqual({ ...days, ...noMoney, soma: 0 });
    expect(await read(await charge({ prazo: 1, tarifa_id, quantidade: 3 }))).toEqual({
      vencimento: '2026-02-01',
      fim: '2027-02-01',
      ...priced,
      soma: 0,
    });
  });

  test('what is said stays, null among it, and what rests on it follows', async () => {
    const said = { vencimento: '2026-05-05', fim: null, valor: '', limite: 7, soma: 0.5 };
    const tarifa_id = await tariff();
    expect(await read(await charge({ tarifa_id, quantidade: 3, ...said }))).toEqual({
      ...noMoney,
      ...said,
      valor: null,
    });
    expect(await read(await charge({ tarifa_id, quantidade: 3, valor: 20 }))).toEqual({
      ...days,
      valor: 20,
      dobro: 40,
      limite: 41,
      multa: 2,
      soma: 0,
    });
  });

  test('what comes to nothing, or does not fit the field, is empty, and what must have a value is asked for', async () => {
    await lacking(stage.admin, {});
    await lacking(stage.admin, { emissao: null });
    await lacking(stage.admin, { emissao, prazo: null });
    await lacking(stage.admin, { emissao, vencimento: null });
    const dear = await tariff({ preco: 1000.01 });
    expect(await read(await charge({ tarifa_id: dear, quantidade: 1 }))).toEqual({ ...days, ...noMoney, soma: 0 });
    expect(await read(await charge({ tarifa_id: await tariff({ preco: null }), quantidade: 1 }))).toEqual({
      ...days,
      ...noMoney,
      soma: 0,
    });
  });

  test('what its condition hides does not begin, and rules hold for what begins', async () => {
    const tarifa_id = await tariff();
    expect(await read(await charge({ tarifa_id, quantidade: 3, isento: true }), ['valor', 'multa'])).toEqual({
      valor: 31.5,
      multa: null,
    });
    const answer = await stage.admin.call('POST', '/api/cobrancas', {
      body: { numero: next(), emissao, itens: [{ valor: 5000 }, { valor: 1 }] },
    });
    expect(refusalOf(answer)).toEqual({
      status: 422,
      body: await refusalBody(
        'RECORD_INVALID',
        { title: 'Cobrança', count: 1 },
        { fields: [['soma', 'VALIDATION_RULE', { rule: 'A soma passa de cinco mil.' }]] },
      ),
    });
  });

  test('a relation begins with who asks', async () => {
    const login = next();
    const caller = await stage.product.enter(login, pairs('cobranca'));
    expect(await read(await charge({}, caller), ['responsavel_id'])).toEqual({ responsavel_id: await idOf(login) });
    expect(await read(await charge({ responsavel_id: null }, caller), ['responsavel_id'])).toEqual({
      responsavel_id: null,
    });
  });

  test('rows of lists begin over their record, and what rests on them after them', async () => {
    const [own, above] = [await tariff({ preco: 2 }), await tariff({ preco: 3 })];
    const id = await charge({
      tarifa_id: above,
      itens: [
        { descricao: 'a', tarifa_id: own, quantidade: 4 },
        { descricao: 'b', quantidade: 4 },
        { descricao: 'c', valor: 1, vence: null },
      ],
    });
    const vence = days.vencimento;
    expect(await itemsOf(id)).toEqual({
      itens: [
        { descricao: 'a', vence, valor: 8, dobro: 16 },
        { descricao: 'b', vence, valor: 12, dobro: 24 },
        { descricao: 'c', vence: null, valor: 1, dobro: 2 },
      ],
      soma: 21,
    });
    await lacking(stage.admin, { emissao, itens: [{ descricao: 'd' }] }, 'itens.0.valor', 'Valor (Itens, linha 1)');
  });

  test('a change begins nothing anew but the rows that it adds, over the record as it becomes', async () => {
    const tarifa_id = await tariff({ preco: 3 });
    const id = await charge({ tarifa_id, quantidade: 1, itens: [{ descricao: 'a' }] });
    const patch = async (body: object): Promise<void> => {
      const answer = await stage.admin.call('PATCH', `/api/cobrancas?id=eq.${id}`, { body });
      expect([answer.statusCode, answer.body]).toEqual([204, '']);
    };
    await patch({ quantidade: 9, emissao: '2026-06-01', fim: null, multa: null });
    const after = { vencimento: days.vencimento, fim: null, valor: 3, dobro: 6, limite: 7, multa: null, soma: 3 };
    expect(await read(id)).toEqual(after);
    const [{ id: kept }] = ((await read(id, ['itens(id)'])) as { itens: [{ id: number }] }).itens;
    await patch({ vencimento: '2026-07-07', itens: [{ id: kept, vence: null }, { descricao: 'b' }] });
    expect(await itemsOf(id)).toEqual({
      itens: [
        { descricao: 'a', vence: null, valor: 3, dobro: 6 },
        { descricao: 'b', vence: '2026-07-07', valor: 3, dobro: 6 },
      ],
      soma: 3,
    });
    const answer = await stage.admin.call('PATCH', `/api/cobrancas?id=eq.${id}`, {
      body: { tarifa_id: null, itens: [{ id: kept }, { descricao: 'c' }] },
    });
    expect(refusalOf(answer)).toEqual({
      status: 422,
      body: await refusalBody(
        'RECORD_INVALID',
        { title: 'Cobrança', count: 1 },
        { fields: [['itens.1.valor', 'VALIDATION_REQUIRED', { field: 'Valor (Itens, linha 2)' }]] },
      ),
    });
  });

  test('of several new records each begins by itself', async () => {
    const tarifa_id = await tariff();
    const answer = await stage.admin.call('POST', `/api/cobrancas?select=${wires.join()}`, {
      body: [
        { numero: next(), emissao, tarifa_id, quantidade: 3 },
        { numero: next(), emissao: '2026-02-01' },
        { numero: next(), vencimento: '2026-04-04', itens: [{ valor: 2 }] },
      ],
      headers: { prefer: 'return=representation' },
    });
    expect(answer.json()).toEqual([
      { ...days, ...priced, soma: 0 },
      { vencimento: '2026-03-03', fim: '2027-03-03', ...noMoney, soma: 0 },
      { vencimento: '2026-04-04', fim: '2027-04-04', ...noMoney, soma: 2 },
    ]);
  });

  test.each(['merge-duplicates', 'ignore-duplicates'])(
    'an upsert (%s) begins what it inserts, and nothing of what is there',
    async (resolution) => {
      const [there, fresh] = [next(), next()];
      const tarifa_id = await tariff();
      const id = await charge({ numero: there, tarifa_id, quantidade: 3, fim: null });
      const answer = await stage.admin.call('POST', '/api/cobrancas?on_conflict=numero', {
        body: [there, fresh].map((numero) => ({ numero, emissao: '2026-06-01', quantidade: 2, tarifa_id })),
        headers: { prefer: `resolution=${resolution}` },
      });
      expect(answer.statusCode).toBe(201);
      expect(await read(id)).toEqual({ ...days, ...priced, fim: null, soma: 0 });
      const begun = { vencimento: '2026-07-01', fim: '2027-07-01', valor: 21, dobro: 42, limite: 43, multa: 2.1 };
      expect(await rows(`numero=eq.${fresh}`)).toEqual([{ ...begun, soma: 0 }]);
    },
  );

  test('a file may leave the columns out, and its preview shows what will be stored', async () => {
    const [numero, tarifa] = [next(), next()];
    await tariff({ numero: tarifa });
    const file = `Número;Emissão;Tarifa;Quantidade\n${numero};31/01/2026;${tarifa};3\n${next()};;${tarifa};3\n`;
    const checked = await checkFile(stage.admin, await sendFile(stage.admin, '/cobrancas', file), { whole: false });
    expect([refusalsOf(checked), checked.fresh]).toEqual([[['Informe Vencimento.', ['Linha 3']]], 1]);
    const [sample] = checked.plan?.sample ?? [];
    const shown = Object.fromEntries((sample?.changes ?? []).map(({ field, after }) => [field, after]));
    expect(shown).toMatchObject({ ...days, ...priced });
    await applyFile(stage.admin, checked);
    expect(await rows(`numero=eq.${numero}`)).toEqual([{ ...days, ...priced, soma: 0 }]);
  });

  test('a record that a transition creates begins as any other, and its rows', async () => {
    const numero = next();
    const id = await insertRow(stage.admin, '/acordos', { numero, inicio: emissao, tarifa_id: await tariff() });
    const answer = await stage.admin.call('PATCH', `/api/acordos?id=eq.${id}&transition=fechar`, { body: {} });
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    expect(await rows(`numero=eq.${numero}`, [...wires, 'itens(vence,valor)'])).toEqual([
      {
        ...days,
        valor: 21,
        dobro: 42,
        limite: 43,
        multa: 2.1,
        soma: 10.5,
        itens: [{ vence: days.vencimento, valor: 10.5 }],
      },
    ]);
  });

  test('records that a batch adds begin, also where others of them are refused; taken back they are gone', async () => {
    const numeros = [next(), next()];
    const tarifa_id = await tariff();
    const given = [{ emissao }, {}].map((more, at) => ({ numero: numeros[at], tarifa_id, quantidade: 3, ...more }));
    const plan = await planBatch(stage.admin, { path: '/cobrancas', operation: 'insert', rows: given });
    expect([plan.rows, plan.refused]).toEqual([2, 1]);
    await applyBatch(stage.admin, plan);
    expect(await rows(`numero=in.(${numeros.join()})`)).toEqual([{ ...days, ...priced, soma: 0 }]);
    await applyBatch(stage.admin, await planUndo(stage.admin, plan));
    expect(await rows(`numero=in.(${numeros.join()})`)).toEqual([]);
  });

  test('a batch that changes records begins nothing', async () => {
    const [first, second] = [await tariff(), await tariff({ preco: 2 })];
    const id = await charge({ tarifa_id: first, quantidade: 3 });
    const asked = { path: '/cobrancas', operation: 'update', ids: [id], values: { tarifa_id: second } };
    await applyBatch(stage.admin, await planBatch(stage.admin, asked));
    expect(await read(id)).toEqual({ ...days, ...priced, soma: 0 });
  });

  test('a dry run answers with what it would begin with, and keeps nothing', async () => {
    const numero = next();
    const answer = await stage.admin.call('POST', `/api/cobrancas?select=${wires.join()}`, {
      body: { numero, emissao, tarifa_id: await tariff(), quantidade: 3 },
      headers: { prefer: 'return=representation, tx=rollback' },
    });
    expect([answer.statusCode, answer.json()]).toEqual([201, [{ ...days, ...priced, soma: 0 }]]);
    expect(await rows(`numero=eq.${numero}`)).toEqual([]);
  });

  test('a record that comes back is as it was', async () => {
    const id = await charge({ fim: null });
    const plan = await planBatch(stage.admin, { path: '/cobrancas', operation: 'delete', ids: [id] });
    await applyBatch(stage.admin, plan);
    await applyBatch(stage.admin, await planUndo(stage.admin, plan));
    expect(await read(id)).toEqual({ ...days, fim: null, ...noMoney, soma: 0 });
  });

  test('who changes what it is worked out from is waited for', async () => {
    const tarifa_id = await tariff();
    const raise = { text: 'update tabela_tarifa set preco = 6 where id = $1::bigint', values: [String(tarifa_id)] };
    const id = await writeBehind(stage.database, [raise], () => charge({ tarifa_id, quantidade: 1 }));
    expect(await read(id, ['valor'])).toEqual({ valor: 6 });
  });

  test('nothing that the caller may not read flows into a value, and what it may not write does not begin', async () => {
    const bank = (): Promise<number> =>
      insertRow(stage.admin, '/bancos', { codigo: next().slice(1).padStart(3, '0'), nome: next() });
    const [own, other] = [await bank(), await bank()];
    const [mine, others] = [await tariff({ dono_id: own }), await tariff({ dono_id: other })];
    const all = pairs('cobranca', 'tabela_tarifa');
    const enter = (permissions: readonly string[], more: UserParts = {}) =>
      stage.product.enter(next(), permissions, more);
    const begun = async (caller: Caller, tarifa_id: number): Promise<unknown> =>
      read(await charge({ tarifa_id, quantidade: 3 }, caller), ['valor']);
    const confined = await enter(all, { roles: { operadora: false, prestador: true, prestador_registro: own } });
    expect(await begun(confined, mine)).toEqual({ valor: 31.5 });
    expect(await begun(confined, others)).toEqual({ valor: null });
    const none = { valor: null };
    expect(await begun(await enter(pairs('cobranca')), mine)).toEqual(none);
    expect(await begun(await enter(all, { hidden: ['tabela_tarifa.preco'] }), mine)).toEqual(none);
    expect(await begun(await enter(all, { masked: ['tabela_tarifa.preco'] }), mine)).toEqual(none);
    expect(await begun(await enter(all, { readOnly: ['cobranca.valor'] }), mine)).toEqual(none);
    const unread = await enter(all, { hidden: ['cobranca.prazo'] });
    await lacking(unread, { emissao });
    const items = async (caller: Caller, tarifa_id: number) =>
      caller.call('POST', '/api/cobrancas', { body: { numero: next(), emissao, itens: [{ tarifa_id }] } });
    expect((await items(confined, mine)).statusCode).toBe(201);
    for (const caller of [confined, await enter(all, { hidden: ['tabela_tarifa.preco'] })])
      expect(refusalOf(await items(caller, others))).toEqual({
        status: 422,
        body: await refusalBody(
          'RECORD_INVALID',
          { title: 'Cobrança', count: 1 },
          { fields: [['itens.0.valor', 'VALIDATION_REQUIRED', { field: 'Valor (Itens, linha 1)' }]] },
        ),
      });
  });

  test('whatever is said of a new record, each field is that, or what the others make of it', async () => {
    const tarifa_id = await tariff({ preco: 2 });
    const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(fc.option(value), { nil: undefined });
    const day = fc.constantFrom('2026-01-31', '2024-02-29', '2026-12-31');
    const said = fc.record(
      {
        quantidade: maybe(fc.integer({ min: 0, max: 600 })),
        valor: maybe(fc.integer({ min: 0, max: 900 })),
        limite: maybe(fc.integer({ min: 0, max: 900 })),
        fim: maybe(day),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(said, async (given) => {
        const begun = <T>(value: T | null | undefined, otherwise: T | null): T | null =>
          value === undefined ? otherwise : value;
        const product = given.quantidade === undefined || given.quantidade === null ? null : given.quantidade * 2;
        const valor = begun(given.valor, product !== null && product <= 1000 ? product : null);
        const limite = begun(given.limite, valor === null ? null : valor * 2 + 1);
        expect(await read(await charge({ tarifa_id, ...given }), ['valor', 'limite', 'fim'])).toEqual({
          valor,
          limite,
          fim: begun(given.fim, days.fim),
        });
      }),
    );
  });

  test('the help says what it begins by, to who reads that', async () => {
    const told = async (caller: Caller) => {
      const { entities } = (await caller.call('GET', '/api/ajuda/teste')).json() as HelpModule;
      const fields = entities.find(({ name }) => name === 'cobranca')?.fields ?? [];
      return fields.flatMap(({ name, filledFrom }) => (filledFrom === undefined ? [] : [[name, filledFrom]]));
    };
    const own = [
      ['fim', 'Vencimento'],
      ['vencimento', 'Emissão e Prazo'],
      ['valor', 'Tarifa e Quantidade'],
      ['limite', 'Dobro'],
      ['multa', 'Valor'],
      ['soma', 'Itens'],
    ];
    expect(await told(stage.admin)).toEqual(own);
    const partly = await stage.product.enter(next(), pairs('ajuda', 'cobranca', 'tabela_tarifa'), {
      hidden: ['tabela_tarifa.preco', 'cobranca.prazo'],
    });
    expect(await told(partly)).toEqual(own.filter(([name]) => name !== 'valor' && name !== 'vencimento'));
  });

  test('the description of the API says what it begins with, and asks for none of who may read that', async () => {
    const described = async (caller: Caller) => {
      const document = (await caller.call('GET', '/api/openapi.json')).json() as {
        readonly components: { readonly schemas: Readonly<Record<string, Readonly<Record<string, unknown>>>> };
      };
      return Object.entries(document.components.schemas).find(
        ([name, one]) =>
          /cobranca/i.test(name) && (one['required'] as readonly string[] | undefined)?.includes('numero'),
      )?.[1];
    };
    const schema = await described(stage.admin);
    expect(schema?.['required']).toEqual(['numero']);
    expect(schema).toMatchObject({
      properties: {
        vencimento: {
          description:
            'Obrigatório quando `empty(addDays(emissao, prazo))`. Ausente em um registro novo, começa com `addDays(emissao, prazo)`.',
          'x-begins': 'addDays(emissao, prazo)',
          'x-required-when': 'empty(addDays(emissao, prazo))',
        },
        fim: {
          description: 'Ausente em um registro novo, começa com `addMonths(vencimento, 12)`; `null` deixa vazio.',
          'x-begins': 'addMonths(vencimento, 12)',
        },
      },
    });
    const partly = await described(
      await stage.product.enter(next(), pairs('cobranca'), { hidden: ['cobranca.prazo'] }),
    );
    expect(partly?.['required']).toEqual(['numero', 'vencimento']);
    expect(JSON.stringify(partly)).not.toMatch(/prazo|preco/);
  });

  test('the form works out what the server does, of whatever is said of the record and its rows', async () => {
    const [own, above] = [await tariff({ preco: 2 }), await tariff({ preco: 3.33 })];
    const prices = new Map<number, number>([
      [own, 2],
      [above, 3.33],
    ]);
    const screen = (await stage.admin.call('GET', '/api/model/screen?path=/cobrancas')).json() as ScreenModel;
    const worked = (given: Values): Values => {
      const { begins, rowBegins = {}, entity } = screen;
      const rows = new Map<Values, Begun>();
      const initial = { prazo: 30, isento: false, itens: [], ...given };
      const list = (initial.itens as readonly Values[]).map((row) => ({ quantidade: 1, ...row }));
      for (const row of list) rows.set(row, rowBegins['itens'] ? unwritten(rowBegins['itens'], row) : new Map());
      const moment = { ...momentIn('America/Sao_Paulo'), now: Date.now() };
      const isClosed = (values: Values) => {
        const { hidden, readOnly } = conditionsAt(entity.expressions, values, undefined, moment);
        return (column: string) => hidden.has(column) || readOnly.has(column);
      };
      return layBegun({ ...initial, itens: list }, begins && unwritten(begins, initial), {
        beginnings: { entity, own: begins, rows: rowBegins, beside: {} },
        moment,
        behindOf: (_read, id) => ({ preco: prices.get(id) }),
        closedWith: isClosed,
        closedIn: () => () => false,
        rows: { of: (row) => rows.get(row), keep: (row, begun) => rows.set(row, begun) },
      }).values;
    };
    const some = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
    const number = fc.integer({ min: 0, max: 300 });
    const tarifa = some(fc.constantFrom(own, above));
    const row = fc.record({ tarifa_id: tarifa, quantidade: some(number), valor: some(number) });
    const said = fc.record({
      emissao: some(fc.constantFrom('2026-01-31', '2024-02-29')),
      prazo: some(fc.integer({ min: -400, max: 400 })),
      vencimento: fc.constantFrom('2026-05-05', '2024-12-31'),
      tarifa_id: tarifa,
      quantidade: some(number),
      limite: some(number),
      isento: some(fc.boolean()),
      itens: fc.array(row, { maxLength: 3 }),
    });
    const present = (values: Values): Values =>
      Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
    const columns = [...wires.filter((name) => name !== 'dobro'), 'itens(vence,valor)'];
    await fc.assert(
      fc.asyncProperty(said, fc.boolean(), async ({ vencimento, itens, ...rest }, isDated) => {
        const given = present({
          ...rest,
          ...(isDated || rest.emissao === undefined ? { vencimento } : {}),
          // Without a tariff a row of this list must say its value.
          itens: itens.map((one) =>
            present((rest.tarifa_id ?? one.tarifa_id) ? one : { ...one, valor: one.valor ?? 1 }),
          ),
        });
        const expected = worked(given);
        const id = await insertRow(stage.admin, '/cobrancas', { numero: next(), ...given });
        const stored = (await read(id, columns)) as Values;
        const empty = (values: Values, keys: readonly string[]): Values =>
          Object.fromEntries(keys.map((key) => [key, values[key] ?? null]));
        const keys = columns.filter((name) => !name.includes('('));
        expect(stored).toEqual({
          ...empty(expected, keys),
          itens: (expected['itens'] as readonly Values[]).map((one) => empty(one, ['vence', 'valor'])),
        });
      }),
    );
  });

  test('the form is told what it may work out, as far as the person reads it', async () => {
    const formOf = async (caller: Caller) => {
      const screen = await caller.call('GET', '/api/model/screen?path=/cobrancas');
      const { begins, rowBegins } = screen.json() as ScreenModel;
      const keys = (some: NonNullable<typeof begins>) => [some.fields.map(({ key }) => key), some.later];
      return { own: begins && keys(begins), rows: rowBegins?.['itens'] && keys(rowBegins['itens']), body: screen.body };
    };
    const { body, ...told } = await formOf(stage.admin);
    expect(told).toEqual({
      own: [['valor', 'vencimento', 'fim', 'limite', 'multa', 'responsavel_id', 'soma'], []],
      rows: [['valor', 'vence'], []],
    });
    expect((JSON.parse(body) as ScreenModel).begins?.reads).toEqual([
      {
        relation: 'tarifa_id',
        path: '/tabelas-tarifas',
        select: 'id,preco',
        behind: [{ key: 'preco', path: ['preco'] }],
      },
    ]);
    const partly = await formOf(
      await stage.product.enter(next(), pairs('cobranca', 'tabela_tarifa'), {
        hidden: ['tabela_tarifa.preco'],
        readOnly: ['cobranca.fim'],
      }),
    );
    expect([partly.own, partly.rows]).toEqual([
      [['vencimento', 'limite', 'multa', 'responsavel_id', 'soma'], []],
      [['vence'], []],
    ]);
    expect(partly.body).not.toContain('preco');
  });
});
